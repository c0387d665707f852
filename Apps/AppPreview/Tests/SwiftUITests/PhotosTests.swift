import Foundation
@_spi(Testing) import Photos
import Synchronization
import Testing
@_spi(Rendering) import UIKit
import ViewTree

/// The photo library: permission first, then files in a folder.
@MainActor
@Suite(.serialized) struct PhotosTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("photos-\(UUID())")

    private func prepare() throws -> URL {
        PHPhotoLibrary.resetAuthorization()
        Phone.current.photosFolder = folder.appendingPathComponent("library")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let photo = folder.appendingPathComponent("IMG_1.jpg")
        try Data("a photo".utf8).write(to: photo)
        return photo
    }

    private func ask(allowing: Bool) async -> PHAuthorizationStatus {
        async let status = PHPhotoLibrary.requestAuthorization(for: .addOnly)
        while Phone.current.dialogs.isEmpty { await Task.yield() }
        Phone.current.answer(Phone.current.dialogs[0].id, button: allowing ? 1 : 0)
        return await status
    }

    @Test func permissionIsAskedOnce() async throws {
        _ = try prepare()
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(PHPhotoLibrary.authorizationStatus(for: .addOnly) == .notDetermined)
        #expect(await ask(allowing: true) == .authorized)
        #expect(PHPhotoLibrary.authorizationStatus(for: .addOnly) == .authorized)
        #expect(await PHPhotoLibrary.requestAuthorization(for: .addOnly) == .authorized)
    }

    @Test func theQuestionIsTheSystemsWithTheAppsPurpose() async throws {
        _ = try prepare()
        defer { try? FileManager.default.removeItem(at: folder) }
        Phone.current.app = AppInfo(
            name: "Pinhole",
            texts: ["NSPhotoLibraryAddUsageDescription": "Copies are added."],
            translations: ["de": ["NSPhotoLibraryAddUsageDescription": "Kopien werden hinzugefügt."]]
        )
        Phone.current.settings.language = "de_AT"
        defer {
            Phone.current.app = AppInfo()
            Phone.current.settings.language = "en"
        }
        async let status = PHPhotoLibrary.requestAuthorization(for: .addOnly)
        while Phone.current.dialogs.isEmpty { await Task.yield() }
        let dialog = Phone.current.dialogs[0]
        #expect(dialog.title == "„Pinhole“ möchte zu deinen Fotos hinzufügen")
        #expect(dialog.message == "Kopien werden hinzugefügt.")
        #expect(dialog.buttons == ["Nicht erlauben", "Erlauben"])
        Phone.current.answer(dialog.id, button: 0)
        #expect(await status == .denied)
    }

    @Test func nothingIsAddedWithoutPermission() async throws {
        let photo = try prepare()
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(await ask(allowing: false) == .denied)
        await #expect(throws: PHPhotosError.self) {
            try await PHPhotoLibrary.shared().performChanges {
                PHAssetCreationRequest.forAsset().addResource(with: .photo, fileURL: photo, options: nil)
            }
        }
        #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("library").path))
    }

    @Test func photosOfOneNameAreKeptBoth() async throws {
        let photo = try prepare()
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = await ask(allowing: true)
        for _ in 0..<2 {
            try await PHPhotoLibrary.shared().performChanges {
                PHAssetCreationRequest.forAsset().addResource(with: .photo, fileURL: photo, options: nil)
            }
        }
        let library = folder.appendingPathComponent("library")
        let names = try FileManager.default.contentsOfDirectory(atPath: library.path).sorted()
        #expect(names == ["IMG_1.2.jpg", "IMG_1.jpg"])
        #expect(try Data(contentsOf: library.appendingPathComponent("IMG_1.jpg")) == Data("a photo".utf8))
    }

    @Test func allFilesAreAddedOrNone() async throws {
        let photo = try prepare()
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = await ask(allowing: true)
        let missing = folder.appendingPathComponent("missing.mov")
        await #expect(throws: PHPhotosError.self) {
            try await PHPhotoLibrary.shared().performChanges {
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .photo, fileURL: photo, options: nil)
                request.addResource(with: .pairedVideo, fileURL: missing, options: nil)
            }
        }
        let library = folder.appendingPathComponent("library")
        #expect((try? FileManager.default.contentsOfDirectory(atPath: library.path))?.isEmpty ?? true)
    }
}

/// Images in HEIC, which browsers do not show.
@Suite struct HEICImageTests {
    /// 64 x 64 pixels.
    private func file() throws -> Data {
        try Data(
            contentsOf: URL(filePath: #filePath)
                .appending(path: "../../../../../Viewfinder/Tests/Fuzzing/Corpora/heif/libheif.heic")
                .standardizedFileURL
        )
    }

    @Test func aHEICImageIsKeptAsJPEG() throws {
        let image = try #require(UIImage(data: try file()))
        #expect(image.size == CGSize(width: 64, height: 64))
        #expect(image.mediaType == "image/jpeg")
        #expect(image.encoded.starts(with: [0xFF, 0xD8, 0xFF]))
    }

    @Test func aDamagedHEICImageIsNone() throws {
        let file = try file()
        #expect(UIImage(data: file.prefix(file.count - 200)) == nil)
        #expect(UIImage(data: file.prefix(20)) == nil)
    }
}
