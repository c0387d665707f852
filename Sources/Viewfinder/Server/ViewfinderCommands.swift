import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The commands, each a POST with a small JSON object.
extension ViewfinderRoutes {
    private struct SelectCamera: Decodable {
        var id: String
    }

    private struct SetZoom: Decodable {
        var factor: Double
        var ramp: Bool?
    }

    private struct SetTorch: Decodable {
        var on: Bool
    }

    private struct SetMode: Decodable {
        var mode: ViewfinderMode
    }

    private struct StartRecording: Decodable {
        var sound: Bool?
        var separateFiles: Bool?
    }

    private struct DeleteFile: Decodable {
        var kind: MediaKind
        var name: String
    }

    private struct NameLeftover: Decodable {
        var name: String
    }

    struct Done: Encodable {
        var ok = true
    }

    func addCommands(to router: Router<ViewfinderRequestContext>) {
        router.post("/commands/camera") { request, _ in
            let command = try await decode(SelectCamera.self, from: request, example: #"{"id": "..."}"#)
            try await camera.selectCamera(id: command.id)
            return Self.json(Done())
        }
        router.post("/commands/zoom") { request, _ in
            let command = try await decode(SetZoom.self, from: request, example: #"{"factor": 2, "ramp": true}"#)
            try await setZoom(command)
            return Self.json(Done())
        }
        router.post("/commands/photo") { request, _ in
            _ = try await request.body.collect(upTo: configuration.limits.bodySize)
            return Self.json(try await camera.takePhoto())
        }
        router.post("/commands/focus") { request, _ in
            let point = try await decode(ViewfinderPoint.self, from: request, example: #"{"x": 0.5, "y": 0.5}"#)
            guard (0...1).contains(point.x), (0...1).contains(point.y) else {
                throw ViewfinderFailure.badCommand("A point has x and y from 0 to 1.")
            }
            try await camera.focusAndExpose(at: point)
            return Self.json(Done())
        }
        router.post("/commands/torch") { request, _ in
            let command = try await decode(SetTorch.self, from: request, example: #"{"on": true}"#)
            let state = await camera.state()
            guard state.torch != nil else { throw Self.missing("torch", in: state) }
            try await camera.setTorch(isOn: command.on)
            return Self.json(Done())
        }
        addLifeCommands(to: router)
        addRecordingCommands(to: router)
        addGalleryCommands(to: router)
        addDualCommands(to: router)
        addHardwareCommands(to: router)
        addSimulatorCommand(to: router)
    }

    private func addLifeCommands(to router: Router<ViewfinderRequestContext>) {
        router.post("/commands/start") { request, _ in
            _ = try await request.body.collect(upTo: configuration.limits.bodySize)
            try await camera.start()
            return Self.json(Done())
        }
        router.post("/commands/stop") { request, _ in
            _ = try await request.body.collect(upTo: configuration.limits.bodySize)
            try await camera.stop()
            return Self.json(Done())
        }
        router.post("/commands/restart") { request, _ in
            _ = try await request.body.collect(upTo: configuration.limits.bodySize)
            try await camera.restart()
            return Self.json(Done())
        }
    }

    private func addRecordingCommands(to router: Router<ViewfinderRequestContext>) {
        router.post("/commands/mode") { request, _ in
            let command = try await decode(SetMode.self, from: request, example: #"{"mode": "video"}"#)
            if command.mode == .scan, scanner == nil {
                throw ViewfinderFailure.badCommand("This viewfinder scans no books.")
            }
            try await camera.setMode(command.mode)
            return Self.json(Done())
        }
        router.post("/commands/startRecording") { request, _ in
            let example = #"{"sound": true, "separateFiles": false}"#
            let command = try await decode(StartRecording.self, from: request, example: example)
            try await camera.startRecording(
                hasAudio: command.sound ?? true,
                hasSeparateFiles: command.separateFiles ?? false
            )
            return Self.json(Done())
        }
        router.post("/commands/pauseRecording") { request, _ in
            _ = try await request.body.collect(upTo: configuration.limits.bodySize)
            try await camera.pauseRecording()
            return Self.json(Done())
        }
        router.post("/commands/resumeRecording") { request, _ in
            _ = try await request.body.collect(upTo: configuration.limits.bodySize)
            try await camera.resumeRecording()
            return Self.json(Done())
        }
        router.post("/commands/stopRecording") { request, _ in
            _ = try await request.body.collect(upTo: configuration.limits.bodySize)
            return Self.json(try await camera.stopRecording())
        }
    }

    private func addGalleryCommands(to router: Router<ViewfinderRequestContext>) {
        router.post("/commands/delete") { request, _ in
            let example = #"{"kind": "movie", "name": "..."}"#
            let command = try await decode(DeleteFile.self, from: request, example: example)
            try await delete(command)
            return Self.json(Done())
        }
        router.post("/commands/recover") { request, _ in
            let command = try await decode(NameLeftover.self, from: request, example: #"{"name": "..."}"#)
            // How it goes on comes with the events.
            try await recovery.recover(command.name)
            return Self.json(Done())
        }
        router.post("/commands/keep") { request, _ in
            let command = try await decode(NameLeftover.self, from: request, example: #"{"name": "..."}"#)
            try await recovery.keep(command.name)
            return Self.json(Done())
        }
    }

    private func delete(_ command: DeleteFile) async throws {
        let folder = command.kind == .photo ? photos : movies
        let missing = command.kind == .photo ? ViewfinderFailure.photoNotFound : .movieNotFound
        guard let name = MediaName(command.name, kind: command.kind) else { throw missing }
        do {
            try await recovery.claim(command.name, in: folder) { try await folder.delete(name) }
        } catch let failure as MediaFolder.DeletionFailure {
            switch failure {
            case .notFound: throw missing
            case .isBeingWritten: throw ViewfinderFailure.isBeingWritten
            case .refused(let code):
                throw CameraCommandError(
                    .storage,
                    "\(name.text) could not be deleted: \(String(cString: strerror(code))). "
                        + "Check who may write to \(folder.url.path).",
                    code: Int(code)
                )
            }
        }
    }

    /// With a real camera there is no such address.
    private func addSimulatorCommand(to router: Router<ViewfinderRequestContext>) {
        guard let simulator else { return }
        router.post("/commands/simulator") { request, _ in
            let example = #"{"action": "interrupt", "value": "cameraInUse"}"#
            let action = try await decode(SimulatorAction.self, from: request, example: example)
            try await simulator.perform(action)
            // What has become of the phone comes with the events, in order; an answer could overtake them.
            return Self.json(Done())
        }
    }

    private func setZoom(_ command: SetZoom) async throws {
        let state = await camera.state()
        guard let zoom = state.zoom else { throw Self.missing("zoom", in: state) }
        guard zoom.minimum <= command.factor, command.factor <= zoom.maximum else {
            throw CameraCommandError(
                .invalidRequest,
                "This camera zooms from \(zoom.minimum) to \(zoom.maximum); \(command.factor) is outside."
            )
        }
        try await camera.setZoom(to: command.factor, isRamped: command.ramp ?? false)
    }

    /// Why a control is not there: a camera without a picture tells nothing about what it has.
    private static func missing(_ control: String, in state: ViewfinderState) -> CameraCommandError {
        let words =
            state.phase == .live ? "This camera has no \(control)." : "\(state.words.title). \(state.words.advice)"
        return CameraCommandError(.unavailable, words)
    }

    func decode<Command: Decodable>(
        _ type: Command.Type,
        from request: Request,
        example: String
    ) async throws -> Command {
        try await responses.decode(type, from: request, example: example)
    }
}
