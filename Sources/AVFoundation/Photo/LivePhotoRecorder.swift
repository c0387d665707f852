import CaptureCore
import CaptureDriver
import CoreMedia
import CoreVideo
import Dispatch
import Foundation
import MediaEncoding
import Synchronization

/// Keeps the last seconds of a camera and a microphone, compressed, and makes the movies of Live Photos of them. There is one
/// while Live Photos are enabled, not suspended, and the session runs.
///
/// Frames are taken on the drivers' threads and compressed on a queue; where that is too slow, frames are left out. Movies are
/// written on another queue. Each movie that was begun is told of to the end, whatever happens.
final class LivePhotoRecorder: @unchecked Sendable {
    // @unchecked: `assembly`, `encoder` and what follows them are used on `queue` only; the rest is constant or in a mutex.

    /// What becomes of a movie.
    enum Event: Sendable {
        /// It takes nothing more.
        case recorded
        /// It is written, or will never be.
        case finished(Result<LivePhotoMovieFile.Written, PhotoCaptureFailure>)
    }

    private enum Item: Sendable {
        case frame(CaptureFrame)
        case audio(CaptureAudioPacket)
        case begin(LivePhotoRecording.Plan)
        case cancel(Int64)
        case overdue(Int64)
        case audioEnded
        case stop(PhotoCaptureFailure?)
    }

    private struct Mailbox {
        var items: [Item] = []
        var frames = 0
        var audioPacketCount = 0
    }

    /// Frames that may wait for the encoder: each keeps a buffer of the camera's, which has few.
    private static let waitingFrames = 4
    /// Packets of sound that may wait, some seconds.
    private static let audioPacketLimit = 256
    /// Seconds that a movie may take longer than it is long. UNKNOWN: Apple documents no bound; without one a camera that is
    /// silent would keep movies for ever.
    private static let patience = 3.0

    private let clock: any CaptureClock
    private let unsettled: DispatchGroup
    private let onEvent: @Sendable (Int64, Event) -> Void
    private let mailbox = Mutex(Mailbox())
    private let queue = DispatchQueue(label: "pinhole.capture.photo.live", qos: .userInitiated)
    private let files = DispatchQueue(label: "pinhole.capture.photo.live.files", qos: .userInitiated)
    /// Wakes the queue, without an allocation per frame.
    private let source: any DispatchSourceUserDataAdd

    private var assembly = LivePhotoAssembly()
    private let encoder: LivePhotoEncoder
    /// Watches for motion that nobody wants to see; `nil` if movies are not trimmed.
    private let motion: LivePhotoMotionMeter?
    private var timeouts: [Int64: CaptureObservation] = [:]
    /// Why nothing is recorded any more.
    private var end: PhotoCaptureFailure?

    /// - Parameters:
    ///   - encoder: used by nobody else.
    ///   - trimsMotion: whether excessive motion before and after the photo is left out.
    ///   - clock: the capture system's.
    ///   - unsettled: entered while something waits to be compressed or written.
    ///   - onEvent: is told what becomes of movies, by the numbers of their requests, on queues of the recorder's.
    init(
        encoder: sending LivePhotoEncoder,
        trimsMotion: Bool,
        clock: any CaptureClock,
        unsettled: DispatchGroup,
        onEvent: @escaping @Sendable (Int64, Event) -> Void
    ) {
        self.encoder = encoder
        motion = trimsMotion ? LivePhotoMotionMeter() : nil
        self.clock = clock
        self.unsettled = unsettled
        self.onEvent = onEvent
        source = DispatchSource.makeUserDataAddSource(queue: queue)
        source.setEventHandler { [weak self] in self?.drain() }
        source.activate()
    }

    deinit {
        source.cancel()
        mailbox.withLock { $0.items }.forEach { _ in unsettled.leave() }
    }

    // MARK: Events, on any thread

    /// A frame arrived. On the driver's thread.
    func append(_ frame: CaptureFrame) {
        post(.frame(frame)) { mailbox in
            guard mailbox.frames < Self.waitingFrames else { return false }
            mailbox.frames += 1
            return true
        }
    }

    /// Sound arrived. On the driver's thread.
    func append(_ packet: CaptureAudioPacket) {
        post(.audio(packet)) { mailbox in
            guard mailbox.audioPacketCount < Self.audioPacketLimit else { return false }
            mailbox.audioPacketCount += 1
            return true
        }
    }

    /// A photo was taken that is to have a movie.
    func begin(_ plan: LivePhotoRecording.Plan) { post(.begin(plan)) }

    /// Nobody wants a movie any more.
    func cancel(_ id: Int64) { post(.cancel(id)) }

    /// The microphone is gone.
    func endAudio() { post(.audioEnded) }

