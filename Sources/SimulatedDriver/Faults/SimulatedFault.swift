import CaptureDriver

/// What can go wrong, or change, on a simulated phone.
///
/// In a script each fault has a name with hyphens; where the Linux test driver vivid injects the same error, it has
/// vivid's name. `docs/faults.md` lists names and fields.
public enum SimulatedFault: Sendable, Hashable {
    /// The next frames are marked as bad and lost; their sequence numbers are used up.
    case bufferError(count: Int)
    /// The next frames carry the camera's own error mark: its driver keeps them to itself, which leaves a gap.
    case payloadError(count: Int)
    /// So many per cent of the frames are lost on the way, for a time or until changed.
    case droppedFrames(percent: Double, seconds: Double?)
    /// So many per cent of the frames show the picture of the frame before, for a time or until changed.
    case duplicatedFrames(percent: Double, seconds: Double?)
    /// The upper half of the next frames shows the frame before.
    case tornFrame(count: Int)
    /// Bytes inside of the next compressed pictures are wrong. Frames without compression are lost as with `bufferError`.
    case corruptJPEG(count: Int)
    /// The next pictures end half-way, which the driver notices: they are lost as with `bufferError`.
    case truncatedJPEG(count: Int)
    /// All later presentation times of the stream are shifted.
    case timestampJump(seconds: Double)
    /// The camera's clock jumps to 16 s before 2^31 s, and wraps to zero there, in the running stream or the next one. The
    /// driver notices and takes the time of arrival instead.
    case wrapTimestamp
    /// The camera's frame counter jumps to 128 frames before 2^32, and wraps to zero there, in the running stream or the
    /// next one. The driver notices and counts on.
    case wrapSequenceNumber
    /// No frames for a time; the stream goes on by itself.
    case stall(seconds: Double)
    /// The next stream that starts delivers nothing for a time, and is reported as stalled.
    case firstFrameStall(seconds: Double)
    /// The next stream that starts takes so long until the sensor runs.
    case slowStart(seconds: Double)
    /// Starting a stream fails so many times.
    case startFailure(kind: CaptureDriverError.Kind, count: Int)
    /// The request for buffers is refused so many times: starting fails.
    case requestBuffersError(count: Int)
    /// So many buffers are refused when they are handed to the hardware. They are offered again: a few refusals show
    /// nowhere, many cost frames or the start.
    case queueBufferError(count: Int)
    /// Switching the stream on is refused so many times: starting fails.
    case streamOnError(count: Int)
    /// A microphone loses so many seconds of sound, as when a computer is too late to fetch it. The driver bridges the loss with
    /// silence.
    case audioGap(seconds: Double)
    /// What a microphone delivers changes, as when a headset takes over; a stream goes on in the new format. Without rate and
    /// number of channels it is again what was asked for.
    case audioFormat(rate: Double?, channels: Int?)
    /// The stream ends with an input/output error; it can be started again.
    case fatalStreamingError
    /// The device stops answering but stays in the list until it has been closed.
    case disconnect
    /// The device vanishes, for a time or until it is plugged in again.
    case unplug(seconds: Double?)
    /// The device vanishes while its next frame is on its way; at once if none is. That frame is lost.
    case unplugMidFrame
    /// The device is back.
    case replug
    /// The driver lets go of all cameras: they vanish.
    case unbind
    /// The driver takes the cameras again.
    case bind
    /// Another program has the device for a time.
    case deviceBusy(seconds: Double)
    /// The system interrupts capture, for a time or until the interruption is ended.
    case interruption(reason: CaptureInterruption, seconds: Double?)
    /// An interruption is over.
    case interruptionEnd(reason: CaptureInterruption)
    /// A call takes the microphone, and one with a picture also the camera, for a time or until it is ended.
    case phoneCall(SimulatedPhone.Call, seconds: Double?)
    /// The call is over.
    case phoneCallEnd
    /// An accessory with a microphone is plugged in or connected, for a time or until it is taken away.
    case accessory(SimulatedAccessory, seconds: Double?)
    /// The accessory is taken away.
    case accessoryEnd(SimulatedAccessory)
    /// Media services die: streams fall silent, and sessions cannot start, for a time or until the reset.
    case mediaServicesLost(seconds: Double?)
    /// Media services die, unless they are dead already, and come back: sessions that run are told, and stop.
    case mediaServicesReset
    /// The next sessions that start fail with an `AVError` code, which they tell only after a time.
    case sessionStartFailure(code: Int, count: Int, toldAfter: Double)
    /// The next sessions that start get no answer for a time, or until the media services are reset.
    case heldStart(seconds: Double?, count: Int)
    /// From now on hardware leaks under these circumstances.
    case hardwareLeak(HardwareLeak)
    /// Something else needs the camera hardware too: every camera's share of it is multiplied, for a time or until changed.
    case hardwareLoad(factor: Double, seconds: Double?)
    /// From now on cameras can run at the same time, or can't.
    case multiCamSupport(Bool)
    /// A running session fails with an `AVError` code.
    case resourceExhaustion(code: Int)
    /// The pressure on a device, or on all, changes.
    case pressure(SystemPressure)
    /// The user changes a permission.
    case permissionChange(CaptureDeviceDescription.Medium, CaptureAuthorization)
    /// The phone is turned.
    case orientation(HostOrientation)
    /// The user does something with the phone's button for cameras.
    case cameraControl(CaptureControlGesture)
    /// From its next frame on, a camera's clock runs fast by so many parts per million: its frames come sooner.
    case clockDrift(partsPerMillion: Double)

