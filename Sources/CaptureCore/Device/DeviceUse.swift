import CaptureDriver
import CoreMedia
import Synchronization

/// One user's way to a device that is open, maybe for others too. What it does to streams it does to the one that it started: a
/// session that goes away must not stop the stream of the session that has taken its place.
package final class DeviceUse: Sendable {
    private let device: SharedDeviceHandle
    private let stream = Mutex<Int?>(nil)

    init(_ device: SharedDeviceHandle) {
        self.device = device
    }

    /// Starts to stream pictures; a stream of anybody's that runs ends.
    package func startStream(
        _ request: CaptureStreamRequest,
        sink: any CaptureStreamSink
    ) throws(CaptureDriverError) {
        try start { handle throws(CaptureDriverError) in _ = try handle.startStream(request, sink: sink) }
    }

    /// Starts to stream sound; a stream of anybody's that runs ends.
    package func startAudioStream(
        _ request: CaptureAudioRequest,
        sink: any CaptureAudioSink
    ) throws(CaptureDriverError) {
        try start { handle throws(CaptureDriverError) in _ = try handle.startAudioStream(request, sink: sink) }
    }

    private func start(
        _ body: (any CaptureDeviceHandle) throws(CaptureDriverError) -> Void
    ) throws(CaptureDriverError) {
        let number = try device.start(body)
        stream.withLock { $0 = number }
    }

    /// Changes the frame rate of the stream.
    package func setFrameDuration(_ duration: CMTime) throws(CaptureDriverError) {
        guard let number = stream.withLock({ $0 }) else { return }
        try device.withStream(number) { handle throws(CaptureDriverError) in try handle.setFrameDuration(duration) }
    }

    /// Ends the stream. When it returns, the sink is not called any more.
    package func stopStream() {
        guard let number = stream.withLock({ $0 }) else { return }
        // Stopping cannot fail.
        try? device.withStream(number) { $0.stopStream() }
    }

    /// Sets a control.
    ///
    /// - Returns: the time from which frames show it.
    @discardableResult
    package func setControl(
        _ control: CaptureControl,
        to value: CaptureControlValue
    ) throws(CaptureDriverError) -> CMTime {
        try device.perform { handle throws(CaptureDriverError) in try handle.setControl(control, to: value) }
    }

    /// The value that a control has now.
    package func controlValue(_ control: CaptureControl) throws(CaptureDriverError) -> CaptureControlValue {
        try device.perform { handle throws(CaptureDriverError) in try handle.controlValue(control) }
    }
}
