import CameraEngine
import Foundation

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
        commands.add("arrangement", like: example) { (command: ViewfinderArrangement.Change) in
            guard !command.isEmpty else {
                throw ViewfinderFailure.badCommand("The body does not fit this command, which looks like \(example).")
            }
            try await arrange(command)
        }
        commands.add("swap") {
            try requireOffer(await camera.state().dual)
            try await camera.swapCameras()
        }
    }

    private func setDual(_ isOn: Bool) async throws {
        if isOn { try requireOffer(await camera.state().dual) }
        try await camera.setDual(isOn: isOn)
    }

    private func requireOffer(_ dual: ViewfinderDual) throws(CameraCommandError) {
        guard !dual.isOffered else { return }
        let message: MessageText? = dual.obstacle.map { "\($0.title). \($0.advice)" }
        throw CameraCommandError(.unavailable, message ?? "There are no two cameras here that run together.")
    }

    private func arrange(_ change: ViewfinderArrangement.Change) async throws {
        if let leading = change.leading, !camera.streams.indices.contains(leading) {
            throw ViewfinderFailure.badCommand("There is no camera \(leading) that could lead.")
        }
        if let pip = change.pip {
            guard (0...1).contains(pip.x), (0...1).contains(pip.y) else {
                throw ViewfinderFailure.badCommand("The small picture's centre has x and y from 0 to 1.")
            }
            let widths = ViewfinderArrangement.PictureInPicture.widths
            guard widths.contains(pip.width) else {
                throw ViewfinderFailure.badCommand(
                    "The small picture's width is from \(widths.lowerBound) to \(widths.upperBound)."
                )
            }
        }
        try requireOffer(await camera.state().dual)
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
