@preconcurrency import AVFoundation
import CameraLifecycle
import Foundation
import Synchronization

/// One movie that is written while it happens: a video track, and an audio track if wanted. Used on the recording's queue,
/// which `CompositeRecording` asserts for each sample; nothing here waits for an encoder or for the disk.
final class LiveMovieFile {
    /// What a movie is made with.
    struct Settings {
        var url: URL
        var size: CanvasSize
        var codec: RecordingRequest.Codec?
        var bitRate: Int?
        /// Pictures a second, as far as that is known.
        var frameRate: Double
        /// The format of the audio; `nil` for none.
        var audioFormat: CapturedAudioFormat?
        var metadata: [AVMetadataItem] = []
        /// Whether players show its frames mirrored left to right; the pixels stay as they are (S-116).
        var isMirrored = false
        /// What no time may pass for that a test holds in hand.
        var unsettled: DispatchGroup?
    }

    /// The file.
    let url: URL
    private let queue: DispatchQueue
    private let writer: AVAssetWriter
    private let videoInput: AVAssetWriterInput
    private let videoAdapter: WriterInputAdapter
    private let audioInput: AVAssetWriterInput?
    private let audioAdapter: WriterInputAdapter?
    private let identity: NSNumber?
    /// Whether there is audio in it.
    private(set) var hasAudio = false
    /// Whether there is a frame in it.
    private(set) var hasFrames = false

    /// Makes the file.
    ///
    /// - Parameter queue: the recording's queue.
    /// - Throws: an `AVError`, or ``RecordingFailure/codecUnavailable``.
    init(_ settings: Settings, queue: DispatchQueue) throws {
        dispatchPrecondition(condition: .onQueue(queue))
        self.queue = queue
        url = settings.url
        writer = try AVAssetWriter(outputURL: settings.url, fileType: Self.fileType(settings.url))
        // What is in whole fragments survives whatever happens to this process (R-REC-3).
        writer.movieFragmentInterval = CMTime(value: 1, timescale: 1)
        writer.metadata = settings.metadata
        WriterInputAdapter.join(writer, settings.unsettled)
        let form = Self.videoSettings(settings)
        guard writer.canApply(outputSettings: form, forMediaType: .video) else {
            throw RecordingFailure.codecUnavailable
        }
        videoInput = AVAssetWriterInput(mediaType: .video, outputSettings: form)
        videoInput.expectsMediaDataInRealTime = true
        if settings.isMirrored {
            videoInput.transform = CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: CGFloat(settings.size.width), ty: 0)
        }
        videoAdapter = WriterInputAdapter(videoInput)
        writer.add(videoInput)
        audioInput = settings.audioFormat.map {
            AVAssetWriterInput(mediaType: .audio, outputSettings: $0.outputSettings)
        }
        audioInput?.expectsMediaDataInRealTime = true
        audioAdapter = audioInput.map(WriterInputAdapter.init)
        audioInput.map(writer.add)
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

    private static func videoSettings(_ settings: Settings) -> [String: Any] {
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

    /// Whether a frame would be taken now: drawing what would be dropped is work for nothing.
    var isReadyForFrames: Bool { videoInput.isReadyForMoreMediaData }

    /// Appends a frame.
    ///
    /// - Returns: whether it goes into the movie; not when encoder or disk do not keep up, or have failed.
    func append(_ pixelBuffer: CVPixelBuffer, at time: CMTime, duration: CMTime) -> Bool {
        let isTaken = videoAdapter.append(pixelBuffer, at: time, duration: duration)
        if isTaken { hasFrames = true }
        return isTaken
    }

    /// Appends audio.
    func append(_ samples: CMSampleBuffer) -> Bool {
        let isTaken = audioAdapter?.append(samples) ?? false
        if isTaken { hasAudio = true }
        return isTaken
    }

    /// No more audio will come.
    func endAudio() {
        dispatchPrecondition(condition: .onQueue(queue))
        audioInput?.markAsFinished()
    }

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
    /// - Parameter completion: called once, on any thread.
    func finish(at end: CMTime, _ completion: @escaping @Sendable (Finish) -> Void) {
        dispatchPrecondition(condition: .onQueue(queue))
        let shared = SharedWriter(writer: writer)
        guard writer.status == .writing else { return completion(Finish(writer)) }
        writer.endSession(atSourceTime: end)
        writer.finishWriting { completion(Finish(shared.writer)) }
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
    func discard() {
        dispatchPrecondition(condition: .onQueue(queue))
        writer.cancelWriting()
    }

    // @unchecked: a writer's status and error may be asked for on any thread.
    private struct SharedWriter: @unchecked Sendable {
        let writer: AVAssetWriter
    }
}

/// The format of captured audio.
struct CapturedAudioFormat: Sendable, Hashable {
    var sampleRate = 48_000.0
    var channels = 1

    /// The usual form of a phone's microphone.
    init() {}

    /// The format of captured audio; `nil` if it does not say.
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

/// Waits until all movies of a recording are finished.
final class MovieCompletion: Sendable {
    private struct State: Sendable {
        var info: MovieFileInfo
        var isOpen: Int
        var separates: [Int: URL] = [:]
    }

    private let state: Mutex<State>
    private let completion: @Sendable (MovieFileInfo) -> Void

    /// - Parameters:
    ///   - info: what is known so far.
    ///   - movies: how many are being finished.
    ///   - completion: called once, when all are.
    init(_ info: MovieFileInfo, movies: Int, completion: @escaping @Sendable (MovieFileInfo) -> Void) {
        state = Mutex(State(info: info, isOpen: movies))
        self.completion = completion
    }

    /// The movie that shows all cameras is finished, or given up.
    func endOfMovie(_ finish: LiveMovieFile.Finish) {
        let reason = finish.error.map { $0.localizedFailureReason ?? $0.localizedDescription }
        end { state in
            state.info.isPlayable = finish.isPlayable
            state.info.reason = state.info.reason ?? reason
            let duration = state.info.progress.duration
            state.info.progress.duration = finish.keptSeconds.map { min($0, duration) } ?? duration
        }
    }

    /// A camera's own movie is finished, or given up.
    ///
    /// - Parameter url: where it is; `nil` if it is good for nothing.
    func end(of camera: Int, _ url: URL?) {
        end { $0.separates[camera] = url }
    }

    private func end(_ change: (inout State) -> Void) {
        let info: MovieFileInfo? = state.withLock { state in
            change(&state)
            state.isOpen -= 1
            guard state.isOpen == 0 else { return nil }
            state.info.separateMovies = state.separates.sorted { $0.key < $1.key }.map(\.value)
            return state.info
        }
        if let info { completion(info) }
    }
}
