import CameraEngine
import Observation

/// The size and rate of movies: what the camera in use offers, and what the user chooses of it.
///
/// The choice is the user's, for whichever camera, and is kept in the settings. Shown is what the camera in use makes of it.
@MainActor
@Observable
final class MovieFormatModel {
    /// Why movies are not recorded as they were chosen.
    enum Remark: Equatable, CaseIterable {
        /// Several cameras are wanted, and these share the hardware.
        case severalCameras
        /// The camera in use has no such size or rate.
        case nearest
    }

    @ObservationIgnored private let camera: any AppCamera
    @ObservationIgnored private let settings: SettingsModel
    @ObservationIgnored private let notices: NoticeModel
    /// Why the camera refused what was chosen last; `nil` if it did not. Stands where the choice is, which hides the notice.
    private(set) var refusal: Message?
    /// What the camera was told last and did not refuse: what is chosen again when it refuses.
    @ObservationIgnored private var accepted: MovieFormat?
    @ObservationIgnored private lazy var command = LatestCommand<MovieFormat?> { [weak self] in
        await self?.perform($0)
    }

    /// The rate that a size is chosen with where none was in force, as far as it has it.
    static let usualRate = 30

    init(camera: any AppCamera, settings: SettingsModel, notices: NoticeModel) {
        self.camera = camera
        self.settings = settings
        self.notices = notices
        accepted = settings.movieFormat
    }

    // MARK: - What the user sees

    /// The sizes that movies can have, the largest first; empty where there is no choice.
    var sizes: [PhotoSize] {
        choices.reduce(into: []) { sizes, choice in
            if sizes.last != choice.frameSize { sizes.append(choice.frameSize) }
        }
    }

    /// The rates of the size in force, in ascending order; empty without one.
    var rates: [Int] { size.map(rates(of:)) ?? [] }

    /// Whether they can be changed: a movie has one size and one rate from its beginning to its end.
    var isEnabled: Bool { camera.recording.phase == .idle }

    /// What stands below the choice; `nil` where movies are recorded as they were chosen.
    var remark: Remark? {
        if camera.multiCam.isWanted && camera.movieFormat.choices.isEmpty { return .severalCameras }
        guard let selected else { return nil }
        return selected == settings.movieFormat ? nil : .nearest
    }

    // MARK: - What the user chooses

    /// The size in force; `nil` for as the camera does by itself. Another one takes the rate along, as far as it has it.
    var size: PhotoSize? {
        get { selected?.frameSize }
        set {
            guard let newValue else { return choose(nil) }
            choose(newValue, nearest: selected?.framesPerSecond ?? Self.usualRate)
        }
    }

    /// The rate in force. Without a size there is none to choose.
    var rate: Int {
        get { selected?.framesPerSecond ?? Self.usualRate }
        set { if let size { choose(size, nearest: newValue) } }
    }

    /// Returns when the camera has heard of everything that was chosen.
    func settle() async { await command.settle() }

    // MARK: - The choice

    private var choices: [MovieFormat] {
        let choices = camera.movieFormat.choices
        return choices.count > 1 ? choices : []
    }

    /// What the camera in use makes of the choice. At once: the camera itself follows a moment later.
    private var selected: MovieFormat? { MovieFormatStatus(choices: choices, wanted: settings.movieFormat).selected }

    private func rates(of size: PhotoSize) -> [Int] {
        choices.filter { $0.frameSize == size }.map(\.framesPerSecond)
    }

    private func choose(_ size: PhotoSize, nearest rate: Int) {
        // The camera, and with it what it offers, may have changed since the choice was shown.
        guard let rate = rates(of: size).min(by: { abs($0 - rate) < abs($1 - rate) }) else { return }
        choose(MovieFormat(width: size.width, height: size.height, framesPerSecond: rate))
    }

    private func choose(_ format: MovieFormat?) {
        guard isEnabled, format != settings.movieFormat else { return }
        settings.movieFormat = format
        refusal = nil
        command.send(format)
    }

    private func perform(_ format: MovieFormat?) async {
        do {
            try await camera.setMovieFormat(format)
            accepted = format
        } catch {
            // What was refused is not shown as if it were so, unless something else was chosen meanwhile.
            if settings.movieFormat == format {
                settings.movieFormat = accepted
                refusal = error.message
            }
            notices.show(Notice(error.message, .warning))
        }
    }
}

extension MovieFormat {
    /// The size of its frames.
    fileprivate var frameSize: PhotoSize { PhotoSize(width: width, height: height) }
}

extension PhotoSize {
    /// "4K, 3840 × 2160": with the name that a size of 16 to 9 is known by.
    var movieTitle: String {
        let names = [720: "720p", 1080: "1080p", 2160: "4K"]
        guard width * 9 == height * 16, let name = names[height] else { return title }
        return "\(name), \(title)"
    }
}
