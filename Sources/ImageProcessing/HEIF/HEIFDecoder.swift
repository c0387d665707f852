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

/// libheif's file in memory. Not thread-safe; used by one function and let go.
final class HEIFContext {
    let pointer: OpaquePointer

    /// An empty file.
    init() throws(HEIFError) {
        guard let pointer = heif_context_alloc() else { throw .outOfMemory }
        self.pointer = pointer
    }

    deinit {
        heif_context_free(pointer)
    }

    /// The file's bytes.
    func written() throws(HEIFError) -> Data {
        final class Output {
            var data = Data()
        }
        let output = Output()
        var writer = heif_writer(writer_api_version: 1) { _, bytes, count, output in
            if let bytes, let output {
                Unmanaged<Output>.fromOpaque(output).takeUnretainedValue().data = Data(bytes: bytes, count: count)
            }
            return heif_error(code: heif_error_Ok, subcode: heif_suberror_Unspecified, message: nil)
        }
        try HEIFError.check(
            heif_context_write(pointer, &writer, Unmanaged.passUnretained(output).toOpaque()),
            "heif_context_write"
        )
        return withExtendedLifetime(output) { output.data }
    }

    /// Reads a file, and lends its primary image.
    ///
    /// - Parameters:
    ///   - file: a whole file.
    ///   - body: gets libheif's handle; valid until it returns.
    static func withPrimaryImage<Result>(
        of file: Data,
        _ body: (OpaquePointer) throws(HEIFError) -> Result
    ) throws(HEIFError) -> Result {
        let outcome: Swift.Result<Result, HEIFError> = file.withUnsafeBytes { bytes in
            do throws(HEIFError) {
                let context = try HEIFContext()
                // No thread more than the caller's.
                heif_context_set_max_decoding_threads(context.pointer, 0)
                try HEIFError.check(
                    heif_context_read_from_memory_without_copy(context.pointer, bytes.baseAddress, bytes.count, nil),
                    "heif_context_read_from_memory_without_copy"
                )
                var handle: OpaquePointer?
                try HEIFError.check(
                    heif_context_get_primary_image_handle(context.pointer, &handle),
                    "heif_context_get_primary_image_handle"
                )
                guard let handle else { throw .outOfMemory }
                defer { heif_image_handle_release(handle) }
                return .success(try withExtendedLifetime(context) { () throws(HEIFError) in try body(handle) })
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }
}

/// How many pixels have to be decoded for a file's primary image.
///
/// Images may be put together of others, these again of others, and of the same one any number of times. So a small file can ask for
/// more than a processor decodes in a day.
enum HEIFDecodingCost {
    /// How often images may be put together of ones that are put together. Phones' files have one level, with HDR two.
    private static let mostLevels = 8

    /// - Parameters:
    ///   - file: a whole file.
    ///   - perImage: the pixels of the largest image that is decoded by itself.
    /// - Returns: nil for more than can be counted, and for images that are parts of themselves.
    static func pixelCount(of file: Data, perImage: Int) -> Int? {
        file.withUnsafeBytes { bytes in
            guard var meta = HEIFBoxReader(bytes).first("meta") else { return perImage }
            meta.skip(4)
            guard let primary = primaryItem(meta), let references = meta.first("iref") else { return perImage }
            var counts: [Int: Int] = [:]
            return pixelCount(of: primary, parts(references), perImage, level: 0, &counts)
        }
    }

    private static func pixelCount(
        of item: Int,
        _ parts: [Int: [Int]],
        _ perImage: Int,
        level: Int,
        _ counts: inout [Int: Int]
    ) -> Int? {
        guard let own = parts[item] else { return perImage }
        if let known = counts[item] { return known }
        guard level < mostLevels else { return nil }
        var sum = 0
        for part in own {
            guard let count = pixelCount(of: part, parts, perImage, level: level + 1, &counts) else { return nil }
            let (next, overflow) = sum.addingReportingOverflow(count)
            guard !overflow else { return nil }
            sum = next
        }
        counts[item] = sum
        return sum
    }

    private static func primaryItem(_ meta: HEIFBoxReader) -> Int? {
        guard var box = meta.first("pitm"), let version = box.number(byteCount: 1) else { return nil }
        box.skip(3)
        return box.number(byteCount: version == 0 ? 2 : 4)
    }

    /// What each image is put together of.
    private static func parts(_ references: HEIFBoxReader) -> [Int: [Int]] {
        var box = references
        let idSize = box.number(byteCount: 1) == 0 ? 2 : 4
        box.skip(3)
        var parts: [Int: [Int]] = [:]
        while var reference = box.next() {
            guard reference.type == "dimg", let whole = reference.body.number(byteCount: idSize),
                let count = reference.body.number(byteCount: 2)
            else { continue }
            for _ in 0..<count {
                guard let part = reference.body.number(byteCount: idSize) else { break }
                parts[whole, default: []].append(part)
            }
        }
        return parts
    }
}

/// Why a HEIF file could not be written or read.
public enum HEIFError: Error, Equatable, CustomStringConvertible {
    /// libheif was built without what compresses HEVC, or without what decompresses the file's codec.
    case codecMissing
    /// libheif found no memory.
    case outOfMemory
    /// The buffer cannot be brought into the form that is compressed.
    case pixels(PixelTransformError)
    /// The bytes are not a HEIF file, or of a kind that is not supported. `reason` is libheif's.
    case notHEIF(reason: String)
    /// The file is damaged or incomplete. `reason` is libheif's.
    case corrupt(reason: String)
    /// The image has more pixels than the caller allows.
    case tooLarge(PixelDimensions)
    /// EXIF metadata has 64 KiB at most. `bytes` is what it needs.
    case metadataTooLarge(bytes: Int)
    /// libheif failed; `operation` is its function, `reason` its message.
    case libraryFailure(operation: String, reason: String)

    /// The error in words, with what can be done.
    public var description: String {
        switch self {
        case .codecMissing: "libheif has no codec for HEVC here. Install Debian's libheif1, which has."
        case .outOfMemory: "libheif found no memory."
        case .pixels(let error): "The pixels cannot be used for HEIC: \(error)"
        case .notHEIF(let reason): "Not a HEIF file that can be read: \(reason)"
        case .corrupt(let reason): "The HEIF file is damaged: \(reason)"
        case .tooLarge(let size): "The HEIF image is too large: \(size.width) by \(size.height) pixels."
        case .metadataTooLarge(let bytes):
            "The metadata needs \(bytes) bytes, more than fit; make the embedded thumbnail smaller."
        case .libraryFailure(let operation, let reason): "\(operation) failed: \(reason)"
        }
    }

    /// Throws what a function of libheif's says, unless that is success.
    static func check(_ outcome: heif_error, _ operation: String) throws(HEIFError) {
        let reason = outcome.message.map { String(cString: $0) } ?? "no reason given"
        switch outcome.code {
        case heif_error_Ok: return
        case heif_error_Memory_allocation_error: throw .outOfMemory
        case heif_error_Plugin_loading_error: throw .codecMissing
        case heif_error_Unsupported_feature where outcome.subcode == heif_suberror_Unsupported_codec:
            throw .codecMissing
        case heif_error_Unsupported_filetype, heif_error_Unsupported_feature: throw .notHEIF(reason: reason)
        case heif_error_Invalid_input, heif_error_Input_does_not_exist, heif_error_Decoder_plugin_error:
            throw .corrupt(reason: reason)
        default: throw .libraryFailure(operation: operation, reason: reason)
        }
    }
}
