//! What the files that describe a project say: name, entry points, how to build, test and run.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::{Map, Value};

use super::facts::Listing;

/// What a manifest said; commands are for its own folder.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Manifest {
    pub path: String,
    pub name: Option<String>,
    pub description: Option<String>,
    pub licence: Option<String>,
    pub entries: Vec<Entry>,
    pub build: Vec<String>,
    pub test: Vec<String>,
    pub run: Vec<String>,
    /// How tests run by the language's custom, for where nothing says it.
    pub test_custom: Option<&'static str>,
    pub dependencies: Vec<String>,
}

/// Where execution starts, or what others import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub path: String,
    pub what: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Cargo,
    Npm,
    Python,
    Go,
    Make,
    Just,
    /// Known by its name alone: build, test.
    Fixed(&'static str, &'static str),
}

/// The kind of a manifest, by its file name.
pub fn kind(path: &str) -> Option<Kind> {
    Some(match path.rsplit('/').next().unwrap_or(path) {
        "Cargo.toml" => Kind::Cargo,
        "package.json" => Kind::Npm,
        "pyproject.toml" => Kind::Python,
        "go.mod" => Kind::Go,
        "Makefile" | "makefile" | "GNUmakefile" => Kind::Make,
        "justfile" | "Justfile" => Kind::Just,
        "pom.xml" => Kind::Fixed("mvn package", "mvn test"),
        "build.gradle" | "build.gradle.kts" => Kind::Fixed("gradle build", "gradle test"),
        "CMakeLists.txt" => Kind::Fixed("cmake -B build && cmake --build build", "ctest --test-dir build"),
        "mix.exs" => Kind::Fixed("mix compile", "mix test"),
        "Package.swift" => Kind::Fixed("swift build", "swift test"),
        "build.zig" => Kind::Fixed("zig build", "zig build test"),
        "stack.yaml" => Kind::Fixed("stack build", "stack test"),
        _ => return None,
    })
}

/// Reads a manifest; what cannot be parsed leaves the conventions of its kind.
pub fn read(path: &str, text: &str, listing: &Listing) -> Manifest {
    let place = Place { folder: path.rsplit_once('/').map_or("", |(folder, _)| folder), listing };
    let mut manifest = Manifest { path: path.to_owned(), ..Manifest::default() };
    match kind(path) {
        Some(Kind::Cargo) => cargo(&mut manifest, &toml_value(text), &place),
        Some(Kind::Npm) => npm(&mut manifest, &json_value(text), &place),
        Some(Kind::Python) => python(&mut manifest, &toml_value(text), &place),
        Some(Kind::Go) => go(&mut manifest, text, &place),
        Some(Kind::Make) => targets(&mut manifest, text, "make", &MAKE_TARGET),
        Some(Kind::Just) => targets(&mut manifest, text, "just", &JUST_RECIPE),
        Some(Kind::Fixed(build, test)) => {
            manifest.build.push(build.to_owned());
            manifest.test.push(test.to_owned());
        }
        None => {}
    }
    let mut seen = BTreeSet::new();
    manifest.dependencies.retain(|name| seen.insert(name.clone()));
    manifest
}

/// The folder of a manifest, and what is in it.
struct Place<'a> {
    folder: &'a str,
    listing: &'a Listing,
}

impl Place<'_> {
    fn path(&self, name: &str) -> String {
        let name = name.trim_start_matches("./");
        if self.folder.is_empty() { name.to_owned() } else { format!("{}/{name}", self.folder) }
    }

    fn has(&self, name: &str) -> bool {
        self.listing.has(&self.path(name))
    }

    /// Files below the folder, with their path from it.
    fn files(&self) -> impl Iterator<Item = &str> {
        self.listing.own().filter_map(|path| {
            if self.folder.is_empty() { Some(path) } else { path.strip_prefix(self.folder)?.strip_prefix('/') }
        })
    }

    fn entry(&self, name: &str, what: impl Into<String>) -> Entry {
        Entry { path: self.path(name), what: what.into() }
    }
}

/// TOML as JSON, because the rest is read that way.
fn toml_value(text: &str) -> Value {
    toml::from_str::<toml::Value>(text).ok().and_then(|value| serde_json::to_value(value).ok()).unwrap_or_default()
}

/// The first JSON value; a notice behind it does no harm.
fn json_value(text: &str) -> Value {
    serde_json::Deserializer::from_str(text).into_iter().next().and_then(Result::ok).unwrap_or_default()
}

