import CoreVideo
import Foundation
import HTTPTypes
import ImageProcessing
import Logging
import MovieValidators
import Synchronization
import Testing
import ViewfinderTestSupport

@testable import Viewfinder

/// Thumbnails, archives, and deletions that can be undone.
@Suite("Routes of the gallery")
struct GalleryRouteTests {
    typealias Setup = RouteTests.Setup

    private func get(_ client: any RouteClient, _ uri: String, _ headers: HTTPFields = [:]) async throws -> Answer {
        try await client.execute(uri: uri, method: .get, headers: headers)
    }

    private func record(_ client: any RouteClient) async throws -> MovieRecord {
        try await expectStatus(.ok, client, "startRecording")
        return try JSON.decode(MovieRecord.self, from: Data(buffer: await send(client, "stopRecording").body))
    }

    private func delete(_ client: any RouteClient, _ kind: String, _ name: String) async throws -> DeletedMedia.Undo {
        let answer = try await send(client, "delete", #"{"kind":"\#(kind)","name":"\#(name)"}"#)
        return try JSON.decode(DeletedMedia.Undo.self, from: Data(buffer: answer.body))
    }

    private func undelete(_ client: any RouteClient, _ undo: DeletedMedia.Undo) async throws -> Answer {
        try await send(client, "undelete", #"{"undo":"\#(undo.undo)"}"#)
    }

    @Test("A photo and a movie have thumbnails, which are sent once", arguments: Setup.allCases)
    func thumbnails(setup: Setup) async throws {
        try await RouteTests().withClient(setup) { client, camera, folder in
            let photo = try await camera.takePhoto()
            let movie = try await record(client)
            for address in [photo.thumbnail, movie.thumbnail] {
                let answer = try await get(client, "/" + address)
                #expect(answer.status == .ok && answer.headers[.contentType] == "image/jpeg")
                let still = try StillDecoder.decode(Data(buffer: answer.body), maximumPixelCount: 480 * 480)
                #expect(CVPixelBufferGetWidth(still.pixels) <= 480)
                // Both are 16 to 9.
                #expect(CVPixelBufferGetHeight(still.pixels) == CVPixelBufferGetWidth(still.pixels) * 9 / 16)
                let tag = try #require(answer.headers[.eTag])
                #expect(try await get(client, "/" + address, [.ifNoneMatch: tag]).status == .notModified)
            }
            for name in ["broken.jpg", "Movies/broken.mp4"] {
                try Data("nothing that is shown".utf8).write(to: folder.appending(path: name))
            }
            for address in ["/photos/broken.jpg", "/movies/broken.mp4"] {
                #expect(try await get(client, address + "?as=thumbnail").status == .unprocessableContent)
            }
            #expect(try await get(client, "/photos/none.jpg?as=thumbnail").status == .notFound)
        }
    }

    @Test("A movie that hides its pictures costs no more than some hundred of them")
    func hiddenPictures() async throws {
        try await RouteTests().withClient(.router) { client, _, folder in
            let movies = folder.appending(path: "Movies")
            try FileManager.default.createDirectory(at: movies, withIntermediateDirectories: true)
            let whole = folder.appending(path: "whole.mp4")
            let picture = ["-f", "lavfi", "-i", "color=c=gray:s=64x64:r=30:d=30"]
            let codec = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "9999"]
            _ = try ValidatorTool.succeed("ffmpeg", ["-v", "error"] + picture + codec + [whole.path])
            for (start, status) in [(10, HTTPResponse.Status.ok), (25, .unprocessableContent)] {
                // An edit list hides what lies before the start, back to the only key frame.
                let cut = movies.appending(path: "cut-\(start).mp4")
                let arguments = ["-v", "error", "-ss", String(start), "-i", whole.path, "-c", "copy", cut.path]
                _ = try ValidatorTool.succeed("ffmpeg", arguments)
                let address = "/movies/cut-\(start).mp4?as=thumbnail"
                #expect(try await get(client, address).status == status, "from second \(start)")
            }
        }
    }

    @Test("A photo that is stored turned has an upright thumbnail")
    func turned() async throws {
        try await RouteTests().withClient(.router) { client, camera, folder in
            let photo = try await camera.takePhoto()
            let file = folder.appending(path: photo.name)
            let pixels = try StillDecoder.decode(Data(contentsOf: file), maximumPixelCount: 10_000_000).pixels
            var metadata = ExifMetadata()
            metadata.orientation = 6
            try JPEGEncoder().encode(pixels, metadata: metadata).write(to: file)
            let answer = try await get(client, "/" + photo.thumbnail)
            let upright = try StillDecoder.decode(Data(buffer: answer.body), maximumPixelCount: 480 * 480)
            #expect(CVPixelBufferGetWidth(upright.pixels) < CVPixelBufferGetHeight(upright.pixels))
        }
    }

    @Test("What is deleted is not there any more, and can be brought back", arguments: Setup.allCases)
    func undo(setup: Setup) async throws {
        try await RouteTests().withClient(setup) { client, camera, folder in
            let photo = try await camera.takePhoto()
            let movie = try await record(client)
            let files = [("photo", photo.name, photo.name), ("movie", movie.name, "Movies/\(movie.name)")]
            for (kind, name, path) in files {
                let contents = try Data(contentsOf: folder.appending(path: path))
                let undo = try await delete(client, kind, name)
                #expect(!FileManager.default.fileExists(atPath: folder.appending(path: path).path))
                #expect(try await get(client, "/\(kind)s/\(name)").status == .notFound)
                let answer = try await undelete(client, undo)
                #expect(answer.status == .ok)
                #expect(try JSON.decode(DeletedMedia.Item.self, from: Data(buffer: answer.body)).name == name)
                #expect(try Data(contentsOf: folder.appending(path: path)) == contents)
                // Nothing is left of the way there and back.
                #expect(try await undelete(client, undo).status == .notFound)
            }
            #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder.path)) == ["Movies", photo.name])
        }
    }

    @Test("A file that comes back takes no other file's name")
    func takenName() async throws {
        try await RouteTests().withClient(.router) { client, camera, folder in
            let photo = try await camera.takePhoto()
            let file = folder.appending(path: photo.name)
            let contents = try Data(contentsOf: file)
            let undo = try await delete(client, "photo", photo.name)
            try Data("another photo".utf8).write(to: file)
            #expect(try await undelete(client, undo).status == .ok)
            #expect(try Data(contentsOf: file) == Data("another photo".utf8))
            #expect(try Data(contentsOf: folder.appending(path: "IMG_1 (2).jpg")) == contents)
        }
    }

    @Test("Only what was deleted by this server can be brought back", arguments: ["", "..", "../..", "nothing"])
    func hostileUndo(identifier: String) async throws {
        try await RouteTests().withClient(.router) { client, _, _ in
            try await expectStatus(.notFound, client, "undelete", #"{"undo":"\#(identifier)"}"#)
            try await expectStatus(.badRequest, client, "undelete", #"{"undo":1}"#)
        }
    }

    @Test("A crash brings back what could still be undone; an end in order deletes it for good")
    func crash() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "deleted-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "IMG_1.jpg")
        try Data("photo".utf8).write(to: file)
        let media = MediaFolder(url: folder, kind: .photo)
        let name = try #require(MediaName("IMG_1.jpg", kind: .photo))
        // As a server that was killed leaves it.
        try await media.setAside(name, as: "crashed")
        #expect(!FileManager.default.fileExists(atPath: file.path))
        try await RunningServer.run(photoFolder: folder) { server in
            try await eventually { FileManager.default.fileExists(atPath: file.path) }
            try await SocketClient.withClient(port: server.port) { client in
                _ = try await delete(client, "photo", "IMG_1.jpg")
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test("A file that could not be brought back can still be, and is removed in its time")
    func failedUndo() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "deleted-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let media = MediaFolder(url: folder, kind: .photo)
        let clock = HeldClock()
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let deleted = DeletedMedia(folders: [media], logger: logger, clock: clock)
        for isBroughtBack in [true, false] {
            try Data("photo".utf8).write(to: folder.appending(path: "IMG_1.jpg"))
            let name = try #require(MediaName("IMG_1.jpg", kind: .photo))
            let undo = try await deleted.delete(name, in: media)
            let interrupted = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await deleted.restore(undo.undo)
            }
            await #expect(throws: CancellationError.self) { try await interrupted.value }
            #expect(await deleted.isUnsettled)
            if isBroughtBack {
                #expect(try await deleted.restore(undo.undo)?.name == "IMG_1.jpg")
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["IMG_1.jpg"])
            } else {
                clock.letTimePass()
                await deleted.settle()
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
            }
        }
    }

    @Test("When its time is over a deleted file is gone for good, also for who has waited for that")
    func time() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "deleted-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("photo".utf8).write(to: folder.appending(path: "IMG_1.jpg"))
        let media = MediaFolder(url: folder, kind: .photo)
        let name = try #require(MediaName("IMG_1.jpg", kind: .photo))
        let clock = HeldClock()
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let deleted = DeletedMedia(folders: [media], logger: logger, clock: clock)
        let undo = try await deleted.delete(name, in: media)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [".pinhole-deleted"])
        #expect(await deleted.isUnsettled)
        clock.letTimePass()
        await deleted.settle()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        #expect(await !deleted.isUnsettled)
        #expect(try await deleted.restore(undo.undo) == nil)
    }

