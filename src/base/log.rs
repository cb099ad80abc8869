//! The log: one line on stderr for each record, never a protocol frame, never a credential, never a block.

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::io::Write as _;
use std::os::fd::AsFd;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use nix::poll::{PollFd, PollFlags, PollTimeout};
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt as _};

use super::{clock, text};

/// A record is cut here. A pipe that reports room takes this much without blocking.
const MAX_RECORD: usize = 4000;

/// Shorter strings would black out half of the log and protect nothing.
const MIN_SECRET: usize = 6;

/// Strings that must not appear in the log. Clones share the list.
#[derive(Clone, Default)]
pub struct Secrets {
    known: Arc<RwLock<Vec<String>>>,
}

impl Secrets {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// From now on `secret` is replaced wherever the log would show it. Strings under six bytes are not taken.
    pub fn register(&self, secret: &str) {
        let secret = secret.trim();
        if self.known.read().unwrap_or_else(PoisonError::into_inner).iter().any(|other| other == secret) {
            return;
        }
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if secret.len() < MIN_SECRET || known.iter().any(|other| other == secret) {
            return;
        }
        known.push(secret.to_owned());
        // The longest first, so that a secret inside another leaves no remains of the outer one.
        known.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
    }

    /// `text` with every registered string replaced by `[redacted]`.
    pub fn redact<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let mut out = Cow::Borrowed(text);
        for secret in known.iter() {
            if out.contains(secret.as_str()) {
                out = Cow::Owned(out.replace(secret.as_str(), "[redacted]"));
            }
        }
        out
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secrets")
    }
}

/// Sends the log of this process to stderr and panics to the log. Only the first call has an effect.
pub fn start(level: LevelFilter, secrets: Secrets) {
    let Ok(stderr) = std::io::stderr().as_fd().try_clone_to_owned() else {
        return;
    };
    let layer = LineLayer { level, secrets, sink: Mutex::new(Sink { out: stderr.into(), lost: 0 }) };
    if tracing::subscriber::set_global_default(tracing_subscriber::registry().with(layer)).is_ok() {
        std::panic::set_hook(Box::new(|panic| {
            let text = panic.payload_as_str().unwrap_or("no text");
            let place = panic.location().map(ToString::to_string).unwrap_or_default();
            tracing::error!(place, "panic: {text}");
        }));
    }
}

/// Formats an event as one line and writes it.
struct LineLayer {
    level: LevelFilter,
    secrets: Secrets,
    sink: Mutex<Sink>,
}

impl<S: Subscriber> Layer<S> for LineLayer {
    fn enabled(&self, metadata: &tracing::Metadata<'_>, _: Context<'_, S>) -> bool {
        // Other people's crates are heard only when something is wrong with them.
        *metadata.level() <= self.level
            && (metadata.target().starts_with("hostwire") || *metadata.level() <= tracing::Level::WARN)
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(self.level)
    }

    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut parts = Parts::default();
        event.record(&mut parts);
        let body = format!("{}{}", parts.message, parts.fields);
        let line = record(&event.metadata().level().to_string(), event.metadata().target(), &body, &self.secrets);
        self.sink.lock().unwrap_or_else(PoisonError::into_inner).put(&line);
    }
}

/// The text of one record without its LF. It begins with the time, so it can never pass for a frame.
fn record(level: &str, room: &str, body: &str, secrets: &Secrets) -> String {
    let body = secrets.redact(body);
    let line = format!("{} {level:<5} {room}: {}", clock::iso(clock::now()), text::one_line(&body));
    text::clip(&line, MAX_RECORD).into_owned()
}

#[derive(Default)]
struct Parts {
    message: String,
    fields: String,
}

impl Visit for Parts {
    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "message" {
            self.message.push_str(value);
        } else {
            let _ = write!(self.fields, " {}={value}", field.name());
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let _ = match field.name() {
            "message" => write!(self.message, "{value:?}"),
            name => write!(self.fields, " {name}={value:?}"),
        };
    }
}

/// stderr. A host need not read it, so a full pipe loses records instead of stopping the server.
struct Sink {
    out: std::fs::File,
    lost: u64,
}

impl Sink {
    fn put(&mut self, line: &str) {
        if !has_room(self.out.as_fd()) {
            self.lost += 1;
            return;
        }
        let lost = std::mem::take(&mut self.lost);
        let note = if lost > 0 { format!(" ({lost} records before this one found no room)") } else { String::new() };
        // One write for a record, so that lines of other writers cannot get inside.
        let _ = self.out.write_all(format!("{line}{note}\n").as_bytes());
    }
}

fn has_room(fd: impl AsFd) -> bool {
    let mut fds = [PollFd::new(fd.as_fd(), PollFlags::POLLOUT)];
    nix::poll::poll(&mut fds, PollTimeout::ZERO).is_ok_and(|ready| ready > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;
    use std::os::fd::OwnedFd;

    fn capture(work: impl FnOnce(), level: LevelFilter, secrets: Secrets) -> String {
        let (mut reader, writer) = std::io::pipe().expect("a pipe");
        let out = std::fs::File::from(OwnedFd::from(writer));
        let layer = LineLayer { level, secrets, sink: Mutex::new(Sink { out, lost: 0 }) };
        tracing::subscriber::with_default(tracing_subscriber::registry().with(layer), work);
        let mut text = String::new();
        reader.read_to_string(&mut text).expect("the log");
        text
    }

    #[test]
    fn a_record_is_one_line_that_is_no_frame() {
        let log = capture(
            || {
                tracing::info!("{{\"type\":\"ready\"}}\nsecond");
                tracing::warn!(path = "/a\nb", count = 3, "odd");
                tracing::debug!("too fine");
            },
            LevelFilter::INFO,
            Secrets::new(),
        );
        let lines: Vec<_> = log.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].ends_with("hostwire::base::log::tests: {\"type\":\"ready\"}\\nsecond"), "{log}");
        assert!(lines[1].contains("WARN ") && lines[1].ends_with("odd path=/a\\nb count=3"), "{log}");
        assert!(lines.iter().all(|line| line.starts_with("20")));
    }

    #[test]
    fn a_registered_secret_never_shows() {
        let secrets = Secrets::new();
        secrets.register("sk-abcdef");
        secrets.register("sk-abcdef-longer");
        secrets.register("abc");
        let log =
            capture(|| tracing::info!(key = "sk-abcdef-longer", "uses sk-abcdef abc"), LevelFilter::INFO, secrets);
        assert!(log.ends_with("uses [redacted] abc key=[redacted]\n"), "{log}");
    }

    #[test]
    fn a_full_stderr_loses_records_and_says_so() {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        let mut sink = Sink { out: std::fs::File::from(OwnedFd::from(writer)), lost: 0 };
        let line = "x".repeat(MAX_RECORD);
        let mut written = 0;
        while sink.lost < 3 {
            sink.put(&line);
            written += 1;
            assert!(written < 100_000, "a pipe has an end");
        }
        let mut reader = std::io::BufReader::new(reader);
        let mut page = vec![0; 3 * (MAX_RECORD + 1)];
        reader.read_exact(&mut page).expect("room");
        sink.put("next");
        drop(sink);
        let mut rest = String::new();
        reader.read_to_string(&mut rest).expect("the rest");
        assert!(rest.ends_with("next (3 records before this one found no room)\n"));
    }
}
