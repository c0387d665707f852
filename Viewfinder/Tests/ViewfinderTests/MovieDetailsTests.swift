import Dispatch
import Foundation
import Synchronization
import Testing

@testable import Viewfinder

@Suite("What is known of movies")
struct MovieDetailsTests {
    @Test("Movies that are slow to read keep no photo waiting, and each is read once")
    func slowMovies() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "details-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (begun, continuation) = AsyncStream.makeStream(of: Void.self)
        let gate = DispatchSemaphore(value: 0)
        let readings = Mutex(0)
        let tools = MovieTools(
            examine: { _ in
                readings.withLock { $0 += 1 }
                continuation.yield()
                gate.wait()
                return MovieTools.MovieInfo(seconds: 3)
            },
            leftovers: { _ in [:] },
            recover: { _, _ in }
        )
        let details = MovieDetails(folder: MediaFolder(url: folder, kind: .movie), tools: tools)
        let entries = (0..<12).map {
            MediaFolder.Entry(name: "\($0).mp4", bytes: 9, date: Date(timeIntervalSince1970: 0))
        }
        let askers = (entries + entries + entries).map { entry in Task { await details.record(of: entry) } }
        for await _ in begun { break }
        // As many movies as may be are held at the gate: photos are listed all the same, as often as there are threads.
        let photos = MediaFolder(url: folder, kind: .photo)
        for _ in 0..<64 { #expect(try await photos.list(limit: 10).isEmpty) }
        for _ in entries { gate.signal() }
        for asker in askers { #expect(await asker.value.seconds == 3) }
        #expect(readings.withLock { $0 } == entries.count)
    }
}
