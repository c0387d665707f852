#if TLS
    import Foundation
    import HTTPTransports
    import HTTPTypes
    import Testing

    @testable import Viewfinder
    @testable import ViewfinderTLS

    @Suite("TLS")
    struct TLSTests {
        private static let now = Date(timeIntervalSince1970: 1_800_000_000)

        private static func withFolder(_ body: (URL) async throws -> Void) async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            try await body(folder)
        }

        @Test("A client that trusts the certificate reaches the server by its names, and gets everything by TLS alone")
        func server() async throws {
            try await Self.withFolder { folder in
                let token = AccessToken.random()
                let identity = try TLSIdentity.selfSigned(in: folder)
                try await RunningServer.run(token: token, encryption: identity.encryption) { server in
                    let certificate = folder.appending(path: "certificate.pem")
                    // It checks for whom the certificate is.
                    let client = SystemHTTPTransport(trusting: certificate)
                    defer { client.close() }
                    for host in ["localhost", "127.0.0.1"] {
                        var request = try Self.get("https://\(host):\(server.port)/access")
                        request.headerFields[.authorization] = "Bearer \(token.text)"
                        let body = try await client.send(request, body: nil).collect(upTo: 1 << 16)
                        let text = String(decoding: body, as: UTF8.self)
                        #expect(text.contains(#""certificate":"\#(identity.fingerprint)""#))
                    }
                    try await Self.expectSecureCookie(client, server, token)
                    server.camera.publishFrame(captureTime: 1)
                    for path in ["stream", "events", "preview.mjpeg"] {
                        let address = "https://localhost:\(server.port)/\(path)?token=\(token.text)"
                        let answer = try await client.send(try Self.get(address), body: nil)
                        var first: Data?
                        for try await part in answer.body {
                            first = part
                            break
                        }
                        #expect((first?.count ?? 0) > 0, "\(path)")
                    }
                    let stranger = SystemHTTPTransport()
                    defer { stranger.close() }
                    await #expect(throws: HTTPTransportError.self, "nobody trusts it without being told to") {
                        _ = try await stranger.send(try Self.get("https://localhost:\(server.port)/"), body: nil)
                    }
                    #expect(try await !server.get("/").contains("HTTP/1.1 2"))
                }
            }
        }

        private static func get(_ address: String) throws -> HTTPRequest {
            HTTPRequest(.get, to: try #require(URL(string: address)))
        }

        private static func expectSecureCookie(
            _ client: any HTTPTransport,
            _ server: RunningServer,
            _ token: AccessToken
        ) async throws {
            let request = HTTPRequest(
                .post,
                to: try #require(URL(string: "https://localhost:\(server.port)/login")),
                headerFields: [.contentType: "application/x-www-form-urlencoded"]
            )
            let answer = try await client.send(request, body: Data("token=\(token.text)".utf8))
            #expect(answer.head.status == .seeOther)
            let cookie = try #require(answer.head.headerFields[.setCookie])
            #expect(cookie.hasPrefix("__Host-pinhole-session=") && cookie.hasSuffix("; Secure"))
            var second = try get("https://localhost:\(server.port)/state")
            second.headerFields[.cookie] = String(cookie.prefix { $0 != ";" })
            #expect(try await client.send(second, body: nil).head.status == .ok)
        }

        @Test(
            "The certificate stays the same until it soon is too old, or cannot be read; its key is for its owner alone"
        )
        func keeping() async throws {
            try await Self.withFolder { folder in
                let first = try TLSIdentity.selfSigned(in: folder, now: Self.now)
                #expect(first.fingerprint.wholeMatch(of: /([0-9A-F]{2}:){31}[0-9A-F]{2}/) != nil)
                let day: TimeInterval = 24 * 3600
                let same = try TLSIdentity.selfSigned(
                    in: folder,
                    now: Self.now + SelfSignedCertificate.lifetime - 31 * day
                )
                #expect(same.fingerprint == first.fingerprint)
                let next = try TLSIdentity.selfSigned(
                    in: folder,
                    now: Self.now + SelfSignedCertificate.lifetime - 29 * day
                )
                #expect(next.fingerprint != first.fingerprint)
                let key = folder.appending(path: "key.pem")
                #expect(try FileManager.default.attributesOfItem(atPath: key.path)[.posixPermissions] as? Int == 0o600)
                try Data("no key".utf8).write(to: key)
                let mended = try TLSIdentity.selfSigned(in: folder, now: Self.now + SelfSignedCertificate.lifetime)
                #expect(mended.fingerprint != next.fingerprint)
            }
        }

        @Test("A certificate without its key, or with another one, is refused with the file's name")
        func refusals() async throws {
            try await Self.withFolder { folder in
                let (one, other) = (folder.appending(path: "one"), folder.appending(path: "other"))
                for folder in [one, other] { _ = try TLSIdentity.selfSigned(in: folder) }
                let certificate = one.appending(path: "certificate.pem")
                let key = one.appending(path: "key.pem")
                _ = try TLSIdentity(certificateFile: certificate, keyFile: key)
                for (certificate, key, named) in [
                    (folder.appending(path: "nothing.pem"), key, "nothing.pem"), (key, key, "key.pem"),
                    (certificate, folder.appending(path: "nothing.pem"), "nothing.pem"),
                    (certificate, certificate, "certificate.pem"),
                    (certificate, other.appending(path: "key.pem"), "is not its key"),
                ] {
                    let error = #expect(throws: ViewfinderServerError.self) {
                        _ = try TLSIdentity(certificateFile: certificate, keyFile: key)
                    }
                    #expect(error.map { "\($0)" }?.contains(named) == true)
                }
            }
        }
    }
#endif
