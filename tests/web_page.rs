//! The real page in headless Chromium, driven by clicks, drags and keys.
//!
//! Needs Debian's packages `chromium` and `chromium-driver`; without them these tests say that they were skipped.

#[path = "web_page/browser.rs"]
mod browser;
mod web_support;

use browser::{DESKTOP, PHONE, Page};

const CHAIN: &str = "3/1o1/1r1r3/rr2rrr/rrrr1rr/r1r/1o1 o 0 - 0";
const ABLE: &str = "3/1o1/1r1r3/rr2ro1/rrrrrrr/r1r/1r1 o 0 - 0";
const SHUFFLE: &str = "1o1/1o1/rr3rr/rrrrrrr/rrrrrrr/rrr/rrr r 0 - 0";

/// Plays whatever is offered, by clicks alone, until the game is over.
async fn play_by_clicks(page: &Page) -> usize {
    let mut clicks = 0;
    loop {
        page.until(
            "return document.querySelector('#resign').disabled
                || (!document.querySelector('#token').classList.contains('busy') && document.querySelector('#board .point.can') !== null)",
        )
        .await;
        if page.count("#resign:disabled").await == 1 {
            return clicks;
        }
        let target = page.labelled(&["move here", "capture ", "place an officer"], clicks).await;
        match target {
            Some(point) => page.click_point(&point).await,
            None => {
                // Nothing can be chosen while the last move is still being shown.
                let Some(piece) = page.labelled(&["can move"], 5 * clicks).await else { continue };
                page.click_point(&piece).await;
            }
        }
        clicks += 1;
        assert!(clicks < 1500, "the game does not end");
    }
}

#[test]
fn a_whole_game_is_played_by_clicks_from_each_side() {
    browser::with_page(DESKTOP, |page| async move {
        for side in ["officers", "rebels"] {
            // Who captures whatever it can is never huffed, so only the officers played from here can be gone at once.
            page.new_game(side, "beginner").await;
            let clicks = play_by_clicks(&page).await;
            // The officers may be huffed in the first turn after two placements; a rebel takes two clicks to move.
            assert!(clicks >= if side == "officers" { 4 } else { 6 }, "{clicks}");
            let headline = page.text("#headline").await;
            assert!(headline.ends_with(" win") || headline == "Draw", "{headline}");
            assert!(!page.text("#detail").await.is_empty());
            assert!(page.text("#offer").await.contains("The game is over"));
        }
    });
}

#[test]
fn pieces_are_dragged_and_moves_taken_back_and_played_again() {
    browser::with_page(DESKTOP, |page| async move {
        page.open(SHUFFLE, "both").await;
        page.drag("c4", "c5").await;
        page.until_text("#moves", "c4-c5").await;
        assert_eq!(page.label("c5").await, "c5, rebel");
        page.drag("d6", "d4").await;
        page.until_text("#toast", "no rebel stands on d5").await;
        page.click("#undo").await;
        page.until(
            "return document.querySelector('[data-point=c5]').getAttribute('aria-label').startsWith('c5, empty')",
        )
        .await;
        page.click("#redo").await;
        page.until(
            "return document.querySelector('[data-point=c5]').getAttribute('aria-label').startsWith('c5, rebel')",
        )
        .await;
    });
}

#[test]
fn a_chain_of_jumps_goes_step_by_step_and_can_be_stopped() {
    browser::with_page(DESKTOP, |page| async move {
        page.open(CHAIN, "both").await;
        assert!(page.text("#detail").await.contains("You can capture"), "{}", page.text("#detail").await);
        page.click_point("d6").await;
        page.click_point("d4").await;
        page.until_text("#headline", "Jump on, or stop").await;
        page.click_point("d2").await;
        page.until_text("#headline", "The rebels are to move").await;
        assert!(page.text("#moves").await.contains("d6xd4xd2") && page.text("#captured").await.starts_with('2'));
        page.click("#undo").await;
        page.until_text("#moves", "d6xd4xd2").await;
        page.until(
            "return document.querySelector('[data-point=d6]').getAttribute('aria-label').startsWith('d6, officer')",
        )
        .await;
        page.click_point("d6").await;
        page.click_point("d4").await;
        page.until_text("#offer", "Stop here").await;
        page.click("#stop").await;
        page.until_text("#headline", "The rebels are to move").await;
        assert!(page.text("#captured").await.starts_with('1'));
    });
}

