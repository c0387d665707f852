import CameraEngine
import Foundation
import HTTPTypes
import Hummingbird

/// All addresses of the viewfinder.
struct ViewfinderRoutes: Sendable {
    let camera: any ViewfinderCamera
    /// The phone behind the camera, when it is a simulated one.
    let simulator: (any PhoneSimulator)?
    /// What recognises books; nil where books are not scanned.
    let scanner: (any ViewfinderScanner)?
    let events: EventHub
    let photos: MediaFolder
    let movies: MediaFolder
    let movieDetails: MovieDetails
    let thumbnails = MediaThumbnails()
    let archives = MediaArchives()
    let deleted: DeletedMedia
    let recovery: RecoveryService
    let responses: PageResponses
    let configuration: ViewfinderConfiguration

    /// How many photos, or movies, a list has at most.
    static let listLimit = 500

    /// Adds them to the page's.
    func add(to router: Router<ViewfinderRequestContext>) {
        addPicture(to: router)
        addState(to: router)
        addGallery(to: router)
        addCommands(to: CommandRouter(router: router, responses: responses))
        addScanner(to: router)
    }

    private func addPicture(to router: Router<ViewfinderRequestContext>) {
        router.get("/stream") { request, context in
            try frames(.binary, request: request, context: context)
        }
        router.get("/preview.mjpeg") { request, context in
            try frames(.multipart, request: request, context: context)
        }
    }

    private func frames(
        _ format: FrameStreamFormat,
        request: Request,
        context: ViewfinderRequestContext
    ) throws -> Response {
        let broadcaster = try broadcaster(ofCamera: request.uri.queryParameters["camera"].map(String.init))
        let source = try source(of: broadcaster, as: request.uri.queryParameters["as"].map(String.init), format)
        return try responses.frames(of: source, as: format, to: request, context)
    }

    /// `as=h264` asks for a video. Where there is none, and in what browsers show by themselves, frames are single pictures.
    private func source(
        of broadcaster: FrameBroadcaster,
        as kind: String?,
        _ format: FrameStreamFormat
    ) throws(ViewfinderFailure) -> any FrameSource {
        switch kind {
        case nil, "jpeg": return broadcaster
        case "h264":
            guard format == .binary, let video = broadcaster.video else { return broadcaster }
            return VideoStreamSource(stills: broadcaster, video: video)
        default: throw .badCommand("There are no such frames; there are: jpeg, h264.")
        }
    }

    /// `camera=1` asks for the camera with index 1 of several cameras.
    private func broadcaster(ofCamera index: String?) throws(ViewfinderFailure) -> FrameBroadcaster {
        guard let index else { return camera.frames }
        guard let camera = Int(index).flatMap({ number in camera.streams.indices.first { $0 == number } }) else {
            throw .badCommand("There is no such camera; their numbers go from 0 to \(self.camera.streams.count - 1).")
        }
        return self.camera.streams[camera]
    }

    private func addState(to router: Router<ViewfinderRequestContext>) {
        router.get("/state") { _, _ in
            Self.json(await camera.state())
        }
        router.get("/clock") { _, _ in responses.clockResponse() }
        router.get("/events") { request, context in
            try responses.events(to: request, context) { lastEventID in
                let subscription = await events.subscribe(lastEventID: lastEventID)
                return .init(subscription.events, end: subscription.end)
            }
        }
    }

    private func addGallery(to router: Router<ViewfinderRequestContext>) {
        router.get("/photos") { _, _ in
            let photos = try await photos.list(limit: Self.listLimit)
            return Self.json(["photos": photos.map { PhotoRecord(name: $0.name, bytes: $0.bytes, date: $0.date) }])
        }
        router.get("/movies") { _, _ in
            var records: [MovieRecord] = []
            for entry in try await movies.list(limit: Self.listLimit) {
                records.append(await movieDetails.record(of: entry))
            }
            return Self.json(["movies": records])
        }
        router.get("/photos/:name") { request, context in
            try await answer(request, context, from: photos, orElse: .photoNotFound)
        }
        router.get("/movies/:name") { request, context in
            try await answer(request, context, from: movies, orElse: .movieNotFound)
        }
        router.get("/archives/:name") { request, context in
            guard let name = context.parameters.get("name"), let answer = archives.answer(name, to: request) else {
                throw ViewfinderFailure.notFound
            }
            return answer
        }
        router.get("/recovery") { _, _ in
            Self.json(await recovery.state())
        }
    }

