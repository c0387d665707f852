import Foundation
import Testing

@testable import Viewfinder

@Suite("Photo store")
struct PhotoStoreTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "photo-store-\(UUID().uuidString)")
    private let picture = EncodedPhoto(data: Data([0xFF, 0xD8, 0xFF, 0xD9]), width: 4, height: 3)
    private let date = Date(timeIntervalSince1970: 1_700_000_000)

    @Test("Photos of the same second get different names, and no file is ever replaced")
    func names() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = PhotoStore(folder: folder)
        let names = try await [
            store.write(picture, date: date).name, store.write(picture, date: date).name,
            store.write(picture, date: date).name,
        ]
        #expect(Set(names).count == 3)
        let stem = PhotoFileName.stem(for: date)
        #expect(names == ["\(stem).jpg", "\(stem)_1.jpg", "\(stem)_2.jpg"])
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(files) == Set(names))
        #expect(names.allSatisfy { MediaName($0, kind: .photo) != nil })
    }

    @Test("A file's name ends as what is in it")
    func endings() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let heic = Data([0, 0, 0, 24]) + Data("ftypheic".utf8)
        let name = try await PhotoStore(folder: folder)
            .write(EncodedPhoto(data: heic, width: 4, height: 3), date: date).name
        #expect(name == "\(PhotoFileName.stem(for: date)).heic")
    }

    @Test(
        "Where the file system cannot rename without replacing, no photo replaces another either",
        arguments: [EINVAL, ENOSYS, EOPNOTSUPP]
    )
    func fileSystemWithoutTheFlag(code: CInt) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var naming = FileNaming()
        naming.calls.renameWithoutReplacing = { _, _ in code }
        let store = PhotoStore(folder: folder, naming: naming)
        let first = try await store.write(picture, date: date).name
        let other = EncodedPhoto(data: Data("another".utf8), width: 4, height: 3)
        let second = try await store.write(other, date: date).name
        #expect(try Data(contentsOf: folder.appending(path: first)) == picture.data)
        #expect(try Data(contentsOf: folder.appending(path: second)) == other.data)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(files) == [first, second])
    }

    @Test("A rename that fails gives the reserved name back, and leaves nothing behind")
    func failingRename() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var naming = FileNaming()
        naming.calls.renameWithoutReplacing = { _, _ in EINVAL }
        naming.calls.rename = { _, _ in EIO }
        let store = PhotoStore(folder: folder, naming: naming)
        let error = await #expect(throws: CameraCommandError.self) { try await store.write(picture, date: date) }
        #expect(error?.code == Int(EIO))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("Any other error of the rename is told, without a second try", arguments: [ENOSPC, EACCES, EROFS])
    func refusedRename(code: CInt) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var naming = FileNaming()
        naming.calls.renameWithoutReplacing = { _, _ in code }
        naming.calls.reserve = { path in
            Issue.record("reserved \(path)")
            return 0
        }
        let store = PhotoStore(folder: folder, naming: naming)
        let error = await #expect(throws: CameraCommandError.self) { try await store.write(picture, date: date) }
        #expect(error?.code == Int(code))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("A folder that cannot be made gives an error that says what to do, and leaves nothing behind")
    func unusableFolder() async throws {
        try Data("in the way".utf8).write(to: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = PhotoStore(folder: folder)
        let error = await #expect(throws: CameraCommandError.self) { try await store.write(picture, date: date) }
        #expect(error?.kind == .storage)
        #expect(error?.message.description.contains("--photos") == true)
        #expect(try Data(contentsOf: folder) == Data("in the way".utf8))
    }

    @Test("A full disk is told as such", arguments: [ENOSPC, EDQUOT])
    func fullDisk(code: CInt) {
        let error = PhotoStore.failure(code, folder: folder)
        #expect(error.kind == .storage)
        #expect(error.message.description.contains("disk is full"))
        #expect(error.code == Int(code))
    }

    @Test("Names are the local time, with leading zeros")
    func stems() throws {
        let zone = try #require(TimeZone(secondsFromGMT: 0))
        #expect(PhotoFileName.stem(for: Date(timeIntervalSince1970: 1), timeZone: zone) == "IMG_19700101_000001")
    }
}
