import CaptureDriver
import CaptureDriverConformance
import SimulatedDriver
import Testing

/// A camera of a simulated machine, examined on a clock that stands still between the steps of a check.
struct SimulatedSubject: Sendable, CustomTestStringConvertible {
    var profile: SimulatedPhone.Profile
    var camera: String

    var testDescription: String { camera }

    /// All cameras of all profiles.
    static let all =
        ["Back Camera", "Back Ultra Wide Camera", "Back Telephoto Camera", "Front Camera", "Back Triple Camera"].map {
            SimulatedSubject(profile: .iphone, camera: $0)
        } + [SimulatedSubject(profile: .webcam, camera: "Desk Camera")]

    static let webcam = SimulatedSubject(profile: .webcam, camera: "Desk Camera")
    static let frontCamera = SimulatedSubject(profile: .iphone, camera: "Front Camera")

    /// Those with a depth sensor.
    static let depthCameras = ["Front TrueDepth Camera", "Back LiDAR Depth Camera"].map {
        SimulatedSubject(profile: .iphone, camera: $0)
    }

    /// A camera that can be held to a check.
    static func any(for check: ConformanceCheck) -> SimulatedSubject {
        ConformanceCheck.depthChecks.contains(check) ? depthCameras[0] : webcam
    }

    /// A new machine, and its camera as a subject.
    ///
    /// - Parameter wrap: replaces the driver, for drivers that are to fail.
    func make(
        wrap: (any CaptureDriver, ManualCaptureClock) -> any CaptureDriver = { driver, _ in driver }
    ) throws -> ConformanceSubject {
        let clock = ManualCaptureClock()
        // The timecode makes each picture another one, and costs little.
        let phone = SimulatedPhone(profile: profile, scene: DarkScene(bearsTimecode: true), clock: clock)
        phone.setAuthorization(.authorized, for: .video)
        let id = try #require(phone.driver.devices().first { $0.name == camera }).id
        var subject = ConformanceSubject(
            name: "The simulated \(camera)",
            driver: wrap(phone.driver, clock),
            device: id,
            clock: clock,
            waiting: ManualClockWaiting(clock),
            limits: Self.exact
        )
        subject.plug = ConformanceSubject.Plug(pull: { phone.unplug(id) }, insert: { phone.plug(id) })
        subject.occupyElsewhere = {
            phone.apply(.deviceBusy(seconds: 5), to: id)
            return { clock.advance(bySeconds: 6) }
        }
        return subject
    }

    /// A simulation is as exact as its clock.
    private static var exact: ConformanceLimits {
        var limits = ConformanceLimits()
        limits.jitter = 1e-6
        limits.rateError = 1e-6
        limits.latency = 1e-6
        limits.controlStep = 1e-9
        return limits
    }
}

extension ConformanceCheck {
    /// Those of cameras with a depth sensor.
    static let depthChecks: [ConformanceCheck] = [.depthFormats, .depthIntervals, .heldDepthMaps, .depthAfterStop]
    /// Those of any camera.
    static let commonChecks = allCases.filter { !depthChecks.contains($0) }
}
