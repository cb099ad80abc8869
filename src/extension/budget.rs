//! How much may come in how short a time: a bucket that leaks.

use std::time::Duration;

use tokio::time::Instant;

/// Allows a burst, and then so much a second.
#[derive(Debug)]
pub(super) struct Budget {
    burst: f64,
    each_second: f64,
    used: f64,
    at: Instant,
}

impl Budget {
    pub(super) fn new(burst: u32, each_second: u32) -> Self {
        Self { burst: burst.into(), each_second: each_second.into(), used: 0.0, at: Instant::now() }
    }

    /// Takes `amount`; when that is more than is left, nothing is taken and this is `false`.
    pub(super) fn take(&mut self, amount: usize) -> bool {
        let now = Instant::now();
        self.forget(now.duration_since(self.at));
        self.at = now;
        let used = self.used + amount as f64;
        let fits = used <= self.burst;
        if fits {
            self.used = used;
        }
        fits
    }

    fn forget(&mut self, elapsed: Duration) {
        self.used = (self.used - elapsed.as_secs_f64() * self.each_second).max(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_burst_passes_and_a_flood_does_not() {
        let mut budget = Budget::new(10, 5);
        assert!((0..10).all(|_| budget.take(1)));
        assert!(!budget.take(1));
        tokio::time::advance(Duration::from_secs(2)).await;
        assert!(budget.take(10) && !budget.take(1));
    }
}
