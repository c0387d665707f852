import CameraEngine
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
            let example = #"{"content": "large", "format": "heic", "flash": "automatic"}"#
            let options = try await decode(ViewfinderPhotoOptions.self, from: request, example: example)
            if let size = options.size, await !camera.state().photo.sizes.contains(size) {
                throw CameraCommandError(
                    .invalidRequest,
                    "This camera takes no photos of \(size.width) x \(size.height) pixels. Choose another size."
                )
            }
            return Self.json(try await camera.takePhoto(options))
        }
        router.post("/commands/torch") { request, _ in
            let command = try await decode(SetTorch.self, from: request, example: #"{"on": true}"#)
            let state = await camera.state()
            guard state.torch != nil else { throw Self.missing("torch", in: state) }
            try await camera.setTorch(isOn: command.on)
            return Self.json(Done())
        }
        addFocusCommands(to: router)
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
        addMovieFormatCommand(to: router)
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
    static func missing(_ control: String, in state: ViewfinderState) -> CameraCommandError {
        let message: MessageText =
            state.phase == .live ? "This camera has no \(control)." : "\(state.words.title). \(state.words.advice)"
        return CameraCommandError(.unavailable, message)
    }

    func decode<Command: Decodable>(
        _ type: Command.Type,
        from request: Request,
        example: String
    ) async throws -> Command {
        try await responses.decode(type, from: request, example: example)
    }
}
