import CoreMedia
import CoreVideo
import Foundation
import HTTPTypes
import Hummingbird
import ImageProcessing
import MediaEncoding
import NIOCore
import Synchronization

/// Small pictures of photos and movies: a page that shows many loads none of the files.
///
/// Each is made once, on threads of its own, and again after its file has changed.
final class MediaThumbnails: Sendable {
    /// What tells a file, in its present state, from others.
    private struct Key: Hashable {
        var kind: MediaKind
        var name: MediaName
        var entityTag: String
    }

    /// The newest thumbnails.
    private struct Cache {
        var thumbnails: [Key: ByteBuffer] = [:]
        /// The oldest first.
        var keys: [Key] = []
    }

    /// What a request asks for one with.
    static let query = "as=thumbnail"
    /// How long the longer side is, in pixels.
    private static let side = 480
    /// How many are remembered: about 25 kB each.
    private static let limit = 500
    /// Larger photos are not read.
    private static let mostBytes = 100_000_000
    private static let mostPixels = 100_000_000

    private let queue = ForeignFileQueue<Key, ByteBuffer>(label: "pinhole.viewfinder.thumbnails", width: 2)
    private let cache = Mutex(Cache())

    /// Answers a request for the thumbnail of a file: as long as the file stays as it is the thumbnail does, too.
    func answer(_ request: Request, for response: FileResponse) async throws -> Response {
        let headers: HTTPFields = [
            .contentType: "image/jpeg", .cacheControl: "private, no-cache", .eTag: response.entityTag,
        ]
        guard !response.isKnown(to: request) else { return Response(status: .notModified, headers: headers) }
        let thumbnail = try await thumbnail(for: response)
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: thumbnail))
    }

    private func thumbnail(for response: FileResponse) async throws(ViewfinderFailure) -> ByteBuffer {
        let (folder, file) = (response.folder, response.file)
        let key = Key(kind: folder.kind, name: file.name, entityTag: response.entityTag)
        if let known = cache.withLock({ $0.thumbnails[key] }) { return known }
        let made: ByteBuffer
        do {
            made = try await queue.value(of: key) {
                switch folder.kind {
                case .photo:
                    guard file.byteCount <= Self.mostBytes else { throw ViewfinderFailure.notShown }
                    return try Self.thumbnail(ofPhoto: try file.contents())
                case .movie:
                    return try Self.thumbnail(ofMovie: folder.url.appending(path: file.name.text))
                }
            }
        } catch {
            throw .notShown
        }
        cache.withLock { cache in
            guard cache.thumbnails.updateValue(made, forKey: key) == nil else { return }
            cache.keys.append(key)
            if cache.keys.count > Self.limit { cache.thumbnails[cache.keys.removeFirst()] = nil }
        }
        return made
    }

    // MARK: Making

    private static func thumbnail(ofPhoto photo: Data) throws -> ByteBuffer {
        let still = try StillDecoder.decode(
            photo,
            maximumPixelCount: mostPixels,
            usefulPixelCount: 4 * side * side
        )
        return try jpeg(of: still.pixels, turn: UprightTurn(exifOrientation: still.orientation))
    }

    /// An early frame: the very first is often of a camera that still settles.
    private static func thumbnail(ofMovie url: URL) throws -> ByteBuffer {
        let demuxer = try MediaDemuxer(url.path)
        guard let track = demuxer.info.tracks.first(where: { $0.kind == .video && $0.isDecodable }) else {
            throw ViewfinderFailure.notShown
        }
        demuxer.select(track: track.index)
        let early = CMTimeMinimum(
            CMTime(value: 1, timescale: 2),
            CMTimeMultiplyByRatio(track.range.duration, multiplier: 1, divisor: 4)
        )
        try demuxer.seek(to: track.range.start + early)
        let decoder = try VideoDecoder(demuxer, pixelFormat: kCVPixelFormatType_32BGRA)
        guard let frame = try firstFrame(demuxer, decoder) else { throw ViewfinderFailure.notShown }
        return try jpeg(of: frame.pixels, turn: UprightTurn(track.transform))
    }

    /// How many samples are decoded for the first frame that is shown. From the key frame to a frame some seconds after it are a few
    /// hundred; a file may hide all of its own, and have each cost as much as a large picture.
    private static let mostSamples = 600
    /// As many as 240 pictures of 4K have.
    private static let mostDecodedPixels: Int64 = 2_000_000_000

    /// The first frame from where decoding begins.
    private static func firstFrame(_ demuxer: MediaDemuxer, _ decoder: VideoDecoder) throws -> DecodedFrame? {
        var effort = DecodingEffort(samples: mostSamples, pixels: mostDecodedPixels)
        while let sample = try demuxer.next() {
            guard effort.allows(decoder.codedDimensions) else { return nil }
            if let frame = try decoder.decode(sample).first { return frame }
            // A key frame needs no other.
            guard !sample.isHidden, sample.sample.isKeyFrame else { continue }
            if let frame = try decoder.decode(nil).first { return frame }
            decoder.reset()
        }
        return try decoder.decode(nil).first
    }

    private static func jpeg(of pixels: CVPixelBuffer, turn: UprightTurn) throws -> ByteBuffer {
        var (width, height) = (CVPixelBufferGetWidth(pixels), CVPixelBufferGetHeight(pixels))
        if turn.exchangesAxes { swap(&width, &height) }
        let scale = min(1, Double(side) / Double(max(width, height, 1)))
        let transformer = try PixelTransformer(
            pixelFormat: kCVPixelFormatType_32BGRA,
            dimensions: PixelDimensions(
                width: max(1, Int((Double(width) * scale).rounded())),
                height: max(1, Int((Double(height) * scale).rounded()))
            )
        )
        let small = try transformer.transform(pixels, rotation: turn.rotation, mirrored: turn.isMirrored)
        return ByteBuffer(bytes: try JPEGEncoder().encode(small, options: JPEGEncodingOptions(quality: 80)))
    }
}

