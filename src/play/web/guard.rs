//! Which requests are let in at all, and the headers of every answer.
//!
//! A page of another site that is open in the same browser can send requests here. It is told apart by the name that it uses
//! for this machine (`Host`: a name of its own that it has pointed here is none that is known) and by what the browser says
//! about it (`Origin`, `Sec-Fetch-Site`).
//! Invariant: no answer goes out without the content security policy.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::refusal::Refusal;

/// Longer than any call takes: those that wait for news give up before.
const PATIENCE: Duration = Duration::from_secs(40);

/// The longest body of a request: a game of thousands of turns fits.
pub(super) const LONGEST_BODY: usize = 64 * 1024;

/// Everything from here, nothing else, no code in the page itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Who may ask.
pub(super) struct Guard {
    /// Whether the program listens to this machine alone.
    pub loopback: bool,
    /// Names of this machine besides `localhost` and addresses.
    pub names: Vec<String>,
    pub port: u16,
}

impl Guard {
    /// Why these headers are not let in, if they are not.
    fn objection(&self, headers: &HeaderMap) -> Option<Refusal> {
        let text = |name: header::HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let refused = |reason: &str| Some(Refusal::new(StatusCode::FORBIDDEN, reason));
        let Some(host) = text(header::HOST) else {
            return Some(Refusal::bad("the header Host is missing"));
        };
        if !self.knows(host) {
            return refused("this machine is not known by that name: see `asalto serve --help`, --allow-host");
        }
        let length = text(header::CONTENT_LENGTH).and_then(|length| length.parse().ok()).unwrap_or(0);
        if length > LONGEST_BODY {
            let reason = format!("a body has {LONGEST_BODY} bytes at most");
            return Some(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, reason));
        }
        if text(header::ORIGIN).is_some_and(|origin| origin != format!("http://{host}")) {
            return refused("only the page of this server may ask");
        }
        let site = headers.get("sec-fetch-site").and_then(|value| value.to_str().ok());
        let navigates = headers.get("sec-fetch-mode").is_some_and(|mode| mode == "navigate");
        // A link from elsewhere may open the page; that alone.
        match site {
            Some("cross-site" | "same-site") if !navigates => refused("only the page of this server may ask"),
            _ => None,
        }
    }

    fn knows(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        if port != Some(self.port) {
            return false;
        }
        let name = name.to_ascii_lowercase();
        let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        name == "localhost"
            || self.names.contains(&name)
            || address.is_ok_and(|address| !self.loopback || address.is_loopback())
    }
}

/// Lets a request in, or not, and dresses the answer.
pub(super) async fn guard(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let mut response = match guard.objection(request.headers()) {
        Some(refusal) => refusal.into_response(),
        None => match tokio::time::timeout(PATIENCE, next.run(request)).await {
            Ok(response) => response,
            Err(_) => Refusal::new(StatusCode::REQUEST_TIMEOUT, "the request took too long to arrive").into_response(),
        },
    };
    let headers = response.headers_mut();
    for (name, value) in [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cache-control", "no-store"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn let_in(guard: &Guard, headers: &[(&'static str, &str)]) -> bool {
        let headers = headers.iter().map(|(name, value)| {
            let name: header::HeaderName = name.parse().unwrap();
            (name, HeaderValue::from_str(value).unwrap())
        });
        guard.objection(&headers.collect()).is_none()
    }

    #[test]
    fn other_names_and_other_pages_are_kept_out() {
        let guard = Guard { loopback: true, names: vec!["den".into()], port: 7033 };
        for host in ["localhost:7033", "127.0.0.1:7033", "[::1]:7033", "LOCALHOST:7033", "den:7033"] {
            assert!(let_in(&guard, &[("host", host)]), "{host}");
        }
        for host in ["evil.example:7033", "localhost", "localhost:80", "192.168.1.5:7033", "localhost.evil:7033", ""] {
            assert!(!let_in(&guard, &[("host", host)]), "{host}");
        }
        assert!(!let_in(&guard, &[]));
        let host = ("host", "localhost:7033");
        assert!(let_in(&guard, &[host, ("origin", "http://localhost:7033")]));
        for origin in ["http://evil.example", "http://127.0.0.1:7033", "null", "https://localhost:7033"] {
            assert!(!let_in(&guard, &[host, ("origin", origin)]), "{origin}");
        }
        assert!(!let_in(&guard, &[host, ("sec-fetch-site", "cross-site")]));
        assert!(let_in(&guard, &[host, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")]));
    }

    #[test]
    fn who_listens_to_all_is_known_by_any_address_but_by_no_strange_name() {
        let guard = Guard { loopback: false, names: Vec::new(), port: 80 };
        assert!(let_in(&guard, &[("host", "192.168.1.5")]) && let_in(&guard, &[("host", "[fe80::1]")]));
        assert!(!let_in(&guard, &[("host", "evil.example")]));
    }
}
