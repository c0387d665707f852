internal import CLibAV
import CoreMedia
import CoreVideo
import Foundation
internal import ImageProcessing

/// A decoded picture.
// Unchecked: nobody else has the pixel buffer.
public struct DecodedFrame: @unchecked Sendable {
    public var pixels: CVPixelBuffer
    public var time: CMTime
    /// Invalid where the file does not say it.
    public var duration: CMTime
}

/// Makes pixel buffers of a track's samples.
///
/// Pictures of 4:2:0 are handed to the conversion where the decoder left them; others take one more step.
/// One thread at a time.
public final class VideoDecoder {
    private let decoder: MediaDecoder
    private let base: AVRational
    private let pixelFormat: OSType
    private let transformer: PixelTransformer
    private var reducer: PlanarReducer?

    /// - Parameters:
    ///   - demuxer: has the track selected.
    ///   - pixelFormat: the pictures' format, one that `PixelTransformer` supports.
    ///   - size: the pictures' size; nil for the file's.
    public init(
        _ demuxer: MediaDemuxer,
        pixelFormat: OSType,
        size: CMVideoDimensions? = nil
    ) throws(MediaEncodingError) {
        decoder = try MediaDecoder(demuxer)
        base = demuxer.timeBase
        self.pixelFormat = pixelFormat
        do {
            transformer = try PixelTransformer(
                pixelFormat: pixelFormat,
                dimensions: size.map { PixelDimensions(width: Int($0.width), height: Int($0.height)) }
            )
        } catch {
            throw MediaEncodingError(
                kind: .unsupportedSettings,
                operation: "decoding pictures: \(error)",
                advice: "Choose 420v, 420f or BGRA."
            )
        }
    }

    /// The size of the pictures as the decoder knows it so far.
    public var codedDimensions: CMVideoDimensions { decoder.codedDimensions }

    /// Forgets what came so far: another part of the track follows.
    public func reset() {
        decoder.reset()
    }

    /// Decodes a sample; nil for what is left.
    ///
    /// - Throws: `decoderFailed`.
    public func decode(_ sample: DemuxedSample?) throws(MediaEncodingError) -> [DecodedFrame] {
        var pictures: [DecodedFrame] = []
        try decoder.decode(sample) { frame throws(MediaEncodingError) in
            guard let tick = frame.shownTick else { return }
            let pixels = try convert(frame)
            let duration = frame.pointee.pkt_duration
            pictures.append(
                DecodedFrame(
                    pixels: pixels,
                    time: base.time(tick),
                    duration: duration > 0 ? base.time(duration) : .invalid
                )
            )
        }
        return pictures
    }

    private func convert(_ frame: UnsafeMutablePointer<AVFrame>) throws(MediaEncodingError) -> CVPixelBuffer {
        let reduced = try PlanarReducer.isPlanar(frame) ? frame : reduce(frame)
        guard let source = PlanarFrame.pixelBuffer(of: reduced, copying: pixelFormat) else {
            throw LibAV.outOfMemory("decoding a picture")
        }
        do {
            return try transformer.transform(source)
        } catch {
            throw MediaEncodingError(
                kind: .decoderFailed,
                operation: "converting a picture: \(error)",
                advice: "Choose another size."
            )
        }
    }

    private func reduce(
        _ frame: UnsafeMutablePointer<AVFrame>
    ) throws(MediaEncodingError) -> UnsafeMutablePointer<AVFrame> {
        if let reducer { return try reducer.reduce(frame) }
        let made = try PlanarReducer()
        reducer = made
        return try made.reduce(frame)
    }
}
