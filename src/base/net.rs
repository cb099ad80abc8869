//! Whether an address is on this machine.

use std::net::IpAddr;

use reqwest::Url;

/// Whether an address is this machine by its host's name or number. No name is looked up.
pub fn is_loopback(url: &Url) -> bool {
    let Some(host) = url.host_str() else { return false };
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    match bare.parse::<IpAddr>() {
        Ok(address) => address.is_loopback() || address.is_unspecified(),
        Err(_) => bare.eq_ignore_ascii_case("localhost") || bare.to_ascii_lowercase().ends_with(".localhost"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_of_this_machine_are_told_from_others() {
        let is_here = |host: &str| is_loopback(&Url::parse(&format!("http://{host}:1/x")).unwrap());
        for host in ["localhost", "LocalHost", "a.localhost", "127.0.0.1", "127.9.9.9", "[::1]", "0.0.0.0"] {
            assert!(is_here(host), "{host}");
        }
        for host in ["localhost.example", "notlocalhost", "128.0.0.1", "[fe80::1]", "10.0.0.1"] {
            assert!(!is_here(host), "{host}");
        }
        assert!(!is_loopback(&Url::parse("data:x").unwrap()));
    }
}
