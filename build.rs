//! Turns `schema/` into the code, the bundles and the documents below OUT_DIR.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    for path in ["schema", "build.rs"] {
        tell(&format!("rerun-if-changed={path}"));
    }
    if reads_packed_relocations() {
        tell("rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
    let Some(out) = std::env::var_os("OUT_DIR").map(PathBuf::from) else {
        tell("error=OUT_DIR is not set");
        return ExitCode::FAILURE;
    };
    let texts = hostwire_codegen::read(Path::new("schema")).and_then(|model| hostwire_codegen::rust::output(&model));
    let texts = match texts {
        Ok(texts) => texts,
        Err(findings) => {
            for finding in findings {
                tell(&format!("error=schema/{finding}"));
            }
            return ExitCode::FAILURE;
        }
    };
    for (path, text) in texts {
        if let Err(error) = write(&out.join(&path), &text) {
            tell(&format!("error={path}: {error}"));
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// The hundred thousand relative relocations of this binary are read at every start; packed, they take a fiftieth of the
/// space. glibc loads that form from 2.36 on, older ones pass over it; so do linkers that do not know the option.
#[expect(clippy::disallowed_methods, reason = "a build script has no base room")]
fn reads_packed_relocations() -> bool {
    let at_home = std::env::var("HOST") == std::env::var("TARGET");
    let asked = std::process::Command::new("getconf").arg("GNU_LIBC_VERSION").output();
    let told = asked.map(|answer| String::from_utf8_lossy(&answer.stdout).trim().to_owned()).unwrap_or_default();
    at_home && told.strip_prefix("glibc 2.").is_some_and(|minor| minor.parse().is_ok_and(|minor: u32| minor >= 36))
}

/// Writes only what changed, so that an unchanged schema leaves the file times alone.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    if std::fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(path, text)
}

/// The one place that talks to cargo, which listens on standard output.
fn tell(text: &str) {
    println!("cargo::{}", text.replace('\n', " "));
}
