import CaptureDriver
import CoreMedia
import Synchronization

/// The open camera of a folder.
final class FolderCamera: CaptureDeviceHandle {
    let description: CaptureDeviceDescription
    private let number: Int
    private let driver: FolderDriver
    private let folder: JPEGFolder
    private let clock: any CaptureClock
    private let stream = Mutex<FolderStream?>(nil)

    init(
        _ description: CaptureDeviceDescription,
        _ number: Int,
        of driver: FolderDriver,
        folder: JPEGFolder,
        clock: any CaptureClock
    ) {
        self.description = description
        self.number = number
        self.driver = driver
        self.folder = folder
        self.clock = clock
    }

    deinit {
        close()
    }

    func startStream(
        _ request: CaptureStreamRequest,
        sink: any CaptureStreamSink
    ) throws(CaptureDriverError) -> CaptureStreamConfiguration {
        stopStream()
        try checkConnection("startStream")
        guard description.formats.contains(request.format) else {
            throw CaptureDriverError(
                kind: .unsupportedFormat,
                operation: "startStream",
                device: description.id,
                advice: "The camera has one format. Choose the one that its description lists."
            )
        }
        let started = try FolderStream(
            files: try folder.checkedFiles(),
            frameDuration: folder.frameDuration,
            clock: clock,
            isConnected: { [driver, number] in driver.isOwner(number) },
            sink: sink
        )
        stream.withLock { $0 = started }
        started.run()
        return CaptureStreamConfiguration(format: request.format, frameDuration: folder.frameDuration)
    }

    /// Of a duration that isn't listed the nearest is taken, and there is but one.
    func setFrameDuration(_ duration: CMTime) throws(CaptureDriverError) {
        try checkConnection("setFrameDuration")
    }

    func stopStream() {
        stream.withLock { stream in
            defer { stream = nil }
            return stream
        }?.stop()
    }

    func setControl(_ control: CaptureControl, to value: CaptureControlValue) throws(CaptureDriverError) -> CMTime {
        throw try unsupported(control)
    }

    func controlValue(_ control: CaptureControl) throws(CaptureDriverError) -> CaptureControlValue {
        throw try unsupported(control)
    }

    func close() {
        stopStream()
        driver.release(number)
    }

    private func checkConnection(_ operation: String) throws(CaptureDriverError) {
        guard driver.isOwner(number) else { throw .disconnected(description.id, operation) }
    }

    private func unsupported(_ control: CaptureControl) throws(CaptureDriverError) -> CaptureDriverError {
        try checkConnection(control.rawValue)
        return CaptureDriverError(
            kind: .unsupportedControl,
            operation: control.rawValue,
            device: description.id,
            advice: "Files have no such setting."
        )
    }
}
