import CaptureDriver
import CoreVideo
import Foundation

/// Sizes of photos, previews and thumbnails.
package enum PhotoGeometry {
    /// The size of a delivered photo: the frame's own, scaled down, its shape kept, to fit what was asked for. Documented:
    /// S-156 (may be smaller, never larger). Odd sizes are rounded down to even ones, as subsampled chroma needs.
    package static func photoDimensions(frame: CaptureDimensions, maximum: CaptureDimensions) -> CaptureDimensions {
        guard frame.width > maximum.width || frame.height > maximum.height else { return frame }
        return fit(frame, into: maximum)
    }

    /// The size of a preview or thumbnail. Of width and height whose shape differs from the photo's, the larger one is
    /// honoured and the shape of the photo is kept; it is never larger than the photo.
    package static func reducedDimensions(
        photo: CaptureDimensions,
        requested: CaptureDimensions?,
        defaultLongSide: Int32,
        maximumLongSide: Int32
    ) -> CaptureDimensions {
        let longSide = max(photo.width, photo.height)
        let wanted = requested.map { max($0.width, $0.height) } ?? defaultLongSide
        let target = min(max(wanted, 2), longSide, maximumLongSide)
        guard target < longSide else { return photo }
        return fit(photo, into: CaptureDimensions(width: target, height: target))
    }

    private static func fit(_ size: CaptureDimensions, into box: CaptureDimensions) -> CaptureDimensions {
        let scale = min(Double(box.width) / Double(size.width), Double(box.height) / Double(size.height))
        return CaptureDimensions(width: even(Double(size.width) * scale), height: even(Double(size.height) * scale))
    }

    private static func even(_ length: Double) -> Int32 {
        // A hair is added because 3024 * (768 / 3024) may come out just below 768.
        max(2, Int32(length + 0.001) & ~1)
    }
}

/// Copies photos that need no conversion, so that clients don't keep the camera's own buffers.
package enum PhotoBufferCopy {
    /// There was no memory; `code` is Core Video's.
    package struct Failure: Error, CustomStringConvertible {
        package var code: CVReturn
        package var description: String { "No memory for a photo's pixels (Core Video says \(code)); release photos." }
    }

    /// A buffer with the same pixels and attachments.
    package static func copy(_ source: CVPixelBuffer) throws(Failure) -> CVPixelBuffer {
        var made: CVPixelBuffer?
        let code = CVPixelBufferCreate(
            nil,
            CVPixelBufferGetWidth(source),
            CVPixelBufferGetHeight(source),
            CVPixelBufferGetPixelFormatType(source),
            nil,
            &made
        )
        guard let made else { throw Failure(code: code) }
        CVPixelBufferLockBaseAddress(source, .readOnly)
        CVPixelBufferLockBaseAddress(made, [])
        defer {
            CVPixelBufferUnlockBaseAddress(made, [])
            CVPixelBufferUnlockBaseAddress(source, .readOnly)
        }
        copyRows(from: source, to: made)
        CVBufferPropagateAttachments(source, made)
        return made
    }

    private static func copyRows(from source: CVPixelBuffer, to destination: CVPixelBuffer) {
        guard CVPixelBufferIsPlanar(source) else {
            copyRows(
                CVPixelBufferGetBaseAddress(source),
                CVPixelBufferGetBytesPerRow(source),
                CVPixelBufferGetBaseAddress(destination),
                CVPixelBufferGetBytesPerRow(destination),
                CVPixelBufferGetHeight(source)
            )
            return
        }
        for plane in 0..<CVPixelBufferGetPlaneCount(source) {
            copyRows(
                CVPixelBufferGetBaseAddressOfPlane(source, plane),
                CVPixelBufferGetBytesPerRowOfPlane(source, plane),
                CVPixelBufferGetBaseAddressOfPlane(destination, plane),
                CVPixelBufferGetBytesPerRowOfPlane(destination, plane),
                CVPixelBufferGetHeightOfPlane(source, plane)
            )
        }
    }

    private static func copyRows(
        _ source: UnsafeMutableRawPointer?,
        _ sourceStride: Int,
        _ destination: UnsafeMutableRawPointer?,
        _ destinationStride: Int,
        _ rows: Int
    ) {
        guard let source, let destination else { return }
        let bytes = min(sourceStride, destinationStride)
        for row in 0..<rows {
            memcpy(destination + row * destinationStride, source + row * sourceStride, bytes)
        }
    }
}
