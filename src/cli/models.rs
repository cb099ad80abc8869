//! `hostwire models`: which models can be used, and why others cannot.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::auth::{Credentials, Environment, Stored};
use crate::engine::models::{Build, LoginWeb, ModelRegistry, Reach, Report, Row, Sources};
use crate::settings::{self, Layers, ModelsFile};

use super::Exit;
use super::arguments::ModelsArguments;
use super::options::{absolute, home, user_home, workspace};

/// Where to look.
#[derive(Debug, Clone)]
pub struct ModelsOptions {
    pub environment: Environment,
    pub home: Option<PathBuf>,
    pub layers: Layers,
}

pub(super) fn options(
    given: ModelsArguments,
    environment: &Environment,
    current: &Path,
) -> Result<ModelsOptions, Exit> {
    let cwd = workspace(given.cwd.as_deref(), environment, current)?;
    let (home, user_home) = (home(None, environment, current), user_home(environment));
    let overlays = given.config.iter().map(|path| absolute(&cwd, path, user_home.as_deref())).collect();
    let layers = Layers { home: home.clone(), workspace: Some(cwd), overlays, ..Layers::default() };
    Ok(ModelsOptions { environment: environment.clone(), home, layers })
}

/// Asks the providers that keep their lists, then prints. Gives the warnings of the configuration.
pub async fn list(options: &ModelsOptions, build: Build, out: &mut dyn Write) -> Result<Vec<String>, Exit> {
    let loaded = settings::load(&options.layers).map_err(Exit::failed)?;
    let file = ModelsFile::load(options.home.as_deref()).map_err(Exit::failed)?;
    let stored = Stored::load(options.home.as_deref());
    let mut warnings = loaded.warnings;
    warnings.extend(file.warnings.iter().cloned().chain(stored.warnings()));
    let registry = ModelRegistry::new(Sources {
        file,
        settings: &loaded.settings,
        credentials: Credentials::new(options.environment.clone(), stored),
        build,
        scope: Vec::new(),
        reach: Reach::Network,
        web: std::sync::Arc::new(LoginWeb),
    });
    let registry = registry.map_err(Exit::failed)?;
    registry.refresh().await;
    print(&registry.report(), out).map_err(Exit::failed)?;
    Ok(warnings)
}

fn print(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut rows = vec![["PROVIDER", "MODEL", "CONTEXT", "OUTPUT", "IMAGES", "THINKING"].map(str::to_owned)];
    rows.extend(report.usable.iter().map(cells));
    table(&rows, out)?;
    if !report.unusable.is_empty() {
        writeln!(out, "\nNot usable:")?;
        let rows: Vec<_> = report.unusable.iter().map(|(id, why)| [id.clone(), why.clone()]).collect();
        table(&rows, out)?;
    }
    out.flush()
}

fn cells(row: &Row) -> [String; 6] {
    let thinking = if row.thinking.is_empty() { "-".to_owned() } else { row.thinking.join(",") };
    let images = if row.images { "yes" } else { "no" };
    let (context, output) = (row.context_window.to_string(), row.max_tokens.to_string());
    [row.provider.clone(), row.id.clone(), context, output, images.to_owned(), thinking]
}

/// Columns as wide as their widest cell, the last one as it is.
fn table<const N: usize>(rows: &[[String; N]], out: &mut dyn Write) -> io::Result<()> {
    let mut widths = [0; N];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }
    for row in rows {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_lines_up_and_names_obstacles() {
        let report = Report {
            usable: vec![Row {
                provider: "builtin".into(),
                id: "offline".into(),
                context_window: 128_000,
                max_tokens: 8192,
                thinking: vec!["off", "low"],
                images: false,
            }],
            unusable: vec![("openai".into(), "no key: OPENAI_API_KEY is not set".into())],
        };
        let mut out = Vec::new();
        print(&report, &mut out).unwrap();
        let expected = "\
PROVIDER  MODEL    CONTEXT  OUTPUT  IMAGES  THINKING
builtin   offline  128000   8192    no      off,low

Not usable:
openai  no key: OPENAI_API_KEY is not set
";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
