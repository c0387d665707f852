import Foundation

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
            guard state.focusLock != .unavailable else { throw Self.missing("focus that can be locked", in: state) }
            try await camera.lockFocusAndExposure(at: point)
        }
        commands.add("unlockFocus") { try await camera.unlockFocusAndExposure() }
        commands.add("exposure", like: #"{"bias": 0.5}"#) { (command: SetExposure) in
            let state = await camera.state()
            guard let exposure = state.exposure else { throw Self.missing("exposure that can be corrected", in: state) }
            guard command.bias >= exposure.minimum, command.bias <= exposure.maximum else {
                throw ViewfinderFailure.badCommand(
                    "The exposure can be corrected by \(exposure.minimum) to \(exposure.maximum) EV."
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
