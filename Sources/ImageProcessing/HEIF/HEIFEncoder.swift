internal import CLibHEIF
internal import CLibYUV
import CoreVideo
import Foundation

/// Compresses pixel buffers with HEVC, by libheif and its encoder x265.
///
/// Pixels are stored in full range with 4:2:0 chroma and eight bits, and keep their matrix; RGB becomes BT.601. 12 megapixels take a
/// second of one processor with the preset `ultrafast`, and five with the next one, whose files are 5 % smaller.
///
/// Keeps memory for one picture between calls where pixels have to be converted.
///
/// Thread-safe; calls wait for one another only while pixels are converted.
public final class HEIFEncoder: Sendable {
    /// Whether there is an encoder for HEVC. libheif may be built without.
    public static let isAvailable = heif_have_encoder_for_format(heif_compression_HEVC) != 0

    /// The shortest side that encoders take. Less is filled up.
    private static let shortestSide = 64

    private let transformer: PixelTransformer

    /// - Throws: ``HEIFError/codecMissing``.
    public init() throws(HEIFError) {
        guard Self.isAvailable else { throw .codecMissing }
        transformer = try Self.pixels { () throws(PixelTransformError) in
            try PixelTransformer(pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
        }
    }

    /// Compresses a picture.
    ///
    /// - Parameters:
    ///   - buffer: the picture, in any format that ``PixelTransformer`` reads.
    ///   - quality: 0 (smallest) to 100 (nothing is lost but chroma and rounding); x265's constant rate factor is half of what is
    ///     missing to 100. Other numbers are taken as the nearest of these.
    /// - Throws: ``HEIFError``.
    public func encode(_ buffer: CVPixelBuffer, quality: Int) throws(HEIFError) -> HEVCImage {
        let prepared = try Self.pixels { () throws(PixelTransformError) in try transformer.transform(buffer) }
        let size = PixelDimensions(of: prepared)
        let coded = PixelDimensions(width: Self.codedSide(size.width), height: Self.codedSide(size.height))
        let matrix = YCbCrMatrix(of: prepared)
        let image = try HEIFImage(coded)
        try image.fill(from: prepared)
        try image.setColor(matrix)
        HEVCEncoderTables.prepare()
        let file = try Self.compress(image, min(max(quality, 0), 100))
        let result = file.withUnsafeBytes {
            HEVCImage(file: $0, dimensions: size, codedDimensions: coded, matrix: matrix)
        }
        guard let result else {
            throw .libraryFailure(operation: "heif_context_write", reason: "the file has not one image")
        }
        return result
    }

    /// Sides are even, as 4:2:0 chroma needs it.
    private static func codedSide(_ length: Int) -> Int { max(shortestSide, (length + 1) & ~1) }

    private static func pixels<Result>(_ body: () throws(PixelTransformError) -> Result) throws(HEIFError) -> Result {
        do {
            return try body()
        } catch {
            throw .pixels(error)
        }
    }

    /// A file of the image alone. ``HEVCEncoderTables`` are prepared.
    static func compress(_ image: HEIFImage, _ quality: Int) throws(HEIFError) -> Data {
        let context = try HEIFContext()
        var encoder: OpaquePointer?
        try HEIFError.check(
            heif_context_get_encoder_for_format(context.pointer, heif_compression_HEVC, &encoder),
            "heif_context_get_encoder_for_format"
        )
        guard let encoder else { throw .codecMissing }
        defer { heif_encoder_release(encoder) }
        try HEIFError.check(heif_encoder_set_lossy_quality(encoder, Int32(quality)), "heif_encoder_set_lossy_quality")
        // Encoders other than x265 have no presets.
        _ = heif_encoder_set_parameter_string(encoder, "preset", "ultrafast")
        guard let options = heif_encoding_options_alloc() else { throw .outOfMemory }
        defer { heif_encoding_options_free(options) }
        options.pointee.macOS_compatibility_workaround_no_nclx_profile = 0
        try HEIFError.check(
            heif_context_encode_image(context.pointer, image.pointer, encoder, options, nil),
            "heif_context_encode_image"
        )
        return try context.written()
    }
}

/// libheif's image in planes, with memory of its own.
final class HEIFImage {
    let pointer: OpaquePointer
    private let size: PixelDimensions

