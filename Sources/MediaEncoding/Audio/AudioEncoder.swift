internal import CLibAV
import CoreMedia
import Foundation

/// Encodes sound of any rate, layout and sample format, and keeps it in step with the clock that its times come from.
///
/// Times are measured: a microphone's clock and the system's differ. The sound is stretched by a few millionths so that it
/// stays within 5 ms; a gap becomes silence, what is there twice is cut off. The samples follow each other without gaps.
///
/// One thread at a time.
// Unchecked: documented to be used by one thread at a time.
public final class AudioEncoder: @unchecked Sendable {
    /// The settings that were asked for.
    public let settings: AudioEncoderSettings
    private let codec: AudioCodec
    private let queue: OpaquePointer
    private let scratch: AudioPlanes
    private let input = AudioInput()
    private var converter: AudioConverter?
    private var sync: AudioSync
    /// The first frame's time, in frames.
    private var origin: CMTime?
    /// Frames that came out of converters.
    private var converted: Int64 = 0
    /// Frames that went into the encoder.
    private var encoded: Int64 = 0
    private var isFinished = false
    /// Samples that are ready to be given out.
    private var ready: [EncodedSample] = []

    /// A longer gap, or a longer overlap, is none but a mistaken clock.
    private static let longestGap = 3600.0

    /// Whether this machine can encode a codec.
    public static func isAvailable(_ codec: AudioEncoderSettings.Codec) -> Bool {
        AudioCodec.libraryName(codec).map { avcodec_find_encoder_by_name($0) != nil } ?? false
    }

    /// The name of the encoder in use.
    public var encoderName: String { codec.name }
    /// The format of the samples, with the decoder's parameters. Known from the start.
    public var formatDescription: CMFormatDescription? { codec.formatDescription }
    /// Frames that decoders give before the first frame of sound: the first sample starts this much earlier than the sound.
    public var primingFrames: Int { codec.primingFrames }
    /// Frames of silence that were put in place of missing sound, so far.
    public var bridgedFrames: Int { sync.bridged }
    /// Frames that were dropped because their time was covered already, so far.
    public var trimmedFrames: Int { sync.trimmed }

    /// Opens an encoder.
    ///
    /// - Throws: `encoderMissing`, `unsupportedSettings`.
    public init(_ settings: AudioEncoderSettings) throws(MediaEncodingError) {
        self.settings = settings
        codec = try AudioCodec(settings)
        sync = AudioSync(sampleRate: settings.sampleRate)
        let channels = Int32(settings.channels)
        guard let queue = av_audio_fifo_alloc(codec.sampleFormat, channels, Int32(codec.frameSize * 4)) else {
            throw LibAV.outOfMemory("opening \(codec.name)")
        }
        self.queue = queue
        let isPlanar = av_sample_fmt_is_planar(codec.sampleFormat) != 0
        let sampleSize = Int(av_get_bytes_per_sample(codec.sampleFormat))
        scratch = AudioPlanes(
            planeCount: isPlanar ? settings.channels : 1,
            bytesPerFrame: isPlanar ? sampleSize : sampleSize * settings.channels
        )
    }

    deinit {
        av_audio_fifo_free(queue)
    }

    /// Encodes sound.
    ///
    /// - Parameters:
    ///   - sound: uncompressed sound. It may lie in several pieces.
    ///   - format: how it lies in memory: integers of 16 or 32 bits or floating point of 32 or 64, in the machine's byte order,
    ///     interleaved or each channel for itself (then one after the other). It may change from call to call.
    ///   - frameCount: the number of frames.
    ///   - time: when the first frame was heard.
    /// - Returns: the samples that are ready.
    /// - Throws: `invalidSample`, `encoderFailed`.
    public func encode(
        _ sound: CMBlockBuffer,
        format: AudioStreamBasicDescription,
        frameCount: Int,
        at time: CMTime
    ) throws(MediaEncodingError) -> [EncodedSample] {
        let layout = try AudioLayout(format)
        try input.set(sound, layout, frameCount)
        defer { withExtendedLifetime(sound) { input.clear() } }
        return try encode(layout, frameCount, at: time)
    }

    /// Encodes sound that lies in a list of buffers.
    public func encode(
        _ list: UnsafeMutableAudioBufferListPointer,
        format: AudioStreamBasicDescription,
        frameCount: Int,
        at time: CMTime
    ) throws(MediaEncodingError) -> [EncodedSample] {
        let layout = try AudioLayout(format)
        try input.set(list, layout, frameCount)
        defer { input.clear() }
        return try encode(layout, frameCount, at: time)
    }

