//! A package that the real npm client packs and publishes the facts of, installed from a registry on the loopback.

use std::io::Write as _;
use std::process::Command;

use serde_json::{Value, json};

use crate::support::registry::{Registry, skill};
use crate::support::{Launch, Workspace};

#[test]
fn what_the_npm_client_packs_is_installed() {
    if !Command::new("npm").arg("--version").output().is_ok_and(|run| run.status.success()) {
        let text = b"\n*** SKIPPED: npm is not there; the test of what it packs needs it ***\n\n";
        return drop(std::io::stderr().write_all(text));
    }
    let (workspace, registry) = (Workspace::new(), Registry::start());
    workspace.file(
        "package/package.json",
        r#"{"name": "@tools/skill-release", "version": "1.0.0", "scripts": {"prepare": "exit 1"}}"#,
    );
    workspace.file("package/SKILL.md", skill("release"));
    workspace.file("package/scripts/run.sh", "true\n");
    workspace.file(&format!("package/{}/long.md", "deep-folder/".repeat(12)), "long\n");
    let packed = Command::new("npm")
        .args(["pack", "--json", "--ignore-scripts", "--cache"])
        .arg(workspace.temp().join("cache"))
        .current_dir(workspace.path().join("package"))
        .output()
        .unwrap();
    let facts: Value = serde_json::from_slice(&packed.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&packed.stderr)));
    // A list in older clients, an object by names in newer ones.
    let facts = match &facts {
        Value::Array(list) => list[0].clone(),
        Value::Object(named) => named.values().next().unwrap().clone(),
        other => panic!("{other}"),
    };
    let file = workspace.path().join("package").join(facts["filename"].as_str().unwrap());
    let dist = json!({
        "tarball": registry.place("@tools/skill-release"), "integrity": facts["integrity"], "shasum": facts["shasum"]
    });
    assert!(dist["integrity"].as_str().unwrap().starts_with("sha512-"), "{dist}");
    registry.publish_with("@tools/skill-release", std::fs::read(file).unwrap(), dist);
    workspace.file(".npmrc", format!("@tools:registry={}\n", registry.url()));
    let mut server = Launch::bare(&workspace).args(["--mode", "rpc", "--dialect", "autohand", "--strict"]).spawn();
    server.send(&json!({"type": "install_skill", "source": "npm:@tools/skill-release", "scope": "project", "id": "i"}));
    let answer = server.until(|frame| frame.is_reply("i")).pop().unwrap().value;
    assert_eq!(answer["data"], json!({"name": "release", "installed": true}), "{answer}");
    server.finish();
    let read = |path: &str| workspace.read(&format!(".autohand/skills/release/{path}"));
    assert_eq!((read("SKILL.md"), read("scripts/run.sh")), (skill("release"), "true\n".into()));
    assert_eq!(read(&format!("{}long.md", "deep-folder/".repeat(12))), "long\n");
}
