import Dispatch
import Foundation
import HTTPTypes
import Hummingbird
import ImageProcessing
import NIOCore

/// JPEGs in place of photos that browsers do not show.
enum PhotoPreview {
    /// What a request asks for one with.
    static let query = "as=jpeg"
    /// Endings of names of photos that this can be done for, and is needed for.
    private static let endings: Set<String> = ["heic", "heif"]
    /// Larger files are not read.
    private static let mostBytes = 100_000_000
    private static let mostPixels = 100_000_000
    /// One after the other: each takes a processor for a second, and the memory of all its pixels.
    private static let queue = DispatchQueue(label: "pinhole.viewfinder.previews")

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

    /// A photo as JPEG, upright and as large as it is.
    static func jpeg(of photo: @escaping @Sendable () throws -> Data) async throws(ViewfinderFailure) -> ByteBuffer {
        do {
            return try await withCheckedThrowingContinuation { done in
                queue.async {
                    done.resume(with: Result { ByteBuffer(bytes: try convert(try photo())) })
                }
            }
        } catch {
            throw .photoNotShown
        }
    }

    private static func convert(_ photo: Data) throws -> Data {
        guard photo.count <= mostBytes else { throw ViewfinderFailure.photoNotShown }
        let still = try StillDecoder.decode(photo, maximumPixelCount: mostPixels)
        var metadata = ExifMetadata()
        metadata.orientation = still.orientation
        return try JPEGEncoder().encode(still.pixels, metadata: metadata)
    }

    /// Answers a request for a photo of the gallery: as long as the file stays as it is the preview does, too.
    static func answer(_ request: Request, for response: FileResponse) async throws -> Response {
        let file = response.file
        let headers: HTTPFields = [
            .contentType: "image/jpeg", .cacheControl: "private, no-cache", .eTag: response.entityTag,
        ]
        guard !response.isKnown(to: request) else { return Response(status: .notModified, headers: headers) }
        guard file.byteCount <= mostBytes else { throw ViewfinderFailure.photoNotShown }
        let bytes = try await response.folder.read(file, at: 0, count: file.byteCount)
        let jpeg = try await jpeg { Data(bytes.readableBytesView) }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: jpeg))
    }

    /// Answers a request for a file that an image element shows.
    static func answerForImage(at url: URL) async throws -> Response {
        let jpeg = try await jpeg { try Data(contentsOf: url) }
        return Response(
            status: .ok,
            headers: [.contentType: "image/jpeg", .cacheControl: "private, no-cache", .vary: "Accept"],
            body: ResponseBody(byteBuffer: jpeg)
        )
    }
}
