import CoreGraphics
import Foundation
import FoundationExtras
import ImageIO

extension CIContext {
    /// The file of an image: JPEG, with the image's properties.
    ///
    /// - Parameters:
    ///   - image: the image. It must have an end. Behind it is black.
    ///   - colorSpace: RGB or gray.
    ///   - options: `kCGImageDestinationLossyCompressionQuality`, from 0, small, to 1, as good as possible.
    /// - Returns: nil if the image is empty or has no end, and if it cannot be rendered.
    public func jpegRepresentation(
        of image: CIImage,
        colorSpace: CGColorSpace,
        options: [CIImageRepresentationOption: Any] = [:]
    ) -> Data? {
        let format: CIFormat = colorSpace.model == .monochrome ? .L8 : .BGRA8
        return file("public.jpeg", image, format, colorSpace, options)
    }

    /// The file of an image: HEIC, with the image's properties.
    ///
    /// - Parameters:
    ///   - image: the image. It must have an end. Behind it is black.
    ///   - format: in which it is rendered.
    ///   - colorSpace: of the format's model.
    ///   - options: as for JPEG.
    /// - Returns: nil if the image is empty or has no end, if it cannot be rendered, and where no HEVC encoder is installed.
    public func heifRepresentation(
        of image: CIImage,
        format: CIFormat,
        colorSpace: CGColorSpace,
        options: [CIImageRepresentationOption: Any] = [:]
    ) -> Data? {
        file("public.heic", image, format, colorSpace, options)
    }

    /// The file of an image: PNG, with the image's properties.
    ///
    /// - Parameters:
    ///   - image: the image. It must have an end.
    ///   - format: in which it is rendered.
    ///   - colorSpace: of the format's model.
    ///   - options: none are known.
    /// - Returns: nil if the image is empty or has no end, and if it cannot be rendered.
    public func pngRepresentation(
        of image: CIImage,
        format: CIFormat,
        colorSpace: CGColorSpace,
        options: [CIImageRepresentationOption: Any] = [:]
    ) -> Data? {
        file("public.png", image, format, colorSpace, options)
    }

    /// Writes an image into a file: JPEG.
    ///
    /// - Throws: `CocoaError`, with `.fileWriteUnknown` if there is nothing to be written (UNKNOWN: Apple documents no codes).
    public func writeJPEGRepresentation(
        of image: CIImage,
        to url: URL,
        colorSpace: CGColorSpace,
        options: [CIImageRepresentationOption: Any] = [:]
    ) throws {
        try write(jpegRepresentation(of: image, colorSpace: colorSpace, options: options), to: url)
    }

    /// Writes an image into a file: HEIC.
    ///
    /// - Throws: `CocoaError`.
    public func writeHEIFRepresentation(
        of image: CIImage,
        to url: URL,
        format: CIFormat,
        colorSpace: CGColorSpace,
        options: [CIImageRepresentationOption: Any] = [:]
    ) throws {
        try write(
            heifRepresentation(of: image, format: format, colorSpace: colorSpace, options: options),
            to: url
        )
    }

    /// Writes an image into a file: PNG.
    ///
    /// - Throws: `CocoaError`.
    public func writePNGRepresentation(
        of image: CIImage,
        to url: URL,
        format: CIFormat,
        colorSpace: CGColorSpace,
        options: [CIImageRepresentationOption: Any] = [:]
    ) throws {
        try write(
            pngRepresentation(of: image, format: format, colorSpace: colorSpace, options: options),
            to: url
        )
    }

    private func write(_ file: Data?, to url: URL) throws {
        guard let file else { throw CocoaError(.fileWriteUnknown) }
        try file.write(to: url, options: .atomic)
    }

    private func file(
        _ type: String,
        _ image: CIImage,
        _ format: CIFormat,
        _ space: CGColorSpace,
        _ options: [CIImageRepresentationOption: Any]
    ) -> Data? {
        guard
            !image.extent.isInfinite,
            let rendered = createCGImage(image, from: image.extent, format: format, colorSpace: space)
        else { return nil }
        var properties = image.properties
        properties[kCGImageDestinationBackgroundColor as String] = CGColor.black
        let quality = CIImageRepresentationOption(rawValue: kCGImageDestinationLossyCompressionQuality as String)
        properties[quality.rawValue] = options[quality]
        let data = NSMutableData()
        guard let destination = CGImageDestinationCreateWithData(data, type as NSString, 1, nil) else { return nil }
        CGImageDestinationAddImage(destination, rendered, properties as NSDictionary)
        return CGImageDestinationFinalize(destination) ? data as Data : nil
    }
}
