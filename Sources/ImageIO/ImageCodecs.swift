internal import CLibPNG
import CoreGraphics
import CoreVideo
import Foundation
import ImageProcessing

/// What a file's head tells about its image.
struct ImageHeader: Sendable {
    /// The size of the stored image.
    var width: Int
    var height: Int
    /// Whether there is only brightness.
    var isGray = false
    var hasAlpha = false
    /// Bits of each sample in the file.
    var depth = 8
    /// EXIF's bytes, with or without its identifier.
    var exif: Data?
}

/// What an image is written with.
struct ImageEncodingOptions {
    /// From 0, small, to 1, as good as possible.
    var quality: Double
    /// What lies behind an image with alpha in a file without.
    var background: CGColor
    /// EXIF's bytes with its identifier.
    var exif: Data?
}

/// Reads and writes files of a type. Files are of unknown origin: a codec answers nil, and asks for no more memory than an image of
/// ``ImageCodecs/mostPixels`` needs.
protocol ImageCodec: Sendable {
    /// The type's identifier.
    var type: String { get }

    /// Whether files of the type can be written.
    var isWritable: Bool { get }

    /// Whether a file's first bytes are those of the type.
    func recognizes(_ file: Data) -> Bool

    /// What a file's head tells; nil if it is damaged.
    func header(of file: Data) -> ImageHeader?

    /// Decodes.
    ///
    /// - Parameter longestSide: a size that is enough: the result may be smaller than the stored image, but not than this. It is as it is
    ///   stored, not turned upright.
    func decode(_ file: Data, _ header: ImageHeader, longestSide: Int?) -> DecodedImage?

    /// Encodes; nil if the type cannot be written, or not of this image.
    func encode(_ image: CGImage, _ options: ImageEncodingOptions) -> Data?

    /// A file with other EXIF, and the image as it was; nil if that is not possible.
    func replacingExif(_ payload: Data, in file: Data) -> Data?
}

extension ImageCodec {
    var isWritable: Bool { true }
}

/// A decoded image in memory that nobody else has: `BGRA`, or `L008` for brightness only.
struct DecodedImage {
    var pixels: CVPixelBuffer
    var hasAlpha: Bool
}

/// The types that can be read and written.
enum ImageCodecs {
    /// More than any camera's images have; a file can claim any number.
    static let mostPixels = 128_000_000

    static let all: [any ImageCodec] = [JPEGCodec(), PNGCodec(), HEICCodec()]

    /// The codec of a type.
    static func codec(type: String) -> (any ImageCodec)? {
        all.first { $0.type == type }
    }

    /// The codec of a file's bytes.
    static func codec(for file: Data) -> (any ImageCodec)? {
        all.first { $0.recognizes(file) }
    }
}

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

/// The chunks of a PNG file. Bytes of unknown origin: a file whose chunks reach beyond its end has none.
struct PNGChunks {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let mostChunks = 100_000

    /// A chunk: its name, its content's place, and its own with length, name and checksum.
    struct Chunk {
        let name: String
        let content: Range<Int>
        let whole: Range<Int>
    }

    let all: [Chunk]
    private let file: Data

    init?(_ file: Data) {
        guard file.starts(with: Self.signature) else { return nil }
        var chunks: [Chunk] = []
        var place = file.startIndex + Self.signature.count
        while place + 12 <= file.endIndex, chunks.count < Self.mostChunks {
            let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= file.endIndex - place - 12 else { return nil }
            let name = String(decoding: file[place + 4..<place + 8], as: UTF8.self)
            chunks.append(
                Chunk(name: name, content: place + 8..<place + 8 + length, whole: place..<place + 12 + length)
            )
            place += 12 + length
            if name == "IEND" { break }
        }
        all = chunks
        self.file = file
    }

    /// The file with a chunk in the place of all of that name, after the first chunk.
    func replacing(_ name: String, with content: Data) -> Data {
        var result = Data(Self.signature)
        for (index, chunk) in all.enumerated() where chunk.name != name {
            result.append(file[chunk.whole])
            if index == 0 { result.append(Self.chunk(name, content)) }
        }
        return result
    }

    private static func chunk(_ name: String, _ content: Data) -> Data {
        let body = Data(name.utf8) + content
        return bigEndian(UInt32(content.count)) + body + bigEndian(checksum(body))
    }

    private static func bigEndian(_ number: UInt32) -> Data {
        withUnsafeBytes(of: number.bigEndian) { Data($0) }
    }

    /// CRC-32 as PNG's standard has it.
    private static func checksum(_ bytes: Data) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
        }
    }
}
