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
        var mode: CaptureMode
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
            if let size = options.size, await camera.state().controls?.photoSizes.contains(size) != true {
                throw CameraCommandError(
                    .invalidRequest,
                    "This camera takes no photos of \(size.width) x \(size.height) pixels. Choose another size."
                )
            }
            return try await camera.takePhoto(options)
        }
        commands.add("torch", like: #"{"on": true}"#) { (command: SetTorch) in
            let state = await camera.state()
            guard state.controls?.torch != nil else { throw Self.missing("torch", in: state) }
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
        guard let zoom = state.controls?.zoom else { throw Self.missing("zoom", in: state) }
        guard zoom.range.contains(command.factor) else {
            throw CameraCommandError(
                .invalidRequest,
                "This camera zooms from \(zoom.range.lowerBound) to \(zoom.range.upperBound); \(command.factor) is outside."
            )
        }
        try await camera.setZoom(to: command.factor, isRamped: command.ramp ?? false)
    }

    /// Why a control is not there: a camera without a picture tells nothing about what it has.
    static func missing(_ control: String, in state: ViewfinderState) -> CameraCommandError {
        let message: MessageText =
            state.phase == .live ? "This camera has no \(control)." : state.message.sentences
        return CameraCommandError(.unavailable, message)
    }
}

/// Focus and exposure: at a point, kept, corrected.
extension ViewfinderRoutes {
    private struct SetExposure: Decodable {
        var bias: Double
    }

    func addFocusCommands(to commands: CommandRouter) {
        let example = #"{"x": 0.5, "y": 0.5}"#
        commands.add("focus", like: example) { (point: ViewfinderPoint) in
            try await camera.focusAndExpose(at: Self.checked(point))
        }
        commands.add("lockFocus", like: example) { (point: ViewfinderPoint) in
            let point = try Self.checked(point)
            let state = await camera.state()
            guard state.controls?.canLockFocusAndExposure == true else {
                throw Self.missing("focus that can be locked", in: state)
            }
            try await camera.lockFocusAndExposure(at: point)
        }
        commands.add("unlockFocus") { try await camera.unlockFocusAndExposure() }
        commands.add("exposure", like: #"{"bias": 0.5}"#) { (command: SetExposure) in
            let state = await camera.state()
            guard let exposure = state.controls?.exposureBias else {
                throw Self.missing("exposure that can be corrected", in: state)
            }
            guard exposure.range.contains(command.bias) else {
                throw ViewfinderFailure.badCommand(
                    "The exposure can be corrected by \(exposure.range.lowerBound) to \(exposure.range.upperBound) EV."
                )
            }
            try await camera.setExposureBias(command.bias)
        }
    }

    private static func checked(_ point: ViewfinderPoint) throws(ViewfinderFailure) -> ViewfinderPoint {
        guard (0...1).contains(point.x), (0...1).contains(point.y) else {
            throw ViewfinderFailure.badCommand("A point has x and y from 0 to 1.")
        }
        return point
    }
}

/// The command for the size and rate of movies.
extension ViewfinderRoutes {
    /// A size and a rate, or `automatic`.
    private struct SetMovieFormat: Decodable {
        var width: Int?
        var height: Int?
        var framesPerSecond: Int?
        var automatic: Bool?

        static let example = #"{"width": 1280, "height": 720, "framesPerSecond": 60}"#
        /// No camera's frames are wider or higher, and none makes more in a second.
        private static let bounds = 1...100_000

        /// What is wanted; nil for as the camera does by itself.
        func format() throws(ViewfinderFailure) -> MovieFormat? {
            switch (width, height, framesPerSecond, automatic) {
            case (nil, nil, nil, true?): return nil
            case (let width?, let height?, let rate?, nil):
                guard [width, height, rate].allSatisfy(Self.bounds.contains) else { throw Self.invalidInput }
                return MovieFormat(width: width, height: height, framesPerSecond: rate)
            default: throw Self.invalidInput
            }
        }

        private static let invalidInput = ViewfinderFailure.badCommand(
            "The body does not fit this command, which looks like \(example) or {\"automatic\": true}."
        )
    }

    func addMovieFormatCommand(to commands: CommandRouter) {
        commands.add("movieFormat", like: SetMovieFormat.example) { (command: SetMovieFormat) in
            let format = try command.format()
            if let format { try await check(format) }
            try await camera.setMovieFormat(format)
        }
    }

