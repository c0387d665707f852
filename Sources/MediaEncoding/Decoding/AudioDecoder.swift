internal import CLibAV
import CoreMedia
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
