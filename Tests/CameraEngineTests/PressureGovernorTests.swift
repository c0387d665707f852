import CameraLifecycle
import SeededRandom
import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("What is done about heat and power")
struct PressureGovernorTests {
    private var governor = PressureGovernor(calm: 10_000)

    private func time(_ seconds: Int64) -> CameraTime { CameraTime.zero.after(milliseconds: seconds * 1_000) }

    @Test("R-MULTI-5: fair is told to the log, and nothing else is done")
    mutating func fair() {
        let effects = governor.receive(.fair, now: time(0))
        #expect(effects == [.log(reported: .fair, inForce: .fair)])
    }

    @Test("R-MULTI-5: 20 frames a second at serious, 15 at critical, none at shutdown, at once")
    mutating func rising() {
        let serious = governor.receive(.serious, now: time(0))
        #expect(serious == [.log(reported: .serious, inForce: .serious), .limit(20)])
        let critical = governor.receive(.critical, now: time(1))
        #expect(critical == [.log(reported: .critical, inForce: .critical), .limit(15)])
        let shutdown = governor.receive(.shutdown, now: time(2))
        #expect(shutdown == [.log(reported: .shutdown, inForce: .shutdown), .stop, .check(time(12))])
        // A jump does all of it.
        var other = PressureGovernor(calm: 10_000)
        let jump = other.receive(.shutdown, now: time(0))
        #expect(jump == [.log(reported: .shutdown, inForce: .shutdown), .limit(15), .stop, .check(time(10))])
    }

    @Test("R-MULTI-5: less is done one level at a time, each after the pressure was lower for a while")
    mutating func falling() {
        _ = governor.receive(.shutdown, now: time(0))
        let fallen = governor.receive(.nominal, now: time(5))
        #expect(fallen == [.log(reported: .nominal, inForce: .shutdown), .check(time(15))])
        let early = governor.update(.nominal, now: time(14))
        #expect(early == [])
        let first = governor.update(.nominal, now: time(15))
        #expect(first == [.log(reported: .nominal, inForce: .critical), .resume, .check(time(25))])
        let second = governor.update(.nominal, now: time(25))
        #expect(second == [.log(reported: .nominal, inForce: .serious), .limit(20), .check(time(35))])
        let third = governor.update(.nominal, now: time(35))
        #expect(third == [.log(reported: .nominal, inForce: .fair), .limit(nil), .check(time(45))])
        let last = governor.update(.nominal, now: time(45))
        #expect(last == [.log(reported: .nominal, inForce: .nominal)])
    }

    @Test("R-MULTI-5: the wait begins anew when the pressure changes, and ends when it is back")
    mutating func hysteresis() {
        _ = governor.receive(.critical, now: time(0))
        _ = governor.receive(.nominal, now: time(1))
        let higher = governor.receive(.serious, now: time(9))
        #expect(higher == [.log(reported: .serious, inForce: .critical), .check(time(19))])
        let back = governor.receive(.critical, now: time(12))
        #expect(back == [.log(reported: .critical, inForce: .critical), .stopChecking])
        let late = governor.update(.critical, now: time(19))
        #expect(late == [])
        #expect(governor.inForce == .critical)
    }

    @Test("R-MULTI-5: a stopped camera that reports nothing is looked at")
    mutating func looking() {
        _ = governor.receive(.shutdown, now: time(0))
        let stillHot = governor.update(.shutdown, now: time(10))
        #expect(stillHot == [.check(time(20))])
        let cooler = governor.update(.serious, now: time(20))
        #expect(cooler == [.log(reported: .serious, inForce: .shutdown), .check(time(30))])
        let resumed = governor.update(.serious, now: time(30))
        #expect(resumed == [.log(reported: .serious, inForce: .critical), .resume, .check(time(40))])
    }

    @Test("Another camera begins without limits")
    mutating func reset() {
        _ = governor.receive(.shutdown, now: time(0))
        let effects = governor.reset()
        #expect(effects == [.log(reported: .shutdown, inForce: .nominal), .limit(nil), .resume, .stopChecking])
        let again = governor.reset()
        #expect(again == [])
    }

    @Test(
        "R-MULTI-5: whatever is reported and whenever, less is never done within the calm time, and the end is reached",
        arguments: 1...20 as ClosedRange<UInt64>
    )
    func anyOrder(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<10 {
            var governor = PressureGovernor(calm: 10_000)
            var now: Int64 = 0
            var lowered: Int64?
            var check: CameraTime?
            func note(_ effects: [PressureGovernor.Effect]) {
                for effect in effects {
                    if case .check(let time) = effect { check = time }
                    if case .stopChecking = effect { check = nil }
                }
            }
            for _ in 0..<100 {
                now += Int64.random(in: 0..<8, using: &generator)
                let former = governor.inForce
                if let due = check, due <= time(now) {
                    check = nil
                    note(governor.update(governor.reported, now: time(now)))
                } else {
                    note(
                        governor.receive(
                            CameraPressure.Level.allCases.randomElement(using: &generator)!,
                            now: time(now)
                        )
                    )
                }
                #expect(governor.inForce >= governor.reported)
                if governor.inForce < former {
                    #expect(governor.inForce == former.lower)
                    if let lowered { #expect(now - lowered >= 10) }
                    lowered = now
                } else if governor.inForce > former {
                    lowered = nil
                }
            }
            note(governor.receive(.nominal, now: time(now)))
            for _ in 0..<5 {
                guard let due = check else { break }
                check = nil
                note(governor.update(.nominal, now: due))
            }
            #expect(governor.inForce == .nominal)
            #expect(check == nil)
        }
    }
}
