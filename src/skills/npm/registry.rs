//! Asking a registry: what it says of a package, and the package itself.

use std::collections::BTreeMap;
use std::error::Error as _;
use std::time::Duration;

use reqwest::header::{ACCEPT, AUTHORIZATION, LOCATION};
use reqwest::redirect::Policy;
use reqwest::{Client, Response, StatusCode, Url};
use serde::Deserialize;

use crate::base::mask;
use crate::base::net::is_loopback;
use crate::base::text::clip;

use super::configuration::Access;
use super::integrity::Promise;
use super::{FetchError, Package};

const CONNECT: Duration = Duration::from_secs(10);
/// How long a registry may say nothing.
const SILENCE: Duration = Duration::from_secs(30);
const REDIRECTS: usize = 5;
/// Bytes of what a registry says of all versions of a package.
const MOST_ABOUT: usize = 32 * 1024 * 1024;
/// Bytes of a package.
const MOST_PACKAGE: usize = 20 * 1024 * 1024;
/// Bytes of what somebody else said that are told on.
const MOST_SAID: usize = 200;
/// Without what only people read; registries that do not know it send all.
const ABOUT: &str = "application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*; q=0.5";

/// What a registry says of a package, as far as it matters here.
#[derive(Deserialize)]
struct About {
    #[serde(default, rename = "dist-tags")]
    tags: BTreeMap<String, String>,
    #[serde(default)]
    versions: BTreeMap<String, Version>,
}

#[derive(Deserialize)]
struct Version {
    dist: Option<Dist>,
}

#[derive(Deserialize)]
struct Dist {
    tarball: Option<String>,
    integrity: Option<String>,
    shasum: Option<String>,
}

/// Gets a package and checks that it is the promised one.
pub(super) async fn tarball(access: &Access, package: &Package) -> Result<Vec<u8>, FetchError> {
    let asking = Asking { access, client: client(&access.registry).map_err(FetchError::Failed)? };
    let name = package.name();
    // The slash of a scope is part of the name, not of the path.
    let about = access.registry.join(&name.replace('/', "%2f"));
    let about = about.map_err(|error| FetchError::Failed(error.to_string()))?;
    let bytes = asking.get(about, ABOUT, MOST_ABOUT).await?.ok_or_else(|| {
        FetchError::NotFound(format!("the registry at {} has no package {name}", mask::url(access.registry.as_str())))
    })?;
    let about: About = serde_json::from_slice(&bytes).map_err(|error| {
        FetchError::Failed(format!(
            "what the registry says of {name} cannot be read: {}",
            clip(&error.to_string(), MOST_SAID)
        ))
    })?;
    let (version, dist) = pick(about, package)?;
    let gone = || FetchError::Failed(format!("the registry does not say where {name} {version} lies"));
    let url = access.registry.join(dist.tarball.as_deref().ok_or_else(gone)?);
    let url = url.map_err(|error| FetchError::Failed(format!("the address of {name} cannot be used: {error}")))?;
    let url = asking.encrypted(url);
    let bytes = asking
        .get(url, "*/*", MOST_PACKAGE)
        .await?
        .ok_or_else(|| FetchError::Failed(format!("the registry lists {name} {version}, but does not have it")))?;
    let promise = Promise { integrity: dist.integrity, shasum: dist.shasum };
    if promise.integrity.is_none() {
        tracing::warn!("the registry promises only an old digest of {name} {version}");
    }
    promise.check(&bytes).map_err(FetchError::Unusable)?;
    Ok(bytes)
}

/// The version that is wanted: by its number or by a tag.
fn pick(mut about: About, package: &Package) -> Result<(String, Dist), FetchError> {
    let wanted = package.wanted.strip_prefix(['v', '=']).unwrap_or(&package.wanted);
    let version = match about.versions.contains_key(wanted) {
        true => Some(wanted.to_owned()),
        false => about.tags.get(&package.wanted).cloned(),
    };
    let found = version.and_then(|version| about.versions.remove(&version).map(|found| (version, found)));
    let Some((version, found)) = found else {
        let tags: Vec<&str> = about.tags.keys().map(String::as_str).take(10).collect();
        let text = format!(
            "{} has no version or tag `{}` (tags: {}); ranges are not resolved",
            package.name(),
            package.wanted,
            clip(&tags.join(", "), MOST_SAID)
        );
        return Err(FetchError::Failed(text));
    };
    let nothing = || FetchError::Failed(format!("the registry says nothing of {} {version}", package.name()));
    let dist = found.dist.ok_or_else(nothing)?;
    Ok((version, dist))
}

struct Asking<'a> {
    access: &'a Access,
    client: Client,
}

