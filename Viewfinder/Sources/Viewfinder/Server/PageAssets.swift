import CZlib
public import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The page and what belongs to it, read once.
///
/// Requests are answered from this table alone; no part of an address ever becomes a path of the file system. The page names its files
/// with their version, so that a browser that has them asks for nothing but the page.
@_spi(PageServer)
public struct PageAssets: Sendable {
    private struct Asset: Sendable {
        let body: ByteBuffer
        /// The same for clients that take gzip; `nil` if that is no smaller.
        let compressedBody: ByteBuffer?
        let contentType: String
    }

    /// The page in one language.
    private struct Edition: Sendable {
        let language: String
        /// The page, cut at each place where a response's nonce belongs.
        let page: [String]
        let assets: [String: Asset]
        /// Names the contents of all files together; another one for each language.
        let version: String

        /// Weak, as a file and its compressed form share it: they mean the same, but are not the same bytes.
        var entityTag: String { "W/\"\(version)\"" }
    }

    /// One for each language, that of the page's files first.
    private let editions: [Edition]

    /// The names of the files that the table holds.
    var names: [String] { editions[0].assets.keys.sorted() }

    /// Reads the files of folders. The page itself is `index.html` of the first; of files with the same name, that of the earlier
    /// folder counts.
    ///
    /// - Parameter texts: what the page says, in each language that it comes in, that of its files first.
    public init(folders: [URL], texts: [PageTexts] = PageTexts.all) throws(ViewfinderServerError) {
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
        editions = texts.map { Self.edition(page, assets, $0) }
    }

    private static func edition(_ page: String, _ assets: [String: Asset], _ texts: PageTexts) -> Edition {
        var assets = assets
        for name in localizedNames { assets[name] = assets[name].map { localized($0, texts) } }
        let version = version(of: assets)
        for name in versionedNames { assets[name] = assets[name].map { versioned($0, version) } }
        let page = Self.page(texts.html(page), assets, version).components(separatedBy: "{{nonce}}")
        return Edition(language: texts.language, page: page, assets: assets, version: version)
    }

    /// A sum of all names and contents: no secret, only another one for other files.
    private static func version(of assets: [String: Asset]) -> String {
        var sum = crc32(0, nil, 0)
        for (name, asset) in assets.sorted(by: { $0.key < $1.key }) {
            for part in [ByteBuffer(string: name), asset.body] {
                part.withUnsafeReadableBytes { bytes in
                    sum = crc32(sum, bytes.bindMemory(to: UInt8.self).baseAddress, UInt32(bytes.count))
                }
            }
        }
        return String(sum, radix: 16)
    }

    /// The page with the addresses of this version, and the modules that one of its own builds upon in the place of
    /// `{{modules of NAME}}`: a browser can ask for all of them at once, not for each when it has read who imports it.
    private static func page(_ page: String, _ assets: [String: Asset], _ version: String) -> String {
        page.replacing("\"page/", with: "\"page/\(version)/")
            .replacing(/\{\{modules of ([a-z-]+\.js)\}\}/) { match in
                modules(of: String(match.1), assets).joined(separator: " ")
            }
    }

    /// The files with words: pages, and the module with the words of all others in the place of `{{words}}`.
    private static let localizedNames = ["offline.html", "words.js"]

    private static func localized(_ asset: Asset, _ texts: PageTexts) -> Asset {
        let text = texts.html(String(buffer: asset.body)).replacing("{{words}}", with: texts.json)
        return Self.asset(ByteBuffer(string: text), contentType: asset.contentType)
    }

    /// The files that name others, with the version in the place of `{{version}}`.
    private static let versionedNames = ["offline.html", "service-worker.js"]

    private static func versioned(_ asset: Asset, _ version: String) -> Asset {
        let text = String(buffer: asset.body).replacing("{{version}}", with: version)
        return Self.asset(ByteBuffer(string: text), contentType: asset.contentType)
    }

