import CaptureDriver
import CoreMedia
import Synchronization

/// An opened simulated camera.
final class SimulatedDeviceHandle: CaptureDeviceHandle {
    private let camera: SimulatedCamera
    private let owner: UInt64
    private let format = Mutex<CaptureFormat?>(nil)

    init(_ camera: SimulatedCamera) throws(CaptureDriverError) {
        self.camera = camera
        owner = try camera.open()
    }

    deinit {
        camera.close(owner: owner)
    }

    var description: CaptureDeviceDescription { camera.description }

    func startStream(
        _ request: CaptureStreamRequest,
        sink: any CaptureStreamSink
    ) throws(CaptureDriverError) -> CaptureStreamConfiguration {
        let configuration = try camera.start(owner: owner, request, sink: sink)
        format.withLock { $0 = configuration.format }
        return configuration
    }

    func setFrameDuration(_ duration: CMTime) throws(CaptureDriverError) {
        try camera.setFrameDuration(owner: owner, duration, format: format.withLock { $0 })
    }

    func stopStream() {
        camera.stop(owner: owner)
    }

    func setControl(_ control: CaptureControl, to value: CaptureControlValue) throws(CaptureDriverError) -> CMTime {
        try camera.set(owner: owner, control, to: value)
    }

    func controlValue(_ control: CaptureControl) throws(CaptureDriverError) -> CaptureControlValue {
        try camera.value(owner: owner, control)
    }

    func close() {
        camera.close(owner: owner)
    }
}
