import CaptureDriver
import Foundation
import ServiceLifecycle
import SimulatorControl
@_spi(PageServer) import Viewfinder

/// Tells the app and its pages what becomes of the phone, and pages that the server is there; and keeps the app's settings.
struct PhoneFollower: Service {
    let session: AppSession
    let simulator: any PhoneSimulator

    /// The time between two signs of life.
    private static let heartbeat: Duration = .seconds(2)

    func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await adopt(await simulator.state())
                for await state in simulator.states().cancelOnGracefulShutdown() { await adopt(state) }
            }
            group.addTask {
                await cancelWhenGracefulShutdown {
                    while (try? await Task.sleep(for: Self.heartbeat)) != nil {
                        await session.sendHeartbeat()
                        AppHome.saveSettings()
                    }
                }
            }
            await group.waitForAll()
        }
    }

    private func adopt(_ state: SimulatorState) async {
        if let orientation = state.orientation { await session.turn(orientation.hostOrientation) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(state) else { return }
        await session.send("simulator", String(decoding: data, as: UTF8.self))
    }
}
