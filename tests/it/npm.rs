//! Skills from packages of an npm registry, through the real process: the registry is on the loopback, byte by byte.

use std::fs;

use serde_json::{Value, json};

use crate::support::registry::{Registry, bytes, redirect, skill, tarball, tarball_with_link};
use crate::support::server::Server;
use crate::support::{Gate, Launch, Workspace};

fn launch(workspace: &Workspace) -> Launch {
    Launch::bare(workspace).args(["--mode", "rpc", "--dialect", "autohand", "--strict"])
}

/// A server whose environment names the registry.
fn server(workspace: &Workspace, registry: &Registry) -> Server {
    launch(workspace).env("npm_config_registry", &registry.url()).spawn()
}

/// The answer to the command, whatever else comes before it.
fn ask(server: &mut Server, mut command: Value) -> Value {
    command["id"] = json!("q");
    server.send(&command);
    let frames = server.until(|frame| frame.is_reply("q"));
    frames.last().unwrap().value.clone()
}

fn install(server: &mut Server, source: &str) -> Value {
    ask(server, json!({"type": "install_skill", "source": source}))
}

fn error(answer: &Value) -> &str {
    assert_eq!(answer["success"], false, "{answer}");
    answer["error"].as_str().unwrap()
}

fn installed(workspace: &Workspace) -> Vec<String> {
    let entries = fs::read_dir(workspace.home().join("skills")).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_package_is_fetched_while_other_commands_are_served() {
    let (workspace, registry, gate) = (Workspace::new(), Registry::start(), Gate::new());
    let text = skill("tdd");
    let files = [("package.json", "{}"), ("SKILL.md", text.as_str()), ("scripts/run.sh", "true\n")];
    registry.publish("@a/skill-tdd", tarball(&files));
    registry.hold("/files/", &gate);
    let mut server = server(&workspace, &registry);
    server.send(&json!({"type": "install_skill", "source": "npm:@a/skill-tdd", "id": "i"}));
    registry.asked(2);
    assert_eq!(ask(&mut server, json!({"type": "get_state"}))["success"], true);
    gate.open();
    let answer = server.until(|frame| frame.is_reply("i")).pop().unwrap().value;
    assert_eq!(answer["data"], json!({"name": "tdd", "installed": true}), "{answer}");
    let rows = ask(&mut server, json!({"type": "get_skills_registry"}));
    let row = rows["data"]["skills"].as_array().unwrap().iter().find(|row| row["name"] == "tdd").unwrap().clone();
    assert_eq!(row["source"], "user");
    server.finish();
    assert_eq!(installed(&workspace), ["tdd"]);
    assert!(workspace.home().join("skills/tdd/scripts/run.sh").is_file());
    assert_eq!(fs::read_dir(workspace.temp()).unwrap().count(), 0, "nothing is left of the package");
}

#[test]
fn a_credential_goes_to_its_registry_and_nowhere_else() {
    let (workspace, registry, other) = (Workspace::new(), Registry::start(), Registry::start());
    let package = tarball(&[("SKILL.md", &skill("tdd"))]);
    registry.publish("@corp/tdd", package.clone());
    let place = other.place("tdd");
    registry.rule(move |request| request.path.starts_with("/files/").then(|| redirect(&place)));
    other.publish("tdd", package);
    let host = registry.url().trim_start_matches("http:").to_owned();
    workspace.file(".npmrc", format!("@corp:registry={}\n{host}:_authToken=${{CORP_TOKEN}}\n", registry.url()));
    let mut server =
        launch(&workspace).env("npm_config_registry", &other.url()).env("CORP_TOKEN", "corp-secret").spawn();
    let answer = install(&mut server, "npm:@corp/tdd@next");
    assert_eq!(answer["data"]["name"], "tdd", "{answer}");
    server.finish();
    let sent = |registry: &Registry| -> Vec<Option<String>> {
        registry.requests().iter().map(|request| request.header("authorization").map(str::to_owned)).collect()
    };
    let token = Some("Bearer corp-secret".to_owned());
    assert_eq!(sent(&registry), [token.clone(), token]);
    assert_eq!(sent(&other), [None]);
}

#[test]
fn without_a_registry_it_is_told_where_one_is_set() {
    let (workspace, registry) = (Workspace::new(), Registry::start());
    registry.publish("tdd", tarball(&[("SKILL.md", &skill("tdd"))]));
    let mut server = launch(&workspace).spawn();
    let answer = install(&mut server, "npm:tdd");
    let text = error(&answer);
    assert!(text.starts_with("Failed to fetch skill: no npm registry is configured; set `skills.registry`"), "{text}");
    server.finish();
    workspace.settings(&format!("skills: {{registry: \"{}\"}}\n", registry.url()));
    let mut server = launch(&workspace).spawn();
    assert_eq!(install(&mut server, "npm:tdd")["data"]["name"], "tdd");
    let ended = server.finish();
    assert!(!ended.stderr.contains("skills.registry"), "{}", ended.stderr);
}

#[test]
fn what_a_registry_does_wrong_installs_nothing() {
    let (workspace, registry) = (Workspace::new(), Registry::start());
    let package = || tarball(&[("SKILL.md", &skill("tdd"))]);
    let place = registry.place("odd");
    let of = |dist: Value| registry.publish_with("odd", package(), dist);
    let mut server = server(&workspace, &registry);
    let mut refused = |expected: &str| {
        let answer = install(&mut server, "npm:odd");
        assert!(error(&answer).contains(expected), "{expected}: {answer}");
        assert!(installed(&workspace).is_empty());
    };
    refused("Skill not found: npm:odd");
    of(json!({"tarball": place, "integrity": "sha512-AAAA"}));
    refused("Invalid skill: the package is not what the registry promises: its sha512 differs");
    of(json!({"tarball": place, "shasum": "0000"}));
    refused("its sha1 differs");
    of(json!({"tarball": place}));
    refused("promises no digest");
    of(json!({"integrity": "sha512-AAAA"}));
    refused("does not say where");
    of(json!({"tarball": "file:///etc/passwd", "shasum": "0000"}));
    refused("is no address of the web");
    of(json!({"tarball": format!("{}files/gone.tgz", registry.url()), "shasum": "0000"}));
    refused("lists odd 1.0.0, but does not have it");
    registry.publish("odd", tarball_with_link());
    refused("Invalid skill: package/SKILL.md in the package is a link");
    registry.publish("odd", tarball(&[("README.md", "text")]));
    refused("Invalid skill: the package has no SKILL.md");
    registry.publish("odd", tarball(&[("SKILL.md", "---\nname: Not A Name\ndescription: x\n---\n")]));
    refused("Invalid skill: `Not A Name` is no name");
    for (reply, expected) in [
        (bytes(b"<html>"), "cannot be read"),
        (bytes(b"{}"), "has no version or tag `latest`"),
        (bytes(b"").status(401), "answered 401 Unauthorized; .npmrc can give a credential"),
        (bytes(b"").status(500), "answered 500"),
        (bytes(b"").status(302), "without an address"),
        (redirect("/odd"), "more than 5 redirects"),
        (redirect("file:///etc/passwd"), "is no address of the web"),
        (bytes(&vec![b' '; 33 << 20]), "sends more than 32 MiB"),
    ] {
        registry.rule(move |request| (request.path == "/odd").then(|| reply.clone()));
        refused(expected);
    }
    server.finish();
}

#[test]
fn a_registry_that_says_nothing_does_not_hold_up_the_end() {
    let (workspace, registry, gate) = (Workspace::new(), Registry::start(), Gate::new());
    registry.publish("tdd", tarball(&[("SKILL.md", &skill("tdd"))]));
    registry.hold("/tdd", &gate);
    let mut server = launch(&workspace).args(["--eof-grace", "0"]).env("npm_config_registry", &registry.url()).spawn();
    server.send(&json!({"type": "install_skill", "source": "npm:tdd", "id": "q"}));
    gate.reached();
    let ended = server.finish();
    assert_eq!(ended.code, Some(0));
    let answer = ended.frames.iter().find(|frame| frame.is_reply("q")).expect("an answer");
    assert_eq!(error(&answer.value), "Agent is shutting down");
    gate.open();
}

#[test]
fn a_package_with_several_skills_is_installed_whole_or_not_at_all() {
    let (workspace, registry) = (Workspace::new(), Registry::start());
    let (one, two) = (skill("one"), skill("two"));
    registry
        .publish("kit", tarball(&[("skills/a/SKILL.md", &one), ("skills/b/SKILL.md", &two), ("skills/README.md", "")]));
    registry.publish("half", tarball(&[("skills/a/SKILL.md", &one), ("skills/b/SKILL.md", "no header")]));
    registry.publish("skill-nameless", tarball(&[("SKILL.md", "---\ndescription: Has no name.\n---\n1. Do it.\n")]));
    let mut server = server(&workspace, &registry);
    assert!(error(&install(&mut server, "npm:half")).starts_with("Invalid skill: "));
    assert!(installed(&workspace).is_empty());
    let answer = install(&mut server, "npm:kit");
    assert_eq!(answer["data"], json!({"name": "one", "installed": true, "skills": ["one", "two"]}));
    fs::remove_dir_all(workspace.home().join("skills/one")).unwrap();
    let answer = install(&mut server, "npm:kit");
    assert_eq!(error(&answer), "Skill \"two\" already exists. Use force to replace it");
    assert_eq!(installed(&workspace), ["two"]);
    assert_eq!(install(&mut server, "npm:skill-nameless@1.0.0")["data"]["name"], "nameless");
    for source in ["npm:", "npm:../x", "npm:http://a", "npm:a/b"] {
        assert_eq!(error(&install(&mut server, source)), format!("Unsupported skill source: {source}"));
    }
    server.finish();
}

#[test]
fn many_installations_at_once_leave_one_skill_and_nothing_beside_it() {
    let workspace = Workspace::new();
    workspace.file("shelf/tdd/SKILL.md", skill("tdd"));
    let mut servers = [launch(&workspace).spawn(), launch(&workspace).spawn()];
    for (number, server) in servers.iter_mut().enumerate() {
        for id in 0..6 {
            let id = format!("{number}-{id}");
            server.send(&json!({"type": "install_skill", "source": "./shelf/tdd", "force": true, "id": id}));
        }
    }
    for server in &mut servers {
        let frames = server.finish().frames;
        let answers: Vec<_> = frames.iter().filter(|frame| frame.is("response")).collect();
        assert_eq!(answers.len(), 6);
        answers.iter().for_each(|answer| assert_eq!(answer.value["success"], true, "{}", answer.value));
    }
    assert_eq!(installed(&workspace), ["tdd"]);
}

#[test]
fn a_workspace_is_not_left_through_a_link() {
    let workspace = Workspace::new();
    workspace.file("shelf/tdd/SKILL.md", skill("tdd"));
    fs::create_dir(workspace.base().join("outside")).unwrap();
    std::os::unix::fs::symlink("../outside", workspace.path().join(".autohand")).unwrap();
    let mut server = launch(&workspace).spawn();
    let answer = ask(&mut server, json!({"type": "install_skill", "source": "./shelf/tdd", "scope": "project"}));
    assert!(error(&answer).contains("leads out of"), "{answer}");
    server.finish();
    assert_eq!(fs::read_dir(workspace.base().join("outside")).unwrap().count(), 0);
}