    /// A module and all that it imports when it is loaded.
    private static func modules(of name: String, _ assets: [String: Asset]) -> [String] {
        var waiting = [name]
        var found: [String] = []
        while let name = waiting.popLast() {
            guard !found.contains(name), let asset = assets[name] else { continue }
            found.append(name)
            let imports = String(buffer: asset.body).matches(of: /(?:from|import) '\.\/([a-z-]+\.js)'/)
            waiting += imports.map { String($0.1) }
        }
        return found
    }

    /// Nil for what is no file of a page.
    private static func asset(named name: String, in folder: URL) -> Asset? {
        guard let contentType = contentType(of: name),
            let data = try? Data(contentsOf: folder.appending(path: name))
        else { return nil }
        return asset(ByteBuffer(data: data), contentType: contentType)
    }

    private static func asset(_ body: ByteBuffer, contentType: String) -> Asset {
        let compressed = GzipEncoding.compress(body)
        let isSmaller = compressed.map { $0.readableBytes < body.readableBytes } == true
        return Asset(body: body, compressedBody: isSmaller ? compressed : nil, contentType: contentType)
    }

    /// Adds the page and its files.
    func addRoutes(to router: Router<ViewfinderRequestContext>) {
        router.get("/") { request, _ in pageResponse(to: request) }
        // A router has one name for what stands in a place.
        router.get("/page/:part") { request, context in
            try response(named: context.parameters.get("part"), to: request)
        }
        router.get("/page/:part/:name") { request, context in
            // A page that was loaded before the program was renewed asks for what is no more, and gets what is.
            let present = editions.first { $0.version == context.parameters.get("part") }
            return try response(named: context.parameters.get("name"), of: present, to: request)
        }
        // A worker answers for what lies beside and below its own address.
        router.get("/service-worker.js") { request, _ in
            try response(named: "service-worker.js", to: request)
        }
        router.get("/favicon.ico") { request, _ in try response(named: "icon.svg", to: request) }
    }

    /// The edition in the language of whoever asks.
    private func edition(for request: Request) -> Edition {
        let language = PageLanguage.of(request, among: editions.map(\.language))
        return editions.first { $0.language == language } ?? editions[0]
    }

    /// Whether what lies at an address is for whoever asks: what a browser installs the page with, which it may ask for without
    /// cookies, and what it shows when it cannot reach the server.
    static func isPublic(_ path: String) -> Bool {
        if ["/service-worker.js", "/favicon.ico"].contains(path) { return true }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard parts.first == "page", (2...3).contains(parts.count), let name = parts.last else { return false }
        return publicNames.contains(String(name))
    }

    private static let publicNames: Set = [
        "icon-192.png", "icon-512.png", "icon-apple-180.png", "icon-maskable-512.png", "icon.svg",
        "manifest.webmanifest",
        "offline.css", "offline.html", "offline.js",
    ]

    /// The page. Its inline script and style carry a nonce, so that the policy allows these two and nothing injected.
    func pageResponse(to request: Request) -> Response {
        let nonce = AccessToken.random().text
        let policy =
            "default-src 'self'; script-src 'self' 'nonce-\(nonce)'; style-src 'self' 'nonce-\(nonce)'; "
            + "img-src 'self' blob:; font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        let body = ByteBuffer(string: edition(for: request).page.joined(separator: nonce))
        let headers: HTTPFields = [
            .contentType: "text/html; charset=utf-8",
            .cacheControl: "no-store",
            .contentSecurityPolicy: policy,
        ]
        let compressed = GzipEncoding.isAccepted(request.headers) ? GzipEncoding.compress(body) : nil
        return Self.response(headers, body, compressed)
    }

