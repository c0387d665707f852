import CoreGraphics
import CoreVideo
import Foundation
import ImageProcessing

/// Decodes an image, as it is stored: its orientation is among its properties.
///
/// - Parameters:
///   - isrc: a source.
///   - index: which image.
///   - options: `kCGImageSourceSubsampleFactor` counts.
/// - Returns: nil if there is no such image, not yet all of it, or if it is damaged. DEVIATION: of a damaged image nothing is shown.
public func CGImageSourceCreateImageAtIndex(
    _ isrc: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CGImage? {
    let content = isrc.content
    guard index == 0, content.isFinal, let header = content.header else { return nil }
    let factor = ImageSourceOptions(options).count(kCGImageSourceSubsampleFactor)
    let side = factor.map { max(1, max(header.width, header.height) / $0) }
    let decoded = content.codec?.decode(content.file, header, longestSide: side)
    return decoded.flatMap { PixelBufferImage.image(adopting: $0.pixels, hasAlpha: $0.hasAlpha) }
}

/// Makes a thumbnail.
///
/// - Parameters:
///   - isrc: a source.
///   - index: of which image.
///   - options: see `kCGImageSourceThumbnailMaxPixelSize` and those beside it. Without them it is the thumbnail that the file has.
/// - Returns: nil if there is no such image, no thumbnail, or if it is damaged.
public func CGImageSourceCreateThumbnailAtIndex(
    _ isrc: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CGImage? {
    let content = isrc.content
    guard index == 0, content.isFinal, let header = content.header else { return nil }
    return ThumbnailMaker(content: content, header: header, options: ImageSourceOptions(options)).make()
}

/// Depth data, mattes and the like of an image: there are none.
public func CGImageSourceCopyAuxiliaryDataInfoAtIndex(
    _ isrc: CGImageSource,
    _ index: Int,
    _ auxiliaryImageDataType: CFString
) -> CFDictionary? { nil }

/// Makes a thumbnail of an image, or of the one that the file has.
private struct ThumbnailMaker {
    let content: CGImageSource.Content
    let header: ImageHeader
    let options: ImageSourceOptions

    func make() -> CGImage? {
        let metadata = ImageMetadata(payload: header.exif)
        let side = options.count(kCGImageSourceThumbnailMaxPixelSize)
        var decoded: DecodedImage?
        if !options.flag(kCGImageSourceCreateThumbnailFromImageAlways), let thumbnail = metadata.thumbnail {
            decoded = embedded(thumbnail, side)
        }
        let isMade =
            options.flag(kCGImageSourceCreateThumbnailFromImageAlways)
            || options.flag(kCGImageSourceCreateThumbnailFromImageIfAbsent)
        if decoded == nil, isMade { decoded = content.codec?.decode(content.file, header, longestSide: side) }
        let isTurned = options.flag(kCGImageSourceCreateThumbnailWithTransform)
        return decoded.flatMap { finish($0, side, orientation: isTurned ? metadata.orientation ?? 1 : 1) }
    }

    private func embedded(_ thumbnail: Data, _ side: Int?) -> DecodedImage? {
        let codec = JPEGCodec()
        return codec.header(of: thumbnail).flatMap { codec.decode(thumbnail, $0, longestSide: side) }
    }

    /// Scales and turns in one step.
    private func finish(_ decoded: DecodedImage, _ side: Int?, orientation: Int) -> CGImage? {
        let pixels = decoded.pixels
        let stored = PixelDimensions(of: pixels)
        let turn = UprightTurn(exifOrientation: orientation)
        let size = side.map { JPEGCodec.size(of: stored, longestSide: $0) } ?? stored
        let turned =
            turn.exchangesAxes ? PixelDimensions(width: size.height, height: size.width) : size
        let transformer = try? PixelTransformer(
            pixelFormat: CVPixelBufferGetPixelFormatType(pixels),
            dimensions: turned
        )
        let result = try? transformer?.transform(pixels, rotation: turn.rotation, mirrored: turn.isMirrored)
        return result.flatMap { PixelBufferImage.image(adopting: $0, hasAlpha: decoded.hasAlpha) }
    }
}
