import Foundation
import ViewTree

/// What elements name by `/resources/ID`.
@MainActor
final class Resources {
    /// The app's own files, for pictures of its asset catalog.
    var assets: URL?
    private var resources: [String: ViewResource] = [:]
    private var identities: [ObjectIdentifier: Kept] = [:]
    private var files: [URL: String] = [:]
    private var count = 0
    /// What has gone lately, the oldest first: a page may be about to ask for it.
    private var gone: [String] = []

    private static let goneCount = 32

    private struct Kept {
        weak var object: AnyObject?
        var id: String
    }

    /// Keeps the bytes of an object for as long as it lives, under one name.
    func insert(_ data: Data, type: String, for object: AnyObject) -> String {
        if let kept = identities[ObjectIdentifier(object)], kept.object === object { return kept.id }
        forgetGone()
        let id = nextID()
        identities[ObjectIdentifier(object)] = Kept(object: object, id: id)
        resources[id] = ViewResource(content: .data(data), type: type)
        return id
    }

    /// Hands out a file under one name.
    func insert(file: URL) -> String {
        if let id = files[file] { return id }
        let id = nextID()
        files[file] = id
        resources[id] = ViewResource(content: .file(file), type: Self.mediaType(of: file))
        return id
    }

    private func nextID() -> String {
        count += 1
        return "\(count)"
    }

    private func forgetGone() {
        for (key, kept) in identities where kept.object == nil {
            identities[key] = nil
            gone.append(kept.id)
        }
        for id in gone.dropLast(Self.goneCount) { resources[id] = nil }
        gone = gone.suffix(Self.goneCount)
    }

    func resource(_ id: String) -> ViewResource? {
        if id.hasPrefix("asset-") { return asset(String(id.dropFirst(6))) }
        return resources[id]
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