    init(_ size: PixelDimensions) throws(HEIFError) {
        var made: OpaquePointer?
        try HEIFError.check(
            heif_image_create(
                Int32(size.width),
                Int32(size.height),
                heif_colorspace_YCbCr,
                heif_chroma_420,
                &made
            ),
            "heif_image_create"
        )
        guard let made else { throw .outOfMemory }
        pointer = made
        self.size = size
    }

    deinit {
        heif_image_release(pointer)
    }

    /// Copies pixels, and repeats the last column and row where the image is larger.
    ///
    /// - Parameter buffer: `420f`, no larger than the image.
    func fill(from buffer: CVPixelBuffer) throws(HEIFError) {
        let luma = try addPlane(heif_channel_Y, size.width, size.height)
        let chroma = (
            try addPlane(heif_channel_Cb, size.width / 2, size.height / 2),
            try addPlane(heif_channel_Cr, size.width / 2, size.height / 2)
        )
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        guard let view = PixelView(buffer, arrangement: .biplanar420) else { throw .pixels(.unreadableBuffer) }
        CopyPlane(view.first.base, view.first.stride, luma.base, luma.stride, view.columns, view.rows)
        SplitUVPlane(
            view.second.base,
            view.second.stride,
            chroma.0.base,
            chroma.0.stride,
            chroma.1.base,
            chroma.1.stride,
            view.chromaColumns,
            view.chromaRows
        )
        luma.extend(view.width, view.height, to: size.width, size.height)
        for plane in [chroma.0, chroma.1] {
            plane.extend(Int(view.chromaColumns), Int(view.chromaRows), to: size.width / 2, size.height / 2)
        }
    }

    /// Black all over.
    func fillWithBlack() throws(HEIFError) {
        for (channel, divisor, value) in [(heif_channel_Y, 1, 0), (heif_channel_Cb, 2, 128), (heif_channel_Cr, 2, 128)]
        {
            let plane = try addPlane(channel, size.width / divisor, size.height / divisor)
            memset(plane.base, Int32(value), Int(plane.stride) * (size.height / divisor))
        }
    }

    private func addPlane(_ channel: heif_channel, _ width: Int, _ height: Int) throws(HEIFError) -> PixelPlane {
        try HEIFError.check(
            heif_image_add_plane(pointer, channel, Int32(width), Int32(height), 8),
            "heif_image_add_plane"
        )
        var stride: Int32 = 0
        guard let base = heif_image_get_plane(pointer, channel, &stride) else { throw .outOfMemory }
        return PixelPlane(base: base, stride: stride)
    }

    /// What the numbers mean: sRGB in full range.
    func setColor(_ matrix: YCbCrMatrix) throws(HEIFError) {
        guard let profile = heif_nclx_color_profile_alloc() else { throw .outOfMemory }
        defer { heif_nclx_color_profile_free(profile) }
        profile.pointee.color_primaries = heif_color_primaries_ITU_R_BT_709_5
        profile.pointee.transfer_characteristics = heif_transfer_characteristic_IEC_61966_2_1
        profile.pointee.matrix_coefficients = heif_matrix_coefficients(rawValue: matrix.codePoint)
        profile.pointee.full_range_flag = 1
        try HEIFError.check(
            heif_image_set_nclx_color_profile(pointer, profile),
            "heif_image_set_nclx_color_profile"
        )
    }
}

extension PixelPlane {
    /// Repeats the last column and row of an image in a corner of the plane, up to the plane's own size.
    fileprivate func extend(_ columns: Int, _ rows: Int, to width: Int, _ height: Int) {
        let stride = Int(stride)
        if columns < width {
            for row in 0..<rows {
                let last = base + row * stride + columns - 1
                (last + 1).update(repeating: last.pointee, count: width - columns)
            }
        }
        for row in min(rows, height)..<height {
            (base + row * stride).update(from: base + (rows - 1) * stride, count: width)
        }
    }
}

/// The tables of functions that all of a program's HEVC encoders share.
///
/// x265 fills them when its first encoder is opened, without a lock: an encoder that another thread opens meanwhile calls functions
/// that are not there yet, which ends the program. Whoever opens one, by whichever library, prepares them before.
public enum HEVCEncoderTables {
    /// Returns when encoders may be opened on any thread. Takes some milliseconds for the first time, and nothing afterwards.
    public static func prepare() { filled }