    /// Nothing is recorded any more. Movies end with what they have, or, with a failure, fail.
    func stop(_ failure: PhotoCaptureFailure?) {
        post(.stop(failure))
        // Nobody else may hold the recorder any more, and its movies must be told of.
        queue.async(group: unsettled) { [self] in drain() }
    }

    /// Waits until everything that has happened so far is compressed and written.
    func settle() {
        // Once for what waits, and once for a handler that was running when more came.
        queue.sync {}
        queue.sync {}
        files.sync {}
    }

    private func post(_ item: Item, if isTaken: (inout Mailbox) -> Bool = { _ in true }) {
        let wasTaken = mailbox.withLock { mailbox in
            guard isTaken(&mailbox) else { return false }
            unsettled.enter()
            mailbox.items.append(item)
            return true
        }
        if wasTaken { source.add(data: 1) }
    }

    private func nextItem() -> Item? {
        mailbox.withLock { mailbox in
            guard !mailbox.items.isEmpty else { return nil }
            let item = mailbox.items.removeFirst()
            if case .frame = item { mailbox.frames -= 1 }
            if case .audio = item { mailbox.audioPacketCount -= 1 }
            return item
        }
    }

    // MARK: On the queue

    private func drain() {
        dispatchPrecondition(condition: .onQueue(queue))
        while let item = nextItem() {
            handle(item)
            unsettled.leave()
        }
    }

    private func handle(_ item: Item) {
        switch item {
        case .frame(let frame): if end == nil { handle(frame) }
        case .audio(let packet): if end == nil { handle(packet) }
        case .begin(let plan): beginMovie(plan)
        case .cancel(let id): forget(id)
        case .overdue(let id): conclude(assembly.removeTrimmed(id))
        case .audioEnded:
            assembly.audioEnded()
            encoder.endAudio()
        case .stop(let failure): stop(because: failure)
        }
        conclude(assembly.removeCompleted())
    }

    private func handle(_ frame: CaptureFrame) {
        if !encoder.canContinue(with: frame) { trimAll() }
        do {
            let pixels = try encoder.pixels(of: frame)
            if let motion = motion?.measure(pixels) { assembly.record(motion, at: frame.presentationTime) }
            let samples = try encoder.encode(pixels, of: frame)
            assembly.append(video: samples, format: encoder.videoFormat)
        } catch let error as MediaEncodingError where error.kind != .invalidSample {
            failAll(PhotoCaptureFailure(error))
        } catch {
            // A frame that can't be read is missing in the movie.
        }
    }

    private func handle(_ packet: CaptureAudioPacket) {
        do {
            let samples = try encoder.encode(packet)
            assembly.append(audio: samples, format: encoder.audioFormat)
        } catch {
            // Pictures go without their sound; what comes next is tried again.
            assembly.audioEnded()
            encoder.endAudio()
        }
    }

    private func beginMovie(_ plan: LivePhotoRecording.Plan) {
        if let end { return onEvent(plan.id, .finished(.failure(end))) }
        assembly.begin(plan)
        let reach = CMTimeGetSeconds(LivePhotoRecording.reach) + Self.patience
        let deadline = CMTimeAdd(plan.stillTime, CMTime(seconds: reach, preferredTimescale: 1_000_000))
        timeouts[plan.id]?.cancel()
        timeouts[plan.id] = clock.schedule(at: deadline) { [weak self] in self?.post(.overdue(plan.id)) }
    }

    private func forget(_ id: Int64) {
        assembly.cancel(id)
        timeouts.removeValue(forKey: id)?.cancel()
    }

    private func stop(because failure: PhotoCaptureFailure?) {
        guard end == nil else { return }
        if let failure { failAll(failure) } else { trimAll() }
        end = failure ?? .sessionNotRunning
    }

    /// Ends all movies with what they have, and begins anew.
    private func trimAll() {
        let format = encoder.videoFormat
        if let rest = try? encoder.finishVideo() { assembly.append(video: rest, format: format) }
        conclude(assembly.removeTrimmed())
        encoder.endAudio()
        assembly.clear()
    }

    private func failAll(_ failure: PhotoCaptureFailure) {
        for movie in assembly.removeTrimmed() {
            forget(movie.plan.id)
            onEvent(movie.plan.id, .finished(.failure(failure)))
        }
        _ = try? encoder.finishVideo()
        encoder.endAudio()
        assembly.clear()
    }

    private func conclude(_ movies: [LivePhotoRecording]) {
        for movie in movies {
            let id = movie.plan.id
            forget(id)
            onEvent(id, .recorded)
            files.async(group: unsettled) { [self] in
                do throws(MediaEncodingError) {
                    if let written = try LivePhotoMovieFile.write(movie) {
                        onEvent(id, .finished(.success(written)))
                    } else {
                        onEvent(id, .finished(.failure(.noFrame)))
                    }
                } catch {
                    onEvent(id, .finished(.failure(PhotoCaptureFailure(error))))
                }
            }
        }
    }
}