#[test]
fn a_huff_shows_who_was_taken_and_why() {
    browser::with_page(DESKTOP, |page| async move {
        page.open(ABLE, "both").await;
        assert_eq!(page.count("#board .able").await, 2, "both officers are marked");
        page.click_point("d6").await;
        page.click_point("d7").await;
        page.until_text("#headline", "The rebels win").await;
        let told = page.text("#detail").await;
        assert!(told.contains("the officer on f4 is removed, it could have captured f4xd2 or f4xd4"), "{told}");
        assert_eq!((page.count("#board .ghost").await, page.count("#board .missed").await), (2, 3));
    });
}

#[test]
fn a_third_repetition_is_a_draw() {
    browser::with_page(DESKTOP, |page| async move {
        page.open(SHUFFLE, "both").await;
        for _ in 0..2 {
            for (from, to) in [("b5", "c5"), ("d7", "e7"), ("c5", "b5"), ("e7", "d7")] {
                page.click_point(from).await;
                page.click_point(to).await;
                page.until(&format!(
                    "return !document.querySelector('[data-point={to}]').getAttribute('aria-label').includes('empty')"
                ))
                .await;
            }
        }
        page.until_text("#headline", "Draw").await;
        assert_eq!(page.text("#detail").await, "The position was repeated.");
    });
}

#[test]
fn analysis_is_shown_on_the_board_and_goes_again() {
    browser::with_page(DESKTOP, |page| async move {
        page.open(CHAIN, "both").await;
        assert!(page.count("#board .pv").await == 0 && !page.is_displayed("#analysis-card").await);
        page.click("#analysis").await;
        page.until_text("#analysis-root", "visits").await;
        page.until("return document.querySelectorAll('#board .pv').length > 0").await;
        assert!(page.count("#analysis-table tbody tr").await > 1 && page.count("#board .policy").await > 0);
        page.click("#analysis").await;
        page.until("return document.querySelectorAll('#board .pv').length === 0").await;
        assert!(!page.is_displayed("#analysis-card").await);
        page.click("#hint").await;
        page.until_text("#detail", "Hint: ").await;
    });
}

#[test]
fn a_game_is_exported_imported_and_shared_by_its_address() {
    browser::with_page(DESKTOP, |page| async move {
        page.open(SHUFFLE, "both").await;
        page.click_point("c4").await;
        page.click_point("c5").await;
        page.until_text("#moves", "c4-c5").await;
        page.click("#share").await;
        page.until("return document.querySelector('#export-text').value.includes('1. c4-c5 *')").await;
        let (text, address) = (page.value("#export-text").await, page.value("#share-url").await);
        page.fill("#import-text", "@d6 @d9").await;
        page.click("#import").await;
        page.until_text("#import-error", "move 2: @d9: `d9` is no point of the board").await;
        page.set_value("#import-text", &text.replace("1. c4-c5 *", "1. c4-c5 d7-c7 *")).await;
        page.click("#import").await;
        page.until_text("#moves", "d7-c7").await;
        page.client.goto(&address).await.unwrap();
        page.until_text("#moves", "None yet").await;
        page.until_text("#headline", "The officers are to move").await;
        page.client.refresh().await.unwrap();
        page.until_text("#headline", "The officers are to move").await;
        assert_eq!(page.label("c5").await, "c5, rebel");
    });
}

