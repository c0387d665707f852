import CoreVideo
import Foundation

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
