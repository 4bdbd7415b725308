//! All games: their ids, how many there may be, and when they are forgotten.
//!
//! In: who plays at which level. Out: rooms, by their secret ids.
//! Invariant: there are never more rooms than the limit; a room that nobody has asked for in a while is closed, and whatever
//! is thought for it given up.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use tokio::sync::watch;

use super::refusal::Refusal;
use super::room::{Room, SharedRoom, open};
use crate::base::fault::{Fault, Problem};
use crate::exact::Tables;
use crate::play::pool::Pool;
use crate::play::{Desk, Levels, Network, Opponents, Table, Workshop, named_rules};
use crate::rules::Rules;

/// What a server allows.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Games at the same time.
    pub games: usize,
    /// A game that nobody has asked for in this time is forgotten.
    pub idle: Duration,
    /// Threads that think.
    pub threads: usize,
}

/// A rule set that can be played here.
pub(super) struct Variant {
    pub name: String,
    pub title: String,
    pub rules: Rules,
}

/// All games.
pub struct House {
    pub(super) levels: Levels,
    pub(super) variants: Vec<Variant>,
    pub(super) limits: Limits,
    pub(super) pool: Arc<Pool>,
    level_names: Arc<Vec<String>>,
    network: Network,
    workshop: Box<dyn Workshop>,
    truth: Option<Arc<Tables>>,
    /// Loaded when they are first wanted.
    opponents: Mutex<HashMap<u64, Arc<Opponents>>>,
    rooms: Mutex<HashMap<String, SharedRoom>>,
    /// Keyed by the system's random source.
    secret: RandomState,
    made: AtomicU64,
    closing: watch::Sender<bool>,
}

impl House {
    /// An empty house; `rules` are those of a game that asks for none.
    ///
    /// # Errors
    /// If their players cannot be loaded, or the threads not be started.
    pub fn new(
        rules: Rules,
        levels: Levels,
        network: Network,
        workshop: Box<dyn Workshop>,
        truth: Option<Arc<Tables>>,
        limits: Limits,
    ) -> Result<Self, Fault> {
        let variant =
            |(name, title, rules): (&str, &str, Rules)| Variant { name: name.into(), title: title.into(), rules };
        let mut variants: Vec<Variant> = named_rules().into_iter().map(variant).collect();
        match variants.iter().position(|variant| variant.rules == rules) {
            Some(at) => variants[..=at].rotate_right(1),
            None => variants.insert(0, variant((&crate::play::rules_to_text(rules), "The rules of --rules", rules))),
        }
        let house = Self {
            level_names: Arc::new(levels.all().iter().map(|level| level.name.clone()).collect()),
            levels,
            variants,
            limits,
            pool: Arc::new(Pool::new(limits.threads)?),
            network,
            workshop,
            truth,
            opponents: Mutex::default(),
            rooms: Mutex::default(),
            secret: RandomState::new(),
            made: AtomicU64::new(0),
            closing: watch::Sender::new(false),
        };
        house.opponents(rules)?;
        Ok(house)
    }

    /// The rules that a name stands for; without one, the first.
    pub(super) fn rules(&self, name: Option<&str>) -> Result<Rules, Problem> {
        let Some(name) = name else { return Ok(self.variants[0].rules) };
        let known = self.variants.iter().find(|variant| variant.name == name);
        known.map(|variant| variant.rules).ok_or_else(|| {
            let names: Vec<&str> = self.variants.iter().map(|variant| variant.name.as_str()).collect();
            let problem = format!("rules: must be one of {}, found `{}`", names.join(", "), shortened(name));
            Problem::new(problem).help("others are played with `asalto serve --rules FILE`")
        })
    }

    /// Whether the network was trained for these rules.
    pub(super) fn is_trained(&self, rules: Rules) -> bool {
        self.network.rules == rules
    }

    fn opponents(&self, rules: Rules) -> Result<Arc<Opponents>, Fault> {
        let mut loaded = self.opponents.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = loaded.get(&rules.hash()) {
            return Ok(Arc::clone(known));
        }
        let new =
            Arc::new(Opponents::new(rules, &self.levels, &self.network, self.workshop.as_ref(), self.truth.as_ref())?);
        loaded.insert(rules.hash(), Arc::clone(&new));
        Ok(new)
    }

