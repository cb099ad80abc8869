//! Tests of [`super`].

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt as _;
use std::sync::Arc;

use super::*;
use crate::provider;

struct Place {
    folder: tempfile::TempDir,
    variables: Vec<(&'static str, String)>,
}

impl Place {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("srv")).unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let home = folder.path().join("home").display().to_string();
        let user = folder.path().join("user").display().to_string();
        let path = "/bin:/usr/bin".to_owned();
        Self { folder, variables: vec![("HOSTWIRE_HOME", home), ("HOME", user), ("PATH", path)] }
    }

    fn set(mut self, name: &'static str, value: &str) -> Self {
        self.variables.push((name, value.to_owned()));
        self
    }

    /// The report with the folder's name taken out, and the exit code.
    async fn told(&self) -> (String, u8) {
        let environment: Environment = self.variables.iter().cloned().collect();
        let given = DoctorArguments { cwd: Some("srv".into()), config: Vec::new(), session_dir: None };
        let options = options(given, &environment, self.folder.path()).unwrap();
        let build: Build = Arc::new(|api: &str, headers: &BTreeMap<String, String>| provider::open(api, headers));
        let mut out = Vec::new();
        let code = run(&options, build, &mut out).await.unwrap();
        (String::from_utf8(out).unwrap().replace(self.folder.path().to_str().unwrap(), ""), code)
    }
}

#[track_caller]
fn has(text: &str, lines: &[&str]) {
    for line in lines {
        assert!(text.lines().any(|told| told.trim() == *line), "{line}\nis not in\n{text}");
    }
}

#[tokio::test]
async fn with_nothing_configured_nothing_is_broken() {
    let (text, code) = Place::new(&[]).told().await;
    assert_eq!(code, 0, "{text}");
    has(
        &text,
        &[
            "ok      home: /home",
            "ok      workspace: /srv",
            "note    home: /home/config.yml: not found",
            "note    workspace: /srv/.hostwire/config.yml: not found",
            "note    models.yml: not found",
            "ok      initial model: builtin/offline",
            "note    openai: no key: OPENAI_API_KEY is not set",
            "note    none: no AGENTS.md or CLAUDE.md here or in the home",
            "Nothing is broken.",
        ],
    );
    assert!(text.contains("can be written") && text.contains("ok      sh: "), "{text}");
}

#[tokio::test]
async fn what_is_configured_is_told_without_secrets() {
    let place = Place::new(&[
        ("home/config.yml", "retry.maxRetries: 2\nmodle: x\nhooks: {enabled: true}\nopenai: {apiKey: sk-hidden-1}\n"),
        (
            "home/models.yml",
            "providers:\n  acme: {api: openai-completions, baseUrl: 'http://127.0.0.1:9/v1', apiKey: ACME_KEY, headers: {A: hidden-2}, models: [{id: m}]}\n",
        ),
        ("home/auth.json", r#"{"groq": "hidden-3"}"#),
        ("srv/AGENTS.md", "Be brief."),
    ]);
    let auth = place.folder.path().join("home/auth.json");
    std::fs::set_permissions(auth, std::fs::Permissions::from_mode(0o600)).unwrap();
    let (text, code) = place.set("ACME_KEY", "hidden-4").told().await;
    assert_eq!(code, 0, "{text}");
    has(
        &text,
        &[
            "ok      home: /home/config.yml",
            "retry.maxRetries: 2",
            "openai.apiKey: (set)",
            "note    unknown key modle; the nearest known key is model",
            "note    settings without effect in this version: hooks.enabled",
            "ok      /home/models.yml",
            "ok      initial model: acme/m",
            "ok      credential for acme: from ACME_KEY",
            "ok      credential for groq: from auth.json",
            "ok      credential for openai: in its configuration",
            "ok      acme/m",
            "ok      /srv/AGENTS.md",
        ],
    );
    assert!(!text.contains("hidden"), "{text}");
}

#[tokio::test]
async fn each_broken_thing_is_told_and_hides_no_other() {
    let place = Place::new(&[
        ("home/config.yml", "retry: 3\n"),
        ("srv/.hostwire/config.yml", "model: acme/m\n"),
        ("home/models.yml", "providers: [\n"),
        ("home/auth.json", "{"),
        ("home/sessions", "a file where a folder belongs"),
    ]);
    let (text, code) = place.told().await;
    assert_eq!(code, 1, "{text}");
    for start in [
        "broken  home: /home/config.yml:1: retry: expected",
        "ok      workspace: /srv/.hostwire/config.yml",
        "broken  /home/auth.json: ",
        "broken  /home/models.yml:",
        "broken  /home/sessions/",
        "4 things are broken.",
    ] {
        assert!(text.lines().any(|line| line.trim().starts_with(start)), "{start}\nis not in\n{text}");
    }
}

#[tokio::test]
async fn a_model_that_cannot_be_asked_is_broken() {
    let (text, code) = Place::new(&[("home/config.yml", "model: openai/gpt-x\n")]).told().await;
    assert_eq!(code, 1, "{text}");
    let start = "broken  initial model: openai/gpt-x: No API key found for openai";
    assert!(text.lines().any(|line| line.trim().starts_with(start)), "{text}");
    let (text, code) = Place::new(&[("home/config.yml", "model: nowhere/m\n")]).told().await;
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("broken  initial model: Unknown provider: nowhere"), "{text}");
}

#[tokio::test]
async fn skills_are_listed_with_what_is_wrong_with_their_files() {
    let header = "---\nname: release\ndescription: Cuts: one\n---\nDo.";
    let place =
        Place::new(&[("home/skills/release/SKILL.md", header), ("srv/.hostwire/skills/bare/SKILL.md", "No header")]);
    let (text, code) = place.told().await;
    assert_eq!(code, 1, "{text}");
    has(&text, &["ok      release (user): /home/skills/release/SKILL.md"]);
    assert!(text.contains("note    /home/skills/release/SKILL.md: the header is no YAML"), "{text}");
    assert!(text.contains("/srv/.hostwire/skills/bare/SKILL.md: it has no header"), "{text}");
    let (text, _) = Place::new(&[("home/config.yml", "skills: {enabled: false}\n")]).told().await;
    has(&text, &["note    none: skills.enabled is off"]);
}
