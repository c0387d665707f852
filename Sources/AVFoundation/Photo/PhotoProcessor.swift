import CaptureCore
import CaptureDriver
import CoreMedia
import CoreVideo
import Foundation
import ImageProcessing

/// Makes photos of frames: scales, converts, compresses, and writes down what is known.
///
/// Its pipeline calls it on one queue; it keeps the libraries' memory between photos.
// @unchecked: its pipeline calls it on one serial queue, and asserts that.
final class PhotoProcessor: @unchecked Sendable {
    /// The most bytes of a thumbnail that leave room for the rest of EXIF's 64 kilobytes.
    private static let thumbnailLimit = 48_000

    private let transformers = PhotoTransformers()
    private var encoder: JPEGEncoder?
    private var hevcEncoder: HEIFEncoder?
    private var decoder: JPEGDecoder?

    /// Makes a photo.
    func process(_ work: PhotoWork) -> PhotoWork.Outcome {
        do {
            return .photo(try photo(work))
        } catch let error as UnusableFrame {
            return .frameUnusable(.undecodable(error.reason))
        } catch {
            return .failed(.unencodable("\(error)"))
        }
    }

    private func photo(_ work: PhotoWork) throws -> AVCapturePhoto {
        var source = try PhotoSource(work.frame)
        if let crop = SoftwareZoom.crop(work.zoomFactor) { try zoom(&source, to: crop) }
        let size = PhotoGeometry.photoDimensions(frame: source.dimensions, maximum: work.resolved.values.photo)
        var values = AVCapturePhoto.Values()
        values.timestamp = work.frame.presentationTime
        values.photoCount = work.use.photo + 1
        values.sourceDeviceType = work.sourceDeviceType
        values.bracketSettings = work.bracketSettings
        values.image = try makeImage(&source, size, work.request)
        if let preview = work.request.preview, let dimensions = work.resolved.values.preview {
            let format = preview.pixelFormat ?? PhotoCapabilities.convertiblePixelFormats[0]
            values.preview = try copy(try pixels(of: &source), as: format, dimensions)
        }
        if let dimensions = work.resolved.values.thumbnail {
            let codec = work.request.thumbnail?.codec ?? .jpeg
            values.thumbnail = try thumbnail(try pixels(of: &source), dimensions, codec)
        }
        values.depth = depth(work)
        var info = work.info
        info.dimensions = size
        values.metadata = PhotoMetadata.dictionary(for: info).merging(photoMetadata: work.request.metadata)
        return AVCapturePhoto(values, resolved: work.resolved)
    }

    /// The depth map, in memory that the camera does not wait for; `nil` without one.
    private func depth(_ work: PhotoWork) -> DepthRecord? {
        guard var record = work.depth?.record else { return nil }
        let fillsHoles = work.request.filtersDepth
        guard let map = DepthMap.convert(record.map, from: record.type, to: record.type, fillsHoles: fillsHoles) else {
            return nil
        }
        (record.map, record.isFiltered) = (map, fillsHoles)
        return record
    }

    // MARK: The image

    private func makeImage(
        _ source: inout PhotoSource,
        _ size: CaptureDimensions,
        _ request: PhotoCaptureRequest
    ) throws -> AVCapturePhoto.ImageContent {
        if let format = request.format?.pixelFormat {
            return .pixels(try copy(try pixels(of: &source), as: format, size))
        }
        if request.format?.codec == .hevc {
            let scaled = try scaled(try pixels(of: &source), to: size)
            return .heic(try compress(scaled, quality: PhotoQuality.hevc(for: request)))
        }
        if let bytes = source.jpeg, source.isWholeFile, size == source.dimensions, request.format?.quality == nil {
            // The camera's own compression is kept: decoding and encoding once more would only lose. Decoded it is all the
            // same, because nothing else finds damage within the scan.
            _ = try pixels(of: &source)
            return .jpeg(bytes)
        }
        let scaled = try scaled(try pixels(of: &source), to: size)
        return .jpeg(try encode(scaled, quality: PhotoQuality.jpeg(for: request)))
    }

    private func pixels(of source: inout PhotoSource) throws -> CVPixelBuffer {
        if let pixels = source.pixels { return pixels }
        guard let bytes = source.jpeg else { throw UnusableFrame(reason: "the frame is empty") }
        do {
            let decoder =
                try decoder
                ?? JPEGDecoder(
                    pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
                    acceptsExtraneousBytes: true
                )
            self.decoder = decoder
            let decoded = try decoder.decode(bytes)
            source.pixels = decoded
            return decoded
        } catch {
            throw UnusableFrame(reason: "\(error)")
        }
    }

    /// Puts the enlarged part in place of the picture.
    private func zoom(_ source: inout PhotoSource, to crop: CGRect) throws {
        let whole = try pixels(of: &source)
        let format = CVPixelBufferGetPixelFormatType(whole)
        source.pixels = try transformers.transformer(format, source.dimensions).transform(whole, crop: crop)
        source.jpeg = nil
    }

    private func scaled(_ pixels: CVPixelBuffer, to size: CaptureDimensions) throws -> CVPixelBuffer {
        guard size != CaptureDimensions(pixels) else { return pixels }
        let native = CVPixelBufferGetPixelFormatType(pixels)
        return try transformers.transformer(native, size).transform(pixels)
    }

    /// A picture that shares no memory with the camera.
    private func copy(
        _ pixels: CVPixelBuffer,
        as format: OSType,
        _ size: CaptureDimensions
    ) throws -> CVPixelBuffer {
        let result = try transformers.transformer(format, size).transform(pixels)
        return result === pixels ? try PhotoBufferCopy.copy(pixels) : result
    }

