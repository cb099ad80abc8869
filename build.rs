//! Turns `schema/` into the code, the bundles and the documents below OUT_DIR.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    for path in ["schema", "build.rs"] {
        tell(&format!("rerun-if-changed={path}"));
    }
    // A position-independent binary of this size has some hundred thousand relative relocations, which are read at every
    // start; packed, they take a fiftieth of the space. A linker that does not know the option passes over it.
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
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
