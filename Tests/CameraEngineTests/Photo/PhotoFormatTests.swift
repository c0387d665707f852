import AVFoundation
import CaptureSystemTesting
import Foundation
import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("Kinds of photos", .ownCaptureSystem)
struct PhotoFormatTests {
    @Test("R-PHOTO-1: a kind of file that cannot be had becomes a JPEG")
    func fallback() {
        #expect(PhotoFeatures().format(.heic) == .jpeg)
        #expect(PhotoFeatures(formats: [.jpeg, .heic]).format(.heic) == .heic)
        #expect(PhotoFormat.allCases.map(\.fileExtension) == ["jpg", "heic"])
    }

    @MainActor
    @Test("R-PHOTO-1: a photo has the kind of file that was asked for, or that the camera offers in its place")
    func taken() async throws {
        let fixture = EngineFixture()
        let model = await fixture.makeLiveModel()
        let wanted = PhotoRequest(format: .heic, isLivePhoto: true)
        let photo = Task { try await fixture.engine.takePhoto(wanted) }
        await fixture.pass(model, seconds: 2)
        let taken = try await photo.value
        #expect(taken.format == model.photoFeatures.format(.heic))
        #expect(taken.livePhotoMovie == nil || model.photoFeatures.offersLivePhotos)
        let isJPEG = taken.data.starts(with: [0xFF, 0xD8])
        #expect(isJPEG == (taken.format == .jpeg))
        await fixture.end(model)
    }

    @Test("A Live Photo's movie is whoever's who asks for it, however early")
    func movie() async throws {
        let movie = LivePhotoMovie()
        try Data("movie".utf8).write(to: movie.url)
        let early = Task { try await movie.file() }
        await Task.yield()
        movie.finish()
        // What is told later does not count.
        movie.finish(.cancelled)
        #expect(try await early.value == movie.url)
        #expect(try await movie.file() == movie.url)
    }

    @Test("A movie that nobody takes is deleted; one that was taken stays")
    func leftover() async throws {
        let urls = (0..<2).map { _ in FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).mov") }
        for (index, url) in urls.enumerated() {
            try Data("movie".utf8).write(to: url)
            let movie = LivePhotoMovie(url: url)
            movie.finish()
            if index == 1 { _ = try await movie.file() }
        }
        #expect(urls.map { FileManager.default.fileExists(atPath: $0.path) } == [false, true])
        try FileManager.default.removeItem(at: urls[1])
    }

    @Test("A receiver that goes without a movie says so")
    func noMovie() async {
        let movie = LivePhotoMovie()
        var receiver: PhotoReceiver? = PhotoReceiver(sessionClock: nil, format: .heic, movie: movie) { _ in }
        withExtendedLifetime(receiver) {}
        receiver = nil
        await #expect(throws: PhotoFailure.cancelled) { _ = try await movie.file() }
    }
}
