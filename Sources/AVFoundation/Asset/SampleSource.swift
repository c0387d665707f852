import CaptureCore
import CoreMedia
import CoreVideo
import Foundation
import ImageProcessing
import MediaEncoding

/// Gives samples one after the other. One thread at a time.
protocol SampleSource: AnyObject {
    /// The next sample; nil at the end.
    func next() throws -> CMSampleBuffer?
}

/// A part of a file's track, and when it is to be shown.
struct MediaPiece {
    var media: TrackSource.Media
    /// What is to be added to the file's times.
    var offset: CMTime
    var mediaType: AVMediaType
    /// Whether nothing comes before it.
    var isFirst = true
    /// Whether nothing comes behind it.
    var isLast = true

    var range: CMTimeRange { media.range }

    /// Opens the file at the track.
    func open() throws(MediaEncodingError) -> MediaDemuxer {
        let demuxer = try MediaDemuxer(media.url.path)
        demuxer.select(track: media.index)
        return demuxer
    }
}

/// Reads a range of a track: the pieces that it consists of, one after the other.
final class TrackSampleSource: SampleSource {
    private var waiting: ArraySlice<MediaPiece>
    private var current: (any SampleSource)?
    private let form: ReaderOutputForm

    /// - Throws: why the first piece cannot be read.
    init(_ track: TrackContents, _ form: ReaderOutputForm, _ range: CMTimeRange) throws {
        self.form = form
        waiting = track.pieces(in: range)[...]
        try advance()
    }

    func next() throws -> CMSampleBuffer? {
        while let source = current {
            if let sample = try source.next() { return sample }
            try advance()
        }
        return nil
    }

    private func advance() throws {
        current = nil
        guard let piece = waiting.popFirst() else { return }
        switch form {
        case .compressed: current = try CompressedSource(piece)
        case .frames(let format, let size): current = try DecodedFrameSource(piece, format: format, size: size)
        case .audio(let format): current = try AudioSource(piece, format: format)
        }
    }
}

extension TrackContents {
    /// The pieces of media in a range, as far as they lie in it.
    func pieces(in range: CMTimeRange) -> [MediaPiece] {
        var pieces: [MediaPiece] = sources.compactMap { source in
            let end = range.duration.isNumeric ? min(source.target.end, range.end) : source.target.end
            let target = CMTimeRange(start: max(source.target.start, range.start), end: end)
            guard var media = source.media, target.duration.isNumeric, target.duration > .zero else { return nil }
            let offset = source.target.start - media.range.start
            media.range = CMTimeRange(start: target.start - offset, duration: target.duration)
            return MediaPiece(media: media, offset: offset, mediaType: mediaType)
        }
        for place in pieces.indices {
            pieces[place].isFirst = place == 0
            pieces[place].isLast = place == pieces.count - 1
        }
        return pieces
    }
}

/// Gives a piece's samples as they are: from the one at which decoding must start to the last that is shown or heard.
final class CompressedSource: SampleSource {
    private let piece: MediaPiece
    private let demuxer: MediaDemuxer
    private let format: CMFormatDescription?

    init(_ piece: MediaPiece) throws(MediaEncodingError) {
        self.piece = piece
        demuxer = try piece.open()
        format = demuxer.info.tracks.first { $0.index == piece.media.index }?.format
        let isAudio = piece.mediaType == .audio
        try demuxer.seek(to: isAudio ? piece.range.start - Self.preparation : piece.range.start)
    }

    /// Sounds are decoded right when the one before them was.
    private static let preparation = CMTime(value: 1, timescale: 10)

    func next() throws -> CMSampleBuffer? {
        while let found = try demuxer.next() {
            let sample = found.sample
            guard piece.mediaType == .audio else {
                return sample.decodeTime < piece.range.end ? try buffer(sample) : nil
            }
            let length = sample.duration.isNumeric ? sample.duration : .zero
            // Where pieces meet, a packet belongs to the one that has more of it: times must not go back.
            let half = CMTimeMultiplyByRatio(length, multiplier: 1, divisor: 2)
            let start = piece.isFirst ? piece.range.start - length - length : piece.range.start - half
            guard sample.presentationTime < (piece.isLast ? piece.range.end : piece.range.end - half) else {
                return nil
            }
            if piece.isFirst ? sample.presentationTime > start : sample.presentationTime >= start {
                return try buffer(sample)
            }
        }
        return nil
    }

