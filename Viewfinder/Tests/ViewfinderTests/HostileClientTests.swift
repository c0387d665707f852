import Foundation
import Logging
import NIOCore
import NIOPosix
import Testing
import ViewfinderTestSupport

@testable import Viewfinder

@Suite("Hostile clients")
struct HostileClientTests {
    /// Sends a request that must be refused, and checks that the server still serves afterwards.
    private func expectRefusal(_ request: String, status: String, limits: ViewfinderLimits = .patient)
        async throws
    {
        try await RunningServer.run(limits: limits) { server in
            let answer = try await server.exchange(request)
            #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(answer.prefix(80))")
            let next = try await server.exchange("GET /clock HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            #expect(next.hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test(
        "A wrong, missing, doubled or malformed Host is refused",
        arguments: [
            ("Host: evil.example\r\n", "421"), ("", "400"), ("Host: localhost\r\nHost: evil.example\r\n", "400"),
            ("Host: local host\r\n", "400"), ("Host: localhost:8080:80\r\n", "400"), ("Host: 192.168.7.7\r\n", "421"),
        ]
    )
    func host(header: String, status: String) async throws {
        try await expectRefusal("GET /state HTTP/1.1\r\n\(header)Connection: close\r\n\r\n", status: status)
    }

    @Test(
        "What is not HTTP is answered 400 and closed",
        arguments: [
            "GARBAGE\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: localhost\r\nBad Header: x\r\n\r\n",
            "POST /commands/photo HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
            "POST /commands/photo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nhello",
        ]
    )
    func malformed(request: String) async throws {
        try await expectRefusal(request, status: "400")
    }

    @Test("Headers beyond the bound are refused")
    func hugeHeaders() async throws {
        let header = "X-Padding: " + String(repeating: "x", count: 20 * 1024) + "\r\n"
        try await expectRefusal("GET / HTTP/1.1\r\nHost: localhost\r\n\(header)\r\n", status: "400")
        let many = (0..<200).map { "X-\($0): x\r\n" }.joined()
        try await expectRefusal("GET / HTTP/1.1\r\nHost: localhost\r\n\(many)\r\n", status: "400")
    }

    @Test("A body without end is cut off")
    func endlessBody() async throws {
        try await RunningServer.run { server in
            try await server.connect { inbound, outbound in
                try await outbound.write(
                    ByteBuffer(
                        string: "POST /commands/photo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                            + "Content-Length: 99999999999\r\n\r\n"
                    )
                )
                let part = ByteBuffer(repeating: UInt8(ascii: " "), count: 64 * 1024)
                var written = 0
                while (try? await outbound.write(part)) != nil, written < 1 << 30 {
                    written += part.readableBytes
                }
                #expect(written < 1 << 30, "the server reads no more")
            }
            #expect(server.camera.commands.isEmpty)
        }
    }

    @Test("A request whose head never ends is cut off by the idle bound")
    func endlessHead() async throws {
        var limits = ViewfinderLimits.patient
        // Long enough for the client's own writing on a busy machine.
        limits.idleTime = .seconds(1)
        try await RunningServer.run(limits: limits) { server in
            let afterHalfAHead = try await server.exchange("GET /state HT")
            let afterNothing = try await server.exchange("")
            #expect(afterHalfAHead == "")
            #expect(afterNothing == "")
        }
    }

    @Test("A request whose body drips in is cut off by the bound on the whole request")
    func drippingBody() async throws {
        var limits = ViewfinderLimits.patient
        limits.requestTime = .milliseconds(100)
        try await RunningServer.run(limits: limits) { server in
            try await server.connect { inbound, outbound in
                try await outbound.write(
                    ByteBuffer(
                        string: "POST /commands/photo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                            + "Content-Length: 1000\r\n\r\n "
                    )
                )
                let answer = await RunningServer.readAll(&inbound)
                #expect(answer == "")
            }
            #expect(server.camera.commands.isEmpty)
        }
    }

    @Test("Connections that drip requests make room for a new client, and none that is served")
    func drippingConnections() async throws {
        var limits = ViewfinderLimits.patient
        limits.connections = 4
        try await RunningServer.run(limits: limits) { server in
            try await server.connect { picture, pictureOut in
                try await pictureOut.write(ByteBuffer(string: "GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                try await eventually { server.camera.frames.hasClients }
                try await withThrowingTaskGroup(of: String.self) { drips in
                    for _ in 0..<12 { drips.addTask { try await server.exchange("GET /state HT") } }
                    // One of the four places is the picture's, and one is kept for who comes next.
                    for _ in 0..<10 { #expect(try await drips.next() == "") }
                    for _ in 0..<20 { #expect(try await server.get("/clock").hasPrefix("HTTP/1.1 200")) }
                    await server.stop()
                    for try await answer in drips { #expect(answer == "") }
                }
                #expect(await RunningServer.readAll(&picture).hasSuffix("0\r\n\r\n"), "the picture was not cut off")
            }
        }
    }

    @Test(
        "A body where none belongs is refused, costs no viewer's place, and does not hold the server up",
        arguments: ["/stream", "/preview.mjpeg", "/events", "/", "/photos", "/page/viewfinder.js"]
    )
    func unexpectedBody(path: String) async throws {
        var limits = ViewfinderLimits.patient
        limits.streams = 1
        try await RunningServer.run(limits: limits) { server in
            for header in ["Content-Length: 100000", "Transfer-Encoding: chunked"] {
                try await server.connect { inbound, outbound in
                    let head = "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(header)\r\n\r\n"
                    let half = header.contains("chunked") ? "10000\r\n" : ""
                    try await outbound.write(ByteBuffer(string: head + half + String(repeating: "x", count: 50_000)))
                    let answer = try await RunningServer.read(&inbound) { $0.readableBytes > 12 }
                    #expect(String(buffer: answer).hasPrefix("HTTP/1.1 400"))
                }
            }
            try await server.connect { _, outbound in
                try await outbound.write(ByteBuffer(string: "GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                try await eventually { server.camera.frames.hasClients }
            }
        }
    }

    @Test("A client that leaves a stream with requests behind it is forgotten, also while no frames come")
    func pipelinedStream() async throws {
        try await RunningServer.run { server in
            try await server.connect { _, outbound in
                let stream = "GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n"
                try await outbound.write(ByteBuffer(string: String(repeating: stream, count: 100)))
                try await eventually { server.camera.frames.hasClients }
            }
            try await eventually { !server.camera.frames.hasClients }
        }
    }

    @Test(
        "A body whose chunks are broken is answered 400, and the camera hears nothing",
        arguments: ["ZZ\r\nhello\r\n", "-5\r\nhello\r\n", "FFFFFFFFFFFFFFFFF\r\nhello\r\n", "5\r\nhelloo\r\n0\r\n\r\n"]
    )
    func brokenChunks(chunks: String) async throws {
        try await RunningServer.run { server in
            for command in ["photo", "zoom", "startRecording"] {
                let answer = try await server.exchange(
                    "POST /commands/\(command) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n\(chunks)"
                )
                #expect(answer.hasPrefix("HTTP/1.1 400"), "\(answer.prefix(80))")
            }
            #expect(server.camera.commands.isEmpty)
        }
    }

    @Test("Clients of /events that read nothing lose their places to a newcomer after a bounded number of bytes")
    func silentReaders() async throws {
        var limits = ViewfinderLimits.patient
        let places = 4
        limits.streams = places
        limits.readPatience = .zero
        let event = 64 * 1024
        try await RunningServer.run(limits: limits) { server in
            var silent: [any Channel] = []
            for _ in 0..<places {
                silent.append(try await server.connectSilently(path: "/events", readsBeginning: true))
            }
            #expect(try await server.status("/events") == "503")
            var (sent, status) = (0, "")
            repeat {
                server.camera.update { $0.photoFolder = String(repeating: "x", count: event) + "\(sent)" }
                sent += event
                status = try await server.status("/events")
            } while status == "503"
            #expect(status == "200")
            // What the kernel holds for a client on both sides, many times over.
            #expect(sent < 64 << 20)
            for channel in silent { try? await channel.close() }
        }
    }

    @Test("Clients of /events that read nothing keep nobody out who comes from elsewhere")
    func silentReadersFromElsewhere() async throws {
        var limits = ViewfinderLimits.patient
        let places = 4
        limits.streams = places
        try await RunningServer.run(limits: limits) { server in
            var silent: [any Channel] = []
            for _ in 0..<places {
                silent.append(
                    try await server.connectSilently(path: "/events", readsBeginning: true, from: "127.0.0.2")
                )
            }
            #expect(try await server.status("/events") == "200")
            // The one that had to go is told so by the end of its connection.
            try await silent[0].closeFuture.get()
            for channel in silent { try? await channel.close() }
        }
    }

    @Test(
        "Encoded ways out of the photo folder lead nowhere",
        arguments: ["../", "..%2f", "%2e%2e/", "....//", "..\\"]
    )
    func traversal(step: String) async throws {
        let path = "/photos/" + String(repeating: step, count: 6) + "etc/passwd"
        try await expectRefusal("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", status: "404")
    }

    @Test("A port in use is a typed error that says what to do")
    func portInUse() async throws {
        try await RunningServer.run { server in
            let second = try ViewfinderServer(
                camera: server.camera,
                configuration: ViewfinderConfiguration(
                    port: server.port,
                    photoFolder: server.photoFolder,
                    movieFolder: server.movieFolder
                ),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
            let expected = ViewfinderServerError.portInUse(host: "127.0.0.1", port: server.port)
            await #expect(throws: expected) { try await second.run() }
            #expect("\(expected)".contains("--port"))
        }
    }

    @Test("An address of another machine is a typed error")
    func foreignAddress() async throws {
        let server = try ViewfinderServer(
            camera: ScriptedCamera(
                pictures: [try TestFrames.small()],
                photoFolder: URL(filePath: "/tmp"),
                movieFolder: URL(filePath: "/tmp")
            ),
            configuration: ViewfinderConfiguration(
                host: "192.0.2.1",
                port: 0,
                token: .random(),
                photoFolder: URL(filePath: "/tmp"),
                movieFolder: URL(filePath: "/tmp")
            ),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        await #expect(throws: ViewfinderServerError.addressNotAvailable(host: "192.0.2.1")) { try await server.run() }
    }
}
