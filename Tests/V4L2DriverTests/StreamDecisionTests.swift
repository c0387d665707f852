import CaptureDriver
import Testing

@testable import V4L2Driver

@Suite("Frame times")
struct TimestampTrustTests {
    static let second: Int64 = 1_000_000_000

    @Test(
        "A kernel time is believed unless it is wrong",
        arguments: [
            (100 * second, true, 100 * second + 5_000_000, nil),
            (100 * second, false, 100 * second, .otherClock),
            (100 * second + 3_000_000, true, 100 * second, .future),
            (100 * second + 1_000_000, true, 100 * second, nil),
            (97 * second, true, 100 * second, .stale),
            (.max / 2, true, 100 * second, .future),
            (.min / 2, true, 100 * second, .stale),
        ] as [(Int64, Bool, Int64, TimestampTrust.Suspicion?)]
    )
    func judgement(kernel: Int64, isMonotonic: Bool, arrival: Int64, suspicion: TimestampTrust.Suspicion?) {
        var trust = TimestampTrust()
        let result = trust.time(kernel: kernel, isMonotonic: isMonotonic, arrival: arrival)
        #expect(result.suspicion == suspicion)
        #expect(result.time == (suspicion == nil ? min(kernel, arrival) : arrival))
    }

    @Test("Times that are ahead by less than a frame keep their spacing, and none lies in the future")
    func ahead() {
        let period: Int64 = 25_000_000
        var trust = TimestampTrust(framePeriod: period)
        var times: [Int64] = []
        for frame: Int64 in 0..<100 {
            let ideal = Self.second + frame * period
            // The timer's grid is 4 ms: frames come before or after their ideal time.
            let arrival = (ideal + 2_000_000) / 4_000_000 * 4_000_000 - 8_000_000
            let result = trust.time(kernel: ideal, isMonotonic: true, arrival: arrival)
            #expect(result.suspicion == nil)
            #expect(result.time <= arrival)
            times.append(result.time)
        }
        let steps = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect(steps.dropFirst(10).allSatisfy { $0 == period })
        #expect(steps.allSatisfy { $0 > 0 })
        let beyond = trust.time(kernel: 10 * Self.second + period + 1, isMonotonic: true, arrival: 10 * Self.second)
        #expect(beyond.suspicion == .future)
    }

    @Test("A time that does not grow is replaced, and the result always grows")
    func growing() {
        var trust = TimestampTrust()
        var last: Int64 = 0
        for step: Int64 in [10, 20, 20, 15, 30, 40] {
            let result = trust.time(kernel: step, isMonotonic: true, arrival: step + 1)
            #expect(result.time > last)
            last = result.time
        }
    }

    @Test("Five wrong times in a row end the trust, single ones do not")
    func patience() {
        var trust = TimestampTrust()
        var now: Int64 = 10 * Self.second
        for frame in 0..<200 {
            now += 33_000_000
            _ = trust.time(kernel: frame.isMultiple(of: 10) ? 0 : now - 1_000, isMonotonic: true, arrival: now)
        }
        #expect(trust.isTrusted)
        for _ in 0..<5 {
            now += 33_000_000
            _ = trust.time(kernel: 0, isMonotonic: true, arrival: now)
        }
        #expect(!trust.isTrusted)
        now += 33_000_000
        #expect(trust.time(kernel: now - 5_000_000, isMonotonic: true, arrival: now).time == now)
    }

    @Test(
        "Any time of a driver's becomes a number",
        arguments: [
            (1, 500_000, 1_500_000_000), (0, 0, 0), (Int.max, 0, Int64.max / 2), (Int.min, 0, Int64.min / 2),
            (9_223_372_036, 999_999, Int64.max / 2),
        ]
    )
    func conversion(seconds: Int, microseconds: Int, nanoseconds: Int64) {
        #expect(TimestampTrust.nanoseconds(seconds: seconds, microseconds: microseconds) == nanoseconds)
    }
}

@Suite("Stall watchdog")
struct StallWatchdogTests {
    static let second: Int64 = 1_000_000_000

    @Test("Silence is reported once and restarts the stream, then every tenth time")
    func stall() {
        var watchdog = StallWatchdog(framePeriod: 33_333_333, start: 0)
        let endsNothing = watchdog.frameArrived(at: Self.second)
        #expect(!endsNothing)
        #expect(watchdog.poll(at: 2 * Self.second - 1) == StallWatchdog.Action())
        #expect(watchdog.poll(at: 2 * Self.second) == StallWatchdog.Action(report: 1, restart: true))
        var restarts: [Int] = []
        for silence in 1...25 {
            let action = watchdog.poll(at: Int64(2 + silence) * Self.second)
            #expect(action.report == nil)
            if action.restart { restarts.append(silence) }
        }
        #expect(restarts == [10, 20])
        let endsStall = watchdog.frameArrived(at: 30 * Self.second)
        #expect(endsStall)
        #expect(!watchdog.isStalled)
    }

