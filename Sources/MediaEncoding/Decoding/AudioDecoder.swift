internal import CLibAV
@_spi(Pinhole) import CoreMedia
import Foundation

/// Decoded sound: linear PCM in the layout that was asked for.
// Unchecked: nobody else has the memory.
public struct DecodedAudio: @unchecked Sendable {
    /// The frames; planes one behind the other where they are not interleaved.
    public var block: CMBlockBuffer
    public var frameCount: Int
    public var time: CMTime
}

/// Makes linear PCM of a track's samples.
///
/// One thread at a time.
public final class AudioDecoder {
    private let decoder: MediaDecoder
    private let base: AVRational
    private let layout: AudioLayout
    private let resampler: AudioResampler
    private let range: CMTimeRange

    /// - Parameters:
    ///   - demuxer: has the track selected.
    ///   - format: linear PCM, as it is wanted.
    ///   - range: what is given of the track, to the frame.
    /// - Throws: `decoderMissing`, `decoderFailed`; `invalidSample` for formats that cannot be made.
    public init(
        _ demuxer: MediaDemuxer,
        format: AudioStreamBasicDescription,
        range: CMTimeRange
    ) throws(MediaEncodingError) {
        layout = try AudioLayout(format)
        decoder = try MediaDecoder(demuxer)
        base = demuxer.timeBase
        resampler = AudioResampler(layout)
        self.range = range
    }

    /// Decodes a sample; nil for what is left.
    ///
    /// - Throws: `decoderFailed`.
    public func decode(_ sample: DemuxedSample?) throws(MediaEncodingError) -> [DecodedAudio] {
        var pieces: [DecodedAudio] = []
        try decoder.decode(sample) { frame throws(MediaEncodingError) in
            guard let tick = frame.shownTick, frame.pointee.sample_rate > 0, frame.pointee.nb_samples > 0 else {
                return
            }
            let rate = frame.pointee.sample_rate
            let start = CMTimeConvertScale(base.time(tick), timescale: rate, method: .roundHalfAwayFromZero).value
            let wanted = Self.frames(range, rate)
            let first = max(start, wanted.lowerBound)
            let last = FileNumber(start) + FileNumber(frame.pointee.nb_samples)
            let end = min(last.value ?? .max, wanted.upperBound)
            guard first < end else { return }
            let piece = AudioResampler.Piece(
                frame: frame,
                skipped: Int(first - start),
                count: Int(end - first),
                start: first
            )
            if let made = try resampler.convert(piece) { pieces.append(made) }
        }
        if sample == nil, let rest = try resampler.finish() { pieces.append(rest) }
        return pieces
    }

    /// A range's frames.
    private static func frames(_ range: CMTimeRange, _ rate: Int32) -> Range<Int64> {
        func frame(_ time: CMTime, _ otherwise: Int64) -> Int64 {
            guard time.isNumeric else { return otherwise }
            return CMTimeConvertScale(time, timescale: rate, method: .roundHalfAwayFromZero).value
        }
        let start = frame(range.start, 0)
        return start..<max(start, frame(range.end, .max))
    }
}

/// Brings decoded sound into a layout, with libswresample.
final class AudioResampler {
    /// A part of a decoder's frame.
    struct Piece {
        var frame: UnsafeMutablePointer<AVFrame>
        /// Frames at the beginning that are left out.
        var skipped: Int
        var count: Int
        /// The first frame's number at the source's rate.
        var start: Int64

        /// What the conversion depends on.
        var kind: Kind {
            Kind(
                format: frame.pointee.format,
                rate: frame.pointee.sample_rate,
                channels: frame.pointee.ch_layout.nb_channels
            )
        }
    }

    struct Kind: Equatable {
        var format: Int32
        var rate: Int32
        var channels: Int32
    }

    private let target: AudioLayout
    private var context: OpaquePointer?
    private var kind: Kind?
    /// When the first frame is heard that went in since the sound was interrupted.
    private var origin = CMTime.invalid
    /// Frames that came out since then.
    private var produced: Int64 = 0
    /// Where the source is expected to go on.
    private var expected: Int64?

    private static let maximumChannels = 64

    init(_ target: AudioLayout) {
        self.target = target
    }

    deinit {
        swr_free(&context)
    }

