import CaptureDriver
import CoreMedia
import CoreVideo
import Foundation
import ImageProcessing

/// What a decoder makes of a compressed image.
enum JPEGReading {
    /// It can be decoded as a whole, to this size.
    case decoded(CaptureDimensions)
    /// It can't, for this reason.
    case undecodable(String)

    init(_ block: CMBlockBuffer) {
        do {
            let bytes = try block.withContiguousStorage { Data($0) }
            let image = try JPEGDecoder(pixelFormat: kCVPixelFormatType_OneComponent8).decode(bytes)
            self = .decoded(
                CaptureDimensions(
                    width: Int32(clamping: CVPixelBufferGetWidth(image)),
                    height: Int32(clamping: CVPixelBufferGetHeight(image))
                )
            )
        } catch {
            self = .undecodable("\(error)")
        }
    }
}
