//! A page in headless Chromium, one at a time.

use std::future::Future;
use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource, KeyAction, KeyActions, MouseActions, PointerAction};
use fantoccini::elements::Element;
use fantoccini::key::Key;
use fantoccini::{Client, ClientBuilder, Locator};
use serde_json::{Value, json};

use crate::web_support::{Connection, Server};

/// Width and height of the window.
pub const DESKTOP: (u32, u32) = (1280, 900);
pub const PHONE: (u32, u32) = (390, 844);

/// How long something may take to appear before a test gives up on it.
const PATIENCE: Duration = Duration::from_secs(60);

/// An open page, its server and its browser's driver.
pub struct Page {
    pub client: Client,
    server: Server,
    driver: SocketAddr,
}

/// The driver of the browser; ends with its owner.
struct Driver(Child, SocketAddr);

impl Drop for Driver {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn driver() -> Option<Driver> {
    let mut child =
        Command::new("chromedriver").args(["--port=0"]).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    let lines = BufReader::new(child.stdout.take()?).lines();
    let port = lines.map_while(Result::ok).find_map(|line| {
        line.strip_prefix("ChromeDriver was started successfully on port ")?.trim_end_matches('.').parse::<u16>().ok()
    });
    Some(Driver(child, SocketAddr::from(([127, 0, 0, 1], port?))))
}

/// Runs a test on a page of this size; says that it was skipped where there is no browser.
pub fn with_page<F: Future<Output = ()> + 'static>(
    size: (u32, u32),
    test: impl FnOnce(std::sync::Arc<Page>) -> F + 'static,
) {
    // One browser at a time is enough for a machine.
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(driver) = driver() else {
        // Not by a macro: those are heard only when a test fails.
        let _ = writeln!(
            std::io::stderr(),
            "skipped: no `chromedriver` (Debian: apt-get install chromium chromium-driver)"
        );
        return;
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let client = connect(driver.1, folder.path(), size).await;
        let page = std::sync::Arc::new(Page { client: client.clone(), server: Server::start(&[]), driver: driver.1 });
        let own = std::sync::Arc::clone(&page);
        // As a task of its own, so that the browser is closed whatever becomes of the test.
        let local = tokio::task::LocalSet::new();
        let test = local.spawn_local(async move {
            own.client.goto(&own.server.url()).await.unwrap();
            own.until_text("#headline", "Your move").await;
            test(std::sync::Arc::clone(&own)).await;
            let errors = own.console_errors().await;
            assert!(errors.is_empty(), "{errors:?}");
        });
        let done = local.run_until(test).await;
        client.close().await.unwrap();
        drop(page);
        if let Err(failure) = done {
            std::panic::resume_unwind(failure.into_panic());
        }
    });
}

async fn connect(driver: SocketAddr, folder: &Path, (width, height): (u32, u32)) -> Client {
    let arguments = [
        "--headless".to_owned(),
        "--no-sandbox".to_owned(),
        "--disable-gpu".to_owned(),
        "--disable-quic".to_owned(),
        "--disable-dev-shm-usage".to_owned(),
        "--no-first-run".to_owned(),
        "--disable-background-networking".to_owned(),
        "--disable-component-update".to_owned(),
        "--disable-sync".to_owned(),
        "--force-prefers-reduced-motion".to_owned(),
        format!("--window-size={width},{height}"),
        format!("--user-data-dir={}", folder.display()),
    ];
    let mut options = json!({ "args": arguments });
    if width < 600 {
        let metrics = json!({ "width": width, "height": height, "pixelRatio": 2, "touch": true });
        options["mobileEmulation"] = json!({ "deviceMetrics": metrics });
    }
    let wanted = json!({ "goog:chromeOptions": options, "goog:loggingPrefs": { "browser": "ALL" } });
    let Value::Object(wanted) = wanted else { unreachable!("it is written so above") };
    ClientBuilder::new(hyper_util::client::legacy::connect::HttpConnector::new())
        .capabilities(wanted)
        .connect(&format!("http://{driver}"))
        .await
        .expect("chromedriver is there, so Chromium is, too")
}