    @Test("Several files come as one archive", arguments: Setup.allCases)
    func archive(setup: Setup) async throws {
        try await RouteTests().withClient(setup) { client, camera, folder in
            let photo = try await camera.takePhoto()
            let movie = try await record(client)
            let items =
                #"{"items":[{"kind":"photo","name":"\#(photo.name)"},{"kind":"movie","name":"\#(movie.name)"}]}"#
            let made = try await send(client, "archive", items)
            let url = try #require(JSON.decode([String: String].self, from: Data(buffer: made.body))["url"])
            let answer = try await get(client, "/" + url)
            #expect(answer.status == .ok && answer.headers[.contentType] == "application/zip")
            #expect(answer.headers[.contentDisposition]?.hasPrefix("attachment; filename=\"Pinhole 20") == true)
            let zip = Data(buffer: answer.body)
            for path in [photo.name, "Movies/\(movie.name)"] {
                #expect(try zip.range(of: Data(contentsOf: folder.appending(path: path))) != nil, "stored as it is")
            }
            try await expectStatus(.notFound, client, "archive", #"{"items":[{"kind":"photo","name":"none.jpg"}]}"#)
            try await expectStatus(.notFound, client, "archive", #"{"items":[{"kind":"photo","name":"../x.jpg"}]}"#)
            try await expectStatus(.badRequest, client, "archive", #"{"items":[]}"#)
            #expect(try await get(client, "/archives/none").status == .notFound)
        }
    }

    @Test("What is wanted of a photo reaches the camera; a size that it has not is refused", arguments: Setup.allCases)
    func options(setup: Setup) async throws {
        try await RouteTests().withClient(setup) { client, camera, _ in
            try await expectStatus(.ok, client, "photo", #"{"format":"heic","flash":"automatic"}"#)
            try await expectStatus(.ok, client, "photo", #"{"content":"shown"}"#)
            try await expectStatus(.ok, client, "photo", #"{"size":{"width":1920,"height":1440}}"#)
            #expect(camera.commands == ["photo, as heic, flash automatic", "photo, shown", "photo, 1920 x 1440"])
            let beyond = #"{"size":{"width":\#(Int.min),"height":\#(Int.max)}}"#
            try await expectStatus(.unprocessableContent, client, "photo", beyond)
            for body in [#"{"format":"gif"}"#, #"{"content":"both"}"#, #"{"flash":true}"#, #"{"size":"large"}"#] {
                try await expectStatus(.badRequest, client, "photo", body)
            }
        }
    }
}

/// A clock that stands still until all time passes at once.
private final class HeldClock: Clock {
    private struct State {
        var hasPassed = false
        var sleepers: [AsyncStream<Void>.Continuation] = []
    }

    private let state = Mutex(State())

    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let (end, sleeper) = AsyncStream.makeStream(of: Void.self)
        state.withLock { state in
            if state.hasPassed { sleeper.yield() } else { state.sleepers.append(sleeper) }
        }
        for await _ in end { return }
        throw CancellationError()
    }

    func letTimePass() {
        state.withLock { state in
            state.hasPassed = true
            for sleeper in state.sleepers { sleeper.yield() }
        }
    }
}
