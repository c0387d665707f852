import Foundation
import Testing

@testable import Viewfinder

@Suite("Who may see the camera")
struct AccessTests {
    @Test(
        "A server on loopback answers to loopback names alone",
        arguments: [
            ("localhost", true), ("localhost:8080", true), ("LOCALHOST.:8080", true), ("viewfinder.localhost", true),
            ("127.0.0.1:9000", true), ("127.1.2.3", true), ("[::1]:8080", true), ("[0:0:0:0:0:0:0:1]", true),
            ("evil.example", false), ("127.0.0.1.evil.example", false), ("localhost.evil.example", false),
            ("192.168.1.5:8080", false), ("[::1].evil.example", false), ("[fe80::1]", false), ("", false),
            (":8080", false),
            ("localhost:port", false), ("localhost:123456", false), ("user@localhost", false), ("local host", false),
            ("[::1", false), ("::1", false),
        ]
    )
    func loopback(authority: String, isAccepted: Bool) {
        let policy = HostPolicy(boundHost: "127.0.0.1", additionalHosts: [])
        #expect(policy.accepts(authority) == isAccepted)
    }

    @Test("A request without a host is refused")
    func noHost() {
        #expect(!HostPolicy(boundHost: "0.0.0.0", additionalHosts: []).accepts(nil))
    }

    @Test(
        "A server on the network answers to every address, and to names it was told",
        arguments: [
            ("192.168.1.5:8080", true), ("[fe80::1]:8080", true), ("localhost", true), ("camera.local:8080", true),
            ("Camera.Local", true), ("evil.example", false),
        ]
    )
    func network(authority: String, isAccepted: Bool) {
        let policy = HostPolicy(boundHost: "0.0.0.0", additionalHosts: ["camera.local"])
        #expect(policy.accepts(authority) == isAccepted)
    }

    @Test("Commands come from the own page or from a program, never from another page")
    func commandOrigin() {
        func accepts(_ origin: String?, site: String? = nil) -> Bool {
            OriginPolicy.acceptsCommand(
                from: .init(origin: origin, fetchSite: site, fetchMode: "cors"),
                authority: "localhost:8080"
            )
        }
        #expect(accepts(nil))
        #expect(accepts("http://localhost:8080", site: "same-origin"))
        #expect(accepts("https://LOCALHOST:8080"))
        #expect(!accepts("http://localhost:3000", site: "same-site"))
        #expect(!accepts("http://localhost"))
        #expect(!accepts("http://evil.example", site: "cross-site"))
        #expect(!accepts("null"))
        #expect(!accepts(nil, site: "cross-site"))
    }

    /// What a browser says of a request.
    struct Fetch: Sendable {
        var site: String?
        var mode: String?
        var destination: String?
        var origin: String?
    }

    @Test(
        "The own page and programs read everything; links from elsewhere lead to pages only, frames to nothing",
        arguments: [
            (Fetch(), true, true),
            (Fetch(site: "same-origin", mode: "cors", destination: "empty"), true, true),
            (Fetch(site: "none", mode: "navigate", destination: "document"), true, true),
            (Fetch(site: "same-origin", mode: "cors", origin: "http://localhost:8080"), true, true),
            (Fetch(site: "cross-site", mode: "navigate"), true, false),
            (Fetch(site: "cross-site", mode: "navigate", destination: "document"), true, false),
            (Fetch(site: "same-site", mode: "navigate", destination: "document"), true, false),
            (Fetch(site: "cross-site", mode: "navigate", destination: "iframe"), false, false),
            (Fetch(site: "cross-site", mode: "navigate", destination: "frame"), false, false),
            (Fetch(site: "cross-site", mode: "navigate", destination: "embed"), false, false),
            (Fetch(site: "cross-site", mode: "navigate", destination: "object"), false, false),
            (Fetch(site: "same-origin", mode: "navigate", destination: "iframe"), false, false),
            (Fetch(site: "cross-site", mode: "no-cors", destination: "image"), false, false),
            (Fetch(site: "same-site", mode: "no-cors"), false, false),
            (Fetch(origin: "http://evil.example"), false, false),
            (Fetch(origin: "null"), false, false),
        ]
    )
    func readingOrigin(fetch: Fetch, getsPages: Bool, getsPictures: Bool) {
        let source = OriginPolicy.Source(
            origin: fetch.origin,
            fetchSite: fetch.site,
            fetchMode: fetch.mode,
            fetchDestination: fetch.destination
        )
        func accepts(isPage: Bool) -> Bool {
            OriginPolicy.acceptsReading(from: source, authority: "localhost:8080", isPage: isPage)
        }
        #expect(accepts(isPage: true) == getsPages)
        #expect(accepts(isPage: false) == getsPictures)
    }

