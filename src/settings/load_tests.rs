//! Tests of [`super`].

use super::*;

struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn load(&self, overlays: &[&str]) -> Result<Loaded, SettingsError> {
        load(&Layers {
            home: Some(self.path("home")),
            workspace: Some(self.path("work")),
            overlays: overlays.iter().map(|name| self.path(name)).collect(),
            ..Layers::default()
        })
    }
}

#[test]
fn without_files_everything_is_at_its_default() {
    let place = Place::new(&[]);
    let loaded = place.load(&[]).unwrap();
    assert_eq!(loaded.settings.agent.as_ref().and_then(|agent| agent.batch), Some(true), "what a host gets");
    assert_eq!((loaded.settings.model.clone(), loaded.idle_note()), (None, None));
    assert_eq!(loaded.settings.max_frame_bytes(), 32 * 1024 * 1024);
    assert!(loaded.warnings.is_empty());
}

#[test]
fn overlays_beat_the_workspace_which_beats_the_home() {
    let place = Place::new(&[
        ("home/config.yml", "model: a\nprovider: acme\nretry: { maxRetries: 1, baseDelayMs: 7 }\n"),
        ("work/.hostwire/config.json", r#"{"model": "b", "retry": {"maxRetries": 2}}"#),
        ("one.toml", "model = \"c\"\n"),
        ("two.yaml", "retry.maxRetries: 4\n"),
    ]);
    let settings = place.load(&["one.toml", "two.yaml"]).unwrap().settings;
    assert_eq!(settings.model.as_deref(), Some("c"));
    assert_eq!(settings.provider.as_deref(), Some("acme"));
    let retry = settings.retry.unwrap();
    assert_eq!((retry.max_retries, retry.base_delay_ms), (Some(4), Some(7)));
}

#[test]
fn an_overlay_that_is_missing_fails() {
    let place = Place::new(&[]);
    let text = place.load(&["none.yml"]).unwrap_err().to_string();
    assert!(text.contains("none.yml: "), "{text}");
}

#[test]
fn a_fault_names_the_file_that_has_it() {
    let place = Place::new(&[("home/config.yml", "model: a\n"), ("work/.hostwire/config.yml", "\nretry: 3\n")]);
    let text = place.load(&[]).unwrap_err().to_string();
    assert!(text.contains("work/.hostwire/config.yml:2: retry: expected an object"), "{text}");
}

#[test]
fn warnings_name_their_file() {
    let place = Place::new(&[("home/config.yml", "modle: a\n"), ("home/config.toml", "model = \"ignored\"\n")]);
    let loaded = place.load(&[]).unwrap();
    assert_eq!(loaded.settings.model, None);
    let all = loaded.warnings.join("\n");
    assert!(all.contains("config.toml is not read"), "{all}");
    assert!(all.contains("home/config.yml: unknown key modle; the nearest known key is model"), "{all}");
}

#[test]
fn settings_without_effect_are_told_in_one_line() {
    let place =
        Place::new(&[("home/config.yml", "hooks: {enabled: true}\nretry: {enabled: true, modelFallback: true}\n")]);
    let note = place.load(&[]).unwrap().idle_note().unwrap();
    assert_eq!(note, "settings without effect in this version: hooks.enabled, retry.modelFallback");
}

#[test]
fn a_survey_shows_each_layer_and_no_secret() {
    let place = Place::new(&[
        ("home/config.yml", "model: a\nretry.maxRetries: 2\nopenai: {apiKey: sk-secret}\nmodle: b\n"),
        ("one.yml", "retry: 3\n"),
    ]);
    let layers = Layers {
        home: Some(place.path("home")),
        workspace: Some(place.path("work")),
        overlays: vec![place.path("one.yml"), place.path("none.yml")],
        ..Layers::default()
    };
    let all = survey(&layers);
    let LayerState::Read { values, warnings } = &all[0].state else { panic!("{all:?}") };
    let value = |text: &str| Some(text.to_owned());
    assert_eq!(
        values[..],
        [
            ("model".to_owned(), value("a")),
            ("modle".to_owned(), None),
            ("openai.apiKey".to_owned(), None),
            ("retry.maxRetries".to_owned(), value("2")),
        ]
    );
    assert_eq!(warnings[..], ["unknown key modle; the nearest known key is model"]);
    assert!(matches!((&all[1].layer, &all[1].state), (Layer::Workspace, LayerState::Absent)));
    assert!(all[1].path.ends_with(".hostwire/config.yml"));
    assert!(matches!(&all[2].state, LayerState::Broken(error) if error.to_string().contains("one.yml:1: retry")));
    assert!(matches!(&all[3].state, LayerState::Broken(_)), "one that is named must exist");
}
