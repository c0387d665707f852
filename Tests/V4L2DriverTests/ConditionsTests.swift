import CaptureDriver
import CoreMedia
import FoundationExtras
import Synchronization
import Testing

@testable import V4L2Driver

@Suite("Linux conditions")
struct ConditionsTests {
    @Test(
        "One accessible node authorizes; nodes that are all forbidden deny; none is no refusal",
        arguments: [(0, 0, CaptureAuthorization.authorized), (3, 1, .authorized), (2, 0, .denied)]
    )
    func authorization(present: Int, accessible: Int, expected: CaptureAuthorization) {
        let access = NodeAccess(present: present, accessible: accessible)
        let conditions = LinuxSystemConditions(
            clock: ManualCaptureClock(),
            devices: { [] },
            access: { _ in access },
            zones: { [] }
        )
        #expect(conditions.authorization(for: .video) == expected)
        let answer = Mutex<Bool?>(nil)
        conditions.requestAuthorization(for: .video) { granted in answer.withLock { $0 = granted } }
        #expect(answer.withLock { $0 } == (expected == .authorized))
    }

    static func zone(_ temperature: Double) -> ThermalZone {
        ThermalZone(temperature: temperature, passive: 80, hot: 95, critical: 105)
    }

    @Test(
        "The hardware's own limits decide",
        arguments: [
            (40, .nominal), (76, .fair), (80, .serious), (95, .critical), (101, .critical), (105, .shutdown),
        ] as [(Double, SystemPressure.Level)]
    )
    func pressure(temperature: Double, level: SystemPressure.Level) {
        #expect(ThermalPolicy.pressure([Self.zone(20), Self.zone(temperature)]).level == level)
        #expect(ThermalPolicy.pressure([ThermalZone(temperature: temperature)]).level == .nominal)
    }

    @Test("A change of the heat is told once, for every device, as long as somebody observes")
    func observing() {
        let clock = ManualCaptureClock()
        let temperature = Mutex(40.0)
        let conditions = LinuxSystemConditions(
            clock: clock,
            devices: { ["a", "b"] },
            access: { _ in NodeAccess(present: 0, accessible: 0) },
            zones: { [Self.zone(temperature.withLock { $0 })] }
        )
        let changes = Mutex<[SystemConditionChange]>([])
        let observation = conditions.observe { change in changes.withLock { $0.append(change) } }
        clock.advance(bySeconds: 20)
        #expect(changes.withLock { $0 }.isEmpty)
        temperature.withLock { $0 = 85 }
        clock.advance(bySeconds: 20)
        #expect(changes.withLock { $0 } == [.pressure("a"), .pressure("b")])
        #expect(conditions.pressure(on: "a").level == .serious)
        observation.cancel()
        temperature.withLock { $0 = 40 }
        clock.advance(bySeconds: 20)
        #expect(changes.withLock { $0 }.count == 2)
    }
}