    /// Encodes what is inside. Nothing can be encoded afterwards.
    ///
    /// - Parameter end: when the sound ends: what comes later is cut off, what is missing is silence. Nil: where it ends.
    public func finish(at end: CMTime? = nil) throws(MediaEncodingError) -> [EncodedSample] {
        guard !isFinished else { return [] }
        isFinished = true
        guard let origin else { return [] }
        try flushConverter()
        if let end, end.isNumeric { try adjustLength(to: (end - origin).seconds) }
        try encodeWholeFrames()
        let rest = Int(av_audio_fifo_size(queue))
        if rest > 0 {
            try codec.encode(queue, count: rest, position: encoded) { ready.append(sample($0)) }
            encoded += Int64(rest)
        }
        try codec.finish { ready.append(sample($0)) }
        return drainReady()
    }

    // MARK: One packet

    private func encode(
        _ layout: AudioLayout,
        _ frames: Int,
        at time: CMTime
    ) throws(MediaEncodingError) -> [EncodedSample] {
        guard !isFinished, time.isNumeric, frames > 0 else {
            throw MediaEncodingError(
                kind: .invalidSample,
                operation: "encoding sound",
                advice: isFinished ? "Use another encoder: this one is finished." : "Append sound with a numeric time."
            )
        }
        if converter?.source != layout {
            try flushConverter()
            converter = try AudioConverter(
                from: layout,
                toFormat: codec.sampleFormat,
                rate: codec.sampleRate,
                channels: settings.channels
            )
        }
        if origin == nil {
            origin = CMTimeConvertScale(time, timescale: codec.sampleRate, method: .roundHalfAwayFromZero)
        }
        try convert(layout, frames, at: time)
        try encodeWholeFrames()
        return drainReady()
    }

    private func drainReady() -> [EncodedSample] {
        defer { ready = [] }
        return ready
    }

    private func convert(_ layout: AudioLayout, _ frames: Int, at time: CMTime) throws(MediaEncodingError) {
        guard let converter, let origin else { return }
        let rate = settings.sampleRate
        let covered = (Double(converted) + converter.delay) / rate
        let error = (time - origin).seconds - covered
        guard abs(error) < Self.longestGap else {
            throw MediaEncodingError(
                kind: .invalidSample,
                operation: "encoding sound that comes \(error) s after the sound before it",
                advice: "The clock jumped: finish this movie and begin another."
            )
        }
        let scale = layout.sampleRate / rate
        let step = sync.next(error: error, frames: Int((Double(frames) / scale).rounded()))
        converter.stretch(by: step.stretch, after: frames)
        if step.silence > 0 { try convertSilence(Int((Double(step.silence) * scale).rounded()), layout) }
        let cut = min(frames, Int((Double(step.cut) * scale).rounded()))
        guard cut < frames else { return }
        input.skip(cut, layout)
        try push(input.pointers, frames - cut)
    }

    private func convertSilence(_ frames: Int, _ layout: AudioLayout) throws(MediaEncodingError) {
        // Zeros are silence in every format but unsigned bytes.
        let piece = 4096
        let zeros = AudioPlanes(planeCount: 1, bytesPerFrame: layout.bytesPerFrame)
        zeros.reserve(piece)
        guard let memory = zeros.pointers[0] else { return }
        if layout.bytesPerSample == 1 {
            memory.update(repeating: 0x80, count: piece * layout.bytesPerFrame)
        }
        let planes = [UnsafePointer<UInt8>?](repeating: UnsafePointer(memory), count: max(8, layout.planeCount))
        let list = UnsafeMutablePointer<UnsafePointer<UInt8>?>.allocate(capacity: planes.count)
        defer { list.deallocate() }
        list.initialize(from: planes, count: planes.count)
        var rest = frames
        while rest > 0 {
            try push(list, min(rest, piece))
            // A long silence must not wait in memory.
            try encodeWholeFrames()
            rest -= piece
        }
        withExtendedLifetime(zeros) {}
    }

    private func push(
        _ planes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
        _ frames: Int
    ) throws(MediaEncodingError) {
        guard let converter else { return }
        let capacity = converter.capacity(for: frames)
        scratch.reserve(capacity)
        let count = try converter.convert(planes, frames: frames, into: scratch.pointers, capacity: capacity)
        try enqueue(count)
    }

    private func enqueue(_ count: Int) throws(MediaEncodingError) {
        guard count > 0 else { return }
        let planes = UnsafeMutableRawPointer(scratch.pointers).assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
        guard av_audio_fifo_write(queue, planes, Int32(count)) == Int32(count) else {
            throw LibAV.outOfMemory("encoding sound")
        }
        converted += Int64(count)
    }

    private func flushConverter() throws(MediaEncodingError) {
        guard converter != nil else { return }
        try push(nil, 0)
        converter = nil
    }

    // MARK: Encoding

    private func encodeWholeFrames() throws(MediaEncodingError) {
        while Int(av_audio_fifo_size(queue)) >= codec.frameSize {
            try codec.encode(queue, count: codec.frameSize, position: encoded) { ready.append(sample($0)) }
            encoded += Int64(codec.frameSize)
        }
    }