impl Page {
    pub async fn run(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Waits until a script says true.
    pub async fn until(&self, script: &str) {
        let begun = Instant::now();
        while self.run(script).await != true {
            if begun.elapsed() > PATIENCE {
                let (headline, detail) = (self.text("#headline").await, self.text("#detail").await);
                panic!("{script}: never; the page says {headline}: {detail}; {:?}", self.console_errors().await);
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    pub async fn until_text(&self, css: &str, text: &str) {
        let (css, text) = (json!(css), json!(text));
        self.until(&format!("return document.querySelector({css})?.textContent.includes({text}) ?? false")).await;
    }

    async fn element(&self, css: &str) -> Element {
        self.client.find(Locator::Css(css)).await.unwrap_or_else(|error| panic!("{css}: {error}"))
    }

    pub async fn click(&self, css: &str) {
        self.element(css).await.click().await.unwrap_or_else(|error| panic!("{css}: {error}"));
    }

    pub async fn click_point(&self, point: &str) {
        self.click(&format!("[data-point={point}]")).await;
    }

    pub async fn text(&self, css: &str) -> String {
        self.element(css).await.text().await.unwrap()
    }

    pub async fn value(&self, css: &str) -> String {
        self.element(css).await.prop("value").await.unwrap().unwrap_or_default()
    }

    pub async fn fill(&self, css: &str, text: &str) {
        self.element(css).await.send_keys(text).await.unwrap();
    }

    /// Puts a text of several lines into a field.
    pub async fn set_value(&self, css: &str, text: &str) {
        self.run(&format!("document.querySelector({}).value = {}", json!(css), json!(text))).await;
    }

    pub async fn is_displayed(&self, css: &str) -> bool {
        self.element(css).await.is_displayed().await.unwrap()
    }

    pub async fn count(&self, css: &str) -> u64 {
        self.run(&format!("return document.querySelectorAll({}).length", json!(css))).await.as_u64().unwrap()
    }

    pub async fn label(&self, point: &str) -> String {
        let element = self.element(&format!("[data-point={point}]")).await;
        let label = element.attr("aria-label").await.unwrap().unwrap_or_default();
        label.split(", can move").next().unwrap_or_default().to_owned()
    }

    /// Some point whose label holds one of these words; which one, `turn` says.
    pub async fn labelled(&self, words: &[&str], turn: usize) -> Option<String> {
        let script = format!(
            "return [...document.querySelectorAll('#board .point')].filter((p) => {}.some((word) => p.getAttribute('aria-label').includes(word))).map((p) => p.dataset.point)",
            json!(words)
        );
        let found = self.run(&script).await;
        let found = found.as_array().unwrap();
        let chosen = found.get((7 * turn) % found.len().max(1))?;
        Some(chosen.as_str().unwrap().to_owned())
    }

    pub async fn focus(&self, css: &str) {
        self.run(&format!("document.querySelector({}).focus()", json!(css))).await;
    }

    pub async fn keys(&self, keys: &[&str]) {
        for key in keys {
            let value = match *key {
                "ArrowLeft" => Key::Left.into(),
                "ArrowUp" => Key::Up.into(),
                "Enter" => Key::Enter.into(),
                "Escape" => Key::Escape.into(),
                "Home" => Key::Home.into(),
                letter => letter.chars().next().unwrap(),
            };
            let press =
                KeyActions::new("keys".to_owned()).then(KeyAction::Down { value }).then(KeyAction::Up { value });
            self.client.perform_actions(press).await.unwrap();
        }
    }

    pub async fn drag(&self, from: &str, to: &str) {
        let element = |point: &str| format!("[data-point={point}]");
        let (from, to) = (self.element(&element(from)).await, self.element(&element(to)).await);
        let at = |element: Element| PointerAction::MoveToElement {
            element,
            duration: Some(Duration::from_millis(60)),
            x: 0.0,
            y: 0.0,
        };
        let drag = MouseActions::new("mouse".to_owned())
            .then(at(from))
            .then(PointerAction::Down { button: 0 })
            .then(PointerAction::MoveBy { duration: Some(Duration::from_millis(30)), x: 8.0, y: 8.0 })
            .then(at(to))
            .then(PointerAction::Up { button: 0 });
        self.client.perform_actions(drag).await.unwrap();
    }

    /// Begins a game by the dialog.
    pub async fn new_game(&self, side: &str, level: &str) {
        self.click("#new").await;
        self.click(&format!("#new-dialog input[value={side}]")).await;
        self.element("#new-level").await.select_by_value(level).await.unwrap();
        self.click("#new-start").await;
        let script = format!(
            "return !document.querySelector('#new-dialog').open && document.querySelector('#side').value === {} && document.querySelector('#level').value === {}",
            json!(side),
            json!(level)
        );
        self.until(&script).await;
    }

    /// Opens a position by its address.
    pub async fn open(&self, position: &str, side: &str) {
        let text = position.replace(' ', "+");
        self.run(&format!("location.hash = 'position={text}&side={side}'")).await;
        let pieces = position.chars().filter(|letter| "or".contains(*letter)).count() - 1;
        self.until(&format!(
            "return document.querySelectorAll('#board .layer-pieces .piece').length === {pieces} && document.querySelector('#side').value === '{side}' && document.querySelectorAll('#moves button').length === 0"
        ))
        .await;
    }

    /// The server forgets its games, as when it is started again.
    pub async fn forget_all_games(&self) {
        let id = self.run("return JSON.parse(localStorage.getItem('asalto-game')).id").await;
        let (status, _) = self.server.call("DELETE", &format!("/api/games/{}", id.as_str().unwrap()), &Value::Null);
        assert_eq!(status, 204);
    }

    /// What the browser complained about. Refused calls are shown there, too; they are no errors of the page.
    pub async fn console_errors(&self) -> Vec<String> {
        let session = self.client.session_id().await.unwrap().unwrap();
        let path = format!("/session/{session}/se/log");
        let (_, log) = Connection::open(self.driver).call("POST", &path, &json!({ "type": "browser" }));
        let messages =
            log["value"].as_array().unwrap().iter().map(|entry| entry["message"].as_str().unwrap_or("?").to_owned());
        messages.filter(|message| !message.contains("the server responded with a status of 4")).collect()
    }
}