    private func check(_ format: MovieFormat) async throws(CameraCommandError) {
        let formats = await camera.state().recording.formats
        // Without choices the camera knows why.
        guard !formats.isEmpty, !formats.contains(format) else { return }
        let message =
            "This camera records no \(format.width) x \(format.height) at \(format.framesPerSecond) frames a second."
        throw CameraCommandError(.invalidRequest, "\(message) Choose one of those that the state tells.")
    }
}

/// The commands for two cameras, and for the control on the device's edge.
extension ViewfinderRoutes {
    private struct SetDual: Decodable {
        var on: Bool
    }

    private struct SetHardware: Decodable {
        var active: Bool
    }

    private struct SetHardwareControl: Decodable {
        var id: String
        var value: Double
    }

    func addDualCommands(to commands: CommandRouter) {
        commands.add("dual", like: #"{"on": true}"#) { (command: SetDual) in try await setDual(command.on) }
        let example = #"{"layout": "pictureInPicture", "leading": 0, "pip": {"x": 0.8, "y": 0.8, "width": 0.3}}"#
        commands.add("arrangement", like: example) { (command: CameraArrangement.Change) in
            guard !command.isEmpty else {
                throw ViewfinderFailure.badCommand("The body does not fit this command, which looks like \(example).")
            }
            try await arrange(command)
        }
        commands.add("swap") {
            try requireOffer(await camera.state())
            try await camera.swapCameras()
        }
    }

    private func setDual(_ isOn: Bool) async throws {
        if isOn { try requireOffer(await camera.state()) }
        try await camera.setDual(isOn: isOn)
    }

    private func requireOffer(_ state: ViewfinderState) throws(CameraCommandError) {
        guard !state.dual.isOffered else { return }
        let message: MessageText? = state.dualObstacle?.sentences
        throw CameraCommandError(.unavailable, message ?? "There are no two cameras here that run together.")
    }

    private func arrange(_ change: CameraArrangement.Change) async throws {
        if let leading = change.leading, !camera.streams.indices.contains(leading) {
            throw ViewfinderFailure.badCommand("There is no camera \(leading) that could lead.")
        }
        if let pip = change.pip {
            guard (0...1).contains(pip.x), (0...1).contains(pip.y) else {
                throw ViewfinderFailure.badCommand("The small picture's centre has x and y from 0 to 1.")
            }
            let widths = PictureInPicture.widths
            guard widths.contains(pip.width) else {
                throw ViewfinderFailure.badCommand(
                    "The small picture's width is from \(widths.lowerBound) to \(widths.upperBound)."
                )
            }
        }
        try requireOffer(await camera.state())
        try await camera.arrange(change)
    }

    func addHardwareCommands(to commands: CommandRouter) {
        commands.add("hardware", like: #"{"active": true}"#) { (command: SetHardware) in
            _ = try await hardware()
            try await camera.setHardware(isActive: command.active)
        }
        commands.add("hardwareControl", like: #"{"id": "...", "value": 2}"#) { (command: SetHardwareControl) in
            try check(command, of: try await hardware())
            try await camera.setHardwareControl(id: command.id, value: command.value)
        }
    }

    private func hardware() async throws(CameraCommandError) -> ViewfinderHardware {
        guard let hardware = await camera.state().hardware else {
            throw CameraCommandError(.unavailable, "There is no Camera Control here, or nothing that it could change.")
        }
        return hardware
    }

    /// A client's own words are not repeated: they may be long, and come into the log.
    private static let unknownControl: MessageText =
        "The Camera Control changes nothing of that name. The state tells what it changes."

    private func check(_ command: SetHardwareControl, of hardware: ViewfinderHardware) throws(CameraCommandError) {
        guard let control = hardware.controls.first(where: { $0.id == command.id }) else {
            throw CameraCommandError(.invalidRequest, Self.unknownControl)
        }
        guard control.isEnabled else {
            throw CameraCommandError(.unavailable, "\(control.title) cannot be changed at this moment.")
        }
        guard control.minimum <= command.value, command.value <= control.maximum else {
            throw CameraCommandError(
                .invalidRequest,
                "\(control.title) goes from \(control.minimum) to \(control.maximum); \(command.value) is outside."
            )
        }
        guard control.kind == .slider || command.value == command.value.rounded() else {
            throw CameraCommandError(.invalidRequest, "\(control.title) is chosen by a whole number.")
        }
    }
}
