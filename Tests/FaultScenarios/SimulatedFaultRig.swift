import AVFoundation
import CaptureDriver
import Foundation
import SimulatedDriver

/// A simulated webcam on a clock that only goes on when it is waited for.
public final class SimulatedFaultRig: FaultRig {
    private static let tick = 0.01
    /// Until healed: longer than any scenario lasts.
    private static let forEver = 1_000

    private let clock = ManualCaptureClock()
    private let phone: SimulatedPhone

    /// Plugs the camera in that a scenario takes. Only compressed pictures have to look like something.
    public init(for scenario: FaultScenario) {
        let scene: any SimulatedScene = scenario.isCompressed ? MovingScene() : DarkScene()
        phone = SimulatedPhone(profile: .webcam, scene: scene, clock: clock)
    }

    /// The simulated system.
    public var system: CaptureSystem { phone.system }

    /// The webcam's id.
    public let cameraID = "0x1420000046d0825"

    /// Reads the fault as a script does, so that names and fields are those of scripts.
    public func inject(_ fault: InjectedFault) throws {
        try apply(
            Self.fields(of: fault).map { "\"fault\": \"\(fault.rawValue)\", \($0)" }
                ?? "\"fault\": \"\(fault.rawValue)\""
        )
    }

    /// Ends what lasts.
    public func heal() throws {
        try apply(#""fault": "dropped-frames", "percent": 0"#)
        try apply(#""fault": "stall", "seconds": 0"#)
        try apply(#""fault": "device-busy", "seconds": 0"#)
    }

    /// Lets the clock go on in small steps.
    public func wait(atMost seconds: Double, until holds: () -> Bool) -> Bool {
        for _ in 0...Int(seconds / Self.tick) {
            if holds() { return true }
            clock.advance(bySeconds: Self.tick)
        }
        return holds()
    }

    private func apply(_ event: String) throws {
        let script = try FaultScript(json: Data(#"{"events": [{"at": 0, \#(event)}]}"#.utf8))
        for event in script.events { phone.apply(event.fault) }
    }

    private static func fields(of fault: InjectedFault) -> String? {
        switch fault {
        case .droppedFrames: #""percent": 50"#
        case .stall, .deviceBusy: #""seconds": \#(forEver)"#
        case .payloadError, .corruptJPEG, .truncatedJPEG: #""count": 3"#
        case .bufferError, .requestBuffersError, .queueBufferError, .streamOnError, .fatalStreamingError, .disconnect,
            .unbind, .bind, .wrapSequenceNumber, .wrapTimestamp, .unplug, .unplugMidFrame, .replug:
            nil
        }
    }
}
