import Foundation
import ViewTree

/// What elements name by `/resources/ID`, for as long as elements do so.
@MainActor
final class Resources {
    /// The app's own files, for pictures of its asset catalog.
    var assets: URL?
    private var entries: [String: Entry] = [:]
    private var ids: [Identity: String] = [:]
    private var count = 0
    /// What nobody refers to any more, the oldest first: a page may be about to ask for it.
    private var released: [String] = []

    /// How many stay that nobody refers to.
    static let releasedLimit = 32

    private enum Identity: Hashable {
        case object(ObjectIdentifier)
        case file(URL)
    }

    private struct Entry {
        let resource: ViewResource
        let identity: Identity
        /// Held, so that its identity is not another object's.
        let object: AnyObject?
        var references = 0
    }

    /// The name of an object's bytes.
    ///
    /// - Parameter data: called where the object has no name yet.
    func id(of object: AnyObject, type: String, data: () -> Data) -> String {
        id(.object(ObjectIdentifier(object)), object) { ViewResource(content: .data(data()), type: type) }
    }

    /// The name of a file.
    func id(of file: URL) -> String {
        id(.file(file), nil) { ViewResource(content: .file(file), type: Self.mediaType(of: file)) }
    }

    private func id(_ identity: Identity, _ object: AnyObject?, _ make: () -> ViewResource) -> String {
        if let id = ids[identity] { return id }
        count += 1
        let id = "\(count)"
        ids[identity] = id
        entries[id] = Entry(resource: make(), identity: identity, object: object)
        return id
    }

    /// An element refers to a resource.
    func retain(_ id: String) {
        if entries[id]?.references == 0 { released.removeAll { $0 == id } }
        entries[id]?.references += 1
    }

    /// An element that referred to a resource does not any more.
    func release(_ id: String) {
        guard let references = entries[id]?.references, references > 0 else { return }
        entries[id]?.references = references - 1
        guard references == 1 else { return }
        released.append(id)
        guard released.count > Self.releasedLimit, let entry = entries.removeValue(forKey: released.removeFirst())
        else { return }
        ids[entry.identity] = nil
    }

    func resource(_ id: String) -> ViewResource? {
        if id.hasPrefix("asset-") { return asset(String(id.dropFirst(6))) }
        return entries[id]?.resource
    }

    /// The largest picture of an image set.
    private func asset(_ name: String) -> ViewResource? {
        guard !name.contains("/"), !name.contains(".."), let assets else { return nil }
        let set = assets.appendingPathComponent("Assets.xcassets/\(name).imageset", isDirectory: true)
        let files = try? FileManager.default.contentsOfDirectory(at: set, includingPropertiesForKeys: [.fileSizeKey])
        let pictures = files?.filter { ["png", "jpg", "jpeg", "svg"].contains($0.pathExtension.lowercased()) } ?? []
        func size(_ file: URL) -> Int { (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0 }
        guard let picture = pictures.max(by: { size($0) < size($1) }) else { return nil }
        return ViewResource(content: .file(picture), type: Self.mediaType(of: picture))
    }

    static func mediaType(of file: URL) -> String {
        switch file.pathExtension.lowercased() {
        case "jpg", "jpeg": "image/jpeg"
        case "heic", "heif": "image/heic"
        case "png": "image/png"
        case "svg": "image/svg+xml"
        case "mov": "video/quicktime"
        case "mp4", "m4v": "video/mp4"
        case "json": "application/json"
        case "csv": "text/csv; charset=utf-8"
        case "txt", "log": "text/plain; charset=utf-8"
        default: "application/octet-stream"
        }
    }
}

/// The objects whose pictures canvases show.
@MainActor
final class Previews {
    private var sources: [String: AnyObject] = [:]
    private var count = 0

    func insert(_ source: AnyObject) -> String {
        count += 1
        sources["\(count)"] = source
        return "\(count)"
    }

    func remove(_ id: String) { sources[id] = nil }
    func source(_ id: String) -> AnyObject? { sources[id] }
}
