import BarcodeDetection
import Foundation
import HTTPTestSupport
import HTTPTypes
import Logging
import NIOCore
import Synchronization
import Testing
import ViewfinderTestSupport

@testable import Viewfinder

@Suite("Inviting another device")
struct InvitationTests {
    private final class Clock: Sendable {
        let nanoseconds = Atomic<UInt64>(0)

        var clock: MonotonicClock { MonotonicClock { self.nanoseconds.load(ordering: .relaxed) } }

        func advance(by seconds: UInt64) {
            nanoseconds.add(seconds * 1_000_000_000, ordering: .relaxed)
        }
    }

    @Test("A code logs in once, and not when it is too old")
    func links() {
        let clock = Clock()
        let links = LoginLinks(clock: clock.clock)
        let code = links.make()
        #expect(!links.redeem("") && !links.redeem(code + "0"))
        #expect(links.redeem(code))
        #expect(!links.redeem(code))
        let late = links.make()
        clock.advance(by: UInt64(LoginLinks.lifetime) - 1)
        let later = links.make()
        clock.advance(by: 1)
        #expect(!links.redeem(late) && links.redeem(later))
        let many = (0..<17).map { _ in links.make() }
        #expect(!links.redeem(many[0]) && links.redeem(many[1]) && links.redeem(many[16]))
    }

    private static func hosts(_ bound: String, _ requested: String?, _ machine: [String]) -> [String] {
        Invitation.all(
            boundHost: bound,
            requestedHost: requested,
            port: 8080,
            isSecure: false,
            links: nil,
            machine: { machine }
        ).map(\.address)
    }

    @Test("The address is one that another device reaches")
    func addresses() {
        let machine = ["192.168.1.5", "2001:db8::5"]
        #expect(Self.hosts("127.0.0.1", "127.0.0.1", machine) == [])
        #expect(Self.hosts("localhost", nil, machine) == [])
        #expect(Self.hosts("0.0.0.0", "127.0.0.1", machine) == ["http://192.168.1.5:8080/"])
        #expect(Self.hosts("0.0.0.0", "10.0.0.7", machine) == ["http://10.0.0.7:8080/"])
        #expect(Self.hosts("::", "localhost", machine) == ["http://192.168.1.5:8080/", "http://[2001:db8::5]:8080/"])
        #expect(Self.hosts("192.168.1.5", nil, machine) == ["http://192.168.1.5:8080/"])
        #expect(Self.hosts("0.0.0.0", nil, []) == [])
    }

    @Test("The QR code that is shown says the address with its code", arguments: [3, 4, 7])
    func drawing(scale: Int) throws {
        let links = LoginLinks()
        let invitation = try #require(
            Invitation.all(boundHost: "192.168.1.5", requestedHost: nil, port: 8080, isSecure: true, links: links).first
        )
        let code = invitation.code
        // As the page draws it.
        var pixels = [UInt8](repeating: 255, count: code.size * code.size * scale * scale)
        for match in code.path.matches(of: /M(\d+) (\d+)h(\d+)v1h-\d+z/) {
            let (x, y, width) = (Int(match.1)!, Int(match.2)!, Int(match.3)!)
            for row in y * scale..<(y + 1) * scale {
                for column in x * scale..<(x + width) * scale { pixels[row * code.size * scale + column] = 0 }
            }
        }
        let found = try pixels.withUnsafeBufferPointer { pixels in
            try BarcodeReader.find(
                in: LumaPlane(
                    pixels: pixels.baseAddress!,
                    width: code.size * scale,
                    height: code.size * scale,
                    bytesPerRow: code.size * scale
                ),
                kinds: .qr,
                effort: .thorough
            )
        }
        #expect(found.map(\.text) == [invitation.url.absoluteString])
        #expect(invitation.url.absoluteString.hasPrefix("https://192.168.1.5:8080/?code="))
        let lines = code.terminalText.split(separator: "\n")
        #expect(lines.count == (code.size + 1) / 2)
        #expect(lines.allSatisfy { $0.hasPrefix("\u{1B}[30;107m") && $0.hasSuffix("\u{1B}[0m") })
    }

    @Test("A device that was invited is logged in, once")
    func route() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "invitation-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let token = AccessToken.random()
        let camera = ScriptedCamera(
            pictures: [try TestFrames.small(), try TestFrames.other()],
            photoFolder: folder,
            movieFolder: folder.appending(path: "Movies")
        )
        let configuration = ViewfinderConfiguration(
            host: "0.0.0.0",
            port: 0,
            token: token,
            photoFolder: folder,
            movieFolder: folder.appending(path: "Movies"),
            limits: .patient
        )
        let server = try ViewfinderServer(
            camera: camera,
            configuration: configuration,
            tools: ScriptedTools().tools,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try await ResponderClient.run(server.application) { client in
            let code = configuration.loginLinks.make()
            #expect(try await client.execute(uri: "/state?code=\(code)", method: .get).status == .unauthorized)
            let arrival = try await client.execute(uri: "/?code=\(code)", method: .get)
            #expect(arrival.status == .seeOther && arrival.headers[.location] == "/")
            var headers = jsonHeaders
            headers[.cookie] = String(try #require(arrival.headers[.setCookie]).prefix { $0 != ";" })
            let invited = try await client.execute(
                uri: "/commands/invite",
                method: .post,
                headers: headers,
                body: ByteBuffer(string: "{}")
            )
            #expect(invited.status == .ok && String(buffer: invited.body).contains(#""seconds":300"#))
            let access = try await client.execute(uri: "/access", method: .get, headers: headers)
            #expect(String(buffer: access.body).contains(#""isReachable":true"#))
            #expect(try await client.execute(uri: "/?code=\(code)", method: .get).status == .unauthorized)
            #expect(try await send(client, "invite").status == .unauthorized)
        }
    }
}
