import CaptureDriver
import CoreMedia
import Synchronization

/// A microphone that costs nothing itself: it hands out sound that lies in memory whenever it is told to.
final class SyntheticMicrophone: CaptureDriver, CaptureDeviceHandle {
    let name = "synthetic-sound"
    let description: CaptureDeviceDescription
    private let format: CMFormatDescription
    private let sink = Mutex<(any CaptureAudioSink)?>(nil)

    init() {
        var stream = MappedAudio.format
        var made: CMFormatDescription?
        CMAudioFormatDescriptionCreate(
            allocator: kCFAllocatorDefault,
            asbd: &stream,
            layoutSize: 0,
            layout: nil,
            magicCookieSize: 0,
            magicCookie: nil,
            extensions: nil,
            formatDescriptionOut: &made
        )
        // Only a layout of a wrong size is refused.
        format = made.unsafelyUnwrapped
        description = CaptureDeviceDescription(
            id: "synthetic-microphone",
            modelID: "synthetic-microphone",
            name: "Synthetic Microphone",
            medium: .audio,
            deviceType: "AVCaptureDeviceTypeMicrophone",
            formats: [],
            audioFormats: [
                CaptureAudioFormat(sampleRate: Double(MappedAudio.rate), channels: 2, sampleFormat: .int16)
            ]
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
        throw CaptureDriverError(kind: .unsupportedFormat, operation: "startStream", advice: "It is a microphone.")
    }

    func startAudioStream(
        _ request: CaptureAudioRequest,
        sink: any CaptureAudioSink
    ) throws(CaptureDriverError) -> CaptureAudioConfiguration {
        self.sink.withLock { $0 = sink }
        return CaptureAudioConfiguration(format: request.format, packetFrames: MappedAudio.packet)
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

    /// Delivers one packet.
    func deliver(_ data: CMBlockBuffer, frames: Int, at time: CMTime) {
        let receiver = sink.withLock { $0 }
        receiver?.capture(
            CaptureAudioPacket(data: data, formatDescription: format, frameCount: frames, presentationTime: time)
        )
    }
}