    /// By the smallest of pictures. One that cannot be compressed tells its reason to who compresses the next.
    private static let filled: Void = {
        guard HEIFEncoder.isAvailable, let image = try? HEIFImage(PixelDimensions(width: 64, height: 64)) else {
            return
        }
        try? image.fillWithBlack()
        _ = try? HEIFEncoder.compress(image, 0)
    }()
}

/// A still image that HEVC has compressed, and what a file must say for it to be shown.
///
/// Files are made of it by ``HEICFile``, as many as wanted and with any metadata: nothing is compressed again.
public struct HEVCImage: Sendable, Equatable {
    /// The image's size.
    public let dimensions: PixelDimensions
    /// The size that is stored: even, and no smaller than encoders take. What it has more is not shown.
    let codedDimensions: PixelDimensions
    /// The matrix of the image's Y'CbCr, which is in full range.
    let matrix: YCbCrMatrix
    /// What a decoder has to know before: the body of an `hvcC` box.
    let configuration: Data
    /// The image: NAL units, each behind its length.
    let bitstream: Data

    /// The bytes that the image itself takes in a file.
    public var byteCount: Int { bitstream.count }
}

extension HEVCImage {
    /// Takes the image out of a file that libheif has made of it alone: libheif gives compressed images in files only.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - dimensions: the image's size.
    ///   - codedDimensions: the size that is stored.
    ///   - matrix: the matrix of its Y'CbCr.
    /// - Returns: nil for a file that has not one HEVC image, and nothing else.
    init?(
        file bytes: UnsafeRawBufferPointer,
        dimensions: PixelDimensions,
        codedDimensions: PixelDimensions,
        matrix: YCbCrMatrix
    ) {
        let file = HEIFBoxReader(bytes)
        guard var meta = file.first("meta") else { return nil }
        meta.skip(4)
        guard let configuration = meta.first("iprp")?.first("ipco")?.first("hvcC"), let locations = meta.first("iloc"),
            let bitstream = Self.onlyItem(of: file, locations)
        else { return nil }
        self.init(
            dimensions: dimensions,
            codedDimensions: codedDimensions,
            matrix: matrix,
            configuration: configuration.rest,
            bitstream: bitstream
        )
    }

    /// The content of a file's only item.
    private static func onlyItem(of file: HEIFBoxReader, _ locations: HEIFBoxReader) -> Data? {
        var box = locations
        guard let version = box.number(byteCount: 1), version < 2 else { return nil }
        box.skip(3)
        guard let sizes = box.number(byteCount: 2), box.number(byteCount: 2) == 1 else { return nil }
        let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
        let indexSize = version == 1 ? sizes & 15 : 0
        box.skip(2)
        // The content may lie elsewhere than in the file's own place for it.
        if version == 1, box.number(byteCount: 2) != 0 { return nil }
        box.skip(2)
        guard let base = box.number(byteCount: baseSize), let count = box.number(byteCount: 2) else { return nil }
        var content = Data()
        for _ in 0..<count {
            box.skip(indexSize)
            guard let offset = box.number(byteCount: offsetSize), let length = box.number(byteCount: lengthSize),
                let part = file.data(at: base + offset, count: length), content.count + length <= file.fileLength
            else { return nil }
            content.append(part)
        }
        return content.isEmpty ? nil : content
    }
}
