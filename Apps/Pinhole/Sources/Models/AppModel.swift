import AVFoundation
import CameraEngine
import CameraLifecycle
import Foundation
import Observation
import SwiftUI

/// The app: its camera, and the models of its screens.
@MainActor
@Observable
final class AppModel {
    /// What covers the camera.
    enum Sheet: String, Identifiable {
        case settings
        case gallery
        case scans

        var id: Self { self }
    }

    /// What the app is made of, so that tests can make it of other things.
    struct Parts {
        var camera: any AppCamera
        var showPreview: PreviewLayers.Show = { _, _ in }
        var library: any PhotoLibrary
        var scanner: any ScanServiceOpening
        var defaults: UserDefaults
        /// For photos and movies, and for what is written for other programs.
        var captures: CaptureFolder
        var exports: URL
        var disk: FreeDiskSpace
        var statistics: [FrameStatistics] = []
        var liveText: LiveTextFeed?
        var announce: @MainActor (String) -> Void = { _ in }
    }

    @ObservationIgnored let camera: any AppCamera
    @ObservationIgnored let layers: PreviewLayers
    @ObservationIgnored private let liveText: LiveTextFeed?
    @ObservationIgnored let settings: SettingsModel
    @ObservationIgnored let notices: NoticeModel
    @ObservationIgnored let modes: ModeModel
    @ObservationIgnored let cameras: CameraSwitchModel
    @ObservationIgnored let zoom: ZoomModel
    @ObservationIgnored let focus: FocusModel
    @ObservationIgnored let gallery: GalleryModel
    @ObservationIgnored let shutter: ShutterModel
    @ObservationIgnored let recording: RecordingModel
    @ObservationIgnored let movieFormat: MovieFormatModel
    @ObservationIgnored let dual: DualModel
    @ObservationIgnored let performance: PerformanceModel
    @ObservationIgnored let scanner: ScannerModel
    @ObservationIgnored let books: BookListModel
    @ObservationIgnored let torch: TorchModel
    /// What the fingers on the picture mean.
    @ObservationIgnored let touch = PreviewTouch()

    /// What covers the camera; `nil` for nothing.
    var sheet: Sheet?

    init(_ parts: Parts) {
        camera = parts.camera
        layers = PreviewLayers(show: parts.showPreview)
        liveText = parts.liveText
        settings = SettingsModel(defaults: parts.defaults)
        notices = NoticeModel(announce: parts.announce)
        modes = ModeModel(camera: camera)
        cameras = CameraSwitchModel(camera: camera)
        zoom = ZoomModel(camera: camera, notices: notices)
        focus = FocusModel(camera: camera, notices: notices)
        torch = TorchModel(camera: camera, notices: notices)
        gallery = GalleryModel(folder: parts.captures, library: parts.library, settings: settings, notices: notices)
        shutter = ShutterModel(camera: camera, gallery: gallery, settings: settings, notices: notices)
        recording = RecordingModel(
            camera: camera,
            gallery: gallery,
            settings: settings,
            notices: notices,
            disk: parts.disk
        )
        movieFormat = MovieFormatModel(camera: camera, settings: settings, notices: notices)
        dual = DualModel(camera: camera, notices: notices)
        performance = PerformanceModel(camera: camera, statistics: parts.statistics)
        scanner = ScannerModel(camera: camera, opening: parts.scanner, settings: settings, notices: notices)
        books = BookListModel(scanner: scanner, notices: notices, exportFolder: parts.exports)
    }

    // MARK: - What the user sees

    /// What lies over the picture.
    var status: StatusPresentation { StatusPresentation(camera.status) }

    /// What is told about heat, while there is a picture.
    var thermalNotice: ThermalNotice? { camera.status == .live ? ThermalNotice(camera.pressure) : nil }

    /// Whether the controls do something.
    var controlsAreEnabled: Bool { camera.controlsAreEnabled }

    /// Whether the controls are shown: not under those of the Camera Control, and not where there is no camera to control.
    var controlsAreVisible: Bool {
        if camera.hardwareControlsCoverTheScreen { return false }
        if case .page = status { return false }
        return true
    }

    /// Whether the picture is shown as two.
    var showsTwoPreviews: Bool { modes.mode == .dual && dual.isOn }

    /// Whether the large button does something.
    var shutterIsEnabled: Bool {
        switch modes.mode {
        case .photo: shutter.isEnabled
        case .video, .dual: recording.isEnabled
        case .scan: scanner.isEnabled
        }
    }

    /// Whether the screen stays on though nobody touches it.
    var keepsScreenOn: Bool { recording.isRecording }

    /// Which movements are felt: the number of what was taken.
    var pressCount: Int { shutter.pressCount + scanner.pressCount }

    // MARK: - What the user does

    /// The large button, the volume buttons, the Camera Control, or a remote.
    func pressShutter() {
        guard sheet == nil, shutterIsEnabled else { return }
        switch modes.mode {
        case .photo: shutter.press()
        case .video, .dual: recording.press(dual: modes.mode == .dual)
        case .scan: scanner.press()
        }
    }

    /// Shows the camera.
    func start() { camera.start() }

    /// Asks again for both cameras.
    func retrySecondCamera() { camera.setCameraCount(2) }

    func restartCamera() { camera.restartCamera() }

    // MARK: - What happens

    /// The app comes to the front, or goes to the background. What is only inactive, as under the Control Centre, goes on.
    func scenePhaseChanged(from former: ScenePhase, to phase: ScenePhase) {
        AppLog.app.info("scene, is=\(String(describing: phase), privacy: .public)")
        if phase == .background {
            shutter.cancelTimer()
            camera.enterBackground()
        } else if former == .background {
            camera.enterForeground()
        }
    }

    /// Begins what lasts as long as the app: keeps recordings, and what a former run has left.
    func run() async {
        await gallery.refresh()
        await gallery.copyLeftovers()
        await recording.follow()
    }

    /// The mode is another one.
    func modeChanged() async {
        shutter.cancelTimer()
        focus.reset()
        scanner.clearBoxes()
        if modes.mode == .scan { await scanner.open() }
    }

    /// Whether text is looked for in the live picture: not behind anything that covers it.
    var detectsText: Bool { modes.mode == .scan && camera.status == .live && sheet == nil }

    /// Begins to look for text, or ends it.
    func updateTextDetection() {
        liveText?.turn(on: detectsText)
        if !detectsText { scanner.clearBoxes() }
    }

    /// Takes over where text was seen, as long as the app runs.
    func followText() async {
        guard let liveText else { return }
        await scanner.follow(liveText.boxes) { [weak self] in self?.detectsText == true }
    }

    /// Says aloud what has come over the picture.
    func announceStatus() {
        if let announcement = status.announcement { notices.announce(announcement) }
    }
}
