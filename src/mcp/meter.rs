//! The pipes of a child, watched: one that asks without end and reads no answer is cut off.
//!
//! Each request of a server is answered in its turn, and the answers wait until it reads. Nothing bounds how many wait, but
//! that nothing more is read from a server that has stopped reading.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_util::sync::CancellationToken;

/// Messages that are taken from a server that reads nothing.
const MOST_UNREAD: usize = 10_000;

#[derive(Debug, Default)]
struct Meter {
    /// What was written last does not go through.
    is_stalled: AtomicBool,
    /// Lines that came since then.
    lines: AtomicUsize,
}

/// What comes from a child; it ends when the child has been cut off.
pub(super) struct Incoming<R> {
    inner: R,
    meter: Arc<Meter>,
    cut: CancellationToken,
}

/// What goes to a child.
pub(super) struct Outgoing<W> {
    inner: W,
    meter: Arc<Meter>,
}

/// Watches a pair of pipes. The token is cancelled when the child has to be ended: what waits to be written to it would wait
/// for ever.
pub(super) fn watched<R, W>(from: R, to: W, cut: CancellationToken) -> (Incoming<R>, Outgoing<W>) {
    let meter = Arc::new(Meter::default());
    (Incoming { inner: from, meter: meter.clone(), cut }, Outgoing { inner: to, meter })
}

impl<R: AsyncRead + Unpin> AsyncRead for Incoming<R> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.inner).poll_read(cx, buffer);
        if self.meter.is_stalled.load(Ordering::Relaxed) {
            let new = buffer.filled().get(before..).unwrap_or_default();
            let lines = new.iter().filter(|byte| **byte == b'\n').count();
            if self.meter.lines.fetch_add(lines, Ordering::Relaxed) + lines > MOST_UNREAD {
                buffer.set_filled(before);
                self.cut.cancel();
                return Poll::Ready(Ok(()));
            }
        }
        polled
    }
}

impl<W> Outgoing<W> {
    fn seen<T>(&self, polled: Poll<T>) -> Poll<T> {
        self.meter.is_stalled.store(polled.is_pending(), Ordering::Relaxed);
        if polled.is_ready() {
            self.meter.lines.store(0, Ordering::Relaxed);
        }
        polled
    }
}

impl<W: AsyncWrite + Unpin> AsyncWrite for Outgoing<W> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.inner).poll_write(cx, bytes);
        self.seen(polled)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    #[tokio::test]
    async fn who_asks_and_does_not_read_is_cut_off() {
        let (ours, _unread) = tokio::io::duplex(8);
        let flood = "\n".repeat(4 * MOST_UNREAD);
        let cut = CancellationToken::new();
        let (mut from, mut to) = watched(flood.as_bytes(), ours, cut.clone());
        let mut some = vec![0; 2 * MOST_UNREAD];
        from.read_exact(&mut some).await.unwrap();
        // The ninth byte does not fit any more.
        let written = tokio::select! {
            biased;
            written = to.write_all(b"123456789") => Some(written),
            () = std::future::ready(()) => None,
        };
        assert!(written.is_none());
        let mut rest = Vec::new();
        from.read_to_end(&mut rest).await.unwrap();
        assert!(rest.len() <= MOST_UNREAD && cut.is_cancelled(), "{}", rest.len());
    }

    #[tokio::test]
    async fn who_reads_may_say_as_much_as_it_likes() {
        let (ours, mut theirs) = tokio::io::duplex(8);
        let flood = "\n".repeat(3 * MOST_UNREAD);
        let (mut from, mut to) = watched(flood.as_bytes(), ours, CancellationToken::new());
        let mut read = [0; 9];
        let (written, _) = tokio::join!(to.write_all(b"123456789"), theirs.read_exact(&mut read));
        written.unwrap();
        let mut all = Vec::new();
        from.read_to_end(&mut all).await.unwrap();
        assert_eq!(all.len(), flood.len());
    }
}
