//! The calls.
//!
//! In: requests. Out: the state of a game after each, or a refusal.
//! Invariant: a refused call changes nothing.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::house::{House, shortened};
use super::refusal::Refusal;
use super::requests::{Analyse, Export, Jump, NewGame, News, Plain, Play, Settings};
use super::room::{ANALYSIS, Room, SharedRoom, open, send, think};
use super::state::GameState;
use crate::play::lessons::{Lesson, lessons};
use crate::play::{BoardView, GameSession, Humans, Level, Record, Table, WaitsFor};
use crate::rules::{Position, Side};

/// Who waits for news is told after this time that there is none.
const NEWS: Duration = Duration::from_secs(25);
/// How long the body of a request may take to come.
const BODY: Duration = Duration::from_secs(10);
/// Turns of a game: more than any is long that is played to be won.
const MOST_TURNS: usize = 3000;
/// Simulations of an analysis.
const MOST_SIMULATIONS: u32 = 50_000;

type Shared = State<Arc<House>>;
type Answer = Result<Json<GameState>, Refusal>;

/// The JSON that a request says.
pub(super) struct Said<T>(T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Said<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let said = tokio::time::timeout(BODY, Json::<Value>::from_request(request, state)).await;
        let late = |_| Refusal::new(StatusCode::REQUEST_TIMEOUT, "the request did not come to its end in time");
        let wrong = |error: JsonRejection| Refusal::new(error.status(), shortened_reason(&error.body_text()));
        let Json(said) = said.map_err(late)?.map_err(wrong)?;
        if !said.is_object() {
            return Err(Refusal::illegal("the body must be a JSON object, such as {}"));
        }
        let said = serde_json::from_value(said);
        said.map(Self).map_err(|error| Refusal::illegal(shortened_reason(&error.to_string())))
    }
}

/// The query of a request.
pub(super) struct Asked<T>(T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let asked = Query::<T>::from_request_parts(parts, state).await;
        asked.map(|Query(asked)| Self(asked)).map_err(|error| Refusal::bad(shortened_reason(&error.body_text())))
    }
}

fn shortened_reason(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(200).collect()
}

/// What there is to choose from.
#[derive(Serialize)]
pub(super) struct About {
    program: &'static str,
    version: &'static str,
    default_level: String,
    levels: Vec<Level>,
    rules: Vec<Variant>,
    games: [usize; 2],
}

#[derive(Serialize)]
struct Variant {
    name: String,
    title: String,
    board: BoardView,
    officers: u32,
    rebels: u32,
    /// Whether the network was trained for them.
    trained: bool,
    lessons: Vec<Lesson>,
}

pub(super) async fn about(State(house): Shared) -> Json<About> {
    let variant = |known: &super::house::Variant| Variant {
        name: known.name.clone(),
        title: known.title.clone(),
        board: BoardView::new(known.rules),
        officers: known.rules.set().officers,
        rebels: known.rules.set().rebel_points().count(),
        trained: house.is_trained(known.rules),
        lessons: lessons(known.rules),
    };
    let levels = house.levels.all().to_vec();
    let default = house.levels.find(None).unwrap_or(0);
    Json(About {
        program: "asalto",
        version: env!("CARGO_PKG_VERSION"),
        default_level: levels[default].name.clone(),
        levels,
        rules: house.variants.iter().map(variant).collect(),
        games: [house.games(), house.limits.games],
    })
}

pub(super) async fn new_game(State(house): Shared, Said(wish): Said<NewGame>) -> Result<Response, Refusal> {
    let humans = side(wish.side.as_deref().unwrap_or("rebels"))?;
    let level = house.levels.find(wish.level.as_deref()).map_err(|problem| Refusal::from(problem.at("level")))?;
    let session = match (&wish.game, &wish.position) {
        (Some(_), Some(_)) => return Err(Refusal::bad("give either `game` or `position`")),
        (Some(text), None) => Record::parse_with(text, &|name| house.rules(Some(name)))?.session,
        (None, position) => {
            let rules = house.rules(wish.rules.as_deref())?;
            let start = position.as_deref().map_or(Ok(Position::start(rules)), |text| Position::parse(rules, text));
            GameSession::new(start.map_err(|error| Refusal::illegal(shortened_reason(&format!("position: {error}"))))?)
        }
    };
    let room = house.admit(Table::new(session, humans, level, house.secret_number()))?;
    let mut locked = open(&room);
    think(&room, &mut locked, &house.pool);
    Ok((StatusCode::CREATED, Json(locked.state())).into_response())
}

