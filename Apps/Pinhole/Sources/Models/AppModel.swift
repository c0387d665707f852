import AVFoundation
import AVKit
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

/// What is told over the picture while it goes on.
extension AppModel {
    /// Words over the picture, with a symbol.
    struct Banner: Identifiable, Equatable {
        enum Kind: String {
            case sound
            case thermal
            case dual
            case scan
            case notice
        }

        /// How much it matters.
        enum Tone {
            case information
            case warning
            case alarm
        }

        var kind: Kind
        var message: Message
        var symbol: String
        var tone: Tone

        var id: Kind { kind }

        /// Whether it changes by itself, so that assistive technologies look again.
        var updatesFrequently: Bool { kind == .scan }
    }

    /// The banners from the top.
    var banners: [Banner] {
        [soundBanner, thermalBanner, dualBanner, scanBanner, noticeBanner].compactMap { $0 }
    }

    /// Says aloud what was not there before. Notices are spoken when they are shown.
    func bannersChanged(from former: [Banner], to banners: [Banner]) {
        let known = Set(former.map(\.symbolAndKind))
        for banner in banners where banner.kind != .notice && !known.contains(banner.symbolAndKind) {
            notices.announce(banner.message)
        }
    }

    /// The banner was tapped: a notice goes, everything else stays as long as it is so.
    func dismiss(_ banner: Banner) {
        if banner.kind == .notice, let notice = notices.notice { notices.dismiss(notice.id) }
    }

    private var soundBanner: Banner? {
        guard modes.mode.recordsMovies, let problem = recording.soundProblem else { return nil }
        return Banner(kind: .sound, message: problem, symbol: "mic.slash", tone: .warning)
    }

    private var thermalBanner: Banner? {
        thermalNotice.map {
            Banner(
                kind: .thermal,
                message: $0.message,
                symbol: $0.isSevere ? "thermometer.high" : "thermometer.medium",
                tone: $0.isSevere ? .alarm : .warning
            )
        }
    }

    private var dualBanner: Banner? {
        guard modes.mode == .dual, let obstacle = dual.obstacle else { return nil }
        return Banner(kind: .dual, message: obstacle, symbol: "video.badge.ellipsis", tone: .warning)
    }

    private var scanBanner: Banner? {
        guard modes.mode == .scan, let banner = scanner.banner else { return nil }
        return Banner(kind: .scan, message: banner.message, symbol: banner.symbol, tone: .warning)
    }

    private var noticeBanner: Banner? {
        notices.notice.map { notice in
            switch notice.kind {
            case .information:
                Banner(kind: .notice, message: notice.message, symbol: "info.circle", tone: .information)
            case .warning:
                Banner(kind: .notice, message: notice.message, symbol: "exclamationmark.triangle", tone: .warning)
            }
        }
    }
}

extension AppModel.Banner {
    /// What makes it another banner: numbers in its words, as of scans that wait, do not.
    fileprivate var symbolAndKind: String { "\(kind) \(symbol)" }
}

/// Volume buttons, the Camera Control, and the stems of AirPods.
extension AppModel {
    /// Whether they are the shutter's: not while something else covers the camera.
    var takesCaptureEvents: Bool { sheet == nil && controlsAreEnabled }

    /// A button was pressed, or let go. As on the screen, letting go is what counts.
    func handle(_ phase: AVCaptureEventPhase) {
        if phase == .ended { pressShutter() }
    }
}

/// What of the cameras is shown where, and what a finger does there.
extension AppModel {
    /// The previews in the room that there is.
    struct Viewport: Equatable {
        /// The part of the room that a movie shows; the whole of it with one preview.
        var canvas: CGRect
        /// In points of the canvas, from the back to the front.
        var previews: [DualModel.PlacedPreview]

        /// Those that a finger moves.
        var smallPreviews: [DualModel.PlacedPreview] { previews.filter(\.isSmall) }
    }

    /// Where the previews are: one fills the room; two stand as they do in the movie.
    func viewport(in size: CGSize) -> Viewport {
        guard showsTwoPreviews else {
            let frame = CGRect(origin: .zero, size: size)
            let preview = DualModel.PlacedPreview(camera: 0, frame: frame, cornerRadius: 0, border: 0, isSmall: false)
            return Viewport(canvas: frame, previews: [preview])
        }
        let room = DualModel.room(in: size)
        // The screen is upright or lies, and the movie with it; the room in it may have another shape, as on a tablet.
        let canvas = dual.canvas(in: room.size, isUpright: size.height >= size.width)
        let origin = CGPoint(x: room.midX - canvas.width / 2, y: room.midY - canvas.height / 2)
        return Viewport(canvas: CGRect(origin: origin, size: canvas), previews: dual.previews(on: canvas))
    }

    /// The part of the room that a photo will have; `nil` where that is all that is seen.
    func photoFrame(in size: CGSize) -> CGRect? {
        guard modes.mode == .photo, !showsTwoPreviews, let photo = shutter.size ?? camera.controls?.photoSizes.first
        else {
            return nil
        }
        return PhotoFrame(shape: shutter.shape, photo: photo, room: size).rect
    }

    /// A finger is on the picture, and came down at a point. Told again while it moves.
    func fingerMoved(from start: CGPoint) {
        // A pinch that the system took away has told no end.
        if touch.moved(from: start) { zoom.endPinch() }
    }