extension UprightTurn {
    /// The quarter turns, and the mirror image after it, that come nearest to a movie track's transform.
    fileprivate init(_ transform: CGAffineTransform) {
        let isMirrored = transform.a * transform.d - transform.b * transform.c < 0
        let (a, b) = (isMirrored ? -transform.a : transform.a, transform.b)
        // EXIF's numbers of the four turns, and of the same with a mirror image after it.
        let numbers = isMirrored ? (none: 2, half: 4, right: 5, left: 7) : (none: 1, half: 3, right: 6, left: 8)
        self.init(
            exifOrientation: abs(a) >= abs(b)
                ? (a >= 0 ? numbers.none : numbers.half) : (b >= 0 ? numbers.right : numbers.left)
        )
    }
}

/// JPEGs in place of photos that browsers do not show.
///
/// Each is made once for all who ask for it meanwhile, on a thread of its own; the newest are kept.
final class PhotoPreviews: Sendable {
    typealias Queue = ForeignFileQueue<Key, ByteBuffer>

    /// What tells a photo, in its present state, from others.
    struct Key: Hashable {
        var path: String
        /// The entity tag, or the time of the last change and the size.
        var version: String
    }

    /// What a request asks for one with.
    static let query = "as=jpeg"
    /// Endings of names of photos that this can be done for, and is needed for.
    private static let endings: Set<String> = ["heic", "heif"]
    /// Larger files are not read.
    private static let mostBytes = 100_000_000
    private static let mostPixels = 100_000_000
    /// How many bytes are kept.
    private static let mostKeptBytes = 32_000_000

    private let queue: Queue
    private let convert: @Sendable (Data) throws -> ByteBuffer
    /// The newest last.
    private let newest = Mutex<[(key: Key, jpeg: ByteBuffer)]>([])

