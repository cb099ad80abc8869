//! Which registry a package comes from and what lets us in, as npm's own configuration says it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::Url;
use reqwest::header::HeaderValue;

use super::{Npm, Package};

/// The longest configuration file that is read.
const MOST_BYTES: u64 = 256 * 1024;

/// A registry, and the way in.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Access {
    /// Ends with a slash, holds no password.
    pub registry: Url,
    pub credential: Option<HeaderValue>,
    /// What is masked in all that is told.
    pub secrets: Vec<String>,
}

/// The registry of a package: its scope's, else the one of hostwire's settings, else npm's. The error says where to set it.
pub(super) fn access(npm: &Npm, package: &Package) -> Result<Access, String> {
    let levels = Levels::read(npm);
    let of_scope = package.scope.as_ref().and_then(|scope| levels.get(&format!("{scope}:registry")));
    let of_settings = || npm.registry.clone().filter(|text| !text.trim().is_empty());
    let Some(address) = of_scope.or_else(of_settings).or_else(|| levels.get("registry")) else {
        return Err(
            "no npm registry is configured; set `skills.registry` in the settings, `npm_config_registry` in the \
                    environment or `registry=` in .npmrc"
                .to_owned(),
        );
    };
    let (registry, own) = parse(&address)?;
    let configured = own.or_else(|| levels.credential(&registry));
    let (credential, secrets) = match configured {
        None => (None, Vec::new()),
        Some(text) => {
            let bad = || "the credential for the npm registry cannot be sent in a header".to_owned();
            let mut value = HeaderValue::from_str(&text).map_err(|_| bad())?;
            value.set_sensitive(true);
            let secret = text.split_whitespace().last().unwrap_or_default().to_owned();
            (Some(value), vec![secret])
        }
    };
    Ok(Access { registry, credential, secrets })
}

/// An address without what it holds of a credential, and that.
fn parse(address: &str) -> Result<(Url, Option<String>), String> {
    let bad = |why: &str| format!("the address of the npm registry cannot be used: {why}");
    let mut url = Url::parse(address.trim()).map_err(|error| bad(&error.to_string()))?;
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
        return Err(bad("it must begin with http:// or https://"));
    }
    let own = match (url.username(), url.password()) {
        ("", None) => None,
        (user, password) => {
            let pair = format!("{}:{}", plain(user), plain(password.unwrap_or_default()));
            Some(format!("Basic {}", STANDARD.encode(pair)))
        }
    };
    let cleared = url.set_username("").and_then(|()| url.set_password(None));
    cleared.map_err(|()| bad("its password cannot be taken out"))?;
    url.set_query(None);
    url.set_fragment(None);
    if !url.path().ends_with('/') {
        url.set_path(&format!("{}/", url.path()));
    }
    Ok((url, own))
}

fn plain(text: &str) -> String {
    crate::base::mask::decoded(text)
}

/// What says something, strongest first: the environment, the workspace's file, the user's, the machine's.
struct Levels<'a> {
    npm: &'a Npm,
    files: Vec<BTreeMap<String, String>>,
}

impl<'a> Levels<'a> {
    fn read(npm: &'a Npm) -> Self {
        let mut levels = Self { npm, files: Vec::new() };
        let user = levels.of_environment("userconfig").map(Into::into);
        let user = user.or_else(|| npm.user_home.as_ref().map(|home| home.join(".npmrc")));
        let machine = levels.of_environment("globalconfig").map(Into::into);
        let paths = [Some(npm.workspace.join(".npmrc")), user, machine];
        let files = paths.into_iter().flatten().map(|path| levels.file(&path));
        levels.files = files.collect();
        levels
    }

    fn get(&self, key: &str) -> Option<String> {
        let in_files = || self.files.iter().find_map(|file| file.get(key).cloned());
        self.of_environment(key).or_else(in_files).filter(|value| !value.trim().is_empty())
    }

    /// npm reads its own variables in any case, in practice in one of these two.
    fn of_environment(&self, key: &str) -> Option<String> {
        let key = if key.starts_with("//") { key.to_owned() } else { key.replace('-', "_") };
        let names = [format!("npm_config_{key}"), format!("NPM_CONFIG_{}", key.to_uppercase())];
        names.iter().find_map(|name| self.npm.environment.get(name)).map(str::to_owned)
    }

    fn file(&self, path: &Path) -> BTreeMap<String, String> {
        let read = || -> Option<String> {
            let there = fs::metadata(path).ok().filter(|there| there.is_file())?;
            if there.len() > MOST_BYTES {
                tracing::warn!("{} is not read: it is longer than {} KiB", path.display(), MOST_BYTES / 1024);
                return None;
            }
            fs::read(path).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        };
        let variable = |name: &str| {
            let is_hidden = self.npm.hidden.iter().any(|hidden| hidden == name);
            if is_hidden {
                tracing::warn!(
                    "{} does not get the value of {name}, which is a credential of a model's",
                    path.display()
                );
            }
            self.npm.environment.get(name).filter(|_| !is_hidden).map(str::to_owned)
        };
        read().map(|text| pairs(&text, &variable)).unwrap_or_default()
    }

    /// The header for a registry: of the longest part of its address that one is set for.
    fn credential(&self, registry: &Url) -> Option<String> {
        let place = registry.as_str().split_once(':').map(|(_, place)| place)?;
        let mut place = place.to_owned();
        loop {
            let of = |name: &str| self.get(&format!("{place}:{name}"));
            if let Some(token) = of("_authToken") {
                return Some(format!("Bearer {token}"));
            }
            if let Some(pair) = of("_auth") {
                return Some(format!("Basic {pair}"));
            }
            if let (Some(user), Some(password)) = (of("username"), of("_password")) {
                let password = STANDARD.decode(password.trim()).ok()?;
                return Some(format!("Basic {}", STANDARD.encode([user.as_bytes(), b":", &password].concat())));
            }
            // npm writes the key with the slash at its end, people also without.
            if place.ends_with('/') {
                place.pop();
            } else {
                let parent = place.rfind('/').filter(|at| *at > 1)?;
                place.truncate(parent + 1);
            }
        }
    }
}

/// The pairs of an ini file; sections and lists mean nothing here.
fn pairs(text: &str, variable: &dyn Fn(&str) -> Option<String>) -> BTreeMap<String, String> {
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let pairs = lines.take_while(|line| !line.starts_with('[')).filter(|line| !line.starts_with([';', '#']));
    pairs
        .filter_map(|line| line.split_once('='))
        .map(|(key, value)| (filled(key.trim(), variable), filled(unquoted(value.trim()), variable)))
        .collect()
}

fn unquoted(text: &str) -> &str {
    let inside = |quote: char| text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    match inside('"').or_else(|| inside('\'')) {
        Some(inside) => inside,
        // What follows a comment sign is none of the value.
        None => text.split([';', '#']).next().unwrap_or_default().trim(),
    }
}

/// `${NAME}` is replaced, `${NAME?}` by nothing when it is not set; without the question mark it then stays as it stands.
fn filled(text: &str, variable: &dyn Fn(&str) -> Option<String>) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, after)) = rest.split_once("${") {
        let Some((name, behind)) = after.split_once('}') else { break };
        let (bare, is_optional) = name.strip_suffix('?').map_or((name, false), |bare| (bare, true));
        out.push_str(before);
        match variable(bare) {
            Some(value) => out.push_str(&value),
            None if is_optional => {}
            None => out.push_str(&format!("${{{name}}}")),
        }
        rest = behind;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
#[path = "configuration_tests.rs"]
mod tests;
