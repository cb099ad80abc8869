//! The secrets of one login: PKCE's verifier with its challenge, and the state.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};
use ring::rand::{SecureRandom as _, SystemRandom};

/// What proves that a code belongs to the login that asked for it (RFC 7636, RFC 6749 section 10.12).
pub(super) struct Proof {
    /// Sent with the code.
    pub verifier: String,
    /// Comes back with the code.
    pub state: String,
}

impl Proof {
    /// `None` when the system has no random numbers.
    pub(super) fn new() -> Option<Self> {
        Some(Self { verifier: random::<32>()?, state: random::<24>()? })
    }

    /// What the page gets of the verifier (S256).
    pub(super) fn challenge(&self) -> String {
        URL_SAFE_NO_PAD.encode(digest(&SHA256, self.verifier.as_bytes()))
    }
}

/// So many random bytes as text that an address takes as it is.
pub(super) fn random<const BYTES: usize>() -> Option<String> {
    let mut bytes = [0; BYTES];
    SystemRandom::new().fill(&mut bytes).ok()?;
    Some(URL_SAFE_NO_PAD.encode(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_challenge_is_that_of_the_standard() {
        // Appendix B of RFC 7636.
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk".to_owned();
        let proof = Proof { verifier, state: String::new() };
        assert_eq!(proof.challenge(), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    }

    #[test]
    fn every_login_has_its_own() {
        let (a, b) = (Proof::new().unwrap(), Proof::new().unwrap());
        assert!(a.verifier != b.verifier && a.state != b.state);
        assert_eq!((a.verifier.len(), a.state.len()), (43, 32));
    }
}
