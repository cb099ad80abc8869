//! Any bytes as one line of a host, in both protocols.
#![no_main]

#[path = "../../tests/it/inbound/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    // Lines that are not UTF-8 never come so far: `wire::lines` tells them.
    if let Ok(line) = std::str::from_utf8(bytes) {
        laws::hold(line);
    }
});
