import CoreGraphics
import CoreVideo
import Foundation
import ImageProcessing

/// HEIC, by libheif and x265.
struct HEICCodec: ImageCodec {
    let type = "public.heic"

    var isWritable: Bool { HEIFEncoder.isAvailable }

    func recognizes(_ file: Data) -> Bool { HEIFDecoder.isHEIF(file) }

    func header(of file: Data) -> ImageHeader? {
        guard let upright = try? HEIFDecoder.dimensions(of: file) else { return nil }
        let exif = (try? HEIFDecoder.exif(of: file)) ?? nil
        let exchangesAxes = Self.uprightTurn(exif).exchangesAxes
        return ImageHeader(
            width: exchangesAxes ? upright.height : upright.width,
            height: exchangesAxes ? upright.width : upright.height,
            exif: exif
        )
    }

    /// libheif turns images upright, as other properties than EXIF's say. They are turned back, so that image and orientation go together
    /// as in other types.
    func decode(_ file: Data, _ header: ImageHeader, longestSide: Int?) -> DecodedImage? {
        guard let upright = try? HEIFDecoder.decode(file, maximumPixelCount: ImageCodecs.mostPixels) else { return nil }
        let turn = Self.storedTurn(header.exif)
        let transformer = try? PixelTransformer(pixelFormat: kCVPixelFormatType_32BGRA)
        let stored = try? transformer?.transform(upright, rotation: turn.rotation, mirrored: turn.isMirrored)
        return stored.map { DecodedImage(pixels: $0, hasAlpha: false) }
    }

    func encode(_ image: CGImage, _ options: ImageEncodingOptions) -> Data? {
        guard let pixels = PixelBufferImage.opaquePixelBuffer(of: image, background: options.background) else {
            return nil
        }
        let quality = Int((options.quality * 100).rounded())
        guard let compressed = try? HEIFEncoder().encode(pixels, quality: quality) else { return nil }
        var file = HEICFile(image: compressed)
        file.exif = options.exif
        return try? file.encoded()
    }

    /// Nil: the places of all contents would change.
    func replacingExif(_ payload: Data, in file: Data) -> Data? { nil }

    private static func uprightTurn(_ exif: Data?) -> UprightTurn {
        UprightTurn(exifOrientation: ImageMetadata(payload: exif).orientation ?? 1)
    }

    /// What undoes ``uprightTurn(_:)``: quarter turns go the other way, everything else undoes itself.
    private static func storedTurn(_ exif: Data?) -> UprightTurn {
        let orientation = ImageMetadata(payload: exif).orientation ?? 1
        return UprightTurn(exifOrientation: [6: 8, 8: 6][orientation] ?? orientation)
    }
}