    private var rate: Int32 { Int32(target.sampleRate.rounded()) }

    /// Converts a part of a frame; nil as long as nothing comes out.
    func convert(_ piece: Piece) throws(MediaEncodingError) -> DecodedAudio? {
        if kind != piece.kind || expected != piece.start {
            // What the filter still has of before a gap is less than a millisecond, and has no place after it.
            try prepare(piece)
        }
        expected = piece.start + Int64(piece.count)
        let format = AVSampleFormat(rawValue: piece.frame.pointee.format)
        let isPlanar = av_sample_fmt_is_planar(format) != 0
        let channels = Int(piece.kind.channels)
        let step = Int(av_get_bytes_per_sample(format)) * (isPlanar ? 1 : channels)
        guard let planes = piece.frame.pointee.extended_data else { return nil }
        let input: [UnsafePointer<UInt8>?] = (0..<(isPlanar ? channels : 1)).map { plane in
            planes[plane].map { UnsafePointer($0 + step * piece.skipped) }
        }
        return try run(input, piece.count)
    }

    /// What the filter still has.
    func finish() throws(MediaEncodingError) -> DecodedAudio? {
        guard context != nil, let kind, kind.rate != rate else { return nil }
        return try run(nil, 0)
    }

    private func prepare(_ piece: Piece) throws(MediaEncodingError) {
        swr_free(&context)
        kind = piece.kind
        origin = CMTime(value: piece.start, timescale: piece.kind.rate)
        produced = 0
        var output = AVChannelLayout()
        pinhole_av_channels(&output, Int32(target.channels))
        var input = AVChannelLayout()
        pinhole_av_channels(&input, piece.kind.channels)
        var code: Int32 = piece.kind.channels <= Int32(Self.maximumChannels) ? 0 : -1
        if code >= 0 {
            let format = AVSampleFormat(rawValue: piece.kind.format)
            code = swr_alloc_set_opts2(&context, &output, target.format, rate, &input, format, piece.kind.rate, 0, nil)
        }
        if code >= 0, let context {
            if piece.kind.channels == 1, target.channels > 1 {
                // One channel is as loud on both sides; the library's own matrix takes 3 dB away.
                swr_set_matrix(context, [Double](repeating: 1, count: target.channels), 1)
            }
            code = swr_init(context)
        }
        guard code >= 0 else {
            throw LibAV.error(
                .decoderFailed,
                "converting sound of \(piece.kind.rate) Hz and \(piece.kind.channels) channels",
                code,
                advice: "Choose the file's own sample rate and channels."
            )
        }
    }

    private func run(_ input: [UnsafePointer<UInt8>?]?, _ count: Int) throws(MediaEncodingError) -> DecodedAudio? {
        let capacity = Int(swr_get_out_samples(context, Int32(count)))
        guard capacity > 0 else { return nil }
        let planeSize = capacity * target.bytesPerFrame
        guard let memory = NSMutableData(length: planeSize * target.planeCount) else {
            throw LibAV.outOfMemory("converting sound")
        }
        let bytes = memory.mutableBytes.assumingMemoryBound(to: UInt8.self)
        var output: [UnsafeMutablePointer<UInt8>?] = (0..<target.planeCount).map { bytes + $0 * planeSize }
        var input = input
        let code: Int32 =
            if input == nil {
                swr_convert(context, &output, Int32(capacity), nil, 0)
            } else {
                swr_convert(context, &output, Int32(capacity), &input!, Int32(count))
            }
        guard code >= 0 else {
            throw LibAV.error(.decoderFailed, "converting sound", code, advice: "Choose the file's own sample rate.")
        }
        guard code > 0 else { return nil }
        let frames = Int(code)
        let size = frames * target.bytesPerFrame
        // Planes lie close to each other.
        for plane in 1..<max(2, target.planeCount) where plane < target.planeCount {
            memmove(bytes + plane * size, bytes + plane * planeSize, size)
        }
        let time = origin + CMTime(value: produced, timescale: rate)
        produced += Int64(frames)
        return DecodedAudio(
            block: CMBlockBuffer(memory: memory.mutableBytes, length: size * target.planeCount, owner: memory),
            frameCount: frames,
            time: time
        )
    }
}