    /// A file that belongs to the page.
    ///
    /// - Parameter present: the edition that the address names, which then stands for these contents for ever; nil for the language's.
    private func response(named name: String?, of present: Edition? = nil, to request: Request) throws -> Response {
        let edition = present ?? edition(for: request)
        guard let asset = name.flatMap({ edition.assets[$0] }) else { throw ViewfinderFailure.notFound }
        var headers: HTTPFields = [.contentType: asset.contentType, .eTag: edition.entityTag]
        headers[.cacheControl] = present == nil ? "no-cache" : "max-age=31536000, immutable"
        // A worker's script is governed by its own policy, not by that of the page; so is the page that a worker answers with.
        headers[.contentSecurityPolicy] =
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'none'"
        headers[.vary] = Self.vary
        if EntityTag.isKnown(edition.entityTag, to: request.headers) {
            return Response(status: .notModified, headers: headers)
        }
        let isCompressed = GzipEncoding.isAccepted(request.headers)
        return Self.response(headers, asset.body, isCompressed ? asset.compressedBody : nil)
    }

    /// What of a request decides about the answer.
    private static let vary = "Accept-Encoding, Accept-Language"

    private static func response(_ headers: HTTPFields, _ body: ByteBuffer, _ compressed: ByteBuffer?) -> Response {
        var headers = headers
        headers[.vary] = vary
        if compressed != nil { headers[.contentEncoding] = "gzip" }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: compressed ?? body))
    }

    private static func contentType(of name: String) -> String? {
        switch name.split(separator: ".").last {
        case "css": "text/css; charset=utf-8"
        case "html": "text/html; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "png": "image/png"
        case "svg": "image/svg+xml"
        case "webmanifest": "application/manifest+json"
        case "woff2": "font/woff2"
        default: nil
        }
    }
}

/// Bodies in the gzip format, for clients that take them.
enum GzipEncoding {
    /// The bytes, compressed as far as that goes; `nil` if there is no memory for it.
    static func compress(_ bytes: ByteBuffer) -> ByteBuffer? {
        var stream = z_stream()
        // 15 bits of window, and 16 for gzip's head and tail around it.
        let status = deflateInit2_(
            &stream,
            Z_BEST_COMPRESSION,
            Z_DEFLATED,
            15 + 16,
            8,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size)
        )
        guard status == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var bytes = bytes
        let bound = Int(deflateBound(&stream, UInt(bytes.readableBytes)))
        var result = ByteBufferAllocator().buffer(capacity: bound)
        var isWhole = false
        result.writeWithUnsafeMutableBytes(minimumWritableBytes: bound) { output in
            bytes.withUnsafeMutableReadableBytes { input in
                stream.next_in = input.bindMemory(to: UInt8.self).baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.bindMemory(to: UInt8.self).baseAddress
                stream.avail_out = UInt32(output.count)
                isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
            }
            return Int(stream.total_out)
        }
        return isWhole ? result : nil
    }

    /// Whether a client takes gzip: it names it, and not with a weight of nothing.
    static func isAccepted(_ headers: HTTPFields) -> Bool {
        headers[values: .acceptEncoding].joined(separator: ",").split(separator: ",").contains { coding in
            let parts = coding.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
            guard parts.first == "gzip" || parts.first == "*" else { return false }
            return !parts.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
        }
    }
}

/// Names of the state that a file is in, so that a client that has it need not get it again.
enum EntityTag {
    /// Whether a client has what a tag names, as `If-None-Match` says it: one of several tags, or `*`. For this comparison a weak tag is
    /// as good as a strong one.
    static func isKnown(_ tag: String, to headers: HTTPFields) -> Bool {
        guard let known = headers[.ifNoneMatch] else { return false }
        let tag = Substring(tag).droppingWeakness
        return known == "*" || known.split(separator: ",").contains { $0.trimmingSpaces.droppingWeakness == tag }
    }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        let start = drop { $0 == " " }
        return start.lastIndex { $0 != " " }.map { start[...$0] } ?? ""
    }

    fileprivate var droppingWeakness: Substring { hasPrefix("W/") ? dropFirst(2) : self }
}