    private func adjustLength(to seconds: Double) throws(MediaEncodingError) {
        guard abs(seconds) < 1e9 else { return }
        let wanted = max(encoded, Int64((seconds * settings.sampleRate).rounded()))
        if wanted < converted {
            // The queue gives from the front only: keep what is wanted and empty the rest.
            let keep = Int(wanted - encoded)
            scratch.reserve(keep + 1)
            let planes = UnsafeMutableRawPointer(scratch.pointers)
                .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
            let kept = av_audio_fifo_read(queue, planes, Int32(keep))
            av_audio_fifo_reset(queue)
            converted = encoded
            try enqueue(Int(max(0, kept)))
        } else if Double(wanted - converted) / settings.sampleRate < Self.longestGap {
            try appendSilence(Int(wanted - converted))
        }
    }

    private func appendSilence(_ frames: Int) throws(MediaEncodingError) {
        var rest = frames
        while rest > 0 {
            let count = min(rest, 4096)
            scratch.reserve(count)
            av_samples_set_silence(
                scratch.pointers,
                0,
                Int32(count),
                Int32(settings.channels),
                codec.sampleFormat
            )
            try enqueue(count)
            try encodeWholeFrames()
            rest -= count
        }
    }

    private func sample(_ box: PacketBox) -> EncodedSample {
        let packet = box.pointer.pointee
        let rate = codec.sampleRate
        let start = (origin?.value ?? 0) + packet.pts
        let length = packet.duration > 0 ? packet.duration : Int64(codec.frameSize)
        return EncodedSample(
            storage: box,
            bytes: box.bytes,
            presentationTime: CMTime(value: start, timescale: rate),
            duration: CMTime(value: length, timescale: rate),
            isKeyFrame: true
        )
    }
}

/// Keeps sound in step with the clock that its times come from: the decisions, without any sound.
///
/// The error is how much later a packet was heard than the end of everything before it. A clock that runs fast or slow makes
/// it grow slowly: then the sound is stretched or squeezed by less than anybody hears. Where much is missing, silence takes
/// its place; what is there twice is cut off.
struct AudioSync {
    /// What to do with a packet.
    struct Step: Equatable {
        /// Frames of silence before it.
        var silence = 0
        /// Frames to cut from its beginning.
        var cut = 0
        /// By how much the sound is stretched from here on: 0.0001 makes 10,000 frames 10,001.
        var stretch = 0.0
    }

    /// From so many seconds on an error is mended at once.
    static let jump = 0.040
    /// From so many seconds on an error that stays is mended.
    static let step = 0.012
    /// So many seconds an error has to stay.
    static let patience = 0.25
    /// The greatest stretch: a sixtieth of a semitone.
    static let greatestStretch = 0.001

    private static let smoothing = 1.0
    private static let proportion = 0.1
    private static let integration = 0.0025

    private let sampleRate: Double
    private var smooth = 0.0
    private var integral = 0.0
    private var offStep = 0.0
    private var owed = 0

    /// Frames of silence that were put in.
    private(set) var bridged = 0
    /// Frames that were cut off.
    private(set) var trimmed = 0

    /// - Parameter sampleRate: frames per second, of the frames that are counted in steps.
    init(sampleRate: Double) {
        self.sampleRate = sampleRate
    }

    /// Decides what to do with a packet.
    ///
    /// - Parameters:
    ///   - error: the packet's time minus the time at which everything before it ends, in seconds.
    ///   - frames: the packet's length.
    mutating func next(error: Double, frames: Int) -> Step {
        let length = Double(frames) / sampleRate
        if owed > 0 { return cut(frames) }
        offStep = abs(error) < Self.step ? 0 : offStep + length
        if abs(error) >= Self.jump || offStep >= Self.patience { return mend(error, frames) }
        let share = min(1, length / Self.smoothing)
        smooth += (error - smooth) * share
        let limit = Self.greatestStretch / Self.integration
        integral = min(limit, max(-limit, integral + smooth * length))
        return Step(stretch: stretch)
    }

    private var stretch: Double {
        let wanted = Self.proportion * smooth + Self.integration * integral
        return min(Self.greatestStretch, max(-Self.greatestStretch, wanted))
    }

    private mutating func mend(_ error: Double, _ frames: Int) -> Step {
        smooth = 0
        offStep = 0
        let count = Int((abs(error) * sampleRate).rounded())
        guard error < 0 else {
            bridged += count
            return Step(silence: count, stretch: stretch)
        }
        owed = count
        return cut(frames)
    }

    private mutating func cut(_ frames: Int) -> Step {
        let count = min(owed, frames)
        owed -= count
        trimmed += count
        return Step(cut: count, stretch: stretch)
    }
}
