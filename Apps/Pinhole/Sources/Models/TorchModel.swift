import CameraEngine
import Observation

/// The light that stays on.
@MainActor
@Observable
final class TorchModel {
    @ObservationIgnored private let camera: any AppCamera
    @ObservationIgnored private let notices: NoticeModel

    init(camera: any AppCamera, notices: NoticeModel) {
        self.camera = camera
        self.notices = notices
    }

    var isOffered: Bool { camera.controls?.torch != nil }

    var isOn: Bool { camera.controls?.torch?.isOn == true }

    /// Whether it can be switched: a hot one can only be switched off.
    var isEnabled: Bool { isOn || camera.controls?.torch?.isAvailable == true }

    func toggle() async {
        do {
            try await camera.setTorch(!isOn)
        } catch {
            notices.show(Notice(error.message, .warning))
        }
    }
}
