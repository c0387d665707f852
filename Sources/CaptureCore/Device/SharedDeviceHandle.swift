import CaptureDriver
import CoreMedia
import Synchronization

/// One open device for all who use it: calls go through one at a time, as the driver seam demands.
package final class SharedDeviceHandle: CaptureDeviceHandle {
    private let handle: any CaptureDeviceHandle
    private let turn = Mutex<Void>(())

    package init(_ handle: any CaptureDeviceHandle) {
        self.handle = handle
    }

    package var description: CaptureDeviceDescription { handle.description }

    package func startStream(
        _ request: CaptureStreamRequest,
        sink: any CaptureStreamSink
    ) throws(CaptureDriverError) -> CaptureStreamConfiguration {
        try turn.withLock { (_) throws(CaptureDriverError) in try handle.startStream(request, sink: sink) }
    }

    package func startAudioStream(
        _ request: CaptureAudioRequest,
        sink: any CaptureAudioSink
    ) throws(CaptureDriverError) -> CaptureAudioConfiguration {
        try turn.withLock { (_) throws(CaptureDriverError) in try handle.startAudioStream(request, sink: sink) }
    }

    package func setFrameDuration(_ duration: CMTime) throws(CaptureDriverError) {
        try turn.withLock { (_) throws(CaptureDriverError) in try handle.setFrameDuration(duration) }
    }

    package func stopStream() {
        turn.withLock { _ in handle.stopStream() }
    }

    package func setControl(_ control: CaptureControl, to value: CaptureControlValue) throws(CaptureDriverError)
        -> CMTime
    {
        try turn.withLock { (_) throws(CaptureDriverError) in try handle.setControl(control, to: value) }
    }

    package func controlValue(_ control: CaptureControl) throws(CaptureDriverError) -> CaptureControlValue {
        try turn.withLock { (_) throws(CaptureDriverError) in try handle.controlValue(control) }
    }

    package func close() {
        turn.withLock { _ in handle.close() }
    }
}
