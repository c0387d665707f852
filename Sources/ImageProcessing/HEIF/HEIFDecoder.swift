internal import CLibHEIF
internal import CLibYUV
import CoreVideo
import Foundation

/// Reads the primary images of HEIF files, HEIC among them, by libheif and its decoders. Pure functions; any thread.
///
/// A file about which libheif so much as warns counts as damaged.
public enum HEIFDecoder {
    /// The brands of a HEIF file with images in HEVC.
    private static let brands: Set<[UInt8]> = Set(
        ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"].map { Array($0.utf8) }
    )

    /// How many times the pixels of an image may be decoded for it: its tiles reach beyond it, and are not all of the size of the largest.
    private static let costlyParts = 4

    /// Whether the first twelve bytes are those of a HEIF file.
    public static func isHEIF(_ file: Data) -> Bool {
        let start = Array(file.prefix(12))
        return start.count == 12 && start[4..<8].elementsEqual("ftyp".utf8) && brands.contains(Array(start[8...]))
    }

    /// The size of an image as it is seen: turned upright.
    ///
    /// - Throws: ``HEIFError``.
    public static func dimensions(of file: Data) throws(HEIFError) -> PixelDimensions {
        try HEIFContext.withPrimaryImage(of: file) { handle throws(HEIFError) in Self.dimensions(handle) }
    }

    /// The EXIF metadata of an image; nil without any. The image is turned by other properties: EXIF's orientation tells the same
    /// once more, and must not be applied.
    ///
    /// - Throws: ``HEIFError``.
    public static func metadata(of file: Data) throws(HEIFError) -> ExifMetadata? {
        try exif(of: file)?.withUnsafeBytes(ExifReader.metadata(payload:))
    }

    /// The bytes of an image's EXIF metadata, with EXIF's identifier; nil without any.
    ///
    /// - Throws: ``HEIFError``.
    package static func exif(of file: Data) throws(HEIFError) -> Data? {
        try HEIFContext.withPrimaryImage(of: file) { handle throws(HEIFError) in
            var id: heif_item_id = 0
            guard heif_image_handle_get_list_of_metadata_block_IDs(handle, "Exif", &id, 1) == 1 else { return nil }
            var item = Data(count: heif_image_handle_get_metadata_size(handle, id))
            guard item.count > 4 else { return nil }
            let outcome = item.withUnsafeMutableBytes { heif_image_handle_get_metadata(handle, id, $0.baseAddress) }
            try HEIFError.check(outcome, "heif_image_handle_get_metadata")
            let offset = item.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            return Data(JPEGSegments.exifIdentifier) + item.dropFirst(4).dropFirst(offset)
        }
    }

    /// Decodes an image, and turns it upright as the file says.
    ///
    /// - Parameters:
    ///   - file: a whole file.
    ///   - maximumPixelCount: larger images are refused before memory is asked for.
    /// - Returns: `BGRA`, in the colours of sRGB.
    /// - Throws: ``HEIFError``.
    public static func decode(_ file: Data, maximumPixelCount: Int = 100_000_000) throws(HEIFError) -> CVPixelBuffer {
        try HEIFContext.withPrimaryImage(of: file) { handle throws(HEIFError) in
            let size = dimensions(handle)
            try check(file, size, maximumPixelCount)
            guard let options = heif_decoding_options_alloc() else { throw .outOfMemory }
            defer { heif_decoding_options_free(options) }
            options.pointee.convert_hdr_to_8bit = 1
            options.pointee.strict_decoding = 1
            var decoded: OpaquePointer?
            try HEIFError.check(
                heif_decode_image(
                    handle,
                    &decoded,
                    heif_colorspace_RGB,
                    heif_chroma_interleaved_RGBA,
                    options
                ),
                "heif_decode_image"
            )
            guard let decoded else { throw .outOfMemory }
            defer { heif_image_release(decoded) }
            return try pixels(of: decoded, size)
        }
    }

    /// Refuses what would take too much memory or time, whatever the file says about the size.
    private static func check(_ file: Data, _ size: PixelDimensions, _ maximumPixelCount: Int) throws(HEIFError) {
        let (count, overflow) = size.width.multipliedReportingOverflow(by: size.height)
        guard !overflow, count <= maximumPixelCount else { throw .tooLarge(size) }
        let coded = try HEVCParameters.largestSize(in: file) ?? size
        guard coded.width * coded.height <= maximumPixelCount else { throw .tooLarge(coded) }
        let cost = HEIFDecodingCost.pixelCount(of: file, perImage: coded.width * coded.height)
        guard let cost, cost / costlyParts <= maximumPixelCount else { throw .tooLarge(size) }
    }

    private static func dimensions(_ handle: OpaquePointer) -> PixelDimensions {
        PixelDimensions(
            width: Int(heif_image_handle_get_width(handle)),
            height: Int(heif_image_handle_get_height(handle))
        )
    }

    /// A copy in the order of Core Video's usual format.
    private static func pixels(of image: OpaquePointer, _ size: PixelDimensions) throws(HEIFError) -> CVPixelBuffer {
        var warning = heif_error()
        if heif_image_get_decoding_warnings(image, 0, &warning, 1) > 0 {
            throw .corrupt(reason: warning.message.map { String(cString: $0) } ?? "a warning")
        }
        var stride: Int32 = 0
        guard heif_image_get_primary_width(image) == size.width, heif_image_get_primary_height(image) == size.height,
            let source = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride)
        else { throw .corrupt(reason: "the image has another size than the file says") }
        var made: CVPixelBuffer?
        CVPixelBufferCreate(kCFAllocatorDefault, size.width, size.height, kCVPixelFormatType_32BGRA, nil, &made)
        guard let made else { throw .outOfMemory }
        CVPixelBufferLockBaseAddress(made, [])
        defer { CVPixelBufferUnlockBaseAddress(made, []) }
        guard let target = CVPixelBufferGetBaseAddress(made) else { throw .outOfMemory }
        // libyuv names formats by words, the least significant byte first.
        ABGRToARGB(
            source,
            stride,
            target.assumingMemoryBound(to: UInt8.self),
            Int32(CVPixelBufferGetBytesPerRow(made)),
            Int32(size.width),
            Int32(size.height)
        )
        return made
    }
}
