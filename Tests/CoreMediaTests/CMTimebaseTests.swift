import CoreMedia
import Synchronization
import Testing

/// A clock that stands still until it is moved: at one second first.
private final class ManualClock: Sendable {
    private final class Milliseconds: Sendable {
        let value = Mutex<Int64>(1_000)
    }

    private let milliseconds: Milliseconds
    let clock: CMClock

    init() {
        let milliseconds = Milliseconds()
        self.milliseconds = milliseconds
        clock = CMClock(name: "manual") { CMTime(value: milliseconds.value.withLock { $0 }, timescale: 1_000) }
    }

    func advance(_ amount: Int64) { milliseconds.value.withLock { $0 += amount } }
}

/// What was told.
private final class Notes: Sendable {
    let entries = Mutex<[String]>([])
}

@Suite("CMTimebase")
struct CMTimebaseTests {
    private let source = ManualClock()

    private func ms(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1_000) }

    private func makeTimebase() throws -> CMTimebase { try CMTimebase(sourceClock: source.clock) }

    @Test("Stands at zero at first")
    func beginning() throws {
        let timebase = try makeTimebase()
        source.advance(500)
        #expect(timebase.time == .zero && timebase.rate == 0 && timebase.effectiveRate == 0)
        #expect(timebase.sourceClock === source.clock && timebase.sourceTimebase == nil)
        #expect(timebase.ultimateSourceClock === source.clock)
    }

    @Test("Runs at its rate, also backwards, and does not jump when the rate changes", arguments: [1.0, 2, 0.5, -1])
    func rates(rate: Double) throws {
        let timebase = try makeTimebase()
        try timebase.setTime(ms(10_000))
        try timebase.setRate(rate)
        #expect(timebase.time == ms(10_000))
        source.advance(800)
        #expect(timebase.time == ms(10_000 + Int64(800 * rate)))
        try timebase.setRate(0)
        source.advance(1_000)
        #expect(timebase.time == ms(10_000 + Int64(800 * rate)))
    }

    @Test("Has a time at an anchor, and runs as though it had since then")
    func anchors() throws {
        let timebase = try makeTimebase()
        // The clock shows one second.
        try timebase.setRateAndAnchorTime(rate: 2, anchorTime: .zero, referenceTime: ms(600))
        #expect(timebase.time == ms(800))
        try timebase.setAnchorTime(ms(5_000), referenceTime: ms(1_100))
        #expect(timebase.time == ms(4_800) && timebase.rate == 2)
        let (time, rate) = timebase.timeAndRate
        #expect(time == ms(4_800) && rate == 2)
        #expect(timebase.time(withTimescale: 10).timescale == 10)
    }

    @Test("The effective rate is the product of all that is followed; times convert through what both follow")
    func tree() throws {
        let parent = try makeTimebase()
        let child = try CMTimebase(sourceTimebase: parent)
        let sibling = try CMTimebase(sourceTimebase: parent)
        try parent.setRate(2)
        try child.setRate(3)
        try sibling.setRate(0.5)
        #expect(child.effectiveRate == 6)
        #expect(child.ultimateSourceClock === source.clock && child.sourceTimebase === parent)
        source.advance(100)
        #expect(child.time == ms(600))
        #expect(CMSyncConvertTime(ms(600), from: child, to: sibling) == ms(100))
        #expect(CMSyncConvertTime(ms(1_100), from: source.clock, to: parent) == ms(200))
        #expect(sibling.convertTime(ms(50), to: source.clock) == ms(1_050))
        #expect(CMSyncGetRelativeRate(child, relativeTo: sibling) == 6)
        #expect(!child.mightDrift(relativeTo: sibling))
        #expect(child.mightDrift(relativeTo: CMClock.hostTimeClock))
    }

    @Test("Relative to what stands there is no rate, and its times have no counterpart")
    func standing() throws {
        let timebase = try makeTimebase()
        #expect(source.clock.rate(relativeTo: timebase).isNaN)
        #expect(timebase.rate(relativeTo: source.clock) == 0)
        #expect(!CMSyncConvertTime(.zero, from: timebase, to: source.clock).isNumeric)
        #expect(CMSyncConvertTime(ms(7), from: source.clock, to: timebase) == .zero)
        let (rate, anchor, reference) = try timebase.rateAndAnchorTime(relativeTo: source.clock)
        #expect(rate == 0 && anchor == .zero && reference == ms(1_000))
    }

    @Test("Follows another source without a jump; never itself")
    func sources() throws {
        let timebase = try makeTimebase()
        try timebase.setRate(1)
        source.advance(300)
        let other = ManualClock()
        timebase.source = other.clock
        source.advance(1_000)
        #expect(timebase.time == ms(300))
        other.advance(50)
        #expect(timebase.time == ms(350))
        let follower = try CMTimebase(sourceTimebase: timebase)
        #expect(CMTimebaseSetSourceTimebase(timebase, follower) == kCMTimebaseError_InvalidParameter)
        #expect(CMTimebaseSetSourceTimebase(timebase, timebase) == kCMTimebaseError_InvalidParameter)
        #expect(timebase.sourceClock === other.clock)
    }

    @Test("Times and rates that are no numbers are refused")
    func refusals() throws {
        let timebase = try makeTimebase()
        #expect(throws: CMTimebase.Error.invalidParameter) { try timebase.setTime(.indefinite) }
        #expect(throws: CMTimebase.Error.invalidParameter) { try timebase.setRate(.nan) }
        #expect(CMTimebaseSetRate(timebase, rate: .infinity) == kCMTimebaseError_InvalidParameter)
        #expect(timebase.time == .zero)
    }

    @Test("Tells of jumps and of changed effective rates, also those that follow")
    func notifications() throws {
        let timebase = try makeTimebase()
        let follower = try CMTimebase(sourceTimebase: timebase)
        try follower.setRate(1)
        let seen = Notes()
        let names = [CMTimebase.timeJumped, CMTimebase.effectiveRateChanged]
        let tokens = names.flatMap { name in
            [(timebase, "own"), (follower, "follower")].map { object, label in
                NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { note in
                    let hasTime = note.userInfo?[CMTimebase.NotificationKey.eventTime.rawValue] != nil
                    let kind = note.name == CMTimebase.timeJumped ? "jump" : "rate"
                    seen.entries.withLock { $0.append("\(label) \(kind) \(hasTime)") }
                }
            }
        }
        defer { tokens.forEach { NotificationCenter.default.removeObserver($0) } }
        try timebase.setRate(1)
        #expect(seen.entries.withLock { $0 } == ["own rate true", "follower rate true"])
        try timebase.setRate(1)
        #expect(seen.entries.withLock { $0.count } == 2)
        try timebase.setTime(.zero)
        try timebase.notificationBarrier()
        #expect(seen.entries.withLock { Array($0.dropFirst(2)) } == ["own jump true", "follower jump true"])
    }

    @Test("Fires timers at times of the timebase")
    func timers() async throws {
        let timebase = try CMTimebase(sourceClock: .hostTimeClock)
        let (fired, continuation) = AsyncStream.makeStream(of: Void.self)
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "timer"))
        timer.setEventHandler { continuation.yield() }
        try timebase.addTimer(timer)
        timer.resume()
        try timebase.setTimerNextFireTime(timer, fireTime: ms(10_000))
        // Ten seconds of the timebase are a millisecond of the clock.
        try timebase.setRate(10_000)
        for await _ in fired { break }
        #expect(timebase.time >= ms(10_000))
        try timebase.removeTimer(timer)
        #expect(throws: CMTimebase.Error.invalidParameter) { try timebase.removeTimer(timer) }
        timer.cancel()
    }

    @Test("Timers of a run loop must be slow to repeat by themselves")
    func runLoopTimers() throws {
        let timebase = try makeTimebase()
        let short = Timer(timeInterval: 1, repeats: true) { _ in }
        #expect(throws: CMTimebase.Error.timerIntervalTooShort) { try timebase.addTimer(short, on: RunLoop.current) }
        let slow = Timer(timeInterval: CMTimebase.veryLongTimeInterval, repeats: true) { _ in }
        try timebase.addTimer(slow, on: RunLoop.current)
        try timebase.setTimerNextFireTime(slow, fireTime: ms(1_000))
        #expect(slow.fireDate.timeIntervalSinceNow > 1_000_000_000)
        try timebase.setRate(0.001)
        #expect(slow.fireDate.timeIntervalSinceNow < 1_001 && slow.fireDate.timeIntervalSinceNow > 900)
        slow.invalidate()
    }
}
