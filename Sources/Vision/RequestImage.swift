import CoreGraphics
@preconcurrency import CoreMedia
@preconcurrency import CoreVideo
import Foundation
import FoundationExtras
import ImageIO
import ImageProcessing
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

/// Where a handler's image comes from. It is read when the first request wants it, and not before.
enum ImageSource {
    case pixels(CVPixelBuffer, CGImagePropertyOrientation)
    case image(CGImage, CGImagePropertyOrientation)
    case data(Data, CGImagePropertyOrientation?)
    case file(URL, CGImagePropertyOrientation?)

    /// More pixels than any camera has; a file can claim any number.
    private static let mostPixels = 128_000_000

    /// - Throws: an error of Vision's domain.
    func makeImage() throws -> RequestImage {
        switch self {
        case .pixels(let buffer, let orientation): return try RequestImage(buffer, orientation: orientation)
        case .image(let image, let orientation):
            guard let pixels = PixelBufferImage.opaquePixelBuffer(of: image) else {
                throw VNErrorCode.outOfMemory.error(
                    "There is no memory for an image of \(image.width) x \(image.height)."
                )
            }
            return try RequestImage(pixels, orientation: orientation)
        case .data(let data, let orientation): return try Self.decode(data, orientation)
        case .file(let url, let orientation):
            guard let data = try? Data(contentsOf: url, options: .alwaysMapped) else {
                throw VNErrorCode.ioError.error("\(url.path) cannot be read.")
            }
            return try Self.decode(data, orientation)
        }
    }

    private static func decode(_ data: Data, _ orientation: CGImagePropertyOrientation?) throws -> RequestImage {
        do {
            let still = try StillDecoder.decode(data, maximumPixelCount: mostPixels)
            let stored = CGImagePropertyOrientation(rawValue: UInt32(still.orientation)) ?? .up
            return try RequestImage(still.pixels, orientation: orientation ?? stored)
        } catch let error as StillError {
            throw VNErrorCode.invalidImage.error("\(error)", underlying: error)
        }
    }

    /// The image of a sample.
    /// - Throws: an error of Vision's domain if it has none.
    static func sample(_ buffer: CMSampleBuffer, _ orientation: CGImagePropertyOrientation) throws -> ImageSource {
        guard let pixels = CMSampleBufferGetImageBuffer(buffer) else {
            throw VNErrorCode.invalidImage.error("The sample buffer has no picture.")
        }
        return .pixels(pixels, orientation)
    }
}
