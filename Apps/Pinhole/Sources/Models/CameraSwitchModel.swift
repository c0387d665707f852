import AVFoundation
import CameraEngine
import CameraLifecycle
import Observation

/// Which camera is used: the other side by a button, any by a menu.
@MainActor
@Observable
final class CameraSwitchModel {
    @ObservationIgnored private let camera: any AppCamera
    /// How often another camera was asked for: each is felt.
    private(set) var switchCount = 0

    init(camera: any AppCamera) {
        self.camera = camera
    }

    var cameras: [CameraInfo] { camera.cameras }

    var current: CameraInfo? { camera.camera }

    func isCurrent(_ info: CameraInfo) -> Bool { info.id == current?.id }

    /// Whether there is another camera to change to, and nothing keeps it from being chosen.
    var isEnabled: Bool {
        camera.cameras.count > 1 && camera.controlsAreEnabled && camera.recording.phase == .idle
    }

    /// Whether there are more cameras than the two sides of a phone.
    var offersMenu: Bool { camera.cameras.count > 2 }

    /// Changes to the other side, or, where there is none, to the next camera.
    func turnAround() {
        guard isEnabled, let current else { return }
        switch current.position {
        case .back where contains(.front): select(CameraSelection(position: .front))
        case .front where contains(.back): select(CameraSelection(position: .back))
        case .back, .front, .external: selectNext(after: current)
        }
    }

    /// Changes to a camera.
    func select(_ info: CameraInfo) {
        guard isEnabled, info.id != current?.id else { return }
        select(CameraSelection(uniqueID: info.id))
    }

    private func contains(_ position: CameraInfo.Position) -> Bool { cameras.contains { $0.position == position } }

    private func selectNext(after current: CameraInfo) {
        guard let index = cameras.firstIndex(where: { $0.id == current.id }) else { return }
        select(CameraSelection(uniqueID: cameras[(index + 1) % cameras.count].id))
    }

    private func select(_ selection: CameraSelection) {
        switchCount += 1
        camera.select(selection)
    }
}
