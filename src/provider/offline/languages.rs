//! Which language a file is in, by its name, and which folders are not the project's own work.

use std::collections::BTreeMap;

/// Language, extensions (with dot) and whole names.
const LANGUAGES: &[(&str, &[&str])] = &[
    ("Rust", &[".rs"]),
    ("TypeScript", &[".ts", ".tsx", ".mts", ".cts"]),
    ("JavaScript", &[".js", ".jsx", ".mjs", ".cjs"]),
    ("Python", &[".py", ".pyi"]),
    ("Go", &[".go"]),
    ("C", &[".c", ".h"]),
    ("C++", &[".cc", ".cpp", ".cxx", ".hpp", ".hh", ".hxx"]),
    ("C#", &[".cs"]),
    ("Java", &[".java"]),
    ("Kotlin", &[".kt", ".kts"]),
    ("Swift", &[".swift"]),
    ("Ruby", &[".rb", "Gemfile", "Rakefile"]),
    ("PHP", &[".php"]),
    ("Perl", &[".pl", ".pm"]),
    ("Lua", &[".lua"]),
    ("Elixir", &[".ex", ".exs"]),
    ("Erlang", &[".erl"]),
    ("Haskell", &[".hs"]),
    ("OCaml", &[".ml", ".mli"]),
    ("Scala", &[".scala"]),
    ("Clojure", &[".clj"]),
    ("Dart", &[".dart"]),
    ("Zig", &[".zig"]),
    ("R", &[".r"]),
    ("Julia", &[".jl"]),
    ("Shell", &[".sh", ".bash", ".zsh"]),
    ("PowerShell", &[".ps1"]),
    ("SQL", &[".sql"]),
    ("Protocol Buffers", &[".proto"]),
    ("HTML", &[".html", ".htm"]),
    ("CSS", &[".css", ".scss", ".sass", ".less"]),
    ("Vue", &[".vue"]),
    ("Svelte", &[".svelte"]),
    ("Nix", &[".nix"]),
    ("Terraform", &[".tf"]),
    ("Makefile", &["makefile", "gnumakefile", ".mk"]),
    ("CMake", &[".cmake", "cmakelists.txt"]),
    ("Dockerfile", &["dockerfile", ".dockerfile"]),
    ("Just", &["justfile"]),
    ("Markdown", &[".md", ".markdown", ".mdx"]),
    ("JSON", &[".json", ".jsonc", ".json5", ".jsonl"]),
    ("YAML", &[".yml", ".yaml"]),
    ("TOML", &[".toml"]),
    ("XML", &[".xml"]),
];

/// The languages from here on are data and prose: they are told after the code.
const FIRST_PROSE: &str = "Markdown";

/// Folders that tools fill, wherever they are.
pub const TOOL_FOLDERS: &[&str] = &[
    ".git",
    "node_modules",
    "__pycache__",
    ".venv",
    "venv",
    ".tox",
    ".mypy_cache",
    ".pytest_cache",
    ".next",
    ".cache",
    ".idea",
    ".gradle",
];

/// Folders whose content somebody else wrote or a tool made when they lie at the top; below they may be sources.
pub const TOP_FOLDERS: &[&str] = &["target", "vendor", "third_party", "generated", "dist", "build", "out", "coverage"];

/// Files that a package tool writes.
pub const LOCK_FILES: &[&str] = &[
    "Cargo.lock",
    "package-lock.json",
    "yarn.lock",
    "pnpm-lock.yaml",
    "bun.lock",
    "poetry.lock",
    "uv.lock",
    "Pipfile.lock",
    "go.sum",
    "Gemfile.lock",
    "composer.lock",
];

/// The extension with its dot in lower case, or the whole name in lower case where there is none.
pub fn kind(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let kind = name.rfind('.').and_then(|dot| name.get(dot..)).unwrap_or(name);
    kind.to_lowercase()
}

/// The language of a file; names decide before extensions.
pub fn of(path: &str) -> Option<&'static str> {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    of_kind(&name).or_else(|| of_kind(&kind(path)))
}

fn of_kind(kind: &str) -> Option<&'static str> {
    LANGUAGES
        .iter()
        .find(|(_, kinds)| kinds.iter().any(|known| known.eq_ignore_ascii_case(kind)))
        .map(|(language, _)| *language)
}

pub fn is_code(language: &str) -> bool {
    let position = |wanted: &str| LANGUAGES.iter().position(|(name, _)| *name == wanted);
    matches!((position(language), position(FIRST_PROSE)), (Some(own), Some(prose)) if own < prose)
}

/// The folder on the way to `path` that makes it somebody else's work.
pub fn foreign_folder(path: &str) -> Option<&str> {
    let (folders, _) = path.rsplit_once('/')?;
    let top = folders.split('/').next().filter(|top| TOP_FOLDERS.contains(top));
    top.or_else(|| folders.split('/').find(|folder| TOOL_FOLDERS.contains(folder)))
}

pub fn is_lock_file(path: &str) -> bool {
    LOCK_FILES.contains(&path.rsplit('/').next().unwrap_or(path))
}

/// The glob for "all Rust files" or "all rs files".
pub fn pattern_for(word: &str) -> Option<String> {
    let word = match word {
        "golang" => "go",
        "bash" => "shell",
        "cpp" => "c++",
        "csharp" => "c#",
        other => other.trim_start_matches('.'),
    };
    let by_name = LANGUAGES.iter().find(|(language, _)| language.eq_ignore_ascii_case(word));
    if let Some((_, kinds)) = by_name {
        let extensions: Vec<&str> = kinds.iter().filter_map(|kind| kind.strip_prefix('.')).collect();
        return match extensions.as_slice() {
            [] => kinds.first().map(|name| format!("**/{name}")),
            [only] => Some(format!("**/*.{only}")),
            many => Some(format!("**/*.{{{}}}", many.join(","))),
        };
    }
    of_kind(&format!(".{word}")).map(|_| format!("**/*.{word}"))
}

/// How many files of each language, code first, then by number.
pub fn count<'a>(paths: impl Iterator<Item = &'a str>) -> Vec<(&'static str, u64)> {
    let mut counts: BTreeMap<&'static str, u64> = BTreeMap::new();
    for language in paths.filter_map(of) {
        *counts.entry(language).or_default() += 1;
    }
    let mut list: Vec<_> = counts.into_iter().collect();
    list.sort_by_key(|(language, files)| (!is_code(language), std::cmp::Reverse(*files), *language));
    list
}