    @Test("A token shows in no description, of itself or of what holds it")
    func tokenDescription() throws {
        let token = try #require(AccessToken("0123456789abcdef"))
        let folder = URL(filePath: "/tmp")
        let configuration = ViewfinderConfiguration(token: token, photoFolder: folder, movieFolder: folder)
        for text in ["\(token)", String(reflecting: token), "\(configuration)", String(reflecting: configuration)] {
            #expect(!text.contains(token.text))
        }
        var dumped = ""
        dump(configuration, to: &dumped)
        #expect(!dumped.contains(token.text))
    }

    @Test("A token is long and plain, and only the whole token matches")
    func token() throws {
        #expect(AccessToken("too-short") == nil)
        #expect(AccessToken("sixteen bytes, but with blanks") == nil)
        let token = try #require(AccessToken("0123456789abcdef"))
        let digest = SecretDigest(token.text)
        #expect(digest.matches("0123456789abcdef"))
        #expect(!digest.matches("0123456789abcdeF"))
        #expect(!digest.matches("0123456789abcde"))
        #expect(!digest.matches("0123456789abcdef0123456789abcdef"))
        #expect(!digest.matches(""))
        let random = AccessToken.random()
        #expect(random.text.count == 32)
        #expect(AccessToken(random.text) != nil)
        #expect(AccessToken.random().text != random.text)
    }

    @Test("Listening beyond loopback needs a token and says so")
    func configuration() throws {
        let folder = URL(filePath: "/tmp")
        var configuration = ViewfinderConfiguration(host: "0.0.0.0", photoFolder: folder, movieFolder: folder)
        #expect(throws: ViewfinderServerError.tokenRequired(host: "0.0.0.0")) { try configuration.validate() }
        #expect("\(ViewfinderServerError.tokenRequired(host: "0.0.0.0"))".contains("--token-file"))
        configuration.token = .random()
        try configuration.validate()
        configuration = ViewfinderConfiguration(host: "::1", photoFolder: folder, movieFolder: folder)
        try configuration.validate()
        configuration.port = 70000
        #expect(throws: ViewfinderServerError.invalidPort(70000)) { try configuration.validate() }
        configuration.port = 80
        configuration.host = ""
        #expect(throws: ViewfinderServerError.invalidHost("")) { try configuration.validate() }
    }

    @Test(
        "Only plain names of image files name a photo",
        arguments: [
            ("IMG_0001.jpg", "image/jpeg"), ("IMG 2 (1).JPEG", "image/jpeg"), ("a.heic", "image/heic"), ("..jpg", nil),
            (".hidden.jpg", nil), ("../IMG_1.jpg", nil), ("a/b.jpg", nil), ("a\\b.jpg", nil), ("a%2fb.jpg", nil),
            ("IMG_1.jpg\0.png", nil), ("IMG_1", nil), ("IMG_1.html", nil), ("", nil), ("jpg", nil),
            ("caf\u{E9}.jpg", nil),
            (String(repeating: "a", count: 252) + ".jpg", nil),
        ]
    )
    func mediaName(text: String, mediaType: String?) {
        #expect(MediaName(text, kind: .photo)?.mediaType == mediaType)
    }
}