    /// The names of all faults, as scripts have them.
    public static let names = [
        "buffer-error", "payload-error", "dropped-frames", "duplicated-frames", "torn-frame", "corrupt-jpeg",
        "truncated-jpeg", "timestamp-jump", "wrap-timestamp", "wrap-sequence-number", "stall", "first-frame-stall",
        "slow-start", "start-failure", "request-buffers-error", "queue-buffer-error", "stream-on-error",
        "sound-gap", "sound-format", "fatal-streaming-error", "disconnect", "unplug", "unplug-mid-frame", "replug",
        "unbind", "bind", "device-busy",
        "interruption", "interruption-end", "phone-call", "phone-call-end", "accessory", "accessory-end",
        "media-services-lost",
        "media-services-reset", "session-start-failure", "held-start", "hardware-leak", "hardware-load",
        "multi-cam-support", "resource-exhaustion",
        "pressure",
        "permission-change", "orientation", "camera-control", "clock-drift",
    ]

    /// The fault's name in scripts and logs.
    public var name: String {
        switch self {
        case .bufferError: "buffer-error"
        case .payloadError: "payload-error"
        case .droppedFrames: "dropped-frames"
        case .duplicatedFrames: "duplicated-frames"
        case .tornFrame: "torn-frame"
        case .corruptJPEG: "corrupt-jpeg"
        case .truncatedJPEG: "truncated-jpeg"
        case .timestampJump: "timestamp-jump"
        case .wrapTimestamp: "wrap-timestamp"
        case .wrapSequenceNumber: "wrap-sequence-number"
        case .stall: "stall"
        case .firstFrameStall: "first-frame-stall"
        case .slowStart: "slow-start"
        case .startFailure: "start-failure"
        case .requestBuffersError: "request-buffers-error"
        case .queueBufferError: "queue-buffer-error"
        case .streamOnError: "stream-on-error"
        case .audioGap: "sound-gap"
        case .audioFormat: "sound-format"
        case .fatalStreamingError: "fatal-streaming-error"
        case .disconnect: "disconnect"
        case .unplug: "unplug"
        case .unplugMidFrame: "unplug-mid-frame"
        case .replug: "replug"
        case .unbind: "unbind"
        case .bind: "bind"
        case .deviceBusy: "device-busy"
        case .interruption: "interruption"
        case .interruptionEnd: "interruption-end"
        case .phoneCall: "phone-call"
        case .phoneCallEnd: "phone-call-end"
        case .accessory: "accessory"
        case .accessoryEnd: "accessory-end"
        case .mediaServicesLost: "media-services-lost"
        case .mediaServicesReset: "media-services-reset"
        case .sessionStartFailure: "session-start-failure"
        case .heldStart: "held-start"
        case .hardwareLeak: "hardware-leak"
        case .hardwareLoad: "hardware-load"
        case .multiCamSupport: "multi-cam-support"
        case .resourceExhaustion: "resource-exhaustion"
        case .pressure: "pressure"
        case .permissionChange: "permission-change"
        case .orientation: "orientation"
        case .cameraControl: "camera-control"
        case .clockDrift: "clock-drift"
        }
    }
}
