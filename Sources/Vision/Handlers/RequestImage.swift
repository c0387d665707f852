import CoreVideo
import Foundation
import FoundationExtras
import TextRecognition

/// An image that requests look at, in Vision's coordinates.
///
/// Not thread-safe: the handler that has it asks one thing at a time.
final class RequestImage {
    private let upright: UprightImage

    var width: Int { upright.width }
    var height: Int { upright.height }

    /// - Parameters:
    ///   - pixels: in any format that `PixelTransformer` reads.
    ///   - orientation: how they must be turned to be seen upright.
    /// - Throws: an error of Vision's domain.
    init(_ pixels: CVPixelBuffer, orientation: CGImagePropertyOrientation) throws {
        do {
            upright = try UprightImage(pixels, orientation: orientation)
        } catch {
            throw VNErrorCode.invalidImage.error("The picture cannot be read: \(error)", underlying: error)
        }
    }

    /// A part of it.
    /// - Parameter region: as shares from the lower left corner.
    func part(_ region: CGRect) throws -> BGRAImage {
        let (x, y) = pixels(region)
        return try upright.part(x: x, y: y)
    }

    /// A part of it in shades of gray.
    func luma<Result>(
        _ region: CGRect,
        _ use: (_ luma: UnsafePointer<UInt8>, _ width: Int, _ height: Int, _ bytesPerRow: Int) throws -> Result
    ) throws -> Result {
        let (x, y) = pixels(region)
        return try upright.luma(x: x, y: y) { luma, bytesPerRow in try use(luma, x.count, y.count, bytesPerRow) }
    }

    private func pixels(_ region: CGRect) -> (x: Range<Int>, y: Range<Int>) {
        func range(_ from: Double, _ to: Double, _ length: Int) -> Range<Int> {
            let first = max(0, Int((from * Double(length)).rounded(.down)))
            return first..<max(first, min(length, Int((to * Double(length)).rounded(.up))))
        }
        return (range(region.minX, region.maxX, width), range(1 - region.maxY, 1 - region.minY, height))
    }
}
