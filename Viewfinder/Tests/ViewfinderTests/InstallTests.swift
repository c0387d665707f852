import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import Viewfinder

/// What browsers install the viewfinder with.
@Suite("The viewfinder as an installed app")
struct InstallTests {
    private struct Manifest: Decodable {
        struct Icon: Decodable {
            var src: String, sizes: String, type: String, purpose: String?
        }

        var id: String, name: String, start_url: String, scope: String, display: String, icons: [Icon]
    }

    /// The address of a file in the page.
    private static func address(_ name: String, _ client: any RouteClient) async throws -> String {
        let page = String(buffer: try await client.execute(uri: "/", method: .get).body)
        let version = try #require(page.firstMatch(of: /"page\/([0-9a-f]+)\/manifest.webmanifest"/)).1
        return "/page/\(version)/\(name)"
    }

    /// The width and height that a PNG file names in its first chunk.
    private static func size(ofPNG body: ByteBuffer) throws -> String {
        #expect(body.getString(at: 1, length: 3) == "PNG")
        let width = try #require(body.getInteger(at: 16, as: UInt32.self))
        return "\(width)x\(try #require(body.getInteger(at: 20, as: UInt32.self)))"
    }

    @Test("The manifest names icons that are there, in the sizes that it tells", arguments: RouteTests.Setup.allCases)
    func manifest(setup: RouteTests.Setup) async throws {
        try await RouteTests().withClient(setup) { client, _, _ in
            let address = try await Self.address("manifest.webmanifest", client)
            let answer = try await client.execute(uri: address, method: .get)
            #expect(answer.headers[.contentType] == "application/manifest+json")
            let manifest = try JSONDecoder().decode(Manifest.self, from: Data(buffer: answer.body))
            #expect(manifest.display == "standalone" && manifest.start_url == "/" && manifest.scope == "/")
            #expect(
                manifest.icons.contains { $0.sizes == "192x192" } && manifest.icons.contains { $0.sizes == "512x512" }
            )
            #expect(manifest.icons.contains { $0.purpose == "maskable" })
            for icon in manifest.icons {
                let image = try await client.execute(uri: try await Self.address(icon.src, client), method: .get)
                #expect(image.headers[.contentType] == "image/png" && icon.type == "image/png")
                #expect(try Self.size(ofPNG: image.body) == icon.sizes)
            }
            let apple = try await client.execute(
                uri: try await Self.address("icon-apple-180.png", client),
                method: .get
            )
            #expect(try Self.size(ofPNG: apple.body) == "180x180")
        }
    }

    @Test(
        "The worker is one for the whole page, and keeps files of its own version",
        arguments: RouteTests.Setup.allCases
    )
    func worker(setup: RouteTests.Setup) async throws {
        try await RouteTests().withClient(setup) { client, _, _ in
            let worker = try await client.execute(uri: "/service-worker.js", method: .get)
            #expect(worker.headers[.contentType] == "text/javascript; charset=utf-8")
            #expect(worker.headers[.cacheControl] == "no-cache")
            let text = String(buffer: worker.body)
            let kept = text.matches(of: /'(\/page\/[0-9a-f]+\/[a-z.]+)'/).map { String($0.1) }
            #expect(kept.count == 3 && !text.contains("{{"))
            for address in kept {
                let file = try await client.execute(uri: address, method: .get)
                #expect(
                    file.status == .ok && file.headers[.cacheControl] == "max-age=31536000, immutable",
                    "\(address)"
                )
                #expect(file.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
            }
            let page = String(buffer: try await client.execute(uri: kept[0], method: .get).body)
            for address in kept.dropFirst() { #expect(page.contains("\"\(address)\"")) }
        }
    }

    @Test("Without the token there is what installs the page, and nothing else", arguments: RouteTests.Setup.allCases)
    func access(setup: RouteTests.Setup) async throws {
        try await RouteTests().withClient(setup, token: .random()) { client, _, _ in
            for address in [
                "/service-worker.js", "/favicon.ico", "/page/manifest.webmanifest", "/page/0/icon-192.png",
                "/page/offline.html",
                "/page/offline.css", "/page/offline.js",
            ] {
                let answer = try await client.execute(uri: address, method: .get)
                #expect(answer.status == .ok, "\(address)")
            }
            for address in [
                "/page/service-worker.js", "/page/viewfinder.js", "/page/0/viewfinder.css", "/page/", "/page",
                "/offline.html",
                "/photos/icon-192.png", "/page/0/0/offline.html", "/page/offline.html/", "//page/offline.html",
            ] {
                let answer = try await client.execute(uri: address, method: .get)
                #expect(answer.status == .unauthorized, "\(address)")
            }
        }
    }
}