    /// Opens a room for this table.
    pub(super) fn admit(&self, table: Table) -> Result<SharedRoom, Refusal> {
        let opponents = self.opponents(table.session.position().rules());
        let opponents =
            opponents.map_err(|fault| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, fault.to_string()))?;
        self.sweep();
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        if rooms.len() >= self.limits.games {
            let reason = format!("all {} games of this server are in use; try again later", self.limits.games);
            return Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, reason));
        }
        let id = self.secret_name();
        let room = Room::new(id.clone(), Desk::new(table, opponents), Arc::clone(&self.level_names));
        let room = Arc::new(Mutex::new(room));
        rooms.insert(id, Arc::clone(&room));
        Ok(room)
    }

    /// The room of this id, which is in use from now on.
    pub(super) fn room(&self, id: &str) -> Result<SharedRoom, Refusal> {
        let room = self.rooms.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned();
        let room = room.ok_or_else(Refusal::no_game)?;
        open(&room).used = Instant::now();
        Ok(room)
    }

    /// Closes a room.
    pub(super) fn dismiss(&self, id: &str) -> Result<(), Refusal> {
        let room = self.rooms.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
        room.map(|room| close(&room)).ok_or_else(Refusal::no_game)
    }

    /// Closes the rooms that nobody uses any more.
    pub(super) fn sweep(&self) {
        let idle = self.limits.idle;
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.retain(|_, room| {
            let expired = open(room).used.elapsed() >= idle;
            if expired {
                close(room);
            }
            !expired
        });
    }

    /// How many games there are.
    pub(super) fn games(&self) -> usize {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Ends everything: who waits for news goes away, what is thought about is given up.
    pub(super) fn close(&self) {
        self.closing.send_replace(true);
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).drain().for_each(|(_, room)| close(&room));
    }

    /// Turns true when everything ends.
    pub(super) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// A number that nobody can guess: 64 bits of a keyed hash (SipHash) of a counter.
    pub(super) fn secret_number(&self) -> u64 {
        self.secret.hash_one(self.made.fetch_add(1, Ordering::Relaxed))
    }

    fn secret_name(&self) -> String {
        format!("{:016x}{:016x}", self.secret_number(), self.secret_number())
    }
}

/// Gives up what is thought about in a room.
fn close(room: &SharedRoom) {
    let mut room = open(room);
    room.desk.close();
    room.changed();
}

/// So much of a text as an answer may repeat.
pub(super) fn shortened(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::GameSession;
    use crate::players::{EvaluatorMaker, PlayerFactory, PlayerSpec};
    use crate::rules::Position;

    fn house(games: usize, idle: Duration) -> House {
        let workshop = |player: &PlayerSpec, _: Rules| -> Result<PlayerFactory, Fault> {
            let nothing = |_: &std::path::Path| -> Result<EvaluatorMaker, Fault> { Err(Fault::failed("no network")) };
            player.factory(&nothing)
        };
        // No network fits, so the computer plays by search with playouts.
        let network = Network { dir: "none".into(), rules: Rules::fox_and_geese(13).unwrap() };
        let limits = Limits { games, idle, threads: 1 };
        House::new(Rules::asalto(), Levels::shipped(), network, Box::new(workshop), None, limits).unwrap()
    }

    fn table() -> Table {
        let session = GameSession::new(Position::start(Rules::asalto()));
        Table::new(session, "both".parse().unwrap(), 0, 1)
    }

    #[test]
    fn games_that_nobody_uses_make_room_and_used_ones_stay() {
        let idle = Duration::from_secs(60);
        let house = house(1, idle);
        let room = house.admit(table()).unwrap();
        assert_eq!(house.admit(table()).err().unwrap().status, StatusCode::SERVICE_UNAVAILABLE);
        let id = open(&room).id.clone();
        open(&room).used -= idle;
        let other = house.admit(table()).unwrap();
        assert_eq!((house.games(), house.room(&id).err()), (1, Some(Refusal::no_game())));
        assert_ne!(open(&other).id, id);
        house.close();
        assert_eq!(house.games(), 0);
    }

    #[test]
    fn the_rules_of_the_house_come_first() {
        let house = house(1, Duration::MAX);
        assert_eq!(house.rules(None).unwrap(), Rules::asalto());
        assert_eq!(house.rules(Some("fox-and-geese-15")).unwrap(), Rules::fox_and_geese(15).unwrap());
        assert!(house.rules(Some("chess")).unwrap_err().message.contains("must be one of asalto, fox-and-geese-13"));
    }
}
