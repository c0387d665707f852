import Foundation
import NIOCore
import Testing
import ViewfinderTestSupport

@testable import Viewfinder

@Suite("The end of the server")
struct ShutdownTests {
    private static let stream = ByteBuffer(string: "GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
    private static let events = ByteBuffer(string: "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    private static let halfACommand = ByteBuffer(
        string: "POST /commands/photo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Content-Length: 1000\r\n\r\n "
    )

    @Test("A graceful shutdown ends every stream at once")
    func streams() async throws {
        try await RunningServer.run { server in
            try await server.connect { inbound, outbound in
                try await outbound.write(Self.stream)
                try await eventually { server.camera.frames.hasClients }
                try await server.connect { events, eventsOutbound in
                    try await eventsOutbound.write(Self.events)
                    _ = try await RunningServer.read(&events) { String(buffer: $0).contains("event: state") }
                    await server.stop()
                    _ = await RunningServer.readAll(&events)
                }
                let rest = await RunningServer.readAll(&inbound)
                #expect(rest.hasSuffix("0\r\n\r\n"), "the stream ends as HTTP wants it")
            }
        }
    }

    @Test("Clients that send half a request, or read nothing, do not keep the server from ending")
    func clients() async throws {
        var limits = ViewfinderLimits.patient
        limits.shutdownTime = .milliseconds(50)
        let channels = try await RunningServer.run(limits: limits) { server in
            var channels: [any Channel] = []
            for _ in 0..<4 {
                let half = try await server.connectSilently(path: "/clock")
                try await half.writeAndFlush(Self.halfACommand)
                let silent = try await server.connectSilently(path: "/stream")
                channels += [half, silent]
            }
            try await eventually { server.camera.frames.hasClients }
            return channels
        }
        // It has ended, and nobody has left.
        for channel in channels { try? await channel.close() }
    }

    @Test("Work that can not be interrupted does not keep the server from ending")
    func work() async throws {
        var limits = ViewfinderLimits.patient
        limits.shutdownTime = .milliseconds(50)
        let latch = Latch()
        defer { latch.open() }
        try await RunningServer.run(limits: limits, tools: ScriptedTools().tools(heldBy: latch)) { server in
            try FileManager.default.createDirectory(at: server.movieFolder, withIntermediateDirectories: true)
            try Data("movie".utf8).write(to: server.movieFolder.appending(path: "MOV_1.mp4"))
            let channel = try await server.connectSilently(path: "/movies")
            try await eventually { latch.hasArrival() }
            withExtendedLifetime(channel) {}
        }
    }
}