fn text_at(value: &Value, pointer: &str) -> Option<String> {
    let text = value.pointer(pointer)?.as_str()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn names_at(value: &Value, pointer: &str) -> Vec<String> {
    match value.pointer(pointer) {
        Some(Value::Object(table)) => table.keys().cloned().collect(),
        Some(Value::Array(list)) => list
            .iter()
            .filter_map(|item| item.as_str()?.split([' ', '=', '<', '>', '~', '!', '[', ';']).next())
            .map(str::to_owned)
            .collect(),
        _ => Vec::new(),
    }
}

fn push(list: &mut Vec<Entry>, entry: Entry) {
    if !list.iter().any(|known| known.path == entry.path) {
        list.push(entry);
    }
}

fn cargo(manifest: &mut Manifest, value: &Value, place: &Place<'_>) {
    manifest.name = text_at(value, "/package/name");
    let inherited = |name: &str| {
        text_at(value, &format!("/package/{name}")).or_else(|| text_at(value, &format!("/workspace/package/{name}")))
    };
    manifest.description = inherited("description");
    manifest.licence = inherited("license");
    let name = manifest.name.clone().unwrap_or_default();
    for bin in value.pointer("/bin").and_then(Value::as_array).into_iter().flatten() {
        let bin_name = text_at(bin, "/name").unwrap_or_else(|| name.clone());
        let path = text_at(bin, "/path").unwrap_or_else(|| format!("src/bin/{bin_name}.rs"));
        push(&mut manifest.entries, place.entry(&path, format!("binary `{bin_name}`")));
    }
    if place.has("src/main.rs") {
        push(&mut manifest.entries, place.entry("src/main.rs", format!("binary `{name}`")));
    }
    for path in place.files().filter(|path| path.starts_with("src/bin/") && path.matches('/').count() == 2) {
        let stem = path.trim_start_matches("src/bin/").trim_end_matches(".rs");
        push(&mut manifest.entries, place.entry(path, format!("binary `{stem}`")));
    }
    let binary = !manifest.entries.is_empty();
    let library = text_at(value, "/lib/path").unwrap_or_else(|| "src/lib.rs".to_owned());
    if place.has(&library) {
        let lib_name = text_at(value, "/lib/name").unwrap_or(name);
        push(&mut manifest.entries, place.entry(&library, format!("library `{lib_name}`")));
    }
    let scope = if value.get("workspace").is_some() { " --workspace" } else { "" };
    manifest.build.push(format!("cargo build{scope}"));
    manifest.test.push(format!("cargo test{scope}"));
    if binary {
        manifest.run.push("cargo run".to_owned());
    }
    for table in ["/dependencies", "/workspace/dependencies", "/dev-dependencies", "/build-dependencies"] {
        manifest.dependencies.extend(names_at(value, table));
    }
}

fn npm(manifest: &mut Manifest, value: &Value, place: &Place<'_>) {
    manifest.name = text_at(value, "/name");
    manifest.description = text_at(value, "/description");
    manifest.licence = text_at(value, "/license");
    let tool = [("pnpm-lock.yaml", "pnpm"), ("yarn.lock", "yarn"), ("bun.lock", "bun")]
        .into_iter()
        .find(|(lock, _)| place.has(lock))
        .map_or("npm", |(_, tool)| tool);
    let scripts = value.get("scripts").and_then(Value::as_object).cloned().unwrap_or_default();
    let script =
        |name: &str| scripts.get(name).and_then(Value::as_str).filter(|body| !body.contains("no test specified"));
    if !names_at(value, "/dependencies").is_empty() || !names_at(value, "/devDependencies").is_empty() {
        manifest.build.push(format!("{tool} install"));
    }
    if script("build").is_some() {
        manifest.build.push(format!("{tool} run build"));
    }
    if script("test").is_some() {
        manifest.test.push(format!("{tool} test"));
    }
    if script("start").is_some() {
        manifest.run.push(format!("{tool} start"));
    }
    match value.get("bin") {
        Some(Value::String(path)) => {
            let name = manifest.name.clone().unwrap_or_default();
            push(&mut manifest.entries, place.entry(path, format!("command `{name}`")));
        }
        Some(Value::Object(bins)) => commands(manifest, bins, place),
        _ => {}
    }
    for (pointer, what) in
        [("/main", "main module"), ("/module", "module"), ("/exports/.", "export"), ("/exports", "export")]
    {
        if let Some(path) = text_at(value, pointer) {
            push(&mut manifest.entries, place.entry(&path, what));
        }
    }
    for name in [
        "src/index.ts",
        "src/main.ts",
        "src/cli.ts",
        "index.ts",
        "index.js",
        "src/index.js",
        "src/index.tsx",
        "src/main.tsx",
    ] {
        if place.has(name) {
            push(&mut manifest.entries, place.entry(name, "source"));
        }
    }
    for table in ["/dependencies", "/devDependencies"] {
        manifest.dependencies.extend(names_at(value, table));
    }
}

fn commands(manifest: &mut Manifest, bins: &Map<String, Value>, place: &Place<'_>) {
    for (name, path) in bins {
        if let Some(path) = path.as_str() {
            push(&mut manifest.entries, place.entry(path, format!("command `{name}`")));
        }
    }
}

fn python(manifest: &mut Manifest, value: &Value, place: &Place<'_>) {
    let either = |name: &str| {
        text_at(value, &format!("/project/{name}")).or_else(|| text_at(value, &format!("/tool/poetry/{name}")))
    };
    manifest.name = either("name");
    manifest.description = either("description");
    manifest.licence = either("license").or_else(|| text_at(value, "/project/license/text"));
    for table in ["/project/scripts", "/tool/poetry/scripts"] {
        let Some(scripts) = value.pointer(table).and_then(Value::as_object) else { continue };
        for (name, target) in scripts {
            let module = target.as_str().unwrap_or_default().split(':').next().unwrap_or_default().replace('.', "/");
            let found = [
                format!("src/{module}.py"),
                format!("{module}.py"),
                format!("src/{module}/__init__.py"),
                format!("{module}/__init__.py"),
            ];
            let path = found.iter().find(|path| place.has(path)).map_or(module.as_str(), String::as_str);
            push(&mut manifest.entries, place.entry(path, format!("command `{name}`")));
        }
    }
    let starts = |path: &str| {
        path.ends_with("/__main__.py") || matches!(path, "__main__.py" | "main.py" | "app.py" | "manage.py")
    };
    let mains: Vec<Entry> =
        place.files().filter(|path| starts(path)).map(|path| place.entry(path, "main module")).collect();
    for entry in mains {
        push(&mut manifest.entries, entry);
    }
    let depends: Vec<String> =
        ["/project/dependencies", "/tool/poetry/dependencies", "/dependency-groups/dev", "/dependency-groups/test"]
            .into_iter()
            .flat_map(|table| names_at(value, table))
            .chain(value.pointer("/project/optional-dependencies").and_then(Value::as_object).into_iter().flat_map(
                |groups| {
                    groups.keys().flat_map(|group| names_at(value, &format!("/project/optional-dependencies/{group}")))
                },
            ))
            .filter(|name| name != "python")
            .collect();
    manifest.build.push(match (place.has("uv.lock"), value.pointer("/tool/poetry").is_some()) {
        (true, _) => "uv sync".to_owned(),
        (_, true) => "poetry install".to_owned(),
        _ => "pip install -e .".to_owned(),
    });
    if value.pointer("/tool/pytest").is_some() || depends.iter().any(|name| name == "pytest") || place.has("pytest.ini")
    {
        manifest.test.push("python3 -m pytest".to_owned());
    } else if place.files().any(super::facts::is_test) {
        manifest.test_custom = Some("python3 -m unittest discover");
    }
    if place.has("tox.ini") {
        manifest.test.push("tox".to_owned());
    }
    manifest.dependencies = depends;
}

static GO_REQUIRE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?m)^(?:require )?\s*([\w.-]+\.[\w.-]+/\S+) v\S+").ok());

