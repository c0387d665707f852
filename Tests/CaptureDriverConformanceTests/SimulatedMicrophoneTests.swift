import CaptureDriver
import CaptureDriverConformance
import SimulatedDriver
import Testing

@Suite("The simulated driver's microphones conform")
struct SimulatedMicrophoneTests {
    @Test(
        "To every check, with every microphone",
        arguments: MicrophoneCheck.allCases,
        [SimulatedPhone.Profile.iphone, .webcam]
    )
    func conforms(_ check: MicrophoneCheck, _ profile: SimulatedPhone.Profile) throws {
        let subject = try Self.subject(profile)
        #expect(check.applies(to: subject))
        try check.run(on: subject)
    }

    @Test("A clock that drifts as much as any passes too", arguments: [-500.0, 500])
    func drift(partsPerMillion: Double) throws {
        try MicrophoneCheck.packets.run(on: Self.subject(.iphone, drift: partsPerMillion, rateError: 0.001))
    }

    /// A microphone of a simulated machine, on a clock that stands still between the steps of a check.
    static func subject(
        _ profile: SimulatedPhone.Profile,
        drift: Double = 0,
        rateError: Double = 1e-6
    ) throws -> MicrophoneSubject {
        let clock = ManualCaptureClock()
        let phone = SimulatedPhone(profile: profile, audio: SimulatedAudio(clockDrift: drift), clock: clock)
        phone.setAuthorization(.authorized, for: .audio)
        let id = try #require(phone.microphoneDriver.devices().first).id
        var limits = MicrophoneLimits()
        limits.rateError = rateError
        limits.latency = 0.2 + 1e-6
        limits.timeError = 1e-6 + abs(drift) / 1e6
        var subject = MicrophoneSubject(
            name: "The simulated microphone \(id)",
            driver: phone.microphoneDriver,
            device: id,
            clock: clock,
            waiting: ManualClockWaiting(clock),
            limits: limits
        )
        subject.plug = ConformanceSubject.Plug(pull: { phone.unplug(id) }, insert: { phone.plug(id) })
        subject.occupyElsewhere = {
            phone.apply(.deviceBusy(seconds: 5), to: id)
            return { clock.advance(bySeconds: 6) }
        }
        return subject
    }
}