    /// - Parameters:
    ///   - queue: where photos are converted, one after the other: each takes a processor for a second, and the memory of all its
    ///     pixels.
    ///   - convert: makes a JPEG of a photo.
    init(
        queue: Queue = Queue(label: "pinhole.viewfinder.previews", width: 1),
        convert: @escaping @Sendable (Data) throws -> ByteBuffer = PhotoPreviews.jpeg(of:)
    ) {
        self.queue = queue
        self.convert = convert
    }

    /// Whether browsers do not show a photo of that name.
    static func isNeeded(for name: String) -> Bool {
        name.lastIndex(of: ".").map { endings.contains(name[name.index(after: $0)...].lowercased()) } ?? false
    }

    /// Whether a request is an image element's of a browser that does not say that it shows HEIC. Requests for the file, to download it,
    /// accept anything or pages first.
    static func isWanted(by request: Request) -> Bool {
        guard let accepted = request.headers[.accept] else { return false }
        return accepted.hasPrefix("image/") && !accepted.contains("image/heic")
    }

    /// Answers a request for a photo of the gallery: as long as the file stays as it is the preview does, too.
    func answer(_ request: Request, for response: FileResponse) async throws -> Response {
        let file = response.file
        let headers: HTTPFields = [
            .contentType: "image/jpeg", .cacheControl: "private, no-cache", .eTag: response.entityTag,
        ]
        guard !response.isKnown(to: request) else { return Response(status: .notModified, headers: headers) }
        let path = response.folder.url.appending(path: file.name.text).path
        let jpeg = try await jpeg(of: Key(path: path, version: response.entityTag), byteCount: file.byteCount) {
            try file.contents()
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: jpeg))
    }

    /// Answers a request for a file that an image element shows.
    func answerForImage(at url: URL) async throws -> Response {
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        guard let byteCount = attributes?[.size] as? Int, let date = attributes?[.modificationDate] as? Date else {
            throw ViewfinderFailure.notFound
        }
        let key = Key(path: url.path, version: "\(byteCount) \(date.timeIntervalSinceReferenceDate)")
        let jpeg = try await jpeg(of: key, byteCount: byteCount) { try Data(contentsOf: url) }
        return Response(
            status: .ok,
            headers: [.contentType: "image/jpeg", .cacheControl: "private, no-cache", .vary: "Accept"],
            body: ResponseBody(byteBuffer: jpeg)
        )
    }

    /// The preview of a photo, which is read if there is none yet.
    private func jpeg(
        of key: Key,
        byteCount: Int,
        _ photo: @escaping @Sendable () throws -> Data
    ) async throws(ViewfinderFailure) -> ByteBuffer {
        guard byteCount <= Self.mostBytes else { throw .photoNotShown }
        if let known = known(key) { return known }
        let made: ByteBuffer
        do {
            made = try await queue.value(of: key) { [self] in
                // It may have been made since the look above.
                if let known = known(key) { return known }
                let made = try convert(try photo())
                store(made, as: key)
                return made
            }
        } catch {
            throw .photoNotShown
        }
        return made
    }

    private func known(_ key: Key) -> ByteBuffer? { newest.withLock { $0.first { $0.key == key }?.jpeg } }

    private func store(_ jpeg: ByteBuffer, as key: Key) {
        newest.withLock { newest in
            newest.append((key, jpeg))
            while newest.reduce(0, { $0 + $1.jpeg.readableBytes }) > Self.mostKeptBytes { newest.removeFirst() }
        }
    }

    /// A photo as JPEG, upright and as large as it is.
    @Sendable static func jpeg(of photo: Data) throws -> ByteBuffer {
        guard photo.count <= mostBytes else { throw ViewfinderFailure.photoNotShown }
        let still = try StillDecoder.decode(photo, maximumPixelCount: mostPixels)
        var metadata = ExifMetadata()
        metadata.orientation = still.orientation
        return ByteBuffer(bytes: try JPEGEncoder().encode(still.pixels, metadata: metadata))
    }
}
