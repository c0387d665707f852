import CameraEngine
import CameraLifecycle
import Observation

/// The shutter for photos: every press counts, however fast they come.
@MainActor
@Observable
final class ShutterModel {
    /// Seconds until the photo is taken; `nil` when no timer runs.
    private(set) var countdown: Int?
    /// How many presses were taken on; each flashes the screen, and is felt.
    private(set) var pressCount = 0
    /// How many photos are not there yet.
    private(set) var pendingCount = 0
    /// How many photos were kept since the app was started.
    private(set) var keptCount = 0

    @ObservationIgnored private let camera: any AppCamera
    @ObservationIgnored private let gallery: GalleryModel
    @ObservationIgnored private let settings: SettingsModel
    @ObservationIgnored private let notices: NoticeModel
    @ObservationIgnored private let sleep: @Sendable (Duration) async throws -> Void
    @ObservationIgnored private var timer: Task<Void, Never>?
    @ObservationIgnored private var photos: [Int: Task<Void, Never>] = [:]

    init(
        camera: any AppCamera,
        gallery: GalleryModel,
        settings: SettingsModel,
        notices: NoticeModel,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.camera = camera
        self.gallery = gallery
        self.settings = settings
        self.notices = notices
        self.sleep = sleep
    }

    /// Whether a press does something.
    var isEnabled: Bool { camera.canTakePhoto }

    /// Whether it shows that the camera is still at work on the photos before. Presses count nevertheless.
    var isBusy: Bool {
        switch camera.shutter {
        case .notReadyWaitingForCapture, .notReadyWaitingForProcessing: true
        case .unavailable, .ready, .notReadyMomentarily: false
        }
    }

    /// Whether the flash can fire.
    var offersFlash: Bool { camera.controls?.hasFlash == true }

    /// The sizes that photos can have, the largest first; empty where there is no choice.
    var sizes: [PhotoSize] {
        guard let sizes = camera.controls?.photoSizes, sizes.count > 1 else { return [] }
        return sizes
    }

    /// The size that photos get; `nil` for the largest.
    var size: PhotoSize? { sizes.first { $0 == settings.photoSize } }

    /// The kinds of files that photos can be; empty where there is no choice.
    var formats: [PhotoFormat] {
        let formats = camera.photoFeatures.formats
        return formats.count > 1 ? formats : []
    }

    /// Whether photos can come with a movie of the moment.
    var offersLivePhotos: Bool { camera.photoFeatures.offersLivePhotos }

    /// Whether the next photo does.
    var takesLivePhotos: Bool { offersLivePhotos && settings.takesLivePhotos }

    /// The shape that photos get. A movie of the moment shows all, and so does its photo.
    var shape: PhotoShape { takesLivePhotos ? .full : settings.photoShape }

    /// Switches that on or off.
    func toggleLivePhotos() {
        settings.takesLivePhotos.toggle()
        notices.announce(settings.takesLivePhotos ? .livePhotosOn : .livePhotosOff)
    }

    /// The shutter was pressed: takes a photo, begins the timer, or stops one that runs.
    func press() {
        guard isEnabled else { return }
        if countdown != nil { return cancelTimer() }
        if settings.timer == .off { expose() } else { beginTimer(settings.timer.seconds) }
    }

    /// Returns when all photos are there, or have failed.
    func settle() async {
        await timer?.value
        while let photo = photos.first?.value { await photo.value }
    }

    // MARK: - The timer

    func cancelTimer() {
        timer?.cancel()
        timer = nil
        countdown = nil
    }

    private func beginTimer(_ seconds: Int) {
        countdown = seconds
        timer = Task { [weak self, sleep] in
            for remaining in stride(from: seconds, to: 0, by: -1) {
                self?.count(remaining)
                guard (try? await sleep(.seconds(1))) != nil, !Task.isCancelled else { return }
            }
            self?.timerIsOver()
        }
    }

    private func count(_ remaining: Int) {
        countdown = remaining
        notices.announce(.countdown(remaining))
    }

    private func timerIsOver() {
        timer = nil
        countdown = nil
        // The camera may have gone meanwhile; then it says itself why there is no photo.
        expose()
    }

    // MARK: - Photos

    private func expose() {
        pressCount += 1
        pendingCount += 1
        let request = PhotoRequest(
            size: size.map { .closest(to: $0) } ?? .largest,
            flash: offersFlash ? settings.flash : .off,
            format: camera.photoFeatures.format(settings.photoFormat),
            isLivePhoto: takesLivePhotos,
            shape: shape
        )
        let press = pressCount
        photos[press] = Task { [weak self] in
            await self?.photograph(request)
            self?.photos[press] = nil
        }
    }

    private func photograph(_ request: PhotoRequest) async {
        var isPending = true
        func arrive() {
            if isPending { pendingCount -= 1 }
            isPending = false
        }
        defer { arrive() }
        do {
            let photo = try await camera.photo(request)
            // A Live Photo's movie comes later, and so may its copy; nobody waits for these.
            _ = await gallery.store(photo) {
                keptCount += 1
                notices.announce(.photoTaken)
                arrive()
            }
        } catch .cancelled {
            // Nobody wants to hear of it.
        } catch {
            notices.show(Notice(error.message, .warning))
        }
    }
}

extension PhotoSize {
    /// "4032 × 3024".
    var title: String { "\(width) × \(height)" }
}

/// How long after the press a photo is taken.
enum SelfTimer: Int, CaseIterable, Identifiable, Sendable {
    case off = 0
    case threeSeconds = 3
    case tenSeconds = 10

    var id: Self { self }

    var seconds: Int { rawValue }

    /// The next one of the button that goes through all.
    var next: SelfTimer {
        switch self {
        case .off: .threeSeconds
        case .threeSeconds: .tenSeconds
        case .tenSeconds: .off
        }
    }
}
