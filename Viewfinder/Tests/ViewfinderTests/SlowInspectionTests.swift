import Foundation
import NIOCore
import NIOPosix
import Testing
import ViewfinderTestSupport

@testable import Viewfinder

/// Holds whoever comes to it, until it is opened.
final class Latch: Sendable {
    private let gate = DispatchSemaphore(value: 0)
    private let arrivals = DispatchSemaphore(value: 0)

    /// Waits until it is opened, on a thread that may be blocked.
    func pass() {
        arrivals.signal()
        gate.wait()
        gate.signal()
    }

    /// Lets everybody through from now on.
    func open() { gate.signal() }

    /// Whether somebody came since this was asked last.
    func hasArrival() -> Bool { arrivals.wait(timeout: .now()) == .success }
}

extension ScriptedTools {
    /// These tools, with looks at movies that wait at a latch.
    func tools(heldBy latch: Latch) -> MovieTools {
        var tools = tools
        let examine = tools.examine
        tools.examine = { url in
            latch.pass()
            return try examine(url)
        }
        return tools
    }
}

/// Looking at a movie takes as long as its file wants.
@Suite("Slow inspections of movies")
struct SlowInspectionTests {
    @Test("While movies are looked at, photos are taken, the picture goes on, and everything else is answered")
    func otherRoutes() async throws {
        let latch = Latch()
        defer { latch.open() }
        try await RunningServer.run(tools: ScriptedTools().tools(heldBy: latch)) { server in
            try FileManager.default.createDirectory(at: server.movieFolder, withIntermediateDirectories: true)
            // More of them, and more questions for them, than any pool has threads.
            for number in 0..<64 {
                try Data("movie".utf8).write(to: server.movieFolder.appending(path: "MOV_\(number).mp4"))
            }
            try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<64 { group.addTask { try await server.get("/movies") } }
                try await eventually { latch.hasArrival() }
                try await Self.useEverythingElse(server)
                latch.open()
                for try await answer in group { #expect(answer.hasPrefix("HTTP/1.1 200")) }
            }
        }
    }

    private static func useEverythingElse(_ server: RunningServer) async throws {
        let photo = try await server.exchange(
            "POST /commands/photo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: 2\r\nConnection: close\r\n\r\n{}"
        )
        #expect(photo.hasPrefix("HTTP/1.1 200"))
        for path in ["/photos", "/photos/IMG_1.jpg", "/movies/MOV_1.mp4", "/state", "/recovery", "/"] {
            let answer = try await server.get(path)
            #expect(answer.hasPrefix("HTTP/1.1 200"), "\(path)")
        }
        try await server.connect { inbound, outbound in
            try await outbound.write(ByteBuffer(string: "GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n"))
            try await eventually { server.camera.frames.hasClients }
            server.camera.publishFrame(captureTime: 1)
            _ = try await RunningServer.read(&inbound) { $0.readableBytes > 1_000 }
        }
    }

    @Test("A photo is written while all threads that files are read on are held")
    func photos() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "photos-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let latch = Latch()
        let held = (0..<ProcessInfo.processInfo.activeProcessorCount * 4).map { _ in
            NIOThreadPool.singleton.runIfActive(eventLoop: MultiThreadedEventLoopGroup.singleton.any()) { latch.pass() }
        }
        try await eventually { latch.hasArrival() }
        let result = await Result {
            try await PhotoStore(folder: folder).write(EncodedPhoto(data: Data("photo".utf8), width: 1, height: 1))
        }
        latch.open()
        for future in held { try await future.get() }
        #expect(try result.get().bytes == 5)
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
