//! Whether what came is what the registry promised.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::digest::{self, Algorithm};

/// Digests of an integrity string, strongest first. SHA-1 counts only alone: it can be forged.
const KNOWN: [(&str, &Algorithm); 4] = [
    ("sha512", &digest::SHA512),
    ("sha384", &digest::SHA384),
    ("sha256", &digest::SHA256),
    ("sha1", &digest::SHA1_FOR_LEGACY_USE_ONLY),
];

/// What a registry says of a package's bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Promise {
    /// Digests with their algorithms, in the form of subresource integrity.
    pub integrity: Option<String>,
    /// SHA-1 in hexadecimal, from before there was the other.
    pub shasum: Option<String>,
}

impl Promise {
    /// Holds the bytes against the strongest digest. Of several of one strength one must fit.
    pub(super) fn check(&self, bytes: &[u8]) -> Result<(), String> {
        let Some(integrity) = self.integrity.as_deref().map(str::trim).filter(|text| !text.is_empty()) else {
            return self.check_old(bytes);
        };
        let digests: Vec<(&str, &str)> = integrity
            .split_whitespace()
            .filter_map(|word| word.split_once('-'))
            .map(|(name, digest)| (name, digest.split_once('?').map_or(digest, |(digest, _)| digest)))
            .collect();
        let of = |wanted: &'static str| digests.iter().filter(move |(name, _)| *name == wanted);
        let Some((name, algorithm)) = KNOWN.into_iter().find(|(name, _)| of(name).next().is_some()) else {
            return Err("the registry promises no digest of a kind that is known here".to_owned());
        };
        let actual = digest::digest(algorithm, bytes);
        let fits = |digest: &str| STANDARD.decode(digest).is_ok_and(|digest| digest == actual.as_ref());
        match of(name).any(|(_, digest)| fits(digest)) {
            true => Ok(()),
            false => Err(format!("the package is not what the registry promises: its {name} differs")),
        }
    }

    fn check_old(&self, bytes: &[u8]) -> Result<(), String> {
        let Some(promised) = self.shasum.as_deref().map(str::trim).filter(|text| !text.is_empty()) else {
            return Err("the registry promises no digest of the package".to_owned());
        };
        let actual = digest::digest(&digest::SHA1_FOR_LEGACY_USE_ONLY, bytes);
        let actual: String = actual.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
        match actual.eq_ignore_ascii_case(promised) {
            true => Ok(()),
            false => Err("the package is not what the registry promises: its sha1 differs".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABC_SHA1: &str = "a9993e364706816aba3e25717850c26c9cd0d89d";

    fn sri(name: &str, algorithm: &'static Algorithm) -> String {
        format!("{name}-{}", STANDARD.encode(digest::digest(algorithm, b"abc")))
    }

    fn check(integrity: &str, shasum: &str) -> Result<(), String> {
        let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        Promise { integrity: text(integrity), shasum: text(shasum) }.check(b"abc")
    }

    #[test]
    fn the_strongest_digest_decides() {
        let (sha512, sha256) = (sri("sha512", &digest::SHA512), sri("sha256", &digest::SHA256));
        let wrong = "sha512-AAAA";
        assert_eq!(check(&sha512, ""), Ok(()));
        assert_eq!(check(&format!("{sha512}?opt"), "0000"), Ok(()), "the old digest is not looked at");
        assert_eq!(check(&format!("{wrong} {sha512}"), ""), Ok(()));
        assert_eq!(check(&sha256, ""), Ok(()));
        assert!(check(&format!("{wrong} {sha256}"), ABC_SHA1).unwrap_err().contains("sha512 differs"));
        assert!(check("sha512-", ABC_SHA1).is_err() && check("sha512-%%", ABC_SHA1).is_err());
        assert!(check("md5-AAAA", ABC_SHA1).unwrap_err().contains("known here"), "and nothing weaker stands in");
    }

    #[test]
    fn the_old_digest_counts_only_alone() {
        assert_eq!(check("", ABC_SHA1), Ok(()));
        assert_eq!(check(" ", &ABC_SHA1.to_uppercase()), Ok(()));
        assert!(check("", "0000").unwrap_err().contains("sha1 differs"));
        assert!(check("", "").unwrap_err().contains("no digest"));
        assert_eq!(check(&sri("sha1", &digest::SHA1_FOR_LEGACY_USE_ONLY), ""), Ok(()));
    }
}
