@preconcurrency import AVFoundation
import CameraLifecycle

/// One movie that is written while it happens: a track of pictures, and one of sound if wanted. Used on the recording's queue;
/// nothing here waits for an encoder or for the disk.
final class LiveMovieFile {
    /// What a movie is made with.
    struct Settings {
        var url: URL
        var size: CanvasSize
        var codec: RecordingRequest.Codec?
        var bitRate: Int?
        /// Pictures a second, as far as that is known.
        var frameRate: Double
        /// What sound is like; `nil` for none.
        var sound: CapturedAudioFormat?
        var metadata: [AVMetadataItem] = []
        /// Whether players show its pictures mirrored left to right; the pixels stay as they are (S-116).
        var isMirrored = false
        /// What no time may pass for that a test holds in hand.
        var unsettled: DispatchGroup?
    }

    /// The file.
    let url: URL
    private let writer: AVAssetWriter
    private let pictures: AVAssetWriterInput
    private let videoAdapter: WriterInputAdapter
    private let sound: AVAssetWriterInput?
    private let audioAdapter: WriterInputAdapter?
    private let identity: NSNumber?
    /// Whether there is sound in it.
    private(set) var hasAudio = false
    /// Whether there is a picture in it.
    private(set) var hasPictures = false

    /// Makes the file.
    ///
    /// - Throws: an `AVError`, or ``RecordingFailure/codecUnavailable``.
    init(_ settings: Settings) throws {
        url = settings.url
        writer = try AVAssetWriter(outputURL: settings.url, fileType: Self.fileType(settings.url))
        // What is in whole fragments survives whatever happens to this process (R-REC-3).
        writer.movieFragmentInterval = CMTime(value: 1, timescale: 1)
        writer.metadata = settings.metadata
        WriterInputAdapter.join(writer, settings.unsettled)
        let form = Self.pictureForm(settings)
        guard writer.canApply(outputSettings: form, forMediaType: .video) else {
            throw RecordingFailure.codecUnavailable
        }
        pictures = AVAssetWriterInput(mediaType: .video, outputSettings: form)
        pictures.expectsMediaDataInRealTime = true
        if settings.isMirrored {
            pictures.transform = CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: CGFloat(settings.size.width), ty: 0)
        }
        videoAdapter = WriterInputAdapter(pictures)
        writer.add(pictures)
        sound = settings.sound.map { AVAssetWriterInput(mediaType: .audio, outputSettings: $0.outputSettings) }
        sound?.expectsMediaDataInRealTime = true
        audioAdapter = sound.map(WriterInputAdapter.init)
        sound.map(writer.add)
        guard writer.startWriting() else { throw writer.error ?? AVError(.unknown) }
        writer.startSession(atSourceTime: .zero)
        identity = Self.identity(of: settings.url)
    }

    private static func fileType(_ url: URL) -> AVFileType {
        switch url.pathExtension.lowercased() {
        case "mp4": .mp4
        case "m4v": .m4v
        default: .mov
        }
    }

    private static func pictureForm(_ settings: Settings) -> [String: Any] {
        var properties: [String: Any] = [
            AVVideoExpectedSourceFrameRateKey: NSNumber(value: Int(settings.frameRate.rounded())),
            AVVideoMaxKeyFrameIntervalDurationKey: NSNumber(value: 1),
            AVVideoAllowFrameReorderingKey: NSNumber(value: false),
        ]
        if let bitRate = settings.bitRate { properties[AVVideoAverageBitRateKey] = NSNumber(value: bitRate) }
        if settings.codec != .hevc {
            properties[AVVideoProfileLevelKey] = AVVideoProfileLevelH264HighAutoLevel
            properties[AVVideoH264EntropyModeKey] = AVVideoH264EntropyModeCABAC
        }
        return [
            AVVideoCodecKey: settings.codec == .hevc ? AVVideoCodecType.hevc : .h264,
            AVVideoWidthKey: NSNumber(value: settings.size.width),
            AVVideoHeightKey: NSNumber(value: settings.size.height),
            AVVideoCompressionPropertiesKey: properties,
        ]
    }

    // MARK: Growing

    /// Whether a picture would be taken now: drawing what would be dropped is work for nothing.
    var takesPictures: Bool { pictures.isReadyForMoreMediaData }

    /// Hands a picture over.
    ///
    /// - Returns: whether it goes into the movie; not when encoder or disk do not keep up, or have failed.
    func append(_ picture: CVPixelBuffer, at time: CMTime, duration: CMTime) -> Bool {
        let isTaken = videoAdapter.append(picture, at: time, duration: duration)
        if isTaken { hasPictures = true }
        return isTaken
    }

    /// Hands sound over.
    func append(_ samples: CMSampleBuffer) -> Bool {
        let isTaken = audioAdapter?.append(samples) ?? false
        if isTaken { hasAudio = true }
        return isTaken
    }

    /// No more sound will come.
    func endAudio() { sound?.markAsFinished() }

    /// What went wrong; `nil` while nothing did.
    var failure: NSError? { writer.status == .failed ? writer.error.map { $0 as NSError } : nil }

    /// Bytes of the movie so far.
    var bytesWritten: Int64 { WriterInputAdapter.bytesWritten(writer) }

    /// Bytes of the file.
    var size: Int64 { Self.attribute(.size, of: url)?.int64Value ?? 0 }

    /// Whether the file is where it was made.
    var isThere: Bool { identity.map { $0 == Self.identity(of: url) } ?? true }

    private static func identity(of url: URL) -> NSNumber? { attribute(.systemFileNumber, of: url) }

    private static func attribute(_ key: FileAttributeKey, of url: URL) -> NSNumber? {
        (try? FileManager.default.attributesOfItem(atPath: url.path))?[key] as? NSNumber
    }

    // MARK: The end

    /// Ends the movie at a time.
    ///
    /// - Parameter done: called once, on any thread.
    func finish(at end: CMTime, _ done: @escaping @Sendable (Finish) -> Void) {
        let shared = SharedWriter(writer: writer)
        guard writer.status == .writing else { return done(Finish(writer)) }
        writer.endSession(atSourceTime: end)
        writer.finishWriting { done(Finish(shared.writer)) }
    }

    /// What became of a movie in the end.
    struct Finish: Sendable {
        /// Whether there is one.
        var isPlayable: Bool
        /// What went wrong.
        var error: NSError?
        /// How many seconds of it are in the file, if not all of it is.
        var keptSeconds: Double?

        /// What became of a writer's.
        init(_ writer: AVAssetWriter) {
            let isComplete = writer.status == .completed
            isPlayable = isComplete || WriterInputAdapter.leftPlayableFile(writer)
            error = isComplete ? nil : writer.error.map { $0 as NSError }
            keptSeconds = isComplete ? nil : WriterInputAdapter.keptSeconds(writer)
        }
    }

    /// Deletes the file.
    func discard() { writer.cancelWriting() }

    // @unchecked: a writer's status and error may be asked for on any thread.
    private struct SharedWriter: @unchecked Sendable {
        let writer: AVAssetWriter
    }
}

/// What sound is like.
struct CapturedAudioFormat: Sendable, Hashable {
    var sampleRate = 48_000.0
    var channels = 1

    /// The usual form of a phone's microphone.
    init() {}

    /// The form of captured sound; `nil` if it does not say.
    init?(_ sample: CMSampleBuffer) {
        guard let format = CMSampleBufferGetFormatDescription(sample),
            let stream = CMAudioFormatDescriptionGetStreamBasicDescription(format)
        else { return nil }
        sampleRate = stream.pointee.mSampleRate
        channels = Int(stream.pointee.mChannelsPerFrame)
    }

    /// AAC at the microphone's rate and with its channels, as far as AAC has them in common players.
    var outputSettings: [String: Any] {
        let usual = [16_000, 22_050, 24_000, 32_000, 44_100, 48_000].contains(sampleRate)
        return [
            AVFormatIDKey: NSNumber(value: kAudioFormatMPEG4AAC),
            AVSampleRateKey: NSNumber(value: usual ? sampleRate : 48_000),
            AVNumberOfChannelsKey: NSNumber(value: min(max(channels, 1), 2)),
        ]
    }
}
