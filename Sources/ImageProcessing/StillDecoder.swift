internal import CLibPNG
import CoreVideo
import Foundation

/// Why a still image could not be read.
public enum StillError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file is empty.
    case empty
    /// The file is of none of the formats that can be read.
    case unknownFormat
    /// It has more pixels than are accepted.
    case tooLarge(width: Int, height: Int)
    /// It is damaged, or not what its first bytes say.
    case damaged(String)

    public var description: String {
        switch self {
        case .empty: "The file is empty."
        case .unknownFormat: "The file is no picture that can be read. JPEG, PNG and HEIC can."
        case .tooLarge(let width, let height): "The picture has \(width) x \(height) pixels, which is too many."
        case .damaged(let reason): "The picture is damaged: \(reason)"
        }
    }
}

/// A still image as it is stored. Those of HEIC files are turned upright already.
public struct StillImage {
    /// `BGRA`.
    public let pixels: CVPixelBuffer
    /// EXIF's number of how it must be turned to be seen upright, 1 to 8.
    public let orientation: Int
    /// How many pixels of the file, in each direction, became one.
    public let reduction: Int
}

/// Reads still images of files: JPEG by TurboJPEG, PNG by libpng, HEIC by libheif. Any thread.
public enum StillDecoder {
    /// - Parameters:
    ///   - file: a whole file.
    ///   - maximumPixelCount: larger pictures are refused before memory is asked for.
    ///   - usefulPixelCount: larger JPEG pictures are reduced to half, a quarter or an eighth of their width and height while
    ///     they are decoded, which takes less time and memory.
    /// - Throws: `StillError`
    public static func decode(
        _ file: Data,
        maximumPixelCount: Int,
        usefulPixelCount: Int = .max
    ) throws(StillError) -> StillImage {
        guard !file.isEmpty else { throw .empty }
        if file.starts(with: [0xFF, 0xD8, 0xFF]) {
            return try decodeJPEG(file, maximumPixelCount, usefulPixelCount)
        }
        if file.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return try decodePNG(file, maximumPixelCount) }
        if HEIFDecoder.isHEIF(file) { return try decodeHEIF(file, maximumPixelCount) }
        throw .unknownFormat
    }

    private static func decodeJPEG(
        _ file: Data,
        _ maximumPixelCount: Int,
        _ usefulPixelCount: Int
    ) throws(StillError) -> StillImage {
        do throws(JPEGError) {
            let decoder = try JPEGDecoder(
                pixelFormat: kCVPixelFormatType_32BGRA,
                maximumPixelCount: maximumPixelCount,
                acceptsExtraneousBytes: true
            )
            let header = try decoder.header(of: file)
            let scale = JPEGScale.allCases.first { scale in
                let size = scale.size(of: header.dimensions)
                return size.width.multipliedReportingOverflow(by: size.height).partialValue <= usefulPixelCount
            }
            let pixels = try decoder.decode(file, scale: scale ?? .eighth)
            return StillImage(
                pixels: pixels,
                orientation: header.orientation,
                reduction: Int((scale ?? .eighth).rawValue)
            )
        } catch .tooLarge(let size) {
            throw .tooLarge(width: size.width, height: size.height)
        } catch {
            throw .damaged("\(error)")
        }
    }

    private static func decodeHEIF(_ file: Data, _ maximumPixelCount: Int) throws(StillError) -> StillImage {
        do throws(HEIFError) {
            let pixels = try HEIFDecoder.decode(file, maximumPixelCount: maximumPixelCount)
            return StillImage(pixels: pixels, orientation: 1, reduction: 1)
        } catch .tooLarge(let size) {
            throw .tooLarge(width: size.width, height: size.height)
        } catch {
            throw .damaged("\(error)")
        }
    }

    private static func decodePNG(_ file: Data, _ maximumPixelCount: Int) throws(StillError) -> StillImage {
        // libpng keeps the addresses of the image and of the bytes from one call to the next.
        let image = UnsafeMutablePointer<png_image>.allocate(capacity: 1)
        image.initialize(to: png_image())
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: file.count, alignment: 1)
        defer {
            png_image_free(image)
            image.deallocate()
            bytes.deallocate()
        }
        bytes.copyBytes(from: file)
        image.pointee.version = png_uint_32(PNG_IMAGE_VERSION)
        guard png_image_begin_read_from_memory(image, bytes.baseAddress, bytes.count) != 0 else {
            throw .damaged(image.pointee.errorMessage)
        }
        let pixels = try makePixels(image.pointee, maximumPixelCount)
        image.pointee.format = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_BGR | PNG_FORMAT_FLAG_ALPHA)
        CVPixelBufferLockBaseAddress(pixels, [])
        defer { CVPixelBufferUnlockBaseAddress(pixels, []) }
        let stride = png_int_32(CVPixelBufferGetBytesPerRow(pixels))
        guard png_image_finish_read(image, nil, CVPixelBufferGetBaseAddress(pixels), stride, nil) != 0 else {
            throw .damaged(image.pointee.errorMessage)
        }
        return StillImage(pixels: pixels, orientation: 1, reduction: 1)
    }

    private static func makePixels(
        _ image: png_image,
        _ maximumPixelCount: Int
    ) throws(StillError) -> CVPixelBuffer {
        let (width, height) = (Int(image.width), Int(image.height))
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, count <= maximumPixelCount else { throw .tooLarge(width: width, height: height) }
        var made: CVPixelBuffer?
        CVPixelBufferCreate(kCFAllocatorDefault, width, height, kCVPixelFormatType_32BGRA, nil, &made)
        guard let made else { throw .tooLarge(width: width, height: height) }
        return made
    }
}

extension png_image {
    /// The library's words about what went wrong.
    fileprivate var errorMessage: String {
        withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

/// What turns a stored picture upright.
public struct UprightTurn: Equatable, Sendable {
    /// The clockwise turn.
    public let rotation: PixelRotation
    /// Whether the turned picture is then mirrored left to right.
    public let isMirrored: Bool

    /// - Parameter orientation: EXIF's number, 1 to 8; any other counts as 1, upright.
    public init(exifOrientation orientation: Int) {
        (rotation, isMirrored) =
            switch orientation {
            case 2: (.none, true)
            case 3: (.upsideDown180, false)
            case 4: (.upsideDown180, true)
            case 5: (.clockwise90, true)
            case 6: (.clockwise90, false)
            case 7: (.clockwise270, true)
            case 8: (.clockwise270, false)
            default: (.none, false)
            }
    }

    /// Whether width and height change places.
    public var exchangesAxes: Bool { rotation == .clockwise90 || rotation == .clockwise270 }
}