    @Test(
        "The limit is five frames, at least a second, and longer before the first frame",
        arguments: [
            (0, 3 * second, second), (33_000_000, 3 * second, second), (second, 5 * second, 5 * second),
            (Int64.max, 3 * second, second),
        ] as [(Int64, Int64, Int64)]
    )
    func limits(period: Int64, first: Int64, later: Int64) {
        var watchdog = StallWatchdog(framePeriod: period, start: 100)
        #expect(watchdog.deadline == 100 + first)
        _ = watchdog.frameArrived(at: 200)
        #expect(watchdog.deadline == 200 + later)
    }

    @Test("A poll waits until the deadline, at most a second and at least a moment")
    func pollTimeout() {
        var watchdog = StallWatchdog(framePeriod: 0, start: 0)
        #expect(watchdog.pollTimeout(at: 0) == 1_000)
        _ = watchdog.frameArrived(at: 0)
        #expect(watchdog.pollTimeout(at: 400_000_000) == 600)
        #expect(watchdog.pollTimeout(at: 999_999_999) == 1)
        #expect(watchdog.pollTimeout(at: 5 * Self.second) == 1)
    }
}

@Suite("Buffer ledger")
struct BufferTrackerTests {
    /// A ledger with all buffers queued.
    private func ledger(_ count: Int) -> BufferTracker {
        var ledger = BufferTracker(count: count)
        for index in 0..<count { ledger.queued(index) }
        return ledger
    }

    @Test("Buffers are lent as long as two remain for the camera, then frames are copied")
    func reserve() throws {
        var ledger = ledger(6)
        for index in 0..<4 {
            try ledger.dequeued(index)
            #expect(ledger.delivery() == .lend)
            ledger.lent(index)
            ledger.settled(index)
            #expect(ledger.holders[index] == .consumer)
        }
        try ledger.dequeued(4)
        #expect(ledger.delivery() == .copy)
        #expect(ledger.holders[4] == .arrived)
        ledger.settled(4)
        #expect(ledger.holders[4] == .driver)
        ledger.queued(4)
        #expect(ledger.queued == 2)
        ledger.reclaimed(0)
        ledger.queued(0)
        try ledger.dequeued(5)
        #expect(ledger.delivery() == .lend)
    }

    @Test("A kernel that breaks its rules is noticed")
    func violations() throws {
        var ledger = ledger(3)
        #expect(throws: BufferTracker.Violation.unknownBuffer(3)) { try ledger.dequeued(3) }
        #expect(throws: BufferTracker.Violation.unknownBuffer(-1)) { try ledger.dequeued(-1) }
        try ledger.dequeued(1)
        #expect(throws: BufferTracker.Violation.notQueued(1)) { try ledger.dequeued(1) }
    }

    @Test("Switching the stream off gives back what the kernel has, not what consumers have")
    func streamOff() throws {
        var ledger = ledger(3)
        try ledger.dequeued(0)
        ledger.lent(0)
        ledger.streamStopped()
        #expect(ledger.holders == [.consumer, .driver, .driver])
    }

    @Test(
        "Of a backlog of more than two only the newest frame is delivered",
        arguments: [(0, 0), (1, 0), (2, 0), (3, 2), (6, 5)]
    )
    func backlog(waiting: Int, skipped: Int) {
        #expect(BacklogPolicy.skipped(waiting: waiting) == skipped)
    }

    @Test("A topic is logged once in ten seconds, with the number of suppressed messages")
    func logGate() {
        var gate = LogGate()
        #expect(gate.admit("a", at: 0) == 0)
        #expect(gate.admit("b", at: 1) == 0)
        #expect(gate.admit("a", at: 2) == nil)
        #expect(gate.admit("a", at: 9_999_999_999) == nil)
        #expect(gate.admit("a", at: 10_000_000_000) == 2)
        #expect(gate.admit("a", at: 20_000_000_000) == 0)
    }
}

@Suite("Frame check")
struct FrameCheckTests {
    /// A JPEG as far as markers go.
    static func jpeg(_ count: Int = 200, end: [UInt8] = [0xFF, 0xD9], padding: Int = 0) -> [UInt8] {
        [0xFF, 0xD8] + Array(repeating: 0x55, count: count - 2 - end.count) + end + Array(repeating: 0, count: padding)
    }

