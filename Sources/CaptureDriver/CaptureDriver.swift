import CoreMedia

/// A source of capture devices: one kind of hardware, or a simulation of it.
///
/// A driver lists its devices, tells of hot-plug, and opens devices. It validates nothing that can be known beforehand:
/// that happens once, in `AVFoundation`; a driver reports only what cannot be foreseen. All methods may be called from
/// any thread.
public protocol CaptureDriver: AnyObject, Sendable {
    /// A short name for logs and error messages, such as `v4l2` or `simulated`.
    var name: String { get }

    /// The devices that are present now, most suitable default first, each with an id of its own. Answers from a snapshot;
    /// never blocks on hardware for longer than it takes to look once.
    func devices() -> [CaptureDeviceDescription]

    /// Tells of devices that appear and disappear until the observation is cancelled or released. A device that comes back
    /// has the id that it had.
    ///
    /// - Parameter handler: called on a thread of the driver's, one call at a time, in the order of the events.
    func observeDevices(_ handler: @escaping @Sendable (CaptureDeviceChange) -> Void) -> CaptureObservation

    /// Opens a device, exclusively: a second handle of the same driver's is refused as `.busy`. Where the hardware knows
    /// exclusiveness among programs only while it streams, a device that another program uses can be opened, and
    /// `startStream` is refused as `.busy`.
    ///
    /// - Throws: `CaptureDriverError` of kind `.notFound`, `.disconnected`, `.busy`, `.denied`, `.notACaptureDevice` or `.io`.
    func open(_ id: CaptureDeviceDescription.ID) throws(CaptureDriverError) -> any CaptureDeviceHandle
}

/// A hot-plug event.
public enum CaptureDeviceChange: Sendable, Equatable {
    /// A device became available.
    case appeared(CaptureDeviceDescription)
    /// A device is gone; its handles report `.disconnected` from now on, also after the device has come back: it has to be
    /// opened anew then, and the old handle needn't be closed first.
    case disappeared(CaptureDeviceDescription.ID)
}

/// An open device. All methods may be called from any thread; calls are serialised by the caller.
public protocol CaptureDeviceHandle: AnyObject, Sendable {
    /// What was opened.
    var description: CaptureDeviceDescription { get }

    /// Starts to deliver frames in the requested format; returns when the hardware has accepted it, without waiting for the
    /// first frame.
    ///
    /// A stream that runs is stopped first, as by `stopStream()`, even if the new one then cannot be started.
    ///
    /// - Parameters:
    ///   - request: the format and frame duration wanted.
    ///   - sink: receives frames, drops and events until `stopStream()` returns. The handle keeps it alive so long.
    /// - Returns: what the hardware will really deliver.
    /// - Throws: `CaptureDriverError`, of kind `.busy`, `.disconnected`, `.unsupportedFormat`, `.bandwidth`, `.outOfMemory` or `.io`.
    func startStream(
        _ request: CaptureStreamRequest,
        sink: any CaptureStreamSink
    ) throws(CaptureDriverError) -> CaptureStreamConfiguration

    /// Starts to deliver sound in the requested format, as `startStream` does for pictures; microphones only.
    ///
    /// - Parameters:
    ///   - request: the format and packet size wanted.
    ///   - sink: receives packets and events until `stopStream()` returns. The handle keeps it alive so long.
    /// - Returns: what the hardware will really deliver.
    /// - Throws: as `startStream`; a camera throws `.unsupportedFormat`.
    func startAudioStream(
        _ request: CaptureAudioRequest,
        sink: any CaptureAudioSink
    ) throws(CaptureDriverError) -> CaptureAudioConfiguration

    /// Changes the frame duration of the running stream without a new format. Drivers that cannot do it live
    /// restart the stream inside; frames that this costs are no drops, and the numbers go on. What the hardware made of
    /// the duration is told by the frames that follow. Harmless when no stream runs.
    func setFrameDuration(_ duration: CMTime) throws(CaptureDriverError)

    /// Stops the stream. When it returns, the sink is called no more. Harmless when no stream runs.
    /// Buffers that consumers still hold stay readable, also after `close()`.
    func stopStream()

    /// Sets a control that the device's description lists; a stream goes on meanwhile.
    ///
    /// Of a number, point or gain outside of what the description says the nearest inside of it is taken, and of what the
    /// hardware doesn't have, the nearest that it has. Setting what an automatic governs ends that automatic.
    ///
    /// - Returns: the device-clock time from which frames show the new value, as far as the device knows.
    /// - Throws: `CaptureDriverError`, of kind `.unsupportedControl` for a control or mode that isn't listed and for a value
    ///   that is none of the control's kind, `.disconnected` or `.io`.
    @discardableResult
    func setControl(_ control: CaptureControl, to value: CaptureControlValue) throws(CaptureDriverError) -> CMTime