    private func buffer(_ sample: EncodedSample) throws -> CMSampleBuffer {
        let shown = sample.presentationTime + piece.offset
        let decoded = sample.decodeTime + piece.offset
        var timing = CMSampleTimingInfo(
            duration: sample.duration,
            presentationTimeStamp: shown,
            decodeTimeStamp: decoded == shown ? .invalid : decoded
        )
        var count = 1
        var size = sample.byteCount
        if let stream = format?.audioStreamBasicDescription, stream.mFormatID == kAudioFormatLinearPCM,
            stream.mBytesPerFrame > 0
        {
            size = Int(stream.mBytesPerFrame)
            count = sample.byteCount / size
            timing.duration = CMTime(value: 1, timescale: CMTimeScale(stream.mSampleRate))
        }
        let made = try CMSampleBuffer(
            dataBuffer: sample.makeBlockBuffer(),
            formatDescription: format,
            numSamples: count,
            sampleTimings: [timing],
            sampleSizes: [size]
        )
        if piece.mediaType == .video, !sample.isKeyFrame {
            made.sampleAttachments[0][.notSync] = true
            made.sampleAttachments[0][.dependsOnOthers] = true
        }
        return made
    }
}

/// Gives a piece's pictures, decoded: the one that is shown when the piece begins, and all that follow until it ends.
final class DecodedFrameSource: SampleSource {
    private let piece: MediaPiece
    private let demuxer: MediaDemuxer
    private let decoder: VideoDecoder
    private var decoded: ArraySlice<DecodedFrame> = []
    /// The last picture that came before the piece begins.
    private var former: DecodedFrame?
    private var hasEnded = false
    private var isDrained = false
    private var format: CMVideoFormatDescription?

    init(_ piece: MediaPiece, format: OSType, size: CMVideoDimensions?) throws(MediaEncodingError) {
        self.piece = piece
        demuxer = try piece.open()
        decoder = try VideoDecoder(demuxer, pixelFormat: format, size: size)
        try demuxer.seek(to: piece.range.start)
    }

    func next() throws -> CMSampleBuffer? {
        while !hasEnded {
            guard let frame = try nextFrame(), frame.time < piece.range.end else {
                hasEnded = true
                break
            }
            guard frame.time >= piece.range.start else {
                former = frame
                continue
            }
            if let earlier = former, frame.time > piece.range.start {
                decoded = [frame] + decoded
                former = nil
                return try buffer(earlier)
            }
            former = nil
            return try buffer(frame)
        }
        guard let last = former else { return nil }
        former = nil
        return try buffer(last)
    }

    private func nextFrame() throws -> DecodedFrame? {
        while decoded.isEmpty, !isDrained {
            let sample = try demuxer.next()
            isDrained = sample == nil
            decoded = try decoder.decode(sample)[...]
        }
        return decoded.popFirst()
    }

    private func buffer(_ frame: DecodedFrame) throws -> CMSampleBuffer {
        let start = max(frame.time, piece.range.start)
        var duration = frame.duration
        if duration.isNumeric { duration = min(frame.time + duration, piece.range.end) - start }
        let timing = CMSampleTimingInfo(
            duration: duration > .zero ? duration : .invalid,
            presentationTimeStamp: start + piece.offset,
            decodeTimeStamp: .invalid
        )
        return CMSampleBuffer(
            imageBuffer: frame.pixels,
            formatDescription: try description(frame.pixels),
            timing: timing
        )
    }

    private func description(_ pixels: CVPixelBuffer) throws -> CMVideoFormatDescription {
        if let format, CMVideoFormatDescriptionMatchesImageBuffer(format, imageBuffer: pixels) { return format }
        let made = try CMVideoFormatDescription(imageBuffer: pixels)
        format = made
        return made
    }
}

/// Gives a piece's sound, decoded, to the frame.
final class AudioSource: SampleSource {
    private let piece: MediaPiece
    private let demuxer: MediaDemuxer
    private let decoder: AudioDecoder
    private let format: CMFormatDescription
    private let stream: AudioStreamBasicDescription
    private var decoded: ArraySlice<DecodedAudio> = []
    private var hasEnded = false

    /// Sounds are decoded right when those before them were.
    private static let preparation = CMTime(value: 1, timescale: 10)

    init(_ piece: MediaPiece, format: AudioStreamBasicDescription) throws {
        self.piece = piece
        stream = format
        self.format = try CMFormatDescription(audioStreamBasicDescription: format)
        demuxer = try piece.open()
        decoder = try AudioDecoder(demuxer, format: format, range: piece.range)
        try demuxer.seek(to: max(.zero, piece.range.start - Self.preparation))
    }

    func next() throws -> CMSampleBuffer? {
        while decoded.isEmpty, !hasEnded {
            let sample = try demuxer.next()
            hasEnded = sample == nil || sample.map { $0.sample.presentationTime >= piece.range.end } == true
            if let sample, !hasEnded { decoded = try decoder.decode(sample)[...] }
            if hasEnded { decoded = try decoder.decode(nil)[...] }
        }
        return try decoded.popFirst().map(buffer)
    }

    private func buffer(_ audio: DecodedAudio) throws -> CMSampleBuffer {
        try CMSampleBuffer(
            dataBuffer: audio.block,
            formatDescription: format,
            numSamples: audio.frameCount,
            sampleTimings: [
                CMSampleTimingInfo(
                    duration: CMTime(value: 1, timescale: CMTimeScale(stream.mSampleRate)),
                    presentationTimeStamp: audio.time + piece.offset,
                    decodeTimeStamp: .invalid
                )
            ],
            sampleSizes: [Int(stream.mBytesPerFrame)]
        )
    }
}

