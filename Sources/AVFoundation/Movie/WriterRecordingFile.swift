import CaptureCore
import CaptureDriver
import CoreMedia
import CoreVideo
import Dispatch
import Foundation
import FoundationExtras
import MovieTime

/// A recording's file, written by an asset writer, whose queues encode and write.
final class WriterRecordingFile: RecordingFile, @unchecked Sendable {
    // @unchecked: its recording calls it on one queue, and asserts that; the writer guards itself.

    /// How pictures are recorded.
    struct VideoTrackSettings {
        /// Settings for the writer, filled in.
        var output: [String: Any]
        var transform: CGAffineTransform
        /// Whether the camera's JPEG goes into the file as it comes.
        var passesThrough: Bool
        /// What the camera delivers.
        var format: CaptureFormat
        /// The zoom that the camera leaves to us, at present.
        var zoomFactor: @Sendable () -> Double
    }

    /// What the file is made with.
    struct Settings {
        var url: URL
        var fileType: AVFileType
        var fragmentInterval = CMTime(value: 1, timescale: 1)
        var video: VideoTrackSettings?
        /// Settings for the writer, filled in.
        var audio: [String: Any]?
        var metadata: [AVMetadataItem] = []
        /// What no time may pass for that a test holds in hand.
        var unsettled: DispatchGroup?

        /// Whether MPEG-4 movies can't hold it.
        var needsQuickTime: Bool {
            let isPCM = (audio?[AVFormatIDKey] as? NSNumber)?.uint32Value == kAudioFormatLinearPCM
            return isPCM || video?.output[AVVideoCodecKey] as? AVVideoCodecType == .jpeg
        }
    }

    private let settings: Settings
    private let preparer = FramePreparer()
    private var writer: AVAssetWriter?
    private var video: AVAssetWriterInput?
    private var audioInput: AVAssetWriterInput?

    init(_ settings: Settings) {
        self.settings = settings
    }

    func open() throws {
        let writer = try AVAssetWriter(outputURL: settings.url, fileType: settings.fileType)
        writer.movieFragmentInterval = settings.fragmentInterval
        writer.metadata = settings.metadata
        if let unsettled = settings.unsettled { writer.setUnsettledWork(unsettled) }
        video = settings.video.map(Self.input)
        audioInput = settings.audio.map { AVAssetWriterInput(mediaType: .audio, outputSettings: $0) }
        for input in [video, audioInput].compactMap(\.self) {
            input.expectsMediaDataInRealTime = true
            guard writer.canAdd(input) else { throw AVError(.unsupportedOutputSettings) }
            writer.add(input)
        }
        self.writer = writer
        guard writer.startWriting() else { throw writer.error ?? AVError(.unknown) }
        writer.startSession(atSourceTime: .zero)
    }

    private static func input(_ video: VideoTrackSettings) -> AVAssetWriterInput {
        let input = AVAssetWriterInput(
            mediaType: .video,
            outputSettings: video.passesThrough ? nil : video.output,
            sourceFormatHint: video.passesThrough ? AVCaptureDevice.Format.describe(video.format) : nil
        )
        input.transform = video.transform
        return input
    }

    func append(_ frame: CaptureFrame, at time: CMTime) throws -> Bool {
        guard let video, let settings = settings.video else { return false }
        // Decoding what would be dropped is work for nothing.
        guard video.isReadyForMoreMediaData else { return false }
        return video.appendOrDrop(try item(frame, at: time, settings))
    }

    private func item(_ frame: CaptureFrame, at time: CMTime, _ settings: VideoTrackSettings) throws -> WriterItem {
        var frame = frame
        frame.presentationTime = time
        let zoom = settings.passesThrough ? 1 : settings.zoomFactor()
        if case .image(let pixels) = frame.content, zoom == 1 {
            return WriterItem(.pixels(pixels), presentationTime: time, duration: frame.duration)
        }
        let request = FramePreparer.Request(
            form: settings.passesThrough ? .native : .pixels(nil),
            explicitSize: nil,
            prefersPreviewSize: false,
            rotationAngle: 0,
            isMirrored: false,
            zoomFactor: zoom
        )
        guard let sample = try preparer.sample(from: frame, wanted: request) else { throw AVError(.unknown) }
        return WriterItem(sample)
    }

    func append(_ span: RecordingTimeline<CaptureAudioPacket>.Span) -> Bool {
        guard let audioInput, let data = span.data else { return false }
        return audioInput.appendOrDrop(
            WriterItem(
                .audio(data, span.packet.formatDescription, frameCount: span.frames.count),
                presentationTime: span.time
            )
        )
    }

    func endAudio() {
        audioInput?.markAsFinished()
    }

    var bytesWritten: Int64 { writer?.bytesWritten ?? 0 }

    var keptDuration: CMTime? { writer?.keptDuration }

    var failure: NSError? { writer?.error.map { $0 as NSError } }

    func finish(at end: CMTime, _ done: @escaping @Sendable (NSError?) -> Void) {
        guard let writer, writer.status == .writing else { return done(failure) }
        writer.endSession(atSourceTime: end)
        writer.finishWriting { [writer = Shared(writer)] in done(writer.object.error.map { $0 as NSError }) }
    }

    var leftPlayableFile: Bool { writer?.leftPlayableFile ?? false }

    func discard() {
        writer?.cancelWriting()
    }
}

extension RecordingTimeline.Span where Packet == CaptureAudioPacket {
    /// The part's samples, without a copy.
    var data: CMBlockBuffer? {
        guard frames.count < packet.frameCount else { return packet.data }
        let bytesPerFrame = packet.data.dataLength / max(1, packet.frameCount)
        var part: CMBlockBuffer?
        CMBlockBufferCreateWithBufferReference(
            allocator: nil,
            referenceBuffer: packet.data,
            offsetToData: frames.lowerBound * bytesPerFrame,
            dataLength: frames.count * bytesPerFrame,
            flags: 0,
            blockBufferOut: &part
        )
        return part
    }
}

/// What every movie says about itself.
enum MovieMetadataItems {
    /// Maker and model of the camera, the program, and the date; unknown things are left out.
    static func items(of device: AVCaptureDevice?, date: Date) -> [AVMetadataItem] {
        var items = [item(.quickTimeMetadataSoftware, PhotoMetadata.software as NSString)]
        if let device {
            if !device.manufacturer.isEmpty {
                items.append(item(.quickTimeMetadataMake, device.manufacturer as NSString))
            }
            if !device.hardware.productName.isEmpty {
                items.append(item(.quickTimeMetadataModel, device.hardware.productName as NSString))
            }
        }
        items.append(item(.quickTimeMetadataCreationDate, date as NSDate))
        return items
    }

    private static func item(
        _ identifier: AVMetadataIdentifier,
        _ value: any NSCopying & NSObjectProtocol
    ) -> AVMetadataItem {
        let item = AVMutableMetadataItem()
        item.identifier = identifier
        item.value = value
        return item
    }
}
