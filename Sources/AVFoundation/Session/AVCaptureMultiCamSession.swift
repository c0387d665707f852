import AVFAudio
import CaptureCore
import CaptureDriver

/// A session that captures from several cameras at once, exactly as Apple's class of the same name.
///
/// Its preset is always `.inputPriority` (S-97): set each camera's `activeFormat`. Add inputs and outputs without connections,
/// then connect each camera's port with the output or preview layer that is to get its pictures. To stop one camera, disable
/// all its connections, or its port: its sensor stops, and the others go on undisturbed (S-105).
///
/// The hardware is finite. A configuration that it cannot run is refused when the session starts, or as soon as it is applied
/// to a running session, which then stops: `runtimeErrorNotification` with `AVError.sessionHardwareCostOverage` while
/// `hardwareCost` is above 1 (S-100), and with `AVError.unsupportedDeviceActiveFormat` when one of several cameras has an
/// active format whose `isMultiCamSupported` is false (S-98). Which cameras go together tells
/// `AVCaptureDevice.DiscoverySession.supportedMultiCamDeviceSets` (S-99); an input that doesn't fit can't be added. There is
/// one input for a camera (S-106), and one microphone.
///
/// When one of several cameras is lost while the session runs, the session goes on with the others. `UNKNOWN`: Apple says
/// nothing about this. The lost camera is told by `runtimeErrorNotification`, with the camera under `AVErrorDeviceKey`, while
/// `isRunning` stays true, and if it was unplugged by `AVCaptureDevice.wasDisconnectedNotification` too. Its connections are
/// no longer active. The session tries it again when it is started anew, or when a new input for it is added.
open class AVCaptureMultiCamSession: AVCaptureSession {
    // Safe on any thread: adds nothing to the state of its superclass.

    /// Whether cameras can run at the same time on this machine (S-96). Where they can't, a second camera can't be added.
    open class var isMultiCamSupported: Bool {
        CaptureSystem.current.conditions.cameraHardware.runsSeveralCameras
    }

    /// Makes a session without inputs and outputs; its preset is `.inputPriority`, and can't be changed (S-97).
    public override init() {
        super.init()
        configuration.withLock { configuration in
            configuration.pending = CaptureGraph(kind: .severalCameras)
            configuration.committed = CaptureGraph(kind: .severalCameras)
        }
    }

    /// The share of the hardware's budget that the configuration takes; above 1 it can't run (S-100). Always computed (S-102),
    /// 0 without connected cameras; shows uncommitted changes.
    ///
    /// Documented: S-101, what contributes. `UNKNOWN`: the formula, `docs/multi-cam.md`. A camera counts with the highest rate
    /// of its format, or with its input's `videoMinFrameDurationOverride`, whether its connections are enabled or not.
    /// `DEVIATION`: on a Linux machine the budget is that of the bus, which nobody knows beforehand. There the cost is an
    /// estimate and refuses nothing; a bus without room for a stream fails the start with the same error.
    open override var hardwareCost: Float {
        SessionCost.hardware(
            configuration.withLock { $0.pending }.cameraLoads,
            load: system.conditions.cameraHardware.load
        )
    }

    /// The pressure by heat and power that the configuration causes. Above 1 it runs, but not for long: when the pressure on
    /// one of its cameras gets critical it is interrupted, and goes on when the pressure falls, or its cost (S-103).
    ///
    /// `UNKNOWN`: the formula, `docs/multi-cam.md`. A camera counts with the frame rate that it has now, and not at all while
    /// its connections are disabled.
    open var systemPressureCost: Float {
        SessionCost.systemPressure(configuration.withLock { $0.pending }.cameraLoads)
    }

    // MARK: What the hardware allows

    override func refusalToRun(_ graph: CaptureGraph) -> SessionRuntimeError? {
        let cameras = graph.cameraInputs.map(\.device)
        if cameras.count > 1, let unfit = cameras.first(where: { !$0.streamRequest.format.traits.isMultiCamSupported })
        {
            return SessionRuntimeError(
                code: AVError.Code.unsupportedDeviceActiveFormat.rawValue,
                underlying: nil,
                device: unfit
            )
        }
        let hardware = system.conditions.cameraHardware
        guard hardware.enforcesCost, SessionCost.hardware(graph.cameraLoads, load: hardware.load) > 1 else {
            return nil
        }
        return SessionRuntimeError(code: AVError.Code.sessionHardwareCostOverage.rawValue, underlying: nil)
    }

    override func isOverheated(_ graph: CaptureGraph) -> Bool {
        let isTooMuch = SessionCost.systemPressure(graph.cameraLoads) > 1
        return graph.hasCamera(atLeast: isTooMuch ? .critical : .shutdown, system.conditions)
    }
}

extension CaptureGraph {
    /// The inputs whose cameras are there.
    var cameraInputs: [AVCaptureDeviceInput] {
        deviceInputs.filter { $0.device.hardware.medium == .video && $0.device.isConnected }
    }

    /// Whether the pressure on one of the cameras is as high as this.
    func hasCamera(atLeast level: SystemPressure.Level, _ conditions: any SystemConditions) -> Bool {
        cameraInputs.contains { conditions.pressure(on: $0.device.hardware.id).level >= level }
    }

    /// What the graph's cameras ask of the hardware; one that nothing is connected to asks for nothing.
    var cameraLoads: [CameraLoad] {
        cameraInputs.flatMap { input in
            sources(of: input).compactMap { device in
                guard let request = input.streamRequest(of: device) else { return nil }
                return CameraLoad(
                    format: request.format,
                    frameDuration: request.frameDuration,
                    durationOverride: input.videoMinFrameDurationOverride,
                    isStreaming: !input.isLost && connections.contains { $0.carriesData(from: input, of: device) }
                )
            }
        }
    }

    /// The cost of a plain session: 0 unless it has several video data outputs, or one beside a movie output (S-102).
    var plainHardwareCost: Float {
        let dataOutputs = outputs.count { $0 is AVCaptureVideoDataOutput }
        let movieOutputs = outputs.count { $0 is AVCaptureMovieFileOutput }
        guard dataOutputs > 0, dataOutputs + movieOutputs > 1 else { return 0 }
        return SessionCost.hardware(cameraLoads)
    }
}