pub(super) async fn news(State(house): Shared, Path(id): Path<String>, Asked(asked): Asked<News>) -> Answer {
    let room = house.room(&id)?;
    let mut listener = open(&room).listen();
    if let Some(after) = asked.after {
        let mut closing = house.closing();
        tokio::select! {
            _ = listener.wait_for(|version| *version > after) => {}
            _ = closing.wait_for(|closing| *closing) => {}
            () = tokio::time::sleep(NEWS) => {}
        }
    }
    let mut room = open(&room);
    room.used = std::time::Instant::now();
    Ok(Json(room.state()))
}

/// Changes a room, and lets the computer think about what came of it.
fn change(house: &House, id: &str, change: impl FnOnce(&SharedRoom, &mut Room) -> Result<(), Refusal>) -> Answer {
    let shared = house.room(id)?;
    let mut room = open(&shared);
    change(&shared, &mut room)?;
    think(&shared, &mut room, &house.pool);
    Ok(Json(room.state()))
}

/// The board has changed.
fn moved(room: &mut Room) {
    room.desk.moved();
    room.changed();
}

/// Refuses what was meant for another position.
fn meant_for_now(room: &Room, at: Option<usize>) -> Result<(), Refusal> {
    let now = room.desk.table.session.game().actions().len();
    match at {
        Some(at) if at != now => {
            Err(Refusal::conflict(format!("the game has gone on: {now} actions are played, not {at}")))
        }
        _ => Ok(()),
    }
}

pub(super) async fn play(State(house): Shared, Path(id): Path<String>, Said(wish): Said<Play>) -> Answer {
    change(&house, &id, |_, room| {
        meant_for_now(room, wish.at)?;
        let text = shortened(&wish.text);
        let session = &mut room.desk.table.session;
        if let Some(ended) = session.ended() {
            return Err(Refusal::illegal(format!("{text}: the game is over: {ended}")));
        }
        let position = *session.position();
        if !room.desk.table.humans.play(position.side_to_move()) {
            return Err(Refusal::conflict(format!("{text}: the computer plays the {}", position.side_to_move())));
        }
        if session.turn_number() >= MOST_TURNS {
            return Err(Refusal::illegal(format!("the game is longer than {MOST_TURNS} turns")));
        }
        let refuse = |error: crate::rules::PlayError| Refusal::illegal(error.to_string());
        match wish.step {
            true => position.parse_action(&text).and_then(|action| session.play(action).map(drop)).map_err(refuse)?,
            false => position.parse_turn(&text).and_then(|turn| session.play_turn(&turn).map(drop)).map_err(refuse)?,
        }
        moved(room);
        Ok(())
    })
}

/// Goes back or on by one of the person's moves, or says that there is none.
fn back_or_on(
    house: &House,
    id: &str,
    at: Option<usize>,
    step: fn(&mut GameSession, &[Side]) -> bool,
    nothing: &'static str,
) -> Answer {
    change(house, id, |_, room| {
        meant_for_now(room, at)?;
        let sides = room.desk.table.undo_sides();
        let done = step(&mut room.desk.table.session, &sides);
        done.then(|| moved(room)).ok_or_else(|| Refusal::conflict(nothing))
    })
}

pub(super) async fn undo(State(house): Shared, Path(id): Path<String>, Said(wish): Said<Plain>) -> Answer {
    back_or_on(&house, &id, wish.at, GameSession::undo, "there is no move of yours to take back")
}

pub(super) async fn redo(State(house): Shared, Path(id): Path<String>, Said(wish): Said<Plain>) -> Answer {
    back_or_on(&house, &id, wish.at, GameSession::redo, "nothing was taken back that could be played again")
}

pub(super) async fn jump(State(house): Shared, Path(id): Path<String>, Said(wish): Said<Jump>) -> Answer {
    change(&house, &id, |_, room| {
        let all = room.desk.table.session.line().len();
        if wish.turn > all {
            return Err(Refusal::illegal(format!("turn: must be 0 to {all}, found {}", wish.turn)));
        }
        if wish.turn != room.desk.table.session.turn_number() {
            room.desk.table.session.go_to(wish.turn);
            moved(room);
        }
        Ok(())
    })
}

