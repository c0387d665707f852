import Foundation

/// A moment, as both clocks of a machine tell it.
///
/// What is waited for within a process is measured by ``uptime``, which no setting of the clock changes. ``date`` is
/// for what other processes, a later start and people read.
public struct ScanInstant: Sendable, Hashable {
    /// Since an origin that does not matter; never goes back, and goes on while the machine sleeps.
    public var uptime: Duration
    /// The time of day. It jumps when the clock is set.
    public var date: Date

    /// A moment.
    public init(uptime: Duration, date: Date) {
        self.uptime = uptime
        self.date = date
    }
}

extension Duration {
    /// The duration in seconds.
    var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
