import CaptureDriver
import Testing

@testable import SimulatedDriver

@Suite("The hardware of a simulated phone")
struct HardwareLedgerTests {
    private let session = CaptureSessionIdentity()
    private let other = CaptureSessionIdentity()

    /// A stop for the background with something left in, and the way back.
    ///
    /// - Returns: whether the session starts again.
    private func cycle(_ ledger: inout HardwareLedger, at time: Double) -> Bool {
        _ = ledger.stop(session, isEmpty: false, now: time)
        _ = ledger.enterBackground(now: time)
        ledger.enterForeground()
        return ledger.start(session, now: time)
    }

    @Test("R-LIFE-4: a session that is stopped for the background with something in it cannot start the third time")
    func leak() {
        var ledger = HardwareLedger(leak: .background)
        #expect(ledger.start(session, now: 0) == true)
        #expect(cycle(&ledger, at: 10) == true)
        #expect(cycle(&ledger, at: 20) == true)
        #expect(cycle(&ledger, at: 30) == false)
        #expect(ledger.start(session, now: 1_000) == false)
        #expect(ledger.resources(now: 1_000).leaked == 3)
        #expect(ledger.start(other, now: 1_000) == false)
    }

    @Test("R-LIFE-4: the order of the stop and the background makes no difference")
    func order() {
        for isBackgroundFirst in [true, false] {
            var ledger = HardwareLedger(leak: .background)
            _ = ledger.start(session, now: 0)
            if isBackgroundFirst { #expect(ledger.enterBackground(now: 1) == []) }
            #expect(ledger.stop(session, isEmpty: false, now: 1.5) == isBackgroundFirst)
            if !isBackgroundFirst { #expect(ledger.enterBackground(now: 2) == [1]) }
            #expect(ledger.resources(now: 2).leaked == 1)
        }
    }

    @Test("R-LIFE-3: a session that is stopped empty holds nothing, and gives back what it had leaked")
    func emptyStop() {
        var ledger = HardwareLedger(leak: .background)
        _ = ledger.start(session, now: 0)
        for cycle in 1...10_000 {
            _ = ledger.enterBackground(now: Double(cycle))
            #expect(ledger.stop(session, isEmpty: true, now: Double(cycle)) == false)
            #expect(ledger.resources(now: Double(cycle)).used == 0)
            ledger.enterForeground()
            #expect(ledger.start(session, now: Double(cycle)) == true)
        }
        _ = cycle(&ledger, at: 20_000)
        #expect(ledger.resources(now: 20_000).leaked == 1)
        _ = ledger.stop(session, isEmpty: true, now: 20_001)
        #expect(ledger.resources(now: 20_001).used == 0)
    }

    @Test("A session that is stopped and started in the foreground loses nothing")
    func foreground() {
        var ledger = HardwareLedger(leak: .background)
        for cycle in 0..<100 {
            #expect(ledger.start(session, now: Double(cycle)) == true)
            #expect(ledger.stop(session, isEmpty: false, now: Double(cycle)) == false)
        }
        #expect(ledger.resources(now: 99.5).returning == 1)
        #expect(ledger.resources(now: 99 + PhoneResources.returnSeconds).used == 0)
        #expect(ledger.enterBackground(now: 100) == [])
        #expect(ledger.resources(now: 100).used == 0)
    }

    @Test("A session that is interrupted in the background and not stopped loses nothing")
    func interruption() {
        var ledger = HardwareLedger(leak: .background)
        for cycle in 0..<100 {
            #expect(ledger.start(session, now: Double(cycle)) == true)
            _ = ledger.enterBackground(now: Double(cycle))
            ledger.enterForeground()
        }
        #expect(ledger.resources(now: 100).used == 1)
    }

    @Test("Hardware leaks at every stop, or never, when told so")
    func rules() {
        var always = HardwareLedger(leak: .always)
        var never = HardwareLedger(leak: .never)
        var starts = 0
        for cycle in 0..<10 {
            if always.start(session, now: Double(cycle)) {
                starts += 1
                #expect(always.stop(session, isEmpty: false, now: Double(cycle)) == true)
            }
            #expect(never.start(session, now: Double(cycle)) == true)
            #expect(self.cycle(&never, at: Double(cycle)) == true)
        }
        #expect(starts == 3)
        #expect(never.resources(now: 10).leaked == 0)
    }

    @Test("The end of a session and a reset of the media services free all; a stop without a start frees nothing")
    func freeing() {
        var ledger = HardwareLedger(leak: .background)
        _ = ledger.start(session, now: 0)
        _ = ledger.start(other, now: 0)
        for time in 1...2 { _ = cycle(&ledger, at: Double(time)) }
        #expect(ledger.resources(now: 3).sessions.map(\.leaked) == [2, 0])
        #expect(ledger.resources(now: 3).sessions.map(\.isHolding) == [false, true])
        ledger.end(session)
        #expect(ledger.resources(now: 3).sessions.map(\.number) == [2])
        ledger.reset()
        #expect(ledger.resources(now: 3).used == 0)
        #expect(ledger.stop(other, isEmpty: false, now: 4) == false)
        #expect(ledger.resources(now: 4).used == 0)
    }
}
