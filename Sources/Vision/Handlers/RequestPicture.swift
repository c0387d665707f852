import CoreMedia
import CoreVideo
import Foundation
import FoundationExtras
import ImageProcessing
import TextRecognition

/// A picture that requests look at: upright, whatever way its pixels lie.
///
/// Not thread-safe: the handler that has it asks one thing at a time.
final class RequestPicture {
    private let upright: CVPixelBuffer

    var width: Int { CVPixelBufferGetWidth(upright) }
    var height: Int { CVPixelBufferGetHeight(upright) }

    /// - Parameters:
    ///   - pixels: in any format that `PixelTransformer` reads.
    ///   - orientation: how they must be turned to be seen upright.
    /// - Throws: an error of Vision's domain.
    init(_ pixels: CVPixelBuffer, orientation: CGImagePropertyOrientation) throws {
        let (rotation, isMirrored) = orientation.turn
        do {
            let transformer = try PixelTransformer(pixelFormat: kCVPixelFormatType_32BGRA)
            upright = try transformer.transform(pixels, rotation: rotation, mirrored: isMirrored)
        } catch {
            throw VNErrorCode.invalidImage.error("The picture cannot be read: \(error)", underlying: error)
        }
    }

    /// A part of it.
    /// - Parameter region: as shares from the lower left corner.
    func part(_ region: CGRect) throws -> BGRAPicture {
        let (x, y, columns, rows) = pixels(region)
        let access = PixelAccess(upright)
        guard let base = access.base else { throw VNErrorCode.internalError.error("The picture has no pixels.") }
        let stride = CVPixelBufferGetBytesPerRow(upright)
        return try BGRAPicture(
            width: columns,
            height: rows,
            bytesPerRow: stride,
            bytes: base + y * stride + x * 4,
            owner: access
        )
    }

    /// A part of it in shades of gray, without padding.
    func luma<Result>(
        _ region: CGRect,
        _ use: (_ luma: UnsafePointer<UInt8>, _ width: Int, _ height: Int) throws -> Result
    ) throws -> Result {
        let (x, y, columns, rows) = pixels(region)
        let transformer = try PixelTransformer(pixelFormat: kCVPixelFormatType_OneComponent8)
        let gray = try transformer.transform(upright)
        let access = PixelAccess(gray)
        guard let base = access.base else { throw VNErrorCode.internalError.error("The picture has no pixels.") }
        let stride = CVPixelBufferGetBytesPerRow(gray)
        var packed = [UInt8](repeating: 0, count: columns * rows)
        return try packed.withUnsafeMutableBytes { bytes in
            for row in 0..<rows {
                let from = UnsafeRawBufferPointer(start: base + (y + row) * stride + x, count: columns)
                UnsafeMutableRawBufferPointer(rebasing: bytes[row * columns..<(row + 1) * columns]).copyMemory(
                    from: from
                )
            }
            let luma = bytes.bindMemory(to: UInt8.self)
            guard let start = luma.baseAddress else { throw VNErrorCode.invalidArgument.error("The region is empty.") }
            return try use(start, columns, rows)
        }
    }

    private func pixels(_ region: CGRect) -> (x: Int, y: Int, columns: Int, rows: Int) {
        let left = Int((region.minX * Double(width)).rounded(.down))
        let top = Int(((1 - region.maxY) * Double(height)).rounded(.down))
        let right = min(width, Int((region.maxX * Double(width)).rounded(.up)))
        let bottom = min(height, Int(((1 - region.minY) * Double(height)).rounded(.up)))
        return (max(0, left), max(0, top), right - max(0, left), bottom - max(0, top))
    }
}

/// A buffer whose pixels are accessible as long as this lives.
private final class PixelAccess {
    private let buffer: CVPixelBuffer

    init(_ buffer: CVPixelBuffer) {
        self.buffer = buffer
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
    }

    deinit {
        CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
    }

    var base: UnsafeMutableRawPointer? { CVPixelBufferGetBaseAddress(buffer) }
}

extension CGImagePropertyOrientation {
    /// The clockwise turn after which, and the mirroring after that, the picture is upright.
    fileprivate var turn: (PixelRotation, isMirrored: Bool) {
        switch self {
        case .up: (.none, false)
        case .upMirrored: (.none, true)
        case .down: (.upsideDown180, false)
        case .downMirrored: (.upsideDown180, true)
        case .leftMirrored: (.clockwise90, true)
        case .right: (.clockwise90, false)
        case .rightMirrored: (.clockwise270, true)
        case .left: (.clockwise270, false)
        }
    }
}
