import CaptureDriver
import CoreMedia
import CoreVideo
import Foundation
import FoundationExtras

/// Pictures to measure with: full HD, in full-range 4:2:0, with detail like a real scene's.
enum SyntheticFrames {
    static let dimensions = CaptureDimensions(width: 1920, height: 1080)

    /// A camera that delivers one picture again and again.
    static func fullHDCamera() throws -> SyntheticCamera { try .showing(try picture(number: 0)) }

    /// The n-th picture: soft shading with some texture, which moves from picture to picture.
    static func picture(number: Int) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(
            kCFAllocatorDefault,
            Int(dimensions.width),
            Int(dimensions.height),
            kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
            nil,
            &made
        )
        guard let buffer = made else { throw BenchFailure("no pixel buffer") }
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        for plane in 0..<2 {
            fill(buffer, plane: plane, number: number)
        }
        // What JPEG has, and the peer takes for granted.
        CVBufferSetAttachment(
            buffer,
            kCVImageBufferYCbCrMatrixKey,
            kCVImageBufferYCbCrMatrix_ITU_R_601_4,
            .shouldPropagate
        )
        return buffer
    }

    private static func fill(_ buffer: CVPixelBuffer, plane: Int, number: Int) {
        guard let base = CVPixelBufferGetBaseAddressOfPlane(buffer, plane) else { return }
        let stride = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
        let height = CVPixelBufferGetHeightOfPlane(buffer, plane)
        let width = CVPixelBufferGetWidthOfPlane(buffer, plane) * (plane + 1)
        var noise = UInt32(truncatingIfNeeded: 12345 + number)
        for y in 0..<height {
            let row = base.advanced(by: y * stride).assumingMemoryBound(to: UInt8.self)
            for x in 0..<width {
                noise = noise &* 1_664_525 &+ 1_013_904_223
                let shade = (x + number * 8) / 12 % 160 + y / 20
                row[x] = UInt8(
                    truncatingIfNeeded: plane == 0 ? 40 + shade + Int(noise >> 28) : 108 + (x / 64 + y / 64) % 40
                )
            }
        }
    }
}
