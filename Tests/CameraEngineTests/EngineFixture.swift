import AVFoundation
import CameraEngine
import CameraLifecycle
import CaptureDriver
import CaptureSystemTesting
import CoreMedia
import SimulatedDriver
import Testing

/// An engine on a simulated phone whose clock stands still until the test lets time pass. Its suite is `.ownCaptureSystem`.
struct EngineFixture {
    let clock = ManualCaptureClock()
    let phone: SimulatedPhone
    let engine: CameraEngine
    let heldSessions = HeldSessions()

    /// - Parameters:
    ///   - configuration: how the engine sets up its session.
    ///   - scene: what the cameras see; for tests that look at pictures.
    ///   - revise: gives the engine a bug.
    ///   - prepare: sets the phone up before there is an engine.
    init(
        _ profile: SimulatedPhone.Profile = .iphone,
        authorization: CaptureAuthorization = .authorized,
        configuration: EngineConfiguration = EngineConfiguration(),
        scene: any SimulatedScene = DarkScene(),
        revise: @escaping @Sendable (CameraEffect) -> CameraEffect = { $0 },
        prepare: (SimulatedPhone) -> Void = { _ in }
    ) {
        phone = SimulatedPhone(profile: profile, scene: scene, clock: clock)
        phone.setAuthorization(authorization, for: .video)
        prepare(phone)
        CaptureSystem.use(phone.system)
        engine = CameraEngine(configuration: configuration, clock: EngineClock(clock), revise: revise)
    }

    /// Returns when the engine and the sessions have dealt with all that happened, and with what followed from it. Time stands
    /// still meanwhile, so no watchdog bites because the machine is slow.
    func settle() async {
        for _ in 0..<2 {
            await phone.system.settle()
            await settleEngine()
        }
    }

    /// Lets time pass until the status is as wanted.
    ///
    /// - Parameter seconds: the most time that may pass.
    /// - Returns: the last status seen.
    @discardableResult
    func run(
        atMost seconds: Double = 30,
        until isWanted: (CameraStatus) -> Bool
    ) async -> CameraStatus {
        for _ in 0..<Int(seconds * 100) {
            await settle()
            let status = await engine.status
            if isWanted(status) { return status }
            clock.advance(bySeconds: 0.01)
        }
        return await engine.status
    }

    /// Lets time pass until the user sees a status, which has to come.
    func expect(
        _ wanted: CameraStatus,
        _ comment: Comment? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let seen = await run { $0 == wanted }
        #expect(seen == wanted, comment, sourceLocation: sourceLocation)
    }

    /// Lets so much time pass.
    func pass(seconds: Double) async {
        await run(atMost: seconds) { _ in false }
    }
}

extension EngineClock {
    /// The engine's time is the simulated phone's.
    init(_ clock: ManualCaptureClock) {
        self.init(
            now: {
                CameraTime(nanoseconds: CMTimeConvertScale(clock.now, timescale: 1_000_000_000, method: .default).value)
            },
            schedule: { time, action in
                let observation = clock.schedule(at: CMTime(value: time.nanoseconds, timescale: 1_000_000_000), action)
                return EngineAppointment { observation.cancel() }
            }
        )
    }
}
