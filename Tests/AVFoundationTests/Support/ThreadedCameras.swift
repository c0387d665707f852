import CaptureDriver
import CoreMedia
import Dispatch
import Synchronization

/// A driver's cameras, whose streams have a thread of their own as real ones have: the sink is called on it, and the end of a
/// stream waits for it. Frames come when the driver within delivers them.
final class ThreadedCameras: CaptureDriver {
    private struct State {
        var sensitivity: Float = 100
        var stopsOnOwnThread = 0
        var controls: [CaptureControl: CaptureControlValue] = [:]
        var onStopping: (@Sendable () -> Void)?
        var onStop: (@Sendable () -> Void)?
    }

    /// A stream's thread.
    let thread = DispatchQueue(label: "test.driver")
    private let driver: any CaptureDriver
    private let state = Mutex(State())
    private static let isOwnThread = DispatchSpecificKey<Bool>()

    init(_ driver: any CaptureDriver) {
        self.driver = driver
        thread.setSpecific(key: Self.isOwnThread, value: true)
    }

    /// Whether the calling thread is the streams' own.
    static var isOnOwnThread: Bool { DispatchQueue.getSpecific(key: isOwnThread) == true }

    /// How often a stream was stopped on its own thread, which would have had to wait for itself.
    var stopsOnOwnThread: Int { state.withLock { $0.stopsOnOwnThread } }

    /// What a control was last set to, on whichever device.
    func value(of control: CaptureControl) -> CaptureControlValue? { state.withLock { $0.controls[control] } }

    /// Does something whenever a stream is being stopped, before its thread is waited for.
    func whenStopping(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.onStopping = action }
    }

    /// Does something whenever a stream has been stopped.
    func whenStopped(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.onStop = action }
    }

    /// Waits until the thread has delivered everything.
    func settle() {
        thread.sync {}
    }

    var name: String { driver.name }

    func devices() -> [CaptureDeviceDescription] { driver.devices() }

    func observeDevices(_ handler: @escaping @Sendable (CaptureDeviceChange) -> Void) -> CaptureObservation {
        driver.observeDevices(handler)
    }

    func open(_ id: CaptureDeviceDescription.ID) throws(CaptureDriverError) -> any CaptureDeviceHandle {
        Handle(self, try driver.open(id))
    }

    /// A sensitivity that no frame before had.
    fileprivate func nextSensitivity() -> Float {
        state.withLock { state in
            state.sensitivity += 1
            return state.sensitivity
        }
    }

    fileprivate func stop(_ handle: any CaptureDeviceHandle) {
        handle.stopStream()
        guard !Self.isOnOwnThread else { return state.withLock { $0.stopsOnOwnThread += 1 } }
        state.withLock { $0.onStopping }?()
        thread.sync {}
        state.withLock { $0.onStop }?()
    }

    private final class Sink: CaptureStreamSink {
        private let cameras: ThreadedCameras
        private let sink: any CaptureStreamSink

        init(_ cameras: ThreadedCameras, _ sink: any CaptureStreamSink) {
            self.cameras = cameras
            self.sink = sink
        }

        func capture(_ frame: CaptureFrame) {
            var frame = frame
            frame.exposure.iso = cameras.nextSensitivity()
            cameras.thread.async { [sink, frame] in sink.capture(frame) }
        }

        func captureDropped(_ drop: CaptureDrop) {
            cameras.thread.async { [sink] in sink.captureDropped(drop) }
        }

        func captureEvent(_ event: CaptureStreamEvent) {
            cameras.thread.async { [sink] in sink.captureEvent(event) }
        }
    }

    private final class Handle: CaptureDeviceHandle {
        private let cameras: ThreadedCameras
        private let handle: any CaptureDeviceHandle

        init(_ cameras: ThreadedCameras, _ handle: any CaptureDeviceHandle) {
            self.cameras = cameras
            self.handle = handle
        }

        var description: CaptureDeviceDescription { handle.description }

        func startStream(
            _ request: CaptureStreamRequest,
            sink: any CaptureStreamSink
        ) throws(CaptureDriverError) -> CaptureStreamConfiguration {
            try handle.startStream(request, sink: Sink(cameras, sink))
        }

        func startAudioStream(
            _ request: CaptureAudioRequest,
            sink: any CaptureAudioSink
        ) throws(CaptureDriverError) -> CaptureAudioConfiguration {
            try handle.startAudioStream(request, sink: sink)
        }

        func setFrameDuration(_ duration: CMTime) throws(CaptureDriverError) {
            try handle.setFrameDuration(duration)
        }

        func stopStream() { cameras.stop(handle) }

        func setControl(_ control: CaptureControl, to value: CaptureControlValue) throws(CaptureDriverError) -> CMTime {
            cameras.state.withLock { $0.controls[control] = value }
            return try handle.setControl(control, to: value)
        }

        func controlValue(_ control: CaptureControl) throws(CaptureDriverError) -> CaptureControlValue {
            try handle.controlValue(control)
        }

        func close() { handle.close() }
    }
}
