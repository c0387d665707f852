import CVideo4Linux
import CaptureDriver
import Glibc

/// Notices that a stream has stopped delivering, and says when to restart it.
///
/// Cameras are known to fall silent without an error (firmware that hangs, HDMI grabbers that lose the signal); a restart
/// of the stream brings many of them back. `CaptureStallRule` says what a stall is. Restarted once at the first stall, then after every tenth further period of
/// silence: a camera that needs long must not be kept from starting by restarts.
///
/// All times are nanoseconds of one monotonic clock.
package struct StallWatchdog: Sendable, Equatable {
    /// What to do after a look at the clock.
    package struct Action: Sendable, Equatable {
        /// Seconds without a frame, when that is to be told now (once per stall).
        package var report: Double?
        /// Whether to restart the stream.
        package var restart: Bool

        package init(report: Double? = nil, restart: Bool = false) {
            self.report = report
            self.restart = restart
        }
    }

    /// Further silences from one restart to the next.
    package static let restartInterval = 10

    private let framePeriod: Int64
    private var hasFrame = false
    private var lastFrame: Int64
    private var periodStart: Int64
    private var silences = 0

    /// - Parameters:
    ///   - framePeriod: duration of a frame; 0 when unknown or nonsense.
    ///   - start: now.
    package init(framePeriod: Int64, start: Int64) {
        self.framePeriod = framePeriod
        lastFrame = start
        periodStart = start
    }

    /// Whether a stall has been reported that has not ended.
    package var isStalled: Bool { silences > 0 }

    /// A frame has come.
    ///
    /// - Returns: whether it ends a stall.
    package mutating func frameArrived(at now: Int64) -> Bool {
        let ends = isStalled
        hasFrame = true
        lastFrame = now
        periodStart = now
        silences = 0
        return ends
    }

    /// No frame has come; to be called at the deadline or whenever it suits.
    package mutating func poll(at now: Int64) -> Action {
        guard now >= deadline else { return Action() }
        silences += 1
        periodStart = now
        let isFirst = silences == 1
        return Action(
            report: isFirst ? Double(now - lastFrame) / 1e9 : nil,
            restart: isFirst || (silences - 1).isMultiple(of: Self.restartInterval)
        )
    }

    /// When to look next, unless a frame comes before.
    package var deadline: Int64 {
        periodStart
            + CaptureStallRule.patience(frameDuration: framePeriod, hasDelivered: hasFrame || isStalled)
    }

    /// How long a poll may wait, in milliseconds: to the deadline, but at least 1 and at most 1000.
    package func pollTimeout(at now: Int64) -> Int32 {
        Int32(min(max((deadline - now + 999_999) / 1_000_000, 1), 1_000))
    }
}

/// Wakes a thread that waits in `poll`.
package final class WakeSignal: Sendable {
    /// For the poll set; readable once the signal was given, for ever.
    package let descriptor: Int32

    /// - Throws: the kernel's error when the process has too many open files.
    package init() throws(Errno) {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        guard descriptor >= 0 else { throw Errno.last }
    }

    deinit {
        close(descriptor)
    }

    /// Gives the signal. Any thread, any number of times.
    package func signal() {
        var one: UInt64 = 1
        // Fails only if the counter is full, and then the signal was given long ago.
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }
}

/// Reads a clock in nanoseconds. The real one is the kernel's monotonic clock, which stamps frames and which Core Media's
/// host time clock shows on Linux; tests pass their own.
package typealias MonotonicTime = @Sendable () -> Int64

/// `CLOCK_MONOTONIC`, in nanoseconds.
package func kernelMonotonicTime() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// A system call's error code as a value, so that decisions about it need no global variable.
public struct Errno: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number, such as `EBUSY`.
    public let code: Int32

    public init(_ code: Int32) {
        self.code = code
    }

    /// What the calling thread's last system call left behind.
    public static var last: Errno { Errno(errno) }

    /// The C library's words and the number.
    public var description: String { "\(String(cString: strerror(code))) (errno \(code))" }
}

/// Lets a message through now and then: a camera that fails thirty times a second must not fill the disk with log.
///
/// Times are nanoseconds of one monotonic clock.
package struct LogGate: Sendable, Equatable {
    /// Silence after a message.
    package static let silence: Int64 = 10_000_000_000

    private var next: [String: Int64] = [:]
    private var suppressed: [String: Int] = [:]

    package init() {}

    /// - Parameter topic: what the message is about; each topic has its own silence.
    /// - Returns: how many messages on the topic were suppressed before this one, or `nil` to suppress this one too.
    package mutating func admit(_ topic: String, at now: Int64) -> Int? {
        if let time = next[topic], now < time {
            suppressed[topic, default: 0] += 1
            return nil
        }
        next[topic] = now + Self.silence
        return suppressed.removeValue(forKey: topic) ?? 0
    }
}
