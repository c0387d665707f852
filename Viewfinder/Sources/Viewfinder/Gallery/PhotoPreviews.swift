import Foundation
import HTTPTypes
import Hummingbird
import ImageProcessing
import MediaEncoding
import NIOCore
import Synchronization

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
