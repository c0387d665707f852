import Foundation
import Testing

@_spi(Pinhole) @testable import FoundationExtras

@Suite("Files")
struct FileTests {
    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    @Test("A file is the same after it was moved and has grown, and another one in its place is not")
    func identity() throws {
        try withFolder { folder in
            let file = folder.appendingPathComponent("file")
            let moved = folder.appendingPathComponent("moved")
            #expect(FileIdentity(file) == nil)
            try Data("first".utf8).write(to: file)
            let identity = try #require(FileIdentity(file))
            #expect(identity.size == 5)
            try FileManager.default.moveItem(at: file, to: moved)
            let handle = try FileHandle(forWritingTo: moved)
            try handle.seekToEnd()
            try handle.write(contentsOf: Data(" and more".utf8))
            try handle.close()
            #expect(FileIdentity(moved) == identity && FileIdentity(moved)?.size == 14)
            try Data("first".utf8).write(to: file)
            #expect(FileIdentity(file) != identity)
        }
    }

    @Test("What does not exist yet has the room of the folder that it will lie in; where nothing can lie there is none")
    func freeSpace() throws {
        try withFolder { folder in
            let file = folder.appendingPathComponent("file")
            try Data().write(to: file)
            let missing = folder.appendingPathComponent("a").appendingPathComponent("b")
            #expect(DiskSpace.free(at: folder) != nil && DiskSpace.free(at: file) != nil)
            #expect(DiskSpace.free(at: missing) != nil)
            #expect(DiskSpace.free(at: file.appendingPathComponent("child")) == nil)
        }
    }
}