    private func judge(_ check: inout FrameCheck, _ bytes: [UInt8], used: Int? = nil, marked: Bool = false)
        -> FrameCheck.Verdict
    {
        bytes.withUnsafeBytes { check.judge($0, used: used ?? bytes.count, isMarked: marked) }
    }

    @Test("Uncompressed frames need their bytes and no mark")
    func uncompressed() {
        var check = FrameCheck(expectedBytes: 100)
        let bytes = [UInt8](repeating: 0, count: 128)
        #expect(judge(&check, bytes, used: 100) == .good)
        #expect(judge(&check, bytes, used: 128) == .good)
        #expect(judge(&check, bytes, used: 99) == .bad(.short))
        #expect(judge(&check, bytes, used: 0) == .bad(.short))
        #expect(judge(&check, bytes, used: 129) == .bad(.oversized))
        #expect(judge(&check, bytes, used: 100, marked: true) == .bad(.markedByDriver))
    }

    @Test("A JPEG needs both markers; zeros may follow")
    func compressed() {
        var check = FrameCheck(expectedBytes: nil)
        #expect(judge(&check, Self.jpeg()) == .good)
        #expect(judge(&check, Self.jpeg(padding: 1_000)) == .good)
        #expect(judge(&check, Self.jpeg(end: [0x12, 0x34])) == .bad(.truncated))
        #expect(judge(&check, Self.jpeg(padding: 5_000)) == .bad(.truncated))
        #expect(judge(&check, Self.jpeg(100)) == .bad(.short))
        #expect(judge(&check, [0x00] + Self.jpeg()) == .bad(.noStartMarker))
        #expect(judge(&check, [0xFF, 0xD8] + Array(repeating: 0, count: 300)) == .bad(.truncated))
    }

    @Test("A camera that never sends the end marker is believed after five frames")
    func relaxation() {
        var check = FrameCheck(expectedBytes: nil)
        let truncated = Self.jpeg(end: [0x12, 0x34])
        for _ in 0..<4 { #expect(judge(&check, truncated) == .bad(.truncated)) }
        #expect(judge(&check, truncated) == .good)
        #expect(judge(&check, truncated) == .good)
        #expect(judge(&check, [0x00] + truncated) == .bad(.noStartMarker))
    }

    @Test("A camera that has sent the end marker once is held to it")
    func noRelaxation() {
        var check = FrameCheck(expectedBytes: nil)
        #expect(judge(&check, Self.jpeg()) == .good)
        for _ in 0..<20 { #expect(judge(&check, Self.jpeg(end: [0x12, 0x34])) == .bad(.truncated)) }
    }

    /// A JPEG with a thumbnail in its segments.
    private static func segmented(_ scan: [UInt8], after: [UInt8] = []) -> [UInt8] {
        let thumbnail: [UInt8] = [0xFF, 0xD8, 0x01, 0xFF, 0xD9]
        let application: [UInt8] = [0xFF, 0xE1, 0x00, UInt8(thumbnail.count + 2)] + thumbnail
        let head: [UInt8] = [0xFF, 0xDA, 0x00, 0x02]
        return [0xFF, 0xD8] + application + head + scan + [0xFF, 0xD9] + after
    }

    @Test("A JPEG with another one's beginning in its middle is bad; a thumbnail or a second image is not")
    func joined() {
        let filling = [UInt8](repeating: 0x55, count: 200)
        let cases: [([UInt8], FrameCheck.Verdict)] = [
            (Self.segmented(filling), .good),
            (Self.segmented(filling + [0xFF, 0x00, 0xFF, 0xD0] + filling), .good),
            (Self.segmented(filling + [0xFF, 0xD8] + filling), .bad(.joined)),
            (Self.segmented([0xFF, 0xD8] + filling), .bad(.joined)),
            (Self.segmented(filling, after: Self.segmented(filling)), .good),
            (Self.segmented(filling + [0xFF, 0xD8] + filling, after: Self.segmented(filling)), .bad(.joined)),
        ]
        for (bytes, verdict) in cases {
            var check = FrameCheck(expectedBytes: nil)
            #expect(judge(&check, bytes) == verdict)
        }
    }

    @Test("Segments that lead nowhere are read within the frame's bytes")
    func hostileSegments() {
        for length: UInt8 in [0, 1, 2, 0x20, 0xFF] {
            var check = FrameCheck(expectedBytes: nil)
            let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDA, length, length]
            #expect(judge(&check, head + Array(repeating: 0xFF, count: 150) + [0xFF, 0xD9]) == .good)
            #expect(judge(&check, [0xFF, 0xD8] + Array(repeating: 0xFF, count: 150) + [0xFF, 0xD9]) == .good)
        }
    }
}
