import Dispatch
import Foundation
import NIOCore
import Synchronization
import Testing

@testable import MediaEncoding
@testable import Viewfinder

@Suite("Previews of photos that browsers do not show")
struct PhotoPreviewsTests {
    /// Counts conversions, which end when a test says so.
    private final class Converter: Sendable {
        private let gate = DispatchSemaphore(value: 0)
        private let counted = Mutex(0)
        var count: Int { counted.withLock { $0 } }

        func convert(_ photo: Data) -> ByteBuffer {
            gate.wait()
            counted.withLock { $0 += 1 }
            return ByteBuffer(bytes: photo)
        }

        /// Lets so many conversions end.
        func open(_ count: Int) { for _ in 0..<count { gate.signal() } }
    }

    private let converter = Converter()
    private let queue = PhotoPreviews.Queue(label: "test", width: 1)
    private let folder = FileManager.default.temporaryDirectory.appending(path: "previews-\(UUID().uuidString)")
    private var previews: PhotoPreviews {
        PhotoPreviews(queue: queue) { [converter] in converter.convert($0) }
    }

    /// How many bytes a file's preview has.
    private func size(of name: String, in previews: PhotoPreviews) async throws -> Int? {
        try await previews.answerForImage(at: folder.appending(path: name)).body.contentLength
    }

    private func write(_ name: String, byteCount: Int) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(repeating: 7, count: byteCount).write(to: folder.appending(path: name))
    }

    @Test("A photo is converted once for all who ask meanwhile and later, and anew when it has changed")
    func merged() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let previews = previews
        try write("a.heic", byteCount: 100)
        let callers = (0..<6).map { _ in Task { try await size(of: "a.heic", in: previews) } }
        while queue.callerCount < callers.count { await Task.yield() }
        // More than are needed: whoever converts twice is counted, and does not hang.
        converter.open(10)
        for caller in callers { #expect(try await caller.value == 100) }
        #expect(try await size(of: "a.heic", in: previews) == 100)
        #expect(converter.count == 1)
        try write("a.heic", byteCount: 200)
        #expect(try await size(of: "a.heic", in: previews) == 200)
        #expect(converter.count == 2)
    }

    @Test("The newest 32 MB are kept")
    func bounded() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let previews = previews
        let names = ["a.heic", "b.heic", "c.heic", "d.heic"]
        converter.open(10)
        for name in names {
            try write(name, byteCount: 10_000_000)
            _ = try await size(of: name, in: previews)
        }
        for name in names.dropFirst() { #expect(try await size(of: name, in: previews) == 10_000_000) }
        #expect(converter.count == 4)
        #expect(try await size(of: "a.heic", in: previews) == 10_000_000)
        #expect(converter.count == 5)
    }
}
