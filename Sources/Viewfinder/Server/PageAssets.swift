public import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The page and what belongs to it, read once when the server starts.
///
/// Requests are answered from this table alone; no part of an address ever becomes a path of the file system.
@_spi(PageServer)
public struct PageAssets: Sendable {
    private struct Asset: Sendable {
        let body: ByteBuffer
        let contentType: String
    }

    /// The page, cut at each place where a response's nonce belongs.
    private let page: [String]
    private let assets: [String: Asset]
    private let entityTag: String

    /// The names of the files that the table holds.
    var names: [String] { assets.keys.sorted() }

    /// Reads the files of folders. The page itself is `index.html` of the first; of files with the same name, that of the earlier
    /// folder counts.
    public init(folders: [URL]) throws(ViewfinderServerError) {
        guard let first = folders.first,
            let page = try? String(contentsOf: first.appending(path: "index.html"), encoding: .utf8)
        else { throw .pageMissing(folders.first?.path ?? "") }
        var assets: [String: Asset] = [:]
        for folder in folders {
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
                throw .pageMissing(folder.path)
            }
            for name in names where name != "index.html" && assets[name] == nil {
                assets[name] = Self.asset(named: name, in: folder)
            }
        }
        self.page = page.components(separatedBy: "{{nonce}}")
        self.assets = assets
        // The files can not change while the program runs, so its start identifies their contents.
        entityTag = "\"\(UInt64(Date().timeIntervalSince1970 * 1000))\""
    }

    /// Nil for what is no file of a page.
    private static func asset(named name: String, in folder: URL) -> Asset? {
        guard let contentType = contentType(of: name),
            let data = try? Data(contentsOf: folder.appending(path: name))
        else { return nil }
        return Asset(body: ByteBuffer(data: data), contentType: contentType)
    }

    /// Adds the page and its files.
    func addRoutes(to router: Router<ViewfinderRequestContext>) {
        router.get("/") { _, _ in pageResponse() }
        router.get("/page/:name") { request, context in
            let name = context.parameters.get("name") ?? ""
            guard let response = response(name: name, ifNoneMatch: request.headers[.ifNoneMatch]) else {
                throw ViewfinderFailure.notFound
            }
            return response
        }
        router.get("/favicon.ico") { _, _ in
            guard let response = response(name: "icon.svg", ifNoneMatch: nil) else {
                throw ViewfinderFailure.notFound
            }
            return response
        }
    }

    /// The page. Its inline script and style carry a nonce, so that the policy allows these two and nothing injected.
    func pageResponse() -> Response {
        let nonce = AccessToken.random().text
        let policy =
            "default-src 'self'; script-src 'self' 'nonce-\(nonce)'; style-src 'self' 'nonce-\(nonce)'; "
            + "img-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/html; charset=utf-8",
                .cacheControl: "no-store",
                .contentSecurityPolicy: policy,
            ],
            body: .init(byteBuffer: ByteBuffer(string: page.joined(separator: nonce)))
        )
    }

    /// A file that belongs to the page; nil if there is none of that name.
    func response(name: String, ifNoneMatch: String?) -> Response? {
        guard let asset = assets[name] else { return nil }
        var headers: HTTPFields = [.contentType: asset.contentType, .cacheControl: "no-cache", .eTag: entityTag]
        // A worker's script is governed by its own policy, not by that of the page.
        headers[.contentSecurityPolicy] =
            "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"
        if ifNoneMatch == entityTag {
            return Response(status: .notModified, headers: headers)
        }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: asset.body))
    }

    private static func contentType(of name: String) -> String? {
        switch name.split(separator: ".").last {
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        default: nil
        }
    }
}
