//! The exported page as a browser shows it: it fits a phone, asks for nothing and runs nothing.
//!
//! `HOSTWIRE_CHROMIUM` names the browser; pictures go to the folder `HOSTWIRE_SHOTS`, if it is set, to be looked at.

use std::fs;
use std::io::{ErrorKind, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Once;

use base64::Engine;
use serde_json::{Value, json};

use crate::cdp::Tab;
use crate::rich;
use crate::support::{Launch, Workspace};

/// None, and a loud word, where there is no browser.
fn chromium() -> Option<PathBuf> {
    let found = std::env::var_os("HOSTWIRE_CHROMIUM").map(PathBuf::from);
    if found.is_none() {
        // Written past the capture of the test runner, once.
        static TOLD: Once = Once::new();
        let text =
            "\n*** SKIPPED: HOSTWIRE_CHROMIUM is not set; tests/third_party/run finds a browser and runs this ***\n\n";
        TOLD.call_once(|| drop(std::io::stderr().write_all(text.as_bytes())));
    }
    found
}

/// The page of a session, exported by the server.
fn export(workspace: &Workspace, session: &str) -> PathBuf {
    let file = workspace.base().join("session.jsonl");
    fs::write(&file, session).unwrap();
    workspace.provider("http://127.0.0.1:9/v1", "");
    let page = workspace.base().join("page.html");
    let mut server = Launch::new(workspace).args(["--session", &file.display().to_string()]).start();
    let answer = server.call(&json!({"id": "e", "type": "export_html", "outputPath": page}));
    assert_eq!(answer["path"], page.display().to_string());
    assert_eq!(server.finish().code, Some(0));
    page
}

/// How a page is looked at.
struct View {
    width: u64,
    scheme: &'static str,
}

fn show(tab: &mut Tab, page: &Path, view: &View) {
    let mobile = view.width < 600;
    let metrics = json!({"width": view.width, "height": 800, "deviceScaleFactor": 1, "mobile": mobile});
    tab.call("Emulation.setDeviceMetricsOverride", metrics);
    let scheme = json!({"features": [{"name": "prefers-color-scheme", "value": view.scheme}]});
    tab.call("Emulation.setEmulatedMedia", scheme);
    tab.load(&format!("file://{}", page.display()));
}

/// A picture of the page from `top` on, where people want to see it.
fn shoot(tab: &mut Tab, view: &View, name: &str, top: u64, height: u64) {
    let Some(folder) = std::env::var_os("HOSTWIRE_SHOTS").map(PathBuf::from) else { return };
    fs::create_dir_all(&folder).unwrap();
    let clip = json!({"x": 0, "y": top, "width": view.width, "height": height, "scale": 1});
    let shot = tab.call("Page.captureScreenshot", json!({"clip": clip, "captureBeyondViewport": true}));
    let picture = base64::engine::general_purpose::STANDARD.decode(shot["data"].as_str().unwrap()).unwrap();
    fs::write(folder.join(format!("{}-{}-{name}.png", view.width, view.scheme)), picture).unwrap();
}

const VIEWS: [View; 4] = [
    View { width: 375, scheme: "light" },
    View { width: 375, scheme: "dark" },
    View { width: 1280, scheme: "light" },
    View { width: 1280, scheme: "dark" },
];

#[test]
fn the_exported_page_fits_a_phone_asks_for_nothing_and_runs_nothing() {
    let Some(program) = chromium() else { return };
    // Whoever asks here was told to by the content.
    let asked = TcpListener::bind("127.0.0.1:0").unwrap();
    asked.set_nonblocking(true).unwrap();
    let workspace = Workspace::new();
    let session = rich::session(&format!("http://{}", asked.local_addr().unwrap()));
    let page = export(&workspace, &session);
    let mut tab = Tab::open(&program);
    for view in &VIEWS {
        show(&mut tab, &page, view);
        for part in 0..3 {
            shoot(&mut tab, view, &format!("closed-{part}"), part * 2_000, 2_000);
        }
        assert_fits(&mut tab, view, "as it opens");
        tab.evaluate("document.querySelectorAll('details').forEach(it => it.open = true)");
        for part in 0..5 {
            shoot(&mut tab, view, &format!("open-{part}"), part * 2_000, 2_000);
        }
        assert_fits(&mut tab, view, "with all unfolded");
        nothing_ran(&mut tab);
    }
    assert_eq!(asked.accept().unwrap_err().kind(), ErrorKind::WouldBlock, "the content asked for something");
    let own = format!("file://{}", page.display());
    let requests = tab.told("Network.requestWillBeSent");
    let others: Vec<_> = requests.iter().map(|event| event["params"]["request"]["url"].as_str().unwrap()).collect();
    assert!(others.iter().all(|url| *url == own || url.starts_with("data:image/png;base64,")), "{others:?}");
    for method in
        ["Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Page.javascriptDialogOpening", "Log.entryAdded"]
    {
        assert_eq!(tab.told(method), Vec::<&Value>::new(), "nothing of the content is live, not even as a complaint");
    }
}

fn assert_fits(tab: &mut Tab, view: &View, state: &str) {
    let width = tab.evaluate("document.documentElement.scrollWidth").as_u64().unwrap();
    // What sticks out and neither scrolls in a box of its own nor is cut by one.
    let out = tab.evaluate(
        "[...document.querySelectorAll('body *')].filter(it => it.scrollWidth > it.clientWidth + 1 && it.clientWidth \
         || it.getBoundingClientRect().right > innerWidth + 1).filter(it => { \
         for (let up = it; up; up = up.parentElement) if (getComputedStyle(up).overflowX != 'visible') return false; \
         return true }).slice(0, 5).map(it => it.outerHTML.slice(0, 300))",
    );
    assert!(width <= view.width, "{state}, {} px, {}: {width}: {out:#}", view.width, view.scheme);
    assert_eq!(out, json!([]), "{state}, {} px", view.width);
}

fn nothing_ran(tab: &mut Tab) {
    assert_eq!(tab.evaluate("[typeof window.ran, document.title.startsWith('Rounding')]"), json!(["undefined", true]));
    let live = tab.evaluate(
        "[...document.querySelectorAll('script, iframe, object, embed, form, base, link, svg, button')].map(it => it.outerHTML)",
    );
    assert_eq!(live, json!([]));
    let handlers = tab.evaluate(
        "[...document.querySelectorAll('*')].flatMap(it => [...it.attributes]).map(it => it.name).filter(it => it.startsWith('on'))",
    );
    assert_eq!(handlers, json!([]));
    let schemes = tab.evaluate("[...new Set([...document.querySelectorAll('a')].map(it => it.protocol))].sort()");
    assert_eq!(schemes, json!(["file:", "http:", "https:"]), "links within the page, and to the web");
    let images = tab.evaluate("[...document.images].map(it => [it.naturalWidth, it.src.slice(0, 22)])");
    assert_eq!(images, json!([[160, "data:image/png;base64,"]]));
    let shown =
        tab.evaluate("[document.body.innerText.includes('OUT OF SIGHT'), document.querySelectorAll('.branch').length]");
    assert_eq!(shown, json!([false, 3]));
}

#[test]
fn links_of_the_contents_open_the_branch_that_they_lead_into() {
    let Some(program) = chromium() else { return };
    let workspace = Workspace::new();
    let page = export(&workspace, &rich::session("http://127.0.0.1:9"));
    let mut tab = Tab::open(&program);
    show(&mut tab, &page, &VIEWS[0]);
    let targets = "[...document.querySelectorAll('nav a')].map(it => document.getElementById(it.hash.slice(1))).filter(it => !it).length";
    assert_eq!(tab.evaluate(targets), 0);
    let inside = "document.querySelector('.branch article.user')";
    assert_eq!(tab.evaluate(&format!("{inside}.closest('details').open")), false);
    let address = tab.evaluate(&format!("'#' + {inside}.id")).as_str().unwrap().to_owned();
    tab.evaluate(&format!("document.querySelector('nav a[href=\"{address}\"]').click()"));
    assert_eq!(tab.evaluate(&format!("{inside}.closest('details').open")), true);
}