impl Asking<'_> {
    /// Gets what is at an address, within a limit; none when nothing is there. Follows where it leads, by the rules.
    async fn get(&self, mut url: Url, accept: &str, limit: usize) -> Result<Option<Vec<u8>>, FetchError> {
        for _ in 0..=REDIRECTS {
            self.allowed(&url)?;
            let mut request = self.client.get(url.clone()).header(ACCEPT, accept);
            // Invariant: to the registry itself and to nobody that it sends us to.
            if let Some(credential) = self.access.credential.as_ref().filter(|_| self.is_registry(&url)) {
                request = request.header(AUTHORIZATION, credential.clone());
            }
            let response = request.send().await.map_err(|error| self.failed(&url, &explained(error)))?;
            let status = response.status();
            match status {
                _ if status.is_success() => return self.body(response, &url, limit).await.map(Some),
                StatusCode::NOT_FOUND | StatusCode::GONE => return Ok(None),
                _ if status.is_redirection() => {
                    let to = response.headers().get(LOCATION).and_then(|to| to.to_str().ok());
                    let to = to.and_then(|to| url.join(to).ok());
                    let next = to.ok_or_else(|| self.failed(&url, &format!("answered {status} without an address")))?;
                    if url.scheme() == "https" && next.scheme() != "https" {
                        return Err(self.failed(&url, "leads to an address that is not encrypted"));
                    }
                    url = next;
                }
                StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
                    let text = format!(
                        "answered {status}; .npmrc can give a credential for it (//{}/:_authToken=…)",
                        place(&url)
                    );
                    return Err(self.failed(&url, &text));
                }
                _ => return Err(self.failed(&url, &format!("answered {status}"))),
            }
        }
        Err(self.failed(&url, &format!("is the end of more than {REDIRECTS} redirects")))
    }

    /// Only what is on the web, and nothing of this machine that the registry is not part of.
    fn allowed(&self, url: &Url) -> Result<(), FetchError> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(self.failed(url, "is no address of the web"));
        }
        if is_loopback(url) && !is_loopback(&self.access.registry) {
            return Err(self.failed(url, "is on this machine, and the registry is not"));
        }
        Ok(())
    }

    /// A registry behind an encrypting proxy may not know that it is.
    fn encrypted(&self, mut url: Url) -> Url {
        let registry = &self.access.registry;
        let is_same = url.host_str() == registry.host_str() && url.port().is_none();
        if is_same && url.scheme() == "http" && registry.scheme() == "https" && url.set_scheme("https").is_ok() {
            // The port belongs to the scheme.
            let _ = url.set_port(registry.port());
        }
        url
    }

    fn is_registry(&self, url: &Url) -> bool {
        url.origin() == self.access.registry.origin()
    }

    async fn body(&self, mut response: Response, url: &Url, limit: usize) -> Result<Vec<u8>, FetchError> {
        let large = || self.failed(url, &format!("sends more than {} MiB", limit / 1024 / 1024));
        if response.content_length().is_some_and(|length| length > limit as u64) {
            return Err(large());
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| self.failed(url, &explained(error)))? {
            if bytes.len() + chunk.len() > limit {
                return Err(large());
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes)
    }

    fn failed(&self, url: &Url, why: &str) -> FetchError {
        let mut text = format!("{} {why}", clip(&mask::url(url.as_str()), MOST_SAID));
        for secret in self.access.secrets.iter().filter(|secret| !secret.is_empty()) {
            text = text.replace(secret.as_str(), mask::MASK);
        }
        FetchError::Failed(text)
    }
}

/// Compressed answers are not asked for: what is counted is what came, and packages are compressed as they are.
fn client(registry: &Url) -> Result<Client, String> {
    // The process may have chosen its cryptography already; then this changes nothing.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut client = Client::builder()
        .user_agent(concat!("hostwire/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(CONNECT)
        .read_timeout(SILENCE)
        .gzip(false)
        .referer(false)
        .redirect(Policy::none());
    if is_loopback(registry) {
        // This machine is never reached through a proxy, and needs no certificates (hazard K49).
        client = client.no_proxy();
        if registry.scheme() == "http" {
            client = client.tls_certs_only([]);
        }
    }
    client.build().map_err(|error| format!("cannot set up connections: {error}"))
}

/// Host and port, as keys of npm's configuration name them.
fn place(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

/// The error with its causes, without the address, which may hold more than is told.
fn explained(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut text = format!("cannot be asked: {error}");
    let mut cause = error.source();
    while let Some(inner) = cause {
        text.push_str(&format!(": {inner}"));
        cause = inner.source();
    }
    clip(&text, MOST_SAID * 2).into_owned()
}
