import CoreMedia
import CoreVideo
import Foundation
internal import ImageProcessing

/// Makes each picture a JPEG image, with TurboJPEG.
final class JPEGFrameEncoder: FrameEncoding {
    let name = "libjpeg-turbo"
    let layouts: [OSType] = []
    let formatDescription: CMFormatDescription?
    let pendingFrames = 0
    private let encoder: JPEGEncoder
    private var rate: JPEGRateControl

    init(_ settings: VideoEncoderSettings) throws(MediaEncodingError) {
        do {
            encoder = try JPEGEncoder()
            formatDescription = try CMFormatDescription(
                videoCodecType: .jpeg,
                width: settings.width,
                height: settings.height,
                extensions: VideoColor.bt601Matrix.fullRange.extensions
            )
        } catch {
            throw LibAV.outOfMemory("opening TurboJPEG")
        }
        rate = JPEGRateControl(
            quality: settings.quality,
            bytesPerFrame: settings.bitRate.map { Double($0) / 8 / settings.expectedFrameRate }
        )
    }

    func encode(
        _ pixels: CVPixelBuffer,
        at time: CMTime,
        duration: CMTime,
        asKeyFrame: Bool
    ) throws(MediaEncodingError) -> [EncodedSample] {
        do {
            let options = JPEGEncodingOptions(quality: rate.quality)
            let sample = try encoder.withEncodedBytes(of: pixels, options: options) { bytes in
                EncodedSample(
                    data: Data(bytes),
                    presentationTime: time,
                    duration: duration,
                    isKeyFrame: true
                )
            }
            rate.add(bytes: sample.byteCount)
            return [sample]
        } catch {
            throw MediaEncodingError(
                kind: .encoderFailed,
                operation: "encoding a JPEG picture: \(error)",
                advice: "Append pictures in a format such as 420v, 420f, BGRA or 2vuy."
            )
        }
    }

    func finish() -> [EncodedSample] { [] }
}

/// Chooses JPEG's quality, fixed or such that pictures have a size on average.
struct JPEGRateControl {
    /// libjpeg's quality of the next picture, from 1 to 100.
    private(set) var quality: Int
    private let wanted: Double?
    private var average: Double?

    /// - Parameters:
    ///   - quality: 0 to 1; comes before a size. Without both 0.8 is taken.
    ///   - bytesPerFrame: the wanted average size.
    init(quality: Double?, bytesPerFrame: Double?) {
        self.quality = min(100, max(1, Int(((quality ?? 0.8) * 100).rounded())))
        wanted = quality == nil ? bytesPerFrame : nil
    }

    /// Learns a picture's size. The quality moves by small steps, so that pictures look alike.
    mutating func add(bytes: Int) {
        guard let wanted else { return }
        let mean = average.map { $0 * 0.8 + Double(bytes) * 0.2 } ?? Double(bytes)
        average = mean
        let step = mean > wanted * 1.5 ? -5 : mean > wanted * 1.05 ? -1 : mean < wanted * 0.9 ? 1 : 0
        quality = min(95, max(10, quality + step))
    }
}