/// What an output's settings mean: in which form samples are given.
enum ReaderOutputForm {
    /// As they are.
    case compressed
    /// Pictures; of the track's own size if none is given.
    case frames(format: OSType, size: CMVideoDimensions?)
    /// Linear PCM.
    case audio(AudioStreamBasicDescription)

    init(_ track: TrackContents, _ settings: [String: Any]?) throws(WriterRefusal) {
        guard let settings else {
            self = .compressed
            return
        }
        switch track.mediaType {
        case .video: self = try Self.frames(SettingsReader(settings))
        case .audio: self = try Self.audio(SettingsReader(settings), track)
        default:
            throw .argument("Media of type \(track.mediaType.rawValue) cannot be decoded: output settings must be nil")
        }
    }

    private static func frames(_ reader: SettingsReader) throws(WriterRefusal) -> ReaderOutputForm {
        guard reader.settings[AVVideoCodecKey] == nil else {
            throw .argument(
                "AVAssetReaderTrackOutput only supports output settings for uncompressed media: AVVideoCodecKey"
            )
        }
        let format = try reader.integer("\(kCVPixelBufferPixelFormatTypeKey)").map { OSType(truncatingIfNeeded: $0) }
        let wanted = format ?? kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        guard PixelTransformer.supports(wanted) else {
            throw .argument("Pixel format \(wanted) is not supported")
        }
        let width = try reader.integer("\(kCVPixelBufferWidthKey)")
        let height = try reader.integer("\(kCVPixelBufferHeightKey)")
        guard let width, let height else {
            guard width == nil, height == nil else {
                throw .argument("Width and height must be given both or not at all")
            }
            return .frames(format: wanted, size: nil)
        }
        guard (2...8192).contains(width), (2...8192).contains(height) else {
            throw .argument("Width and height must be between 2 and 8192, not \(width) x \(height)")
        }
        return .frames(format: wanted, size: CMVideoDimensions(width: Int32(width), height: Int32(height)))
    }

    private static func audio(
        _ reader: SettingsReader,
        _ track: TrackContents
    ) throws(WriterRefusal) -> ReaderOutputForm {
        guard try reader.integer(AVFormatIDKey).map({ UInt32(truncatingIfNeeded: $0) }) == kAudioFormatLinearPCM else {
            throw .argument("AVAssetReaderTrackOutput only supports output settings for linear PCM: AVFormatIDKey")
        }
        let source = track.formats.first?.audioStreamBasicDescription
        let isFloat = try reader.flag(AVLinearPCMIsFloatKey) ?? false
        let bits = try reader.integer(AVLinearPCMBitDepthKey) ?? (isFloat ? 32 : 16)
        let rate = try reader.number(AVSampleRateKey) ?? source?.mSampleRate ?? 44_100
        let channels = try reader.integer(AVNumberOfChannelsKey) ?? Int(source?.mChannelsPerFrame ?? 2)
        guard (isFloat ? [32, 64] : [8, 16, 32]).contains(bits) else {
            throw .argument("\(bits) is not a bit depth that sound can be decoded to")
        }
        guard (8_000...192_000).contains(rate), (1...8).contains(channels) else {
            throw .argument("Sound cannot be decoded to \(channels) channels at \(rate) Hz")
        }
        guard try reader.flag(AVLinearPCMIsBigEndianKey) != true else {
            throw .argument("AVLinearPCMIsBigEndianKey must be NO")
        }
        let isPlanar = try reader.flag(AVLinearPCMIsNonInterleaved) ?? false
        return .audio(description(rate, channels, bits, isFloat: isFloat, isPlanar: isPlanar))
    }

    private static func description(
        _ rate: Double,
        _ channels: Int,
        _ bits: Int,
        isFloat: Bool,
        isPlanar: Bool
    ) -> AudioStreamBasicDescription {
        var stream = AudioStreamBasicDescription()
        stream.mSampleRate = rate
        stream.mFormatID = kAudioFormatLinearPCM
        stream.mFormatFlags = kAudioFormatFlagIsPacked
        if isFloat { stream.mFormatFlags |= kAudioFormatFlagIsFloat }
        if !isFloat, bits > 8 { stream.mFormatFlags |= kAudioFormatFlagIsSignedInteger }
        if isPlanar { stream.mFormatFlags |= kAudioFormatFlagIsNonInterleaved }
        stream.mChannelsPerFrame = UInt32(channels)
        stream.mBitsPerChannel = UInt32(bits)
        stream.mFramesPerPacket = 1
        stream.mBytesPerFrame = UInt32(bits / 8 * (isPlanar ? 1 : channels))
        stream.mBytesPerPacket = stream.mBytesPerFrame
        return stream
    }
}
