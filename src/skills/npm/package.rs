//! The name of a package, and which of its versions is wanted.

/// The longest name that registries take.
const LONGEST: usize = 214;

/// A package that can be asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package {
    /// With its `@`.
    pub(super) scope: Option<String>,
    /// Without the scope.
    pub(super) bare: String,
    /// A version, or a tag of the registry; `latest` when none is said.
    pub(super) wanted: String,
}

impl Package {
    /// Reads `name`, `name@version`, `@scope/name` and `@scope/name@tag`; none when it is something else, such as an
    /// address or a path.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (scope, rest) = match text.strip_prefix('@') {
            Some(scoped) => {
                let (scope, rest) = scoped.split_once('/')?;
                (Some(scope), rest)
            }
            None => (None, text),
        };
        let (bare, wanted) = rest.split_once('@').unwrap_or((rest, "latest"));
        let is_version = !wanted.is_empty() && wanted.len() <= 256 && wanted.chars().all(is_of_a_version);
        if text.len() > LONGEST + 256 || !scope.is_none_or(is_name) || !is_name(bare) || !is_version {
            return None;
        }
        Some(Self { scope: scope.map(|scope| format!("@{scope}")), bare: bare.to_owned(), wanted: wanted.to_owned() })
    }

    /// As people write it.
    pub(super) fn name(&self) -> String {
        match &self.scope {
            Some(scope) => format!("{scope}/{}", self.bare),
            None => self.bare.clone(),
        }
    }

    /// What its skill is called when its file says no name: without scope and `skill-`.
    pub(super) fn skill_name(&self) -> String {
        let bare = self.bare.strip_prefix("skill-").filter(|rest| !rest.is_empty()).unwrap_or(&self.bare);
        bare.to_ascii_lowercase()
    }
}

/// What needs no escaping in an address, and does not begin like a hidden or an internal one.
fn is_name(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_.~".contains(c);
    !text.is_empty() && text.len() <= LONGEST && !text.starts_with(['.', '_']) && text.chars().all(fits)
}

fn is_of_a_version(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_.+~^<>=* |".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Option<(String, String, String)> {
        Package::parse(text).map(|package| (package.name(), package.wanted.clone(), package.skill_name()))
    }

    #[test]
    fn all_forms_of_a_name_are_read() {
        let read = |name: &str, wanted: &str, skill: &str| Some((name.into(), wanted.into(), skill.into()));
        assert_eq!(parts("tdd"), read("tdd", "latest", "tdd"));
        assert_eq!(parts(" skill-tdd@1.2.3 "), read("skill-tdd", "1.2.3", "tdd"));
        assert_eq!(parts("@a/skill-tdd"), read("@a/skill-tdd", "latest", "tdd"));
        assert_eq!(parts("@a/TDD@next"), read("@a/TDD", "next", "tdd"));
        assert_eq!(parts("skill-"), read("skill-", "latest", "skill-"));
        assert_eq!(parts("tdd@^1"), read("tdd", "^1", "tdd"));
    }

    #[test]
    fn what_is_no_name_is_not_read() {
        let long = "x".repeat(300);
        for text in [
            "", "@", "@a", "@a/", "@/b", "a/b", "a@", "../a", ".a", "_a", "a b", "a?b", "@a/../b", "a@1/2", "http://a",
            &long,
        ] {
            assert_eq!(parts(text), None, "{text:?}");
        }
    }
}