#[test]
fn everything_is_reached_by_keys() {
    browser::with_page(DESKTOP, |page| async move {
        page.open(SHUFFLE, "both").await;
        page.focus("[data-point=d4]").await;
        page.keys(&["ArrowLeft", "Enter", "ArrowUp", "Enter"]).await;
        page.until_text("#moves", "c4-c5").await;
        page.keys(&["u"]).await;
        page.until(
            "return document.querySelector('[data-point=c5]').getAttribute('aria-label').startsWith('c5, empty')",
        )
        .await;
        page.keys(&["r"]).await;
        page.until(
            "return document.querySelector('[data-point=c5]').getAttribute('aria-label').startsWith('c5, rebel')",
        )
        .await;
        page.keys(&[","]).await;
        page.until_text("#offer", "Looking at turn 0 of 1").await;
        page.keys(&["."]).await;
        page.until("return document.querySelector('#offer').hidden").await;
        page.keys(&["f"]).await;
        page.until("return document.querySelector('#board [data-point=d7] circle').getAttribute('cy') === '680'").await;
        page.keys(&["?"]).await;
        page.until_text("#lesson-number", "1 of 7").await;
        page.keys(&["Escape"]).await;
        page.keys(&["n"]).await;
        assert!(page.is_displayed("#new-dialog").await);
    });
}

#[test]
fn the_graph_and_the_moves_lead_to_any_place_of_the_game() {
    browser::with_page(DESKTOP, |page| async move {
        page.open(SHUFFLE, "both").await;
        for (from, to) in [("c4", "c5"), ("d7", "c7"), ("b4", "c4")] {
            page.click_point(from).await;
            page.click_point(to).await;
            page.until(&format!("return document.querySelector('[data-point={to}]').getAttribute('aria-label').includes('r,') || !document.querySelector('[data-point={to}]').getAttribute('aria-label').includes('empty')")).await;
        }
        page.until("return document.querySelectorAll('#graph .curve').length === 1").await;
        page.focus("#graph").await;
        page.keys(&["Home"]).await;
        page.until_text("#offer", "Looking at turn 0 of 3").await;
        page.click("#moves button:nth-of-type(2)").await;
        page.until_text("#offer", "Looking at turn 2 of 3").await;
        page.click("#to-end").await;
        page.until("return document.querySelector('#offer').hidden").await;
    });
}

#[test]
fn a_phone_shows_all_of_it_without_scrolling_sideways() {
    browser::with_page(PHONE, |page| async move {
        page.open(CHAIN, "both").await;
        for dialog in ["#new", "#share", "#learn"] {
            page.click(dialog).await;
            page.until("return document.querySelector('dialog[open]') !== null").await;
            assert!(
                page.run("return document.querySelector('dialog[open]').scrollWidth <= innerWidth").await == true,
                "{dialog}"
            );
            page.run("document.querySelector('dialog[open]').close()").await;
        }
        page.click("#analysis").await;
        page.until_text("#analysis-root", "visits").await;
        let wide = page.run("return document.documentElement.scrollWidth - innerWidth").await;
        assert!(wide.as_i64().unwrap() <= 0, "{wide}");
        let seen = page.run("const b = document.querySelector('#board').getBoundingClientRect(); return b.bottom < innerHeight && b.width > 300").await;
        assert!(seen == true, "the board is on the first screen");
        page.click_point("d6").await;
        page.click_point("d4").await;
        page.until_text("#offer", "Stop here").await;
    });
}

#[test]
fn the_computer_plays_itself_while_one_watches_and_a_lost_game_is_found_again() {
    browser::with_page(DESKTOP, |page| async move {
        // Two children may lose both officers to huffs within four turns; the seed is another each time.
        page.new_game("none", "beginner").await;
        page.until("return document.querySelectorAll('#moves button').length > 4").await;
        page.click("#watch").await;
        page.until_text("#watch", "Play").await;
        page.open(SHUFFLE, "both").await;
        page.click_point("c4").await;
        page.click_point("c5").await;
        page.until_text("#moves", "c4-c5").await;
        // As after a restart of the program.
        page.forget_all_games().await;
        page.until_text("#toast", "had forgotten this game").await;
        page.click_point("d7").await;
        page.click_point("c7").await;
        page.until_text("#moves", "d7-c7").await;
        assert!(page.text("#moves").await.contains("c4-c5"));
    });
}
