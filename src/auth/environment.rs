//! The environment variables of the process, as a value that can be passed on.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::Arc;

/// Environment variables. Cheap to clone; tests make their own.
#[derive(Clone, Default)]
pub struct Environment(Arc<BTreeMap<String, String>>);

impl Environment {
    /// The variables of this process, as they are now. The one place that reads them.
    pub fn of_process() -> Self {
        let text = |value: OsString| value.into_string().ok();
        std::env::vars_os().filter_map(|(name, value)| Some((text(name)?, text(value)?))).collect()
    }

    /// A variable that is set to something.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|value| !value.trim().is_empty())
    }

    /// The same for those who look up paths.
    pub fn path(&self, name: &str) -> Option<OsString> {
        self.get(name).map(OsString::from)
    }

    /// Whether a switch is on: `1`, `true`, `yes` or `on`, in any case, with or without blanks around.
    pub fn is_on(&self, name: &str) -> bool {
        let value = self.get(name).unwrap_or_default().trim().to_ascii_lowercase();
        matches!(value.as_str(), "1" | "true" | "yes" | "on")
    }
}

impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for Environment {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(pairs: I) -> Self {
        Self(Arc::new(pairs.into_iter().map(|(name, value)| (name.into(), value.into())).collect()))
    }
}

impl std::fmt::Debug for Environment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Values may be secrets.
        write!(f, "Environment({} variables)", self.0.len())
    }
}