pub(super) async fn go(State(house): Shared, Path(id): Path<String>, Said(wish): Said<Plain>) -> Answer {
    change(&house, &id, |shared, room| {
        meant_for_now(room, wish.at)?;
        if let Some(ended) = room.desk.table.session.ended() {
            return Err(Refusal::conflict(format!("the game is over: {ended}")));
        }
        room.desk.turn().into_iter().for_each(|errand| send(shared, errand, &house.pool));
        room.changed();
        Ok(())
    })
}

pub(super) async fn hint(State(house): Shared, Path(id): Path<String>, Said(wish): Said<Plain>) -> Answer {
    change(&house, &id, |shared, room| {
        meant_for_now(room, wish.at)?;
        if room.desk.table.waits_for() != WaitsFor::Person {
            return Err(Refusal::conflict("there is no move of yours to give a hint for"));
        }
        room.desk.ask_hint().into_iter().for_each(|errand| send(shared, errand, &house.pool));
        room.changed();
        Ok(())
    })
}

pub(super) async fn resign(State(house): Shared, Path(id): Path<String>, Said(wish): Said<Plain>) -> Answer {
    change(&house, &id, |_, room| {
        meant_for_now(room, wish.at)?;
        let loser = room.desk.table.resigning_side().ok_or_else(|| Refusal::conflict("you play neither side"))?;
        if room.desk.table.session.ended().is_some() {
            return Err(Refusal::conflict("the game is over"));
        }
        room.desk.table.session.resign(loser);
        moved(room);
        Ok(())
    })
}

pub(super) async fn analysis(State(house): Shared, Path(id): Path<String>, Said(wish): Said<Analyse>) -> Answer {
    change(&house, &id, |_, room| {
        let sims = wish.sims.or(room.desk.analysing()).unwrap_or(ANALYSIS);
        if !(1..=MOST_SIMULATIONS).contains(&sims) {
            return Err(Refusal::illegal(format!("sims: must be 1 to {MOST_SIMULATIONS}, found {sims}")));
        }
        room.desk.analyse(wish.on.then_some(sims));
        room.changed();
        Ok(())
    })
}

pub(super) async fn settings(State(house): Shared, Path(id): Path<String>, Said(wish): Said<Settings>) -> Answer {
    change(&house, &id, |_, room| {
        let humans = wish.side.as_deref().map(side).transpose()?;
        let level = wish.level.as_deref().map(|name| house.levels.find(Some(name))).transpose();
        let level = level.map_err(|problem| Refusal::from(problem.at("level")))?;
        room.desk.table.humans = humans.unwrap_or(room.desk.table.humans);
        room.desk.table.level = level.unwrap_or(room.desk.table.level);
        room.desk.scoring = wish.scores.unwrap_or(room.desk.scoring);
        if humans.is_some() || level.is_some() {
            moved(room);
        }
        room.changed();
        Ok(())
    })
}

pub(super) async fn export(
    State(house): Shared,
    Path(id): Path<String>,
    Asked(asked): Asked<Export>,
) -> Result<Response, Refusal> {
    let room = house.room(&id)?;
    let record = {
        let room = open(&room);
        let computer = &house.levels.all()[room.desk.table.level].title;
        Record::new(room.desk.table.session.clone(), room.desk.table.humans, "person", computer)
    };
    let (kind, name, text) = match asked.format.as_deref() {
        None | Some("text") => ("text/plain; charset=utf-8", "attachment; filename=\"asalto.txt\"", record.to_text()),
        Some("json") => ("application/json", "attachment; filename=\"asalto.json\"", record.to_json()),
        Some(other) => return Err(Refusal::bad(format!("format: must be text or json, found `{}`", shortened(other)))),
    };
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], text).into_response())
}

pub(super) async fn leave(State(house): Shared, Path(id): Path<String>) -> Result<StatusCode, Refusal> {
    house.dismiss(&id).map(|()| StatusCode::NO_CONTENT)
}

fn side(text: &str) -> Result<Humans, Refusal> {
    text.parse().map_err(|_| {
        Refusal::illegal(format!("side: must be officers, rebels, both or none, found `{}`", shortened(text)))
    })
}
