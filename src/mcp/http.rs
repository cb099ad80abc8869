//! The HTTP client for servers at an address.

use std::time::Duration;

use reqwest::{Client, Url};

use crate::base::mask;
use crate::base::net::is_loopback;

const CONNECT: Duration = Duration::from_secs(10);

/// A client for one server. This machine is never reached through a proxy, and needs no certificates (hazard K49).
pub(super) fn client(url: &str) -> Result<Client, String> {
    // The process may have chosen its cryptography already; then this changes nothing.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let url = Url::parse(url).map_err(|error| format!("{} is no address: {error}", mask::url(url)))?;
    let mut client = Client::builder()
        .user_agent(concat!("hostwire/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(CONNECT)
        // A kept connection whose last answer was not read to its end stalls the next request.
        .pool_max_idle_per_host(0)
        // Headers that hold keys are not sent on to another host.
        .redirect(reqwest::redirect::Policy::none());
    if is_loopback(&url) {
        client = client.no_proxy();
        if url.scheme() == "http" {
            client = client.tls_certs_only([]);
        }
    }
    client.build().map_err(|error| format!("cannot set up connections: {error}"))
}
