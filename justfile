# Each recipe is one line that works as it stands; nothing needs `just` to be installed.

# What has to pass before a change is offered.
check:
    cargo fmt --all --check && cargo clippy --workspace --all-targets -- -D warnings && cargo test --workspace

# Writes what is published into generated/.
gen:
    cargo run --quiet -- schema --out generated

# All tests.
test:
    cargo test --workspace

# Rewrites what the golden dialogues expect; read the diff as code.
golden:
    UPDATE_GOLDEN=1 cargo test --test it goldens

# Formats, and applies what clippy can.
fix:
    cargo clippy --workspace --all-targets --fix --allow-dirty --allow-staged && cargo fmt --all
