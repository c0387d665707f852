import CoreGraphics
import CoreVideo
import Foundation
import ImageProcessing

/// JPEG, by TurboJPEG. Damaged pictures are refused, not guessed at.
struct JPEGCodec: ImageCodec {
    let type = "public.jpeg"

    func recognizes(_ file: Data) -> Bool { file.starts(with: [0xFF, 0xD8, 0xFF]) }

    func header(of file: Data) -> ImageHeader? {
        guard let info = try? JPEGFile.info(of: file), info.componentCount == 1 || info.componentCount == 3 else {
            return nil
        }
        return ImageHeader(
            width: info.dimensions.width,
            height: info.dimensions.height,
            isGray: info.componentCount == 1,
            exif: info.exif
        )
    }

    func decode(_ file: Data, _ header: ImageHeader, longestSide: Int?) -> DecodedImage? {
        let stored = PixelDimensions(width: header.width, height: header.height)
        let scale = longestSide.map { side in
            let smaller = Self.size(of: stored, longestSide: side)
            return JPEGScale.covering(smaller, of: stored)
        }
        let decoder = try? JPEGDecoder(
            pixelFormat: header.isGray ? kCVPixelFormatType_OneComponent8 : kCVPixelFormatType_32BGRA,
            maximumPixelCount: ImageCodecs.mostPixels,
            acceptsExtraneousBytes: true
        )
        guard let pixels = try? decoder?.decode(file, scale: scale ?? .full) else { return nil }
        return DecodedImage(pixels: pixels, hasAlpha: false)
    }

    func encode(_ image: CGImage, _ options: ImageEncodingOptions) -> Data? {
        guard let pixels = PixelBufferImage.opaquePixelBuffer(of: image, background: options.background) else {
            return nil
        }
        let quality = Int((options.quality * 100).rounded())
        guard
            let file = try? JPEGEncoder().encode(pixels, options: JPEGEncodingOptions(quality: quality))
        else { return nil }
        return options.exif.map { replacingExif($0, in: file) } ?? file
    }

    func replacingExif(_ payload: Data, in file: Data) -> Data? {
        try? JPEGFile.replacingExif(payload, in: file)
    }

    /// A size of the same shape; never a larger one.
    static func size(of stored: PixelDimensions, longestSide: Int) -> PixelDimensions {
        let longest = max(stored.width, stored.height)
        guard longest > longestSide, longestSide > 0 else { return stored }
        func side(_ length: Int) -> Int {
            max(1, Int((Double(length) * Double(longestSide) / Double(longest)).rounded()))
        }
        return PixelDimensions(width: side(stored.width), height: side(stored.height))
    }
}
