import CameraEngine
import Foundation
import Testing

@testable import PinholeApp

@MainActor
@Suite("Gallery")
struct GalleryTests {
    private func photo(_ number: Int) -> TakenPhoto {
        TakenPhoto(
            data: Data("photo \(number)".utf8),
            date: Date(timeIntervalSince1970: 1_000_000 + Double(number)),
            size: PhotoSize(width: 4, height: 3)
        )
    }

    @Test("A refused photo library loses nothing: the file stays, and the gallery says so (R-PLAT-4)")
    func refused() async throws {
        let test = try TestApp(library: FakePhotoLibrary(.undecided, answer: .denied))
        #expect(await test.app.gallery.store(photo(1)))
        #expect(await test.app.gallery.store(photo(2)))
        #expect(test.files.count == 2)
        #expect(test.library.questions == 1)
        #expect(test.library.names.isEmpty)
        #expect(test.app.gallery.unsavedCount == 2)
        #expect(test.app.gallery.isRefused)
        #expect(!test.app.gallery.canSave)
        await test.app.gallery.saveAll()
        #expect(test.notice == .libraryNotAllowed)
    }

    @Test("Photos that come fast ask one question")
    func asksOnce() async throws {
        let test = try TestApp(library: FakePhotoLibrary(.undecided))
        for _ in 0..<5 { test.app.pressShutter() }
        await test.app.shutter.settle()
        #expect(test.library.questions == 1)
        #expect(test.library.names.count == 5)
    }

    @Test("What a former run left is copied at the start, but nobody is asked for it")
    func leftovers() async throws {
        let undecided = try TestApp(library: FakePhotoLibrary(.undecided), defaults: ["savesToLibrary": false])
        _ = await undecided.app.gallery.store(photo(1))
        undecided.app.settings.savesToLibrary = true
        await undecided.app.gallery.copyLeftovers()
        #expect(undecided.library.questions == 0)
        await undecided.app.gallery.saveAll()
        #expect(undecided.library.names.count == 1)
        #expect(undecided.app.gallery.unsavedCount == 0)
    }

    @Test("What the photo library has is remembered by the next run")
    func remembers() async throws {
        let test = try TestApp()
        _ = await test.app.gallery.store(photo(1))
        let folder = CaptureFolder(url: test.folder.appendingPathComponent("Captures"))
        #expect(try await folder.items().map(\.isInLibrary) == [true])
    }

    @Test("What is being copied is not copied again by whoever else asks for it")
    func copiesOnce() async throws {
        let test = try TestApp(defaults: ["savesToLibrary": false])
        for number in 1...3 { _ = await test.app.gallery.store(photo(number)) }
        test.app.settings.savesToLibrary = true
        test.library.hold()
        let leftovers = Task { await test.app.gallery.copyLeftovers() }
        while test.library.heldCount == 0 { await Task.yield() }
        let all = Task { await test.app.gallery.saveAll() }
        let one = Task { await test.app.gallery.save(test.app.gallery.items[0]) }
        for _ in 0..<20 { await Task.yield() }
        test.library.letGo()
        await leftovers.value
        await all.value
        await one.value
        #expect(test.library.names.sorted() == test.files)
        #expect(test.app.gallery.unsavedCount == 0 && !test.app.gallery.isSaving)
        await test.app.gallery.copyLeftovers()
        #expect(test.library.names.count == 3)
    }

    @Test("A Live Photo is one item of two files, and one asset of the library; both are deleted together")
    func livePhoto() async throws {
        let test = try TestApp()
        var photo = photo(1)
        let movie = test.folder.appendingPathComponent("movie.mov")
        photo.format = .heic
        photo.movie = {
            try Data("movie".utf8).write(to: movie)
            return movie
        }
        #expect(await test.app.gallery.store(photo))
        let item = try #require(test.app.gallery.items.first)
        #expect(test.app.gallery.items.count == 1 && item.url.pathExtension == "heic" && item.kind == .photo)
        #expect(test.files.count == 2 && item.pairedMovie.map { test.files.contains($0.lastPathComponent) } == true)
        #expect(test.library.names == [item.id] && test.library.pairedMovies.count == 1)
        await test.app.gallery.refresh()
        #expect(test.app.gallery.items.map(\.pairedMovie?.lastPathComponent) == [item.pairedMovie?.lastPathComponent])
        await test.app.gallery.delete(item)
        #expect(test.files.isEmpty)
    }

    @Test("A Live Photo whose movie is lost is kept as a photo, and the user is told")
    func lostMovie() async throws {
        let test = try TestApp()
        var photo = photo(1)
        photo.movie = { throw PhotoFailure.interrupted }
        #expect(await test.app.gallery.store(photo))
        #expect(test.files.count == 1 && test.library.names.count == 1 && test.library.pairedMovies.isEmpty)
        #expect(test.notice == .livePhotoIncomplete)
    }

