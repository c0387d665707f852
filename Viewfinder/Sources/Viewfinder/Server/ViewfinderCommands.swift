import CameraEngine
import Foundation

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

    func addCommands(to commands: CommandRouter) {
        commands.add("camera", like: #"{"id": "..."}"#) { (command: SelectCamera) in
            try await camera.selectCamera(id: command.id)
        }
        commands.add("zoom", like: #"{"factor": 2, "ramp": true}"#) { try await setZoom($0) }
        let example = #"{"content": "large", "format": "heic", "flash": "automatic"}"#
        commands.answer("photo", like: example) { (options: ViewfinderPhotoOptions) in
            if let size = options.size, await !camera.state().photo.sizes.contains(size) {
                throw CameraCommandError(
                    .invalidRequest,
                    "This camera takes no photos of \(size.width) x \(size.height) pixels. Choose another size."
                )
            }
            return try await camera.takePhoto(options)
        }
        commands.add("torch", like: #"{"on": true}"#) { (command: SetTorch) in
            let state = await camera.state()
            guard state.torch != nil else { throw Self.missing("torch", in: state) }
            try await camera.setTorch(isOn: command.on)
        }
        addFocusCommands(to: commands)
        commands.add("start") { try await camera.start() }
        commands.add("stop") { try await camera.stop() }
        commands.add("restart") { try await camera.restart() }
        addRecordingCommands(to: commands)
        addGalleryCommands(to: commands)
        addDualCommands(to: commands)
        addHardwareCommands(to: commands)
        addSimulatorCommand(to: commands)
    }

    private func addRecordingCommands(to commands: CommandRouter) {
        commands.add("mode", like: #"{"mode": "video"}"#) { (command: SetMode) in
            if command.mode == .scan, scanner == nil {
                throw ViewfinderFailure.badCommand("This viewfinder scans no books.")
            }
            try await camera.setMode(command.mode)
        }
        addMovieFormatCommand(to: commands)
        let example = #"{"sound": true, "separateFiles": false}"#
        commands.add("startRecording", like: example) { (command: StartRecording) in
            try await camera.startRecording(
                hasAudio: command.sound ?? true,
                hasSeparateFiles: command.separateFiles ?? false
            )
        }
        commands.add("pauseRecording") { try await camera.pauseRecording() }
        commands.add("resumeRecording") { try await camera.resumeRecording() }
        commands.answer("stopRecording") { try await camera.stopRecording() }
    }

    /// With a real camera there is no such address.
    private func addSimulatorCommand(to commands: CommandRouter) {
        guard let simulator else { return }
        // What has become of the phone comes with the events, in order; an answer could overtake them.
        commands.add("simulator", like: #"{"action": "interrupt", "value": "cameraInUse"}"#) {
            try await simulator.perform($0)
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
            state.phase == .live ? "This camera has no \(control)." : "\(state.message.title). \(state.message.advice)"
        return CameraCommandError(.unavailable, message)
    }
}