/// What a request for a Live Photo asks of the movie.
struct LivePhotoRequest: @unchecked Sendable, Hashable {
    // @unchecked: the items are copies that nobody else has.

    /// Where the movie goes.
    var url: URL
    /// How its pictures are compressed.
    var codec = AVVideoCodecType.h264
    /// What the client wants it to say about itself.
    var metadata: [AVMetadataItem] = []
}

/// Compresses what a camera and a microphone deliver, for Live Photos. One thread at a time.
final class LivePhotoEncoder {
    /// How far apart pictures are at most at which decoding can start: so much more than a movie shows is kept, and written.
    private static let keyFrameInterval = 0.5

    private let frameRate: Double
    private let zoomFactor: @Sendable () -> Double
    private let preparer = FramePreparer()
    private var video: VideoEncoder?
    private var audio: AudioEncoder?
    /// What the camera's frames are like that the encoder was made for.
    private var source: CaptureDimensions?

    /// - Parameters:
    ///   - frameRate: how many pictures a second are expected.
    ///   - zoomFactor: the zoom that the camera leaves to us, at present.
    init(frameRate: Double, zoomFactor: @escaping @Sendable () -> Double) {
        self.frameRate = frameRate
        self.zoomFactor = zoomFactor
    }

    /// What the pictures are, once it is known.
    var videoFormat: CMFormatDescription? { video?.formatDescription }
    /// What the sound is, once it is known.
    var audioFormat: CMFormatDescription? { audio?.formatDescription }

    /// Whether a frame can go on where the ones before ended.
    func canContinue(with frame: CaptureFrame) -> Bool {
        source == nil || source == CaptureDimensions(CMVideoFormatDescriptionGetDimensions(frame.formatDescription))
    }

    /// How large a camera's pictures are in a movie: as large as previews (S-34). Encoders take even sizes only.
    static func dimensions(of frame: CaptureDimensions) -> CaptureDimensions {
        let size = FramePreparer.previewSize(for: frame)
        return CaptureDimensions(width: size.width & ~1, height: size.height & ~1)
    }

    /// Compresses a frame's pixels.
    func encode(_ pixels: CVPixelBuffer, of frame: CaptureFrame) throws(MediaEncodingError) -> [EncodedSample] {
        try encoder(for: frame).encode(pixels, at: frame.presentationTime, duration: frame.duration)
    }

    /// Gives the pictures that are still inside. Others may come afterwards.
    func finishVideo() throws(MediaEncodingError) -> [EncodedSample] {
        defer {
            video = nil
            source = nil
        }
        return try video?.finish() ?? []
    }

    /// Compresses sound.
    func encode(_ packet: CaptureAudioPacket) throws(MediaEncodingError) -> [EncodedSample] {
        guard let format = packet.formatDescription.audioStreamBasicDescription else { return [] }
        let encoder = try audioEncoder(for: format)
        return try encoder.encode(
            packet.data,
            format: format,
            frameCount: packet.frameCount,
            at: packet.presentationTime
        )
    }

    private func audioEncoder(for format: AudioStreamBasicDescription) throws(MediaEncodingError) -> AudioEncoder {
        if let audio { return audio }
        let channels = min(2, max(1, Int(format.mChannelsPerFrame)))
        let made = try AudioEncoder(AudioEncoderSettings(codec: .aac, channels: channels))
        audio = made
        return made
    }

    /// No more sound comes, or other sound.
    func endAudio() {
        audio = nil
    }

    private func encoder(for frame: CaptureFrame) throws(MediaEncodingError) -> VideoEncoder {
        if let video { return video }
        let dimensions = CaptureDimensions(CMVideoFormatDescriptionGetDimensions(frame.formatDescription))
        let size = Self.dimensions(of: dimensions)
        let made = try VideoEncoder(
            VideoEncoderSettings(
                codec: .h264,
                width: Int(size.width),
                height: Int(size.height),
                keyFrameIntervalSeconds: Self.keyFrameInterval,
                expectedFrameRate: frameRate
            )
        )
        (video, source) = (made, dimensions)
        return made
    }

    /// A frame's pixels, in the camera's size: the encoder scales.
    ///
    /// - Throws: what a decoder says about a spoilt frame.
    func pixels(of frame: CaptureFrame) throws -> CVPixelBuffer {
        let zoom = zoomFactor()
        if case .image(let pixels) = frame.content, zoom == 1 { return pixels }
        let request = FramePreparer.Request(
            form: .pixels(nil),
            explicitSize: nil,
            prefersPreviewSize: false,
            rotationAngle: 0,
            isMirrored: false,
            zoomFactor: zoom
        )
        guard let pixels = try preparer.sample(from: frame, wanted: request)?.imageBuffer else {
            throw AVError(.decodeFailed)
        }
        return pixels
    }
}
