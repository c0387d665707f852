import Foundation
import RecognitionService
import ScanProtocol
import ScanTestSupport
import Testing

@Suite struct UploadedPhotoFolderTests {
    let folder: TemporaryFolder
    let photos: UploadedPhotoFolder
    let id = ScanID()

    init() throws {
        folder = try TemporaryFolder()
        photos = try UploadedPhotoFolder(url: folder.url)
    }

    @Test func aPhotoComesInPieces() async throws {
        try await photos.write(Data("world".utf8), of: id, at: 6)
        try await photos.write(Data("hello ".utf8), of: id, at: 0)
        try await photos.sync(id)
        #expect(try await photos.prefix(of: id, count: 5) == Data("hello".utf8))
        #expect(try await photos.prefix(of: id, count: 500) == Data("hello world".utf8))
        await #expect(throws: (any Error).self) { try await photos.photo(id) }
        try await photos.finish(id, length: 11)
        #expect(try await photos.photo(id) == Data("hello world".utf8))
    }

    /// As after a crash between the renaming and the store's commit: the client sends the last bytes once more.
    @Test func aFinishedPhotoTakesItsLastBytesAgain() async throws {
        try await photos.write(Data("hello world and more".utf8), of: id, at: 0)
        try await photos.finish(id, length: 11)
        try await photos.write(Data("world".utf8), of: id, at: 6)
        try await photos.sync(id)
        try await photos.finish(id, length: 11)
        #expect(try await photos.photo(id) == Data("hello world".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["\(id).photo"])
    }

    @Test func removal() async throws {
        try await photos.remove(id)
        try await photos.write(Data("a".utf8), of: id, at: 0)
        try await photos.remove(id)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test func aMissingPhotoIsAnError() async {
        await #expect(throws: (any Error).self) { try await photos.photo(id) }
        await #expect(throws: PhotoStorageError.self) { try await photos.finish(id, length: 1) }
    }
}
