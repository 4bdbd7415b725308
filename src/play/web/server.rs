//! Binding, routes, and the end.
//!
//! In: an address, a house. Out: a running server, until the process is told to end.
//! Invariant: at the end no request is cut off in the middle, and nothing is thought about any more.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use super::guard::{Guard, LONGEST_BODY, guard};
use super::house::House;
use super::refusal::Refusal;
use super::{api, assets};
use crate::base::fault::Fault;

/// Connections at the same time; who comes later waits.
const MOST_CONNECTIONS: usize = 2048;
/// How long the head of a request may take to come, and how long a connection may be without one.
const HEAD: Duration = Duration::from_secs(15);
/// How long nobody is listened to after the system could not give a connection.
const PAUSE: Duration = Duration::from_millis(100);
/// How often unused games are looked for.
const SWEEP: Duration = Duration::from_secs(10);
/// How long requests in progress may take at the end.
const LAST_REQUESTS: Duration = Duration::from_secs(3);

/// Where a server listens.
#[derive(Clone, Debug)]
pub struct Address {
    /// The address; a loopback one is heard on this machine alone.
    pub host: IpAddr,
    /// The port; 0 = any that is free.
    pub port: u16,
    /// Names by which this machine may be called, besides `localhost` and addresses.
    pub names: Vec<String>,
}

/// Serves until the process is told to end (Ctrl-C, or a request to terminate). `ready` is told where, once it listens.
///
/// # Errors
/// If the address cannot be listened to.
pub fn serve(address: Address, house: House, ready: impl FnOnce(SocketAddr)) -> Result<(), Fault> {
    // The calls themselves are short; thinking has threads of its own.
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(|error| Fault::failed(format!("cannot start the server: {error}")))?;
    let house = Arc::new(house);
    let served = runtime.block_on(run(address, Arc::clone(&house), ready));
    house.close();
    runtime.shutdown_timeout(Duration::from_secs(1));
    served
}

async fn run(address: Address, house: Arc<House>, ready: impl FnOnce(SocketAddr)) -> Result<(), Fault> {
    let wanted = SocketAddr::new(address.host, address.port);
    let refused = |error: io::Error| {
        let help = match error.kind() {
            io::ErrorKind::AddrNotAvailable => "--host must be an address of this machine",
            _ => "--port names another port; 0 = any that is free",
        };
        Fault::failed(format!("cannot listen on {wanted}: {error}")).with_help(help)
    };
    let listener = TcpListener::bind(wanted).await.map_err(refused)?;
    let own = listener.local_addr().map_err(refused)?;
    let names = address.names.iter().map(|name| name.to_ascii_lowercase()).collect();
    let guard = Guard { loopback: own.ip().is_loopback(), names, port: own.port() };
    let app = routes(Arc::clone(&house), guard);
    let sweeper = Arc::clone(&house);
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(SWEEP).await;
            sweeper.sweep();
        }
    });
    ready(own);
    let serving = answer(listener, app, &house);
    let end = async {
        end_is_wanted().await;
        house.close();
        tokio::time::sleep(LAST_REQUESTS).await;
    };
    tokio::select! {
        () = serving => {}
        () = end => {}
    }
    Ok(())
}

/// Answers connections until the house closes and the last request is answered.
async fn answer(listener: TcpListener, app: Router, house: &House) {
    let (seats, graceful) = (Arc::new(Semaphore::new(MOST_CONNECTIONS)), GracefulShutdown::new());
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD);
    let mut closing = house.closing();
    loop {
        let next = async {
            let seat = Arc::clone(&seats).acquire_owned().await;
            (seat, listener.accept().await)
        };
        let (seat, accepted) = tokio::select! {
            next = next => next,
            _ = closing.wait_for(|closing| *closing) => break,
        };
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        // Answers are small and wanted at once.
        let _ = stream.set_nodelay(true);
        let connection = http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(app.clone()));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // Whoever goes away in the middle has no use for an answer.
            let _ = connection.await;
            drop(seat);
        });
    }
    graceful.shutdown().await;
}

/// Comes back on Ctrl-C, and where there is such a thing when the process is asked to terminate.
async fn end_is_wanted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

fn routes(house: Arc<House>, own: Guard) -> Router {
    Router::new()
        .route("/", get(assets::page))
        .route("/assets/{name}", get(assets::file))
        .route("/api", get(api::about))
        .route("/api/games", post(api::new_game))
        .route("/api/games/{id}", get(api::news).delete(api::leave))
        .route("/api/games/{id}/play", post(api::play))
        .route("/api/games/{id}/undo", post(api::undo))
        .route("/api/games/{id}/redo", post(api::redo))
        .route("/api/games/{id}/jump", post(api::jump))
        .route("/api/games/{id}/go", post(api::go))
        .route("/api/games/{id}/hint", post(api::hint))
        .route("/api/games/{id}/resign", post(api::resign))
        .route("/api/games/{id}/analysis", post(api::analysis))
        .route("/api/games/{id}/settings", post(api::settings))
        .route("/api/games/{id}/export", get(api::export))
        .fallback(|| async { Refusal::new(StatusCode::NOT_FOUND, "there is nothing at this address") })
        .method_not_allowed_fallback(|| async {
            Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "this address does not take this method")
        })
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(from_fn_with_state(Arc::new(own), guard))
        .with_state(house)
}