    @Test("A Live Photo that waits for its movie is not copied without it")
    func waitsForMovie() async throws {
        let test = try TestApp()
        let movie = test.folder.appendingPathComponent("movie.mov")
        let (finished, finish) = AsyncStream.makeStream(of: Void.self)
        var photo = photo(1)
        photo.movie = {
            for await _ in finished {}
            try Data("movie".utf8).write(to: movie)
            return movie
        }
        let (kept, keep) = AsyncStream.makeStream(of: Void.self)
        let taken = photo
        let keeping = Task { await test.app.gallery.store(taken) { keep.finish() } }
        for await _ in kept {}
        await Task.yield()
        await test.app.gallery.saveAll()
        #expect(test.files.count == 1 && test.library.names.isEmpty)
        finish.finish()
        _ = await keeping.value
        #expect(test.library.names.count == 1 && test.library.pairedMovies.count == 1)
    }

    @Test("A copy that fails is told about, and made later")
    func failing() async throws {
        let test = try TestApp()
        test.library.fails = true
        #expect(await test.app.gallery.store(photo(1)))
        #expect(test.notice == .notSavedToLibrary)
        test.library.fails = false
        await test.app.gallery.saveAll()
        #expect(test.library.names.count == 1)
        #expect(test.notice == .savedToLibrary(1))
    }

    @Test("Photos of the same moment have names of their own, and the latest comes first")
    func names() async throws {
        let test = try TestApp()
        for _ in 0..<3 { _ = await test.app.gallery.store(photo(1)) }
        #expect(Set(test.files).count == 3)
        await test.app.gallery.refresh()
        #expect(test.app.gallery.items.count == 3)
        #expect(test.app.gallery.latest == test.app.gallery.items.first)
    }

    @Test("Deleting asks first, and takes the file away; the copy stays")
    func deletes() async throws {
        let test = try TestApp()
        _ = await test.app.gallery.store(photo(1))
        test.app.gallery.itemToDelete = test.app.gallery.items.first
        #expect(test.app.gallery.asksToDelete)
        let item = try #require(test.app.gallery.itemToDelete)
        test.app.gallery.asksToDelete = false
        #expect(test.app.gallery.itemToDelete == nil)
        #expect(test.files.count == 1)
        await test.app.gallery.delete(item)
        #expect(test.files.isEmpty)
        #expect(test.app.gallery.items.isEmpty)
        #expect(test.library.names.count == 1)
    }

    @Test("A movie that grows is nobody's to open")
    func hidesRecording() async throws {
        let test = try TestApp()
        let url = try #require(test.app.gallery.newMovie())
        try Data("movie".utf8).write(to: url)
        test.camera.recording.url = url
        await test.app.gallery.refresh()
        #expect(test.app.gallery.items.isEmpty)
        test.camera.recording.url = nil
        await test.app.gallery.refresh()
        #expect(test.app.gallery.items.map(\.kind) == [.movie])
    }

    @Test("A movie that has ended is there at once, also when the camera still names its file")
    func showsFinished() async throws {
        let test = try TestApp()
        let url = try #require(test.app.gallery.newMovie())
        try Data("movie".utf8).write(to: url)
        test.camera.recording.url = url
        await test.app.gallery.addRecording(RecordedMovie(url: url))
        #expect(test.app.gallery.items.map(\.kind) == [.movie])
    }

    @Test("A folder that cannot be written is told about, and the photo counts as lost")
    func unwritable() async throws {
        let test = try TestApp()
        try Data().write(to: test.folder.appendingPathComponent("Captures"))
        #expect(await test.app.gallery.store(photo(1)) == false)
        #expect(test.app.notices.notice?.kind == .warning)
    }

    @Test("Three pictures stand in a row on a phone, more on a tablet", arguments: [(320.0, 3), (402, 3), (820, 5)])
    func columns(width: Double, count: Int) {
        #expect(GalleryModel.columnCount(width: width) == count)
    }

    @Test("The gallery says what the photo library lacks, and why")
    func libraryState() async throws {
        let test = try TestApp(library: FakePhotoLibrary(.granted), defaults: ["savesToLibrary": false])
        #expect(test.app.gallery.libraryState == .complete)
        #expect(await test.app.gallery.store(photo(1)))
        #expect(test.app.gallery.libraryState == .unsaved(count: 1))
        let refused = try TestApp(library: FakePhotoLibrary(.denied))
        #expect(refused.app.gallery.libraryState == .refused)
    }

    @Test("Pictures fill a row with the gaps between them", arguments: [320.0, 402, 820, 1180])
    func grid(width: Double) {
        let columns = Double(GalleryModel.columnCount(width: width))
        let side = GalleryModel.side(width: width)
        #expect(abs(side * columns + GalleryModel.spacing * (columns - 1) - width) < 0.01)
    }

    @Test("An image is reduced as far as it still covers its square on a screen with three pixels in a point")
    func thumbnails() {
        let photo = CGSize(width: 4032, height: 3024)
        #expect(ThumbnailSize.covering(100, of: photo) == CGSize(width: 400, height: 300))
        #expect(ThumbnailSize.covering(1100, of: photo) == nil)
        #expect(ThumbnailSize.covering(100, of: .zero) == nil)
    }
}