fn go(manifest: &mut Manifest, text: &str, place: &Place<'_>) {
    let module = text.lines().find_map(|line| line.strip_prefix("module ")).map(str::trim);
    manifest.name = module.map(|module| module.rsplit('/').next().unwrap_or(module).to_owned());
    let mains: Vec<Entry> = place
        .files()
        .filter(|path| *path == "main.go" || path.starts_with("cmd/") && path.ends_with("/main.go"))
        .map(|path| {
            let command = path.trim_end_matches("/main.go").rsplit('/').next().unwrap_or_default();
            let command =
                if path == "main.go" { manifest.name.clone().unwrap_or_default() } else { command.to_owned() };
            place.entry(path, format!("command `{command}`"))
        })
        .collect();
    for entry in &mains {
        let folder = entry.path.trim_end_matches("main.go").trim_end_matches('/');
        let folder = folder.strip_prefix(place.folder).unwrap_or(folder).trim_start_matches('/');
        manifest.run.push(if folder.is_empty() { "go run .".to_owned() } else { format!("go run ./{folder}") });
    }
    manifest.entries = mains;
    manifest.build.push("go build ./...".to_owned());
    manifest.test.push("go test ./...".to_owned());
    let required = GO_REQUIRE
        .as_ref()
        .map(|rule| rule.captures_iter(text).filter_map(|found| Some(found.get(1)?.as_str().to_owned())).collect());
    manifest.dependencies = required.unwrap_or_default();
}

static MAKE_TARGET: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?m)^([A-Za-z][\w-]*)[ \t]*:(?:[^=]|$)").ok());
static JUST_RECIPE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?m)^@?([a-z][\w-]*)(?:[ \t][^:=\n]*)?:(?:[^=]|$)").ok());

/// Makefiles and justfiles: the named targets that build, test or run.
fn targets(manifest: &mut Manifest, text: &str, tool: &str, rule: &Option<Regex>) {
    let names: Vec<&str> = rule
        .iter()
        .flat_map(|rule| rule.captures_iter(text))
        .filter_map(|found| Some(found.get(1)?.as_str()))
        .collect();
    let among = |wanted: &[&str]| {
        wanted
            .iter()
            .filter(|name| names.contains(name))
            .map(|name| format!("{tool} {name}"))
            .take(1)
            .collect::<Vec<_>>()
    };
    manifest.build = among(&["build", "all", "compile"]);
    manifest.test = among(&["test", "tests", "check"]);
    manifest.run = among(&["run", "start", "serve", "dev"]);
}
