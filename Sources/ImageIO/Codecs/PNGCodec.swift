internal import CLibPNG
import CoreGraphics
import CoreVideo
import Foundation
import ImageProcessing

/// PNG, by libpng. EXIF is in the chunk `eXIf`.
struct PNGCodec: ImageCodec {
    let type = "public.png"

    func recognizes(_ file: Data) -> Bool { file.starts(with: PNGChunks.signature) }

    func header(of file: Data) -> ImageHeader? {
        guard let chunks = PNGChunks(file), let first = chunks.all.first, first.name == "IHDR" else { return nil }
        let fields = [UInt8](file[first.content])
        guard fields.count == 13 else { return nil }
        func number(_ start: Int) -> Int { fields[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
        let (width, height, colors) = (number(0), number(4), fields[9])
        guard (1...0x7FFF_FFFF).contains(width), (1...0x7FFF_FFFF).contains(height) else { return nil }
        return ImageHeader(
            width: width,
            height: height,
            isGray: colors == 0 || colors == 4,
            hasAlpha: colors & 4 != 0 || chunks.all.contains { $0.name == "tRNS" },
            depth: Int(fields[8]),
            exif: chunks.all.first { $0.name == "eXIf" }.map { Data(file[$0.content]) }
        )
    }

    func decode(_ file: Data, _ header: ImageHeader, longestSide: Int?) -> DecodedImage? {
        guard let still = try? StillDecoder.decode(file, maximumPixelCount: ImageCodecs.mostPixels) else { return nil }
        guard header.isGray, !header.hasAlpha else {
            return DecodedImage(pixels: still.pixels, hasAlpha: header.hasAlpha)
        }
        let transformer = try? PixelTransformer(pixelFormat: kCVPixelFormatType_OneComponent8)
        guard let gray = try? transformer?.transform(still.pixels) else { return nil }
        return DecodedImage(pixels: gray, hasAlpha: false)
    }

    func encode(_ image: CGImage, _ options: ImageEncodingOptions) -> Data? {
        let pixels = image.unmultipliedPixels()
        var png = png_image()
        png.version = png_uint_32(PNG_IMAGE_VERSION)
        png.width = png_uint_32(image.width)
        png.height = png_uint_32(image.height)
        png.format = png_uint_32(
            (image.isGray ? 0 : PNG_FORMAT_FLAG_COLOR) | (image.hasAlpha ? PNG_FORMAT_FLAG_ALPHA : 0)
        )
        // libpng writes to a stream that grows: how much it will be is not known before.
        var start: UnsafeMutablePointer<CChar>?
        var size = 0
        guard let stream = open_memstream(&start, &size) else { return nil }
        let isWritten = png_image_write_to_stdio(&png, stream, 0, pixels, 0, nil) != 0
        fclose(stream)
        defer { free(start) }
        guard isWritten, let start else { return nil }
        let file = Data(bytes: start, count: size)
        return options.exif.map { replacingExif($0, in: file) } ?? file
    }

    func replacingExif(_ payload: Data, in file: Data) -> Data? {
        guard let chunks = PNGChunks(file) else { return nil }
        let hasIdentifier = payload.starts(with: TIFFReader.identifier)
        let content = hasIdentifier ? payload.dropFirst(TIFFReader.identifier.count) : payload
        return chunks.replacing("eXIf", with: Data(content))
    }
}
