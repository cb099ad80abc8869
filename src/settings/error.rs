//! Why a configuration file cannot be used.

use std::path::PathBuf;

/// A fault in a configuration file. Its text names the file, the line where one is known, and what was expected.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The file cannot be read.
    #[error("{}: {source}", file.display())]
    Read { file: PathBuf, source: std::io::Error },
    /// The file is not of the format that its extension names.
    #[error("{}:{line}: {text}", file.display())]
    Syntax { file: PathBuf, line: usize, text: String },
    /// A value has the wrong form.
    #[error("{}: {key}: {text}", place(file, *line))]
    Value { file: PathBuf, line: Option<usize>, key: String, text: String },
    /// The extension names no format.
    #[error("{}: expected a file name that ends in .yml, .yaml, .json or .toml", file.display())]
    Extension { file: PathBuf },
}

fn place(file: &std::path::Path, line: Option<usize>) -> String {
    match line {
        Some(line) => format!("{}:{line}", file.display()),
        None => file.display().to_string(),
    }
}
