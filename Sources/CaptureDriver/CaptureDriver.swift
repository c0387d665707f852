import CoreMedia

/// A source of capture devices: one kind of hardware, or a simulation of it.
///
/// A driver lists its devices, tells of hot-plug, and opens devices. It validates nothing that can be known beforehand:
/// that happens once, in `AVFoundation`; a driver reports only what cannot be foreseen. All methods may be called from
/// any thread.
public protocol CaptureDriver: AnyObject, Sendable {
    /// A short name for logs and error messages, such as `v4l2` or `simulated`.
    var name: String { get }

    /// The devices that are present now, most suitable default first. Answers from a snapshot; never blocks on hardware
    /// for longer than it takes to look once.
    func devices() -> [CaptureDeviceDescription]

    /// Tells of devices that appear and disappear until the observation is cancelled or released.
    ///
    /// - Parameter handler: called on a thread of the driver's, one call at a time, in the order of the events.
    func observeDevices(_ handler: @escaping @Sendable (CaptureDeviceChange) -> Void) -> CaptureObservation

    /// Opens a device, exclusively as far as the hardware knows exclusiveness.
    ///
    /// - Throws: `CaptureDriverError` of kind `.notFound`, `.disconnected`, `.busy`, `.denied`, `.notACaptureDevice` or `.io`.
    func open(_ id: CaptureDeviceDescription.ID) throws(CaptureDriverError) -> any CaptureDeviceHandle
}

/// A hot-plug event.
public enum CaptureDeviceChange: Sendable, Equatable {
    /// A device became available.
    case appeared(CaptureDeviceDescription)
    /// A device is gone; its handles report `.disconnected` from now on.
    case disappeared(CaptureDeviceDescription.ID)
}

/// An open device. All methods may be called from any thread; calls are serialised by the caller.
public protocol CaptureDeviceHandle: AnyObject, Sendable {
    /// What was opened.
    var description: CaptureDeviceDescription { get }

    /// Starts to deliver frames in the requested format; returns when the hardware has accepted it, before the first frame.
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

    /// Changes the frame duration of the running stream without a new format. Drivers that cannot do it live
    /// restart the stream inside.
    func setFrameDuration(_ duration: CMTime) throws(CaptureDriverError)

    /// Stops the stream. When it returns, the sink is called no more. Harmless when no stream runs.
    /// Buffers that consumers still hold stay readable.
    func stopStream()

    /// Sets a control that the device's description lists.
    ///
    /// - Returns: the device-clock time from which frames show the new value, as far as the device knows.
    @discardableResult
    func setControl(_ control: CaptureControl, to value: CaptureControlValue) throws(CaptureDriverError) -> CMTime

    /// Reads a control that the device's description lists.
    func controlValue(_ control: CaptureControl) throws(CaptureDriverError) -> CaptureControlValue

    /// Stops the stream if one runs and gives the device back. Later calls throw `.disconnected`.
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
