import Foundation
import Hummingbird

/// Focus and exposure: at a point, kept, corrected.
extension ViewfinderRoutes {
    private struct SetExposure: Decodable {
        var bias: Double
    }

    func addFocusCommands(to router: Router<ViewfinderRequestContext>) {
        router.post("/commands/focus") { request, _ in
            try await camera.focusAndExpose(at: point(of: request))
            return Self.json(Done())
        }
        router.post("/commands/lockFocus") { request, _ in
            let point = try await point(of: request)
            let state = await camera.state()
            guard state.focusLock != .unavailable else { throw Self.missing("focus that can be locked", in: state) }
            try await camera.lockFocusAndExposure(at: point)
            return Self.json(Done())
        }
        router.post("/commands/unlockFocus") { request, _ in
            _ = try await request.body.collect(upTo: configuration.limits.bodySize)
            try await camera.unlockFocusAndExposure()
            return Self.json(Done())
        }
        router.post("/commands/exposure") { request, _ in
            let command = try await decode(SetExposure.self, from: request, example: #"{"bias": 0.5}"#)
            let state = await camera.state()
            guard let exposure = state.exposure else { throw Self.missing("exposure that can be corrected", in: state) }
            guard command.bias >= exposure.minimum, command.bias <= exposure.maximum else {
                throw ViewfinderFailure.badCommand(
                    "The exposure can be corrected by \(exposure.minimum) to \(exposure.maximum) EV."
                )
            }
            try await camera.setExposureBias(command.bias)
            return Self.json(Done())
        }
    }

    private func point(of request: Request) async throws -> ViewfinderPoint {
        let point = try await decode(ViewfinderPoint.self, from: request, example: #"{"x": 0.5, "y": 0.5}"#)
        guard (0...1).contains(point.x), (0...1).contains(point.y) else {
            throw ViewfinderFailure.badCommand("A point has x and y from 0 to 1.")
        }
        return point
    }
}