    // MARK: Compression

    private func encode(_ pixels: CVPixelBuffer, quality: Int) throws -> Data {
        let encoder = try encoder ?? JPEGEncoder()
        self.encoder = encoder
        return try encoder.encode(pixels, options: JPEGEncodingOptions(quality: quality, usesFastTransform: false))
    }

    private func compress(_ pixels: CVPixelBuffer, quality: Int) throws -> HEVCImage {
        let encoder = try hevcEncoder ?? HEIFEncoder()
        hevcEncoder = encoder
        return try encoder.encode(pixels, quality: quality)
    }

    /// A thumbnail of a client's picture; `nil` when that can't be read.
    static func thumbnail(of pixels: CVPixelBuffer, format: PhotoThumbnailFormat) -> PhotoThumbnail? {
        let size = PhotoPlan.thumbnailDimensions(photo: CaptureDimensions(pixels), requested: format.dimensions)
        return try? PhotoProcessor().thumbnail(pixels, size, format.codec ?? .jpeg)
    }

    private func thumbnail(
        _ pixels: CVPixelBuffer,
        _ size: CaptureDimensions,
        _ codec: AVVideoCodecType
    ) throws -> PhotoThumbnail {
        let small = try scaled(pixels, to: size)
        return codec == .hevc
            ? .hevc(try compress(small, quality: PhotoQuality.thumbnailHEVC)) : .jpeg(try jpegForEXIF(small))
    }

    /// A JPEG small enough for EXIF.
    private func jpegForEXIF(_ small: CVPixelBuffer) throws -> Data {
        var quality = 80
        var data = try encode(small, quality: quality)
        while data.count > Self.thumbnailLimit, quality > 20 {
            quality -= 20
            data = try encode(small, quality: quality)
        }
        return data
    }
}

/// The frame itself can't be read.
private struct UnusableFrame: Error {
    var reason: String
}

/// A frame's picture, compressed, decoded, or both.
private struct PhotoSource {
    /// The whole JPEG image, if the camera compresses and its picture is the photo's.
    var jpeg: Data?
    /// Whether other programs can read the image: Motion JPEG may leave out the Huffman tables.
    let isWholeFile: Bool
    /// The pixels, as soon as somebody needed them.
    var pixels: CVPixelBuffer?
    /// The size.
    let dimensions: CaptureDimensions

    init(_ frame: CaptureFrame) throws {
        switch frame.content {
        case .image(let buffer):
            jpeg = nil
            isWholeFile = false
            pixels = buffer
            dimensions = CaptureDimensions(buffer)
        case .compressed(let block):
            let bytes = try block.dataBytes()
            do {
                let checked = try bytes.withUnsafeBytes { bytes throws(MJPEGFrameCheck.Problem) in
                    try MJPEGFrameCheck.check(bytes)
                }
                jpeg = bytes.prefix(checked.byteCount)
                isWholeFile = checked.hasHuffmanTables
                dimensions = CaptureDimensions(
                    width: Int32(checked.dimensions.width),
                    height: Int32(checked.dimensions.height)
                )
            } catch {
                throw UnusableFrame(reason: "\(error)")
            }
        }
    }
}

extension CaptureDimensions {
    /// A buffer's size.
    fileprivate init(_ buffer: CVPixelBuffer) {
        self.init(width: Int32(CVPixelBufferGetWidth(buffer)), height: Int32(CVPixelBufferGetHeight(buffer)))
    }
}

/// Transformers that were used lately; each keeps memory for its size.
private final class PhotoTransformers {
    private struct Key: Hashable {
        var format: OSType
        var size: CaptureDimensions
    }

    private static let kept = 4
    private var latest: [(key: Key, transformer: PixelTransformer)] = []

    func transformer(_ format: OSType, _ size: CaptureDimensions) throws -> PixelTransformer {
        let key = Key(format: format, size: size)
        if let known = latest.first(where: { $0.key == key }) { return known.transformer }
        let made = try PixelTransformer(
            pixelFormat: format,
            dimensions: PixelDimensions(width: Int(size.width), height: Int(size.height))
        )
        latest.insert((key, made), at: 0)
        if latest.count > Self.kept { latest.removeLast() }
        return made
    }
}

/// How strongly a photo is compressed.
enum PhotoQuality {
    /// libjpeg's quality for a request: the client's own, else what its priorities stand for. UNKNOWN: Apple documents no
    /// numbers; these keep a page of print at 1024 x 768 readable within half a megabyte.
    static func jpeg(for request: PhotoCaptureRequest) -> Int {
        if let quality = request.format?.quality {
            return Int((min(max(quality, 0), 1) * 100).rounded())
        }
        switch request.quality {
        case .speed: return 85
        case .balanced: return 92
        case .quality: return 96
        }
    }

    /// The encoder's quality for a thumbnail.
    static let thumbnailHEVC = 50

    /// The HEVC encoder's quality for a request: a client's own 1 is what cannot be told from the original, as the encoder's best would
    /// take several times the time and room. UNKNOWN: Apple documents no numbers; these give no less of a picture than JPEG's, in
    /// about half of the bytes.
    static func hevc(for request: PhotoCaptureRequest) -> Int {
        if let quality = request.format?.quality {
            return Int((min(max(quality, 0), 1) * 84).rounded())
        }
        switch request.quality {
        case .speed: return 50
        case .balanced: return 60
        case .quality: return 70
        }
    }
}
