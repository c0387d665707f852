import CameraEngine
import Foundation
import Hummingbird

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

    func addDualCommands(to router: Router<ViewfinderRequestContext>) {
        router.post("/commands/dual") { request, _ in
            let command = try await decode(SetDual.self, from: request, example: #"{"on": true}"#)
            try await setDual(command.on)
            return Self.json(Done())
        }
        router.post("/commands/arrangement") { request, _ in
            let example =
                #"{"layout": "pictureInPicture", "leading": 0, "pip": {"x": 0.8, "y": 0.8, "width": 0.3}}"#
            let command = try await decode(ViewfinderArrangement.Change.self, from: request, example: example)
            guard !command.isEmpty else {
                throw ViewfinderFailure.badCommand("The body does not fit this command, which looks like \(example).")
            }
            try await arrange(command)
            return Self.json(Done())
        }
        router.post("/commands/swap") { request, _ in
            _ = try await request.body.collect(upTo: configuration.limits.bodySize)
            try requireOffer(await camera.state().dual)
            try await camera.swapCameras()
            return Self.json(Done())
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

    func addHardwareCommands(to router: Router<ViewfinderRequestContext>) {
        router.post("/commands/hardware") { request, _ in
            let command = try await decode(SetHardware.self, from: request, example: #"{"active": true}"#)
            _ = try await hardware()
            try await camera.setHardware(isActive: command.active)
            return Self.json(Done())
        }
        router.post("/commands/hardwareControl") { request, _ in
            let example = #"{"id": "...", "value": 2}"#
            let command = try await decode(SetHardwareControl.self, from: request, example: example)
            try check(command, of: try await hardware())
            try await camera.setHardwareControl(id: command.id, value: command.value)
            return Self.json(Done())
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