    /// Reads a control that the device's description lists: the value that was set, as the hardware took it, unless an
    /// automatic has changed it since. A mode of doing something once reads as the locked mode as soon as it is done.
    ///
    /// - Throws: `CaptureDriverError`, of kind `.unsupportedControl` for a control that isn't listed, `.disconnected` or `.io`.
    func controlValue(_ control: CaptureControl) throws(CaptureDriverError) -> CaptureControlValue

    /// Stops the stream if one runs and gives the device back. Later calls throw `.disconnected`; `stopStream()` and
    /// `close()` stay harmless.
    func close()
}

/// Cancels an observation when told to, or when released.
public final class CaptureObservation: Sendable {
    private let onCancel: @Sendable () -> Void

    /// - Parameter onCancel: takes the observer away; called at most meaningfully once, must tolerate a second call.
    public init(onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = onCancel
    }

    /// Ends the observation. A call that is under way may still finish.
    public func cancel() {
        onCancel()
    }

    deinit {
        onCancel()
    }
}

/// An open microphone, which has neither pictures nor controls. Drivers' microphones conform to this instead of answering
/// for what they don't have.
public protocol CaptureMicrophoneHandle: CaptureDeviceHandle {}

extension CaptureMicrophoneHandle {
    /// A microphone has no pictures.
    public func startStream(
        _ request: CaptureStreamRequest,
        sink: any CaptureStreamSink
    ) throws(CaptureDriverError) -> CaptureStreamConfiguration {
        throw CaptureDriverError(
            kind: .unsupportedFormat,
            operation: "startStream",
            device: description.id,
            advice: "This device captures sound only. Open a camera for pictures."
        )
    }

    /// Sound has no frame duration: changes nothing.
    public func setFrameDuration(_ duration: CMTime) throws(CaptureDriverError) {}

    /// A microphone has no controls.
    public func setControl(_ control: CaptureControl, to value: CaptureControlValue) throws(CaptureDriverError)
        -> CMTime
    {
        throw unsupported(control)
    }

    /// A microphone has no controls.
    public func controlValue(_ control: CaptureControl) throws(CaptureDriverError) -> CaptureControlValue {
        throw unsupported(control)
    }

    private func unsupported(_ control: CaptureControl) -> CaptureDriverError {
        CaptureDriverError(
            kind: .unsupportedControl,
            operation: control.rawValue,
            device: description.id,
            advice: "A microphone has no such setting."
        )
    }
}

extension CaptureDeviceHandle {
    /// A camera has no sound.
    public func startAudioStream(
        _ request: CaptureAudioRequest,
        sink: any CaptureAudioSink
    ) throws(CaptureDriverError) -> CaptureAudioConfiguration {
        throw CaptureDriverError(
            kind: .unsupportedFormat,
            operation: "startAudioStream",
            device: description.id,
            advice: "This device captures pictures only. Open a microphone for sound."
        )
    }
}

/// What went wrong in a driver: kind, operation, native code, and words for the user.
public struct CaptureDriverError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of failure it is, whatever the driver.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// No device has that id.
        case notFound
        /// The device is gone.
        case disconnected
        /// Another program, or another handle, uses the device.
        case busy
        /// The user or the operating system doesn't allow access.
        case denied
        /// The node exists but captures nothing.
        case notACaptureDevice
        /// The hardware refused a format that it listed.
        case unsupportedFormat
        /// The hardware refused a control that it listed, or has no such control.
        case unsupportedControl
        /// The bus has no room for the stream.
        case bandwidth
        /// Buffers could not be had.
        case outOfMemory
        /// The device no longer answers.
        case timedOut
        /// Any other failure of the hardware or the kernel.
        case io
    }

    /// The kind of failure.
    public var kind: Kind
    /// What was tried, such as `VIDIOC_STREAMON`.
    public var operation: String
    /// The native error code (`errno`), if there was one.
    public var nativeCode: Int32?
    /// The device's name or path; empty when none is concerned.
    public var device: String
    /// What the user can do.
    public var advice: String

    /// Makes an error.
    public init(kind: Kind, operation: String, nativeCode: Int32? = nil, device: String = "", advice: String) {
        self.kind = kind
        self.operation = operation
        self.nativeCode = nativeCode
        self.device = device
        self.advice = advice
    }

    /// One line: what failed, on which device, with which code, and what to do.
    public var description: String {
        let code = nativeCode.map { " (errno \($0))" } ?? ""
        let place = device.isEmpty ? "" : " on \(device)"
        return "\(operation) failed\(place)\(code): \(advice)"
    }
}
