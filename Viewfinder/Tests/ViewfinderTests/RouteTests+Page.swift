import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import Viewfinder

/// The page and its files.
extension RouteTests {
    @Test("The page comes with a fresh nonce in its policy and its script", arguments: Setup.allCases)
    func page(setup: Setup) async throws {
        try await withClient(setup) { client, _, _ in
            let first = try await client.execute(uri: "/", method: .get)
            #expect(first.status == .ok)
            #expect(first.headers[.contentType] == "text/html; charset=utf-8")
            let policy = try #require(first.headers[.contentSecurityPolicy])
            #expect(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"))
            let nonce = try #require(policy.firstMatch(of: /'nonce-([0-9a-f]{32})'/)).1
            let html = String(buffer: first.body)
            #expect(html.contains("nonce=\"\(nonce)\"") && !html.contains("{{nonce}}"))
            let second = try await client.execute(uri: "/", method: .get)
            #expect(second.headers[.contentSecurityPolicy] != policy)
        }
    }

    @Test("Every file of the page that its files refer to exists, with its type", arguments: Setup.allCases)
    func assets(setup: Setup) async throws {
        try await withClient(setup) { client, _, _ in
            var waiting = ["/"]
            var seen: Set<String> = []
            while let address = waiting.popLast() {
                guard seen.insert(address).inserted else { continue }
                let response = try await client.execute(uri: address, method: .get)
                #expect(response.status == .ok, "\(address)")
                #expect(response.headers[.xContentTypeOptions] == "nosniff")
                let text = String(buffer: response.body)
                for match in text.matches(of: /(?:src|href)="(page\/[0-9a-f]+\/[a-z0-9.-]+)"/) {
                    waiting.append("/" + match.1)
                }
                for match in text.matches(of: /(?:from|import\() ?'\.\/([a-z-]+\.js)'/) {
                    waiting.append("/page/" + match.1)
                }
            }
            #expect(seen.count > 12)
            let style = try await client.execute(uri: "/page/viewfinder.css", method: .get)
            #expect(style.headers[.contentType] == "text/css; charset=utf-8")
            let again = try await client.execute(
                uri: "/page/viewfinder.css",
                method: .get,
                headers: [.ifNoneMatch: try #require(style.headers[.eTag])]
            )
            #expect(again.status == .notModified)
        }
    }

    @Test(
        "The page's fonts are there with their type, small, kept by browsers, and allowed by the policy",
        arguments: Setup.allCases
    )
    func fonts(setup: Setup) async throws {
        try await withClient(setup) { client, _, _ in
            let page = try await client.execute(uri: "/", method: .get)
            let policy = try #require(page.headers[.contentSecurityPolicy])
            #expect(policy.contains("font-src 'self'"))
            let style = try await client.execute(uri: "/page/viewfinder.css", method: .get)
            let named = String(buffer: style.body).matches(of: /url\(([a-z0-9-]+\.woff2)\)/).map { String($0.1) }
            #expect(named.count == 3)
            let preloaded = String(buffer: page.body).matches(of: /"(page\/[0-9a-f]+\/([a-z0-9-]+\.woff2))"/)
            #expect(!preloaded.isEmpty && preloaded.allSatisfy { named.contains(String($0.2)) })
            for match in preloaded {
                let font = try await client.execute(uri: "/\(match.1)", method: .get)
                #expect(font.headers[.cacheControl] == "max-age=31536000, immutable")
            }
            var size = 0
            for name in named {
                let font = try await client.execute(uri: "/page/\(name)", method: .get)
                #expect(font.headers[.contentType] == "font/woff2")
                #expect(font.body.getString(at: 0, length: 4) == "wOF2")
                size += font.body.readableBytes
            }
            #expect(size <= 60_000)
        }
    }

    @Test(
        "Files are named with their version, and kept by browsers; of another version they are asked about",
        arguments: Setup.allCases
    )
    func versions(setup: Setup) async throws {
        try await withClient(setup) { client, _, _ in
            let page = String(buffer: try await client.execute(uri: "/", method: .get).body)
            let version = try #require(page.firstMatch(of: /"page\/([0-9a-f]+)\/preview.js"/)).1
            let present = try await client.execute(uri: "/page/\(version)/viewfinder.js", method: .get)
            #expect(present.headers[.cacheControl] == "max-age=31536000, immutable")
            for address in ["/page/0/viewfinder.js", "/page/viewfinder.js"] {
                let other = try await client.execute(uri: address, method: .get)
                #expect(other.status == .ok && other.body == present.body)
                #expect(other.headers[.cacheControl] == "no-cache")
            }
            let absent = try await client.execute(uri: "/page/\(version)/nothing.js", method: .get)
            #expect(absent.status == .notFound)
        }
    }

    @Test(
        "The page says what its controls are built of, so that nothing waits for who imports it",
        arguments: Setup.allCases
    )
    func modules(setup: Setup) async throws {
        try await withClient(setup) { client, _, _ in
            let page = String(buffer: try await client.execute(uri: "/", method: .get).body)
            let list = try #require(page.firstMatch(of: /data-modules="([^"]+)"/)).1.split(separator: " ").map(
                String.init
            )
            #expect(Set(list).count == list.count)
            #expect(list.contains("viewfinder.js") && list.contains("geometry.js"))
            // Loaded when they are wanted.
            #expect(!list.contains("simulator.js") && !list.contains("scanner.js"))
            for name in list {
                let module = String(buffer: try await client.execute(uri: "/page/\(name)", method: .get).body)
                for match in module.matches(of: /from '\.\/([a-z-]+\.js)'/) { #expect(list.contains(String(match.1))) }
            }
        }
    }

    @Test(
        "What comes before the first picture is asked for at once, not when its importer was read",
        arguments: Setup.allCases
    )
    func firstModules(setup: Setup) async throws {
        try await withClient(setup) { client, _, _ in
            let page = String(buffer: try await client.execute(uri: "/", method: .get).body)
            let named = page.matches(of: /modulepreload" href="page\/[^"]*?([a-z-]+\.js)"/).map { String($0.1) }
            #expect(named.count > 4)
            for name in named + ["start.js"] {
                let module = String(buffer: try await client.execute(uri: "/page/\(name)", method: .get).body)
                for match in module.matches(of: /from '\.\/([a-z-]+\.js)'/) {
                    #expect(named.contains(String(match.1)), "\(match.1), for \(name)")
                }
            }
        }
    }

    @Test(
        "Who takes gzip gets it, of the same contents; who does not, or not any more, does not",
        arguments: Setup.allCases
    )
    func compression(setup: Setup) async throws {
        try await withClient(setup) { client, _, _ in
            for address in ["/", "/page/viewfinder.js", "/page/viewfinder.css"] {
                let plain = try await client.execute(uri: address, method: .get)
                #expect(plain.headers[.contentEncoding] == nil)
                #expect(plain.headers[.vary] == "Accept-Encoding, Accept-Language")
                for accepted in ["gzip", "br;q=1.0, GZIP ;q=0.5", "*"] {
                    let headers: HTTPFields = [.acceptEncoding: accepted]
                    let packed = try await client.execute(uri: address, method: .get, headers: headers)
                    #expect(packed.headers[.contentEncoding] == "gzip", "\(accepted)")
                    #expect(packed.body.readableBytes < plain.body.readableBytes / 2)
                    // The page itself has another nonce each time.
                    if address != "/" { #expect(try await gunzip(packed.body) == plain.body) }
                }
                for refused in ["identity", "br, deflate", "gzip;q=0", "*;q=0.0"] {
                    let headers: HTTPFields = [.acceptEncoding: refused]
                    let answer = try await client.execute(uri: address, method: .get, headers: headers)
                    #expect(answer.headers[.contentEncoding] == nil, "\(refused)")
                }
            }
        }
    }

    @Test(
        "A file and its compressed form share a tag, which is weak; who has either gets neither again",
        arguments: Setup.allCases
    )
    func entityTags(setup: Setup) async throws {
        try await withClient(setup) { client, _, _ in
            let address = "/page/viewfinder.js"
            let plain = try await client.execute(uri: address, method: .get)
            let tag = try #require(plain.headers[.eTag])
            let strong = try #require(tag.firstMatch(of: /^W\/("[0-9a-f]+")$/)).1
            let packed = try await client.execute(uri: address, method: .get, headers: [.acceptEncoding: "gzip"])
            #expect(packed.headers[.contentEncoding] == "gzip" && packed.headers[.eTag] == tag)
            for known in [tag, String(strong), "\"0\", \(tag)", "*"] {
                for accepted in ["gzip", "identity"] {
                    let headers: HTTPFields = [.ifNoneMatch: known, .acceptEncoding: accepted]
                    let answer = try await client.execute(uri: address, method: .get, headers: headers)
                    #expect(answer.status == .notModified && answer.headers[.eTag] == tag, "\(known)")
                    #expect(answer.headers[.vary] == "Accept-Encoding, Accept-Language")
                    #expect(answer.body.readableBytes == 0)
                }
            }
            let other = try await client.execute(uri: address, method: .get, headers: [.ifNoneMatch: "W/\"0\""])
            #expect(other.status == .ok && other.body == plain.body)
        }
    }
}

/// What the system's own tool makes of it.
private func gunzip(_ bytes: ByteBuffer) async throws -> ByteBuffer {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).gz")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(bytes.readableBytesView).write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/gzip")
    process.arguments = ["-dc", file.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return ByteBuffer(bytes: data)
}
