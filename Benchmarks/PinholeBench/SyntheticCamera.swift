import CaptureDriver
import CoreMedia
import CoreVideo
import Synchronization

/// A camera that costs nothing itself: it hands out the same buffer whenever it is told to, so that what is measured is the
/// way from driver to delegate.
final class SyntheticCamera: CaptureDriver, CaptureDeviceHandle {
    let name = "synthetic"
    let description: CaptureDeviceDescription
    private let content: CaptureFrame.Content
    private let formatDescription: CMFormatDescription
    private let sink = Mutex<(any CaptureStreamSink)?>(nil)

    init(format: CaptureFormat, content: CaptureFrame.Content, formatDescription: CMFormatDescription) {
        self.content = content
        self.formatDescription = formatDescription
        description = CaptureDeviceDescription(
            id: "synthetic",
            modelID: "synthetic",
            name: "Synthetic Camera",
            deviceType: "AVCaptureDeviceTypeExternal",
            formats: [format]
        )
    }

    func devices() -> [CaptureDeviceDescription] { [description] }

    func observeDevices(_ handler: @escaping @Sendable (CaptureDeviceChange) -> Void) -> CaptureObservation {
        CaptureObservation {}
    }

    func open(_ id: CaptureDeviceDescription.ID) throws(CaptureDriverError) -> any CaptureDeviceHandle { self }

    func startStream(
        _ request: CaptureStreamRequest,
        sink: any CaptureStreamSink
    ) throws(CaptureDriverError) -> CaptureStreamConfiguration {
        self.sink.withLock { $0 = sink }
        return CaptureStreamConfiguration(format: request.format, frameDuration: request.frameDuration)
    }

    func setFrameDuration(_ duration: CMTime) throws(CaptureDriverError) {}

    func stopStream() {
        sink.withLock { $0 = nil }
    }

    func setControl(
        _ control: CaptureControl,
        to value: CaptureControlValue
    ) throws(CaptureDriverError) -> CMTime {
        throw CaptureDriverError(kind: .unsupportedControl, operation: "set control", advice: "It has no controls.")
    }

    func controlValue(_ control: CaptureControl) throws(CaptureDriverError) -> CaptureControlValue {
        throw CaptureDriverError(kind: .unsupportedControl, operation: "read control", advice: "It has no controls.")
    }

    func close() {
        stopStream()
    }

    /// A camera whose frames are like a picture.
    static func showing(_ picture: CVPixelBuffer) throws -> SyntheticCamera {
        var description: CMFormatDescription?
        CMVideoFormatDescriptionCreateForImageBuffer(
            allocator: kCFAllocatorDefault,
            imageBuffer: picture,
            formatDescriptionOut: &description
        )
        guard let description else { throw BenchFailure("no format description") }
        let format = CaptureFormat(
            mediaSubType: CVPixelBufferGetPixelFormatType(picture),
            dimensions: CaptureDimensions(
                width: Int32(CVPixelBufferGetWidth(picture)),
                height: Int32(CVPixelBufferGetHeight(picture))
            ),
            frameDurations: [.rates(1, 30)]
        )
        return SyntheticCamera(format: format, content: .image(picture), formatDescription: description)
    }

    /// Delivers one frame, stamped now.
    func deliver(sequence: UInt64) {
        deliver(content, at: CMClockGetTime(CMClockGetHostTimeClock()), sequence: sequence)
    }

    /// Delivers one frame.
    func deliver(_ picture: CVPixelBuffer, at time: CMTime, sequence: UInt64) {
        deliver(.image(picture), at: time, sequence: sequence)
    }

    private func deliver(_ content: CaptureFrame.Content, at time: CMTime, sequence: UInt64) {
        let receiver = sink.withLock { $0 }
        receiver?.capture(
            CaptureFrame(
                content: content,
                formatDescription: formatDescription,
                presentationTime: time,
                duration: CMTime(value: 1, timescale: 30),
                sequence: sequence
            )
        )
    }
}

/// The world of the synthetic camera: everything is allowed, nothing happens.
final class QuietConditions: SystemConditions {
    func authorization(for medium: CaptureDeviceDescription.Medium) -> CaptureAuthorization { .authorized }

    func requestAuthorization(
        for medium: CaptureDeviceDescription.Medium,
        completion: @escaping @Sendable (Bool) -> Void
    ) {
        completion(true)
    }

    var orientation: HostOrientation? { nil }

    func pressure(on device: CaptureDeviceDescription.ID) -> SystemPressure { SystemPressure() }

    func interruptions(of media: Set<CaptureDeviceDescription.Medium>) -> [CaptureInterruption] { [] }

    func observe(_ handler: @escaping @Sendable (SystemConditionChange) -> Void) -> CaptureObservation {
        CaptureObservation {}
    }
}