    private func answer(
        _ request: Request,
        _ context: ViewfinderRequestContext,
        from folder: MediaFolder,
        orElse failure: ViewfinderFailure
    ) async throws -> Response {
        guard let text = context.parameters.get("name")?.removingPercentEncoding,
            let name = MediaName(text, kind: folder.kind), let file = try await folder.open(name)
        else { throw failure }
        let response = FileResponse(folder: folder, file: file)
        if request.uri.queryParameters["as"] == "jpeg", folder.kind == .photo, PhotoPreviews.isNeeded(for: name.text) {
            return try await responses.previews.answer(request, for: response)
        }
        if request.uri.queryParameters["as"] == "thumbnail" {
            return try await thumbnails.answer(request, for: response)
        }
        return response.answer(to: request)
    }

    static func json(_ value: some Encodable) -> Response { PageResponses.json(value) }
}

/// The commands about files, each a POST with a small JSON object.
extension ViewfinderRoutes {
    private struct NameFile: Decodable {
        var kind: MediaKind
        var name: String
    }

    private struct Undelete: Decodable {
        var undo: String
    }

    private struct MakeArchive: Decodable {
        var items: [NameFile]
    }

    private struct Archive: Encodable {
        var url: String
    }

    private struct NameLeftover: Decodable {
        var name: String
    }

    func addGalleryCommands(to commands: CommandRouter) {
        commands.answer("delete", like: #"{"kind": "movie", "name": "..."}"#) { try await delete($0) }
        commands.answer("undelete", like: #"{"undo": "..."}"#) { try await undelete($0) }
        commands.answer("archive", like: #"{"items": [{"kind": "movie", "name": "..."}]}"#) { try await archive($0) }
        // How it goes on comes with the events.
        commands.add("recover", like: #"{"name": "..."}"#) { (command: NameLeftover) in
            try await recovery.recover(command.name)
        }
        commands.add("keep", like: #"{"name": "..."}"#) { (command: NameLeftover) in
            try await recovery.dismiss(command.name)
        }
    }

    private func folder(_ kind: MediaKind) -> MediaFolder { kind == .photo ? photos : movies }

    private func missing(_ kind: MediaKind) -> ViewfinderFailure {
        kind == .photo ? .photoNotFound : .movieNotFound
    }

    private func delete(_ command: NameFile) async throws -> DeletedMedia.Undo {
        let folder = folder(command.kind)
        guard let name = MediaName(command.name, kind: command.kind) else { throw missing(command.kind) }
        do {
            return try await recovery.claim(command.name, in: folder) { try await deleted.delete(name, in: folder) }
        } catch let failure as MediaFolder.DeletionFailure {
            throw error(failure, "\(name.text) could not be deleted", missing(command.kind))
        }
    }

    private func undelete(_ command: Undelete) async throws -> DeletedMedia.Item {
        do {
            guard let item = try await deleted.restore(command.undo) else { throw ViewfinderFailure.undoNotFound }
            return item
        } catch let failure as MediaFolder.DeletionFailure {
            throw error(failure, "The file could not be brought back", .undoNotFound)
        }
    }

    /// What a client is told of a file that stays where it is.
    private func error(
        _ failure: MediaFolder.DeletionFailure,
        _ what: MessageText,
        _ missing: ViewfinderFailure
    ) -> any Error {
        switch failure {
        case .notFound: missing
        case .isBeingWritten: ViewfinderFailure.isBeingWritten
        case .refused(let code):
            CameraCommandError(
                .storage,
                "\(what): \(String(cString: strerror(code))). Check who may write to its folder.",
                code: Int(code)
            )
        }
    }

    private func archive(_ command: MakeArchive) async throws -> Archive {
        guard !command.items.isEmpty else { throw ViewfinderFailure.badCommand("An archive has at least one file.") }
        var items: [MediaArchives.Item] = []
        for wanted in command.items {
            let folder = folder(wanted.kind)
            guard let name = MediaName(wanted.name, kind: wanted.kind), try await folder.open(name) != nil else {
                throw missing(wanted.kind)
            }
            items.append(MediaArchives.Item(folder: folder, name: name))
        }
        return Archive(url: "archives/\(archives.add(items))")
    }
}