    /// The finger is gone, so far from where it came down: a swipe changes the mode. A quick one has told nothing before its end.
    func fingerLifted(from start: CGPoint, after translation: CGSize) {
        touch.moved(from: start)
        if touch.ended() { modes.swipe(translation) }
    }

    /// The finger is gone, also when the system has taken it away.
    func fingerGone() { _ = touch.ended() }

    /// The finger rests where it came down: focus and exposure are locked there, while it is still down.
    func fingerHeld(in size: CGSize) {
        guard let point = touch.held() else { return }
        Task { await lockFocus(at: point, in: size) }
    }

    /// Two fingers have moved apart, by so much since they came down.
    func pinch(_ magnification: Double) {
        touch.pinched()
        zoom.pinch(magnification)
    }

    /// A tap on the picture: measures there. What is measured is the camera that the controls are about.
    func tap(at point: CGPoint, in size: CGSize) async {
        guard let devicePoint = devicePoint(point, in: size) else { return }
        await focus.focus(at: point, devicePoint: devicePoint)
    }

    /// A finger rests on the picture: measures there, and keeps it so.
    func lockFocus(at point: CGPoint, in size: CGSize) async {
        guard let devicePoint = devicePoint(point, in: size) else { return }
        await focus.lock(at: point, devicePoint: devicePoint)
    }

    /// The point on the sensor; `nil` where there is no picture of the leading camera.
    private func devicePoint(_ point: CGPoint, in size: CGSize) -> CGPoint? {
        let viewport = viewport(in: size)
        let place = CGPoint(x: point.x - viewport.canvas.minX, y: point.y - viewport.canvas.minY)
        guard let preview = viewport.previews.last(where: { $0.frame.contains(place) }), preview.camera == 0 else {
            return nil
        }
        let inPreview = CGPoint(x: place.x - preview.frame.minX, y: place.y - preview.frame.minY)
        return layers.devicePoint(inPreview, of: 0)
    }
}

/// What the camera's screen consists of now.
extension AppModel {
    /// A button of the toolbar.
    enum Tool: String, Identifiable {
        case flash
        case livePhoto
        case timer
        case photoSize
        case layout
        case performance
        case torch
        case grid

        var id: Self { self }
    }

    /// What stands at the beginning of the shutter's row.
    enum LeadingControl {
        case gallery
        case scans
        case pause
    }

    /// What stands at its end.
    enum TrailingControl {
        case swapPictures
        case cameraMenu
        case otherCamera
    }

    /// What the large button looks like.
    enum ShutterAppearance: Equatable {
        case photo(isBusy: Bool)
        case scan
        case record
        case stop
    }

    /// The toolbar's buttons, in their order.
    var tools: [Tool] {
        let torch: [Tool] = torch.isOffered ? [.torch] : []
        switch modes.mode {
        case .photo:
            let live: [Tool] = shutter.offersLivePhotos ? [.livePhoto] : []
            return (shutter.offersFlash ? [.flash] : []) + live + [.timer]
                + (shutter.sizes.isEmpty ? [] : [.photoSize]) + [.grid]
        case .video, .scan: return torch + [.grid]
        case .dual: return [.layout, .performance] + torch + [.grid]
        }
    }

    var leadingControl: LeadingControl {
        if recording.isRecording { return .pause }
        return modes.mode == .scan ? .scans : .gallery
    }

    var trailingControl: TrailingControl {
        if showsTwoPreviews { return .swapPictures }
        return cameras.offersMenu ? .cameraMenu : .otherCamera
    }

    var shutterAppearance: ShutterAppearance {
        if recording.isRecording { return .stop }
        switch modes.mode {
        case .photo: return .photo(isBusy: shutter.isBusy)
        case .video, .dual: return .record
        case .scan: return .scan
        }
    }

    /// Whether the settings can be opened: what a movie is recorded with stays as it is.
    var settingsAreEnabled: Bool { !recording.isRecording }

    /// Whether the picture takes touches and is found by VoiceOver: not where words stand in its place, nor under the modal overlay.
    var previewIsReachable: Bool {
        switch status {
        case .nothing, .progress, .banner: true
        case .page, .restart: false
        }
    }

    /// Whether readers of the screen find the controls.
    var controlsAreReachable: Bool { controlsAreVisible && !status.isModal }

    /// Whether figures lie over the pictures.
    var showsPerformance: Bool { showsTwoPreviews && settings.showsPerformance }

    /// The scan that the strip over the shutter tells of.
    var currentScan: ScanEntry? { modes.mode == .scan ? scanner.current : nil }
}

/// What covers the camera.
extension AppModel {
    /// Opens a sheet, unless the camera's restart is the only thing to do.
    func open(_ sheet: Sheet) {
        guard !status.isModal else { return }
        self.sheet = sheet
    }

    /// Another state of the camera has come over the picture, or has gone.
    func statusChanged() {
        if status.isModal { closeSheets() }
        announceStatus()
    }

    /// Nothing may cover the way out (R-LIFE-6): neither a sheet nor what was opened from one.
    private func closeSheets() {
        gallery.shownURL = nil
        gallery.itemToDelete = nil
        scanner.bookToCorrect = nil
        sheet = nil
    }
}
