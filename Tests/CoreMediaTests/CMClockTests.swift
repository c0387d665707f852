import CoreMedia
import Synchronization
import Testing

/// A clock that stands still until it is moved.
private final class ManualTime: Sendable {
    private let nanoseconds: Mutex<Int64>

    init(_ start: Int64) {
        nanoseconds = Mutex(start)
    }

    var time: CMTime { CMTime(value: nanoseconds.withLock { $0 }, timescale: 1_000_000_000) }

    func advance(_ amount: Int64) {
        nanoseconds.withLock { $0 += amount }
    }
}

@Suite("CMClock")
struct CMClockTests {
    @Test("The host clock runs forward in nanoseconds")
    func hostClock() {
        let first = CMClock.hostTimeClock.time
        let second = CMClockGetTime(CMClockGetHostTimeClock())
        #expect(first.timescale == 1_000_000_000)
        #expect(first <= second)
        #expect(CMClock.hostTimeClock === CMClockGetHostTimeClock())
        #expect(CMSyncGetTime(CMClock.hostTimeClock) >= second)
    }

    @Test("Host time and system units convert both ways")
    func systemUnits() {
        let time = CMTime(value: 3, timescale: 2)
        #expect(CMClockConvertHostTimeToSystemUnits(time) == 1_500_000_000)
        #expect(CMClock.convertSystemUnitsToHostTime(1_500_000_000) == time)
        #expect(CMClockConvertHostTimeToSystemUnits(.invalid) == 0)
    }

    @Test("The kernel's units are the host clock's, as programs compute with them")
    func machTime() {
        var base = mach_timebase_info()
        #expect(mach_timebase_info(&base) == KERN_SUCCESS)
        let units = mach_absolute_time()
        let time = CMClockMakeHostTimeFromSystemUnits(units)
        let seconds = Double(units) * Double(base.numer) / Double(base.denom) / Double(NSEC_PER_SEC)
        #expect(abs(time.seconds - seconds) < 0.001)
        #expect(time <= CMClock.hostTimeClock.time && mach_continuous_time() >= units)
        #expect(CMClockConvertHostTimeToSystemUnits(time) == units)
    }

    @Test("S-20: times convert between injected clocks by their offset")
    func injectedClocks() {
        let base = ManualTime(1_000_000_000)
        let device = CMClock(name: "device") { base.time }
        let session = CMClock(name: "session") { base.time + CMTime(value: 500, timescale: 1) }
        let frame = CMTime(value: 900_000_000, timescale: 1_000_000_000)
        let converted = CMSyncConvertTime(frame, from: device, to: session)
        #expect(converted == frame + CMTime(value: 500, timescale: 1))
        #expect(!converted.hasBeenRounded)
        base.advance(7)
        #expect(CMSyncConvertTime(converted, from: session, to: device) == frame)
        #expect(session.convertTime(converted, to: device) == frame)
    }

    @Test("S-20: a standing clock converts to the host's within the time that the call takes")
    func hostConversion() {
        let simulated = ManualTime(42)
        let clock = CMClock(name: "simulated") { simulated.time }
        let before = CMClock.hostTimeClock.time
        let now = CMSyncConvertTime(clock.time, from: clock, to: CMClock.hostTimeClock)
        #expect(now >= before && now <= CMClock.hostTimeClock.time)
    }

    @Test("A clock converts to itself exactly and does not drift from itself")
    func sameClock() {
        let host = CMClock.hostTimeClock
        let time = CMTime(value: 1, timescale: 3)
        #expect(CMSyncConvertTime(time, from: host, to: host) == time)
        #expect(CMSyncConvertTime(.indefinite, from: host, to: CMClock(name: "x") { .zero }) == .indefinite)
        #expect(!CMSyncMightDrift(host, host))
        #expect(host.mightDrift(relativeTo: CMClock(name: "x") { .zero }))
        #expect(CMSyncGetRelativeRate(host, relativeTo: host) == 1)
        var (rate, anchor, reference) = (0.0, CMTime.invalid, CMTime.invalid)
        CMSyncGetRelativeRateAndAnchorTime(
            host,
            relativeTo: host,
            relativeRateOut: &rate,
            anchorTimeOut: &anchor,
            relativeToAnchorTimeOut: &reference
        )
        #expect(rate == 1 && anchor.isNumeric && reference.isNumeric)
    }
}
