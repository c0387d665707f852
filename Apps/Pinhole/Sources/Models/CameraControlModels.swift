import AVFoundation
import CameraEngine
import CameraLifecycle
import Foundation
import Observation

/// Which mode the camera is in, and how the user gets to another one.
@MainActor
@Observable
final class ModeModel {
    private(set) var mode = AppMode.photo
    @ObservationIgnored private let camera: any AppCamera

    init(camera: any AppCamera) {
        self.camera = camera
    }

    /// The modes that this device offers. Two cameras are offered where two can run; whoever is there stays there.
    var modes: [AppMode] {
        AppMode.allCases.filter { $0 != .dual || camera.multiCam.isOffered || mode == .dual }
    }

    /// Whether another mode may be chosen: not while a movie is recorded, and not while the camera needs help.
    var canChange: Bool { camera.recording.phase == .idle && camera.controlsAreEnabled }

    /// Chooses a mode.
    func select(_ mode: AppMode) {
        guard canChange, mode != self.mode, modes.contains(mode) else { return }
        self.mode = mode
        AppLog.app.info("mode chosen, mode=\(mode.rawValue, privacy: .public)")
        // The number first: another number takes another session, and the one that goes need not be set up for the mode.
        camera.setCameraCount(mode.cameraCount)
        camera.setMode(mode.captureMode)
    }

    /// A finger went over the picture.
    func swipe(_ translation: CGSize) {
        if let distance = TouchRules().modeStep(width: translation.width, height: translation.height) { step(distance) }
    }

    /// Goes to the mode beside the present one, if there is one.
    func step(_ distance: Int) {
        guard let index = modes.firstIndex(of: mode), modes.indices.contains(index + distance) else { return }
        select(modes[index + distance])
    }
}

/// What the user is going to capture: the entries of the mode picker, in its order.
enum AppMode: String, CaseIterable, Identifiable, Sendable {
    case photo
    case video
    /// Both cameras at once, as a movie.
    case dual
    case scan

    var id: Self { self }

    /// What the engine is set to.
    var captureMode: CaptureMode {
        switch self {
        case .photo: .photo
        case .video, .dual: .video
        case .scan: .scan
        }
    }

    /// How many cameras are asked for.
    var cameraCount: Int { self == .dual ? 2 : 1 }

    /// Whether the large button records.
    var recordsMovies: Bool { captureMode == .video }
}

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
        guard isEnabled, let current, let next = CameraSelection.next(after: current, among: cameras) else { return }
        select(next)
    }

    /// Changes to a camera.
    func select(_ info: CameraInfo) {
        guard isEnabled, info.id != current?.id else { return }
        select(CameraSelection(uniqueID: info.id))
    }

    private func select(_ selection: CameraSelection) {
        switchCount += 1
        camera.select(selection)
    }
}

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

/// Gives a command with the newest of values that come faster than the command is done, one at a time: a finger that zooms makes
/// sixty a second.
@MainActor
final class LatestCommand<Value: Sendable> {
    private let perform: @MainActor (Value) async -> Void
    private var waiting: Value?
    private var running: Task<Void, Never>?

    init(_ perform: @escaping @MainActor (Value) async -> Void) {
        self.perform = perform
    }

    /// Has the command given with a value; one that still waits is forgotten.
    func send(_ value: Value) {
        waiting = value
        guard running == nil else { return }
        running = Task { [weak self] in await self?.drain() }
    }

    /// Returns when nothing waits any more.
    func settle() async { await running?.value }

    private func drain() async {
        while let value = waiting {
            waiting = nil
            await perform(value)
        }
        running = nil
    }
}
