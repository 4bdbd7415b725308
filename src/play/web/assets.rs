//! The files of the page, inside the program.
//!
//! Invariant: nothing in them is loaded from elsewhere (a test looks).

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::refusal::Refusal;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

const PAGE: &str = include_str!("assets/index.html");

/// Name, kind, content.
const FILES: [(&str, &str, &str); 10] = [
    ("style.css", CSS, include_str!("assets/style.css")),
    ("board.css", CSS, include_str!("assets/board.css")),
    ("app.js", SCRIPT, include_str!("assets/app.js")),
    ("api.js", SCRIPT, include_str!("assets/api.js")),
    ("board.js", SCRIPT, include_str!("assets/board.js")),
    ("pointer.js", SCRIPT, include_str!("assets/pointer.js")),
    ("panel.js", SCRIPT, include_str!("assets/panel.js")),
    ("dialogs.js", SCRIPT, include_str!("assets/dialogs.js")),
    ("lessons.js", SCRIPT, include_str!("assets/lessons.js")),
    ("icon.svg", SVG, include_str!("assets/icon.svg")),
];

pub(super) async fn page() -> Response {
    ([(header::CONTENT_TYPE, HTML)], PAGE).into_response()
}

pub(super) async fn file(Path(name): Path<String>) -> Response {
    match FILES.iter().find(|(known, ..)| *known == name) {
        Some((_, kind, content)) => ([(header::CONTENT_TYPE, *kind)], *content).into_response(),
        None => Refusal::new(StatusCode::NOT_FOUND, "there is no such file").into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_loads_nothing_from_elsewhere_and_has_no_code_of_its_own() {
        for (name, _, content) in FILES.iter().chain(&[("index.html", HTML, PAGE)]) {
            let namespace = "http://www.w3.org/2000/svg";
            let rest = content.replace(namespace, "");
            assert!(!rest.contains("http://") && !rest.contains("https://") && !rest.contains("url(//"), "{name}");
            assert!(!rest.contains("innerHTML") && !rest.contains("eval("), "{name}");
        }
        assert!(!PAGE.contains(" style=") && !PAGE.contains(" onclick") && PAGE.matches("<script").count() == 1);
    }
}
