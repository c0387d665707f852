import CameraEngine
import CameraLifecycle
import Foundation
import Observation

/// Recording movies, with one camera or with two.
@MainActor
@Observable
final class RecordingModel {
    /// How loud it is, from 0 to 1, the loudest channel; `nil` when no microphone is used.
    private(set) var level: Double?
    /// The room on the disk; `nil` when that is not known.
    private(set) var freeByteCount: Int64?
    /// How many recordings have begun and ended: each is felt.
    private(set) var startCount = 0
    private(set) var stopCount = 0

    @ObservationIgnored private let camera: any AppCamera
    @ObservationIgnored private let gallery: GalleryModel
    @ObservationIgnored private let settings: SettingsModel
    @ObservationIgnored private let notices: NoticeModel
    @ObservationIgnored private let disk: FreeDiskSpace
    @ObservationIgnored private var command: Task<Void, Never>?

    /// What is quieter than this shows as silence, in decibels of full scale.
    static let silence: Float = -60

    init(
        camera: any AppCamera,
        gallery: GalleryModel,
        settings: SettingsModel,
        notices: NoticeModel,
        disk: FreeDiskSpace
    ) {
        self.camera = camera
        self.gallery = gallery
        self.settings = settings
        self.notices = notices
        self.disk = disk
        gallery.recordingURL = { [weak camera] in camera?.recording.url }
    }

    // MARK: - What the user sees

    var phase: RecordingPhase { camera.recording.phase }

    /// Whether a movie is under way, paused or not.
    var isRecording: Bool { phase == .recording || phase == .paused || phase == .starting }

    var isPaused: Bool { phase == .paused }

    /// Whether the large button does something.
    var isEnabled: Bool { isRecording ? phase != .starting : camera.canRecord && hasRoom }

    /// Whether there is room for a movie.
    var hasRoom: Bool { MovieRoom(freeByteCount: freeByteCount) != .tooLittle }

    /// Whether there is so little room that the user has to know.
    var isLow: Bool { MovieRoom(freeByteCount: freeByteCount) != .enough }

    /// Whether the sound is so loud that it is distorted.
    var isTooLoud: Bool { level.map { $0 > 0.95 } ?? false }

    /// "00:07", or "1:02:07".
    var time: String { Self.time(camera.recording.duration) }

    /// The microphone, if something is the matter with it.
    var soundProblem: Message? {
        guard settings.recordsAudio else { return nil }
        switch camera.recording.audio {
        case .on, .off: return nil
        case .notAllowed, .noMicrophone, .inUse, .lost, .refused: return camera.recording.audio.message
        }
    }

    // MARK: - What the user does

    /// The large button: begins, or ends.
    func press(dual: Bool) {
        guard isEnabled, command == nil else { return }
        let isRecording = isRecording
        run { [weak self] in
            if isRecording { await self?.stop() } else { await self?.start(dual: dual) }
        }
    }

    /// Pauses, or goes on.
    func pauseOrResume() {
        guard phase == .recording || phase == .paused, command == nil else { return }
        let isPaused = isPaused
        run { [weak self] in
            guard let self else { return }
            do {
                if isPaused { try await camera.resumeRecording() } else { try await camera.pauseRecording() }
                notices.announce(isPaused ? .recordingResumed : .recordingPaused)
            } catch {
                notices.show(Notice((error as? RecordingFailure ?? .notRecording).message, .warning))
            }
        }
    }

    /// Returns when what was pressed is done.
    func settle() async { await command?.value }

    private func run(_ body: @escaping @MainActor () async -> Void) {
        command = Task { [weak self] in
            await body()
            self?.command = nil
        }
    }

    private func start(dual: Bool) async {
        measure()
        guard hasRoom else { return notices.show(Notice(.diskFull, .warning)) }
        guard let file = gallery.newMovie() else { return }
        var request = RecordingRequest(url: file, recordsAudio: settings.recordsAudio)
        request.separateFiles = dual && settings.recordsSeparateFiles
        request.cameraSwitch = .goesOnInNextFile
        do {
            try await camera.startRecording(request)
            startCount += 1
            notices.announce(.recordingBegan)
            if isLow { notices.show(Notice(.diskLow, .warning)) }
        } catch .cancelled {
        } catch {
            notices.show(Notice(error.message, .warning))
        }
    }

    private func stop() async {
        do {
            _ = try await camera.stopRecording()
        } catch {
            notices.show(Notice(error.message, .warning))
        }
    }

    // MARK: - What happens

    /// Keeps every recording that ends, however it ends. To be awaited as long as the app runs.
    func follow() async {
        for await movie in camera.recordings() {
            stopCount += 1
            await gallery.addRecording(movie)
            measure()
            if movie.end != .requested {
                notices.show(Notice(movie.end.message, .warning))
            } else if movie.isPlayable {
                notices.show(Notice(.movieKept, .information))
            }
        }
    }

    /// Looks at level and room as long as they are shown.
    func watch(sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }) async {
        var round = 0
        while !Task.isCancelled {
            if round % 20 == 0 { measure() }
            let level = camera.audioLevels.max().map(Self.level)
            if level != self.level { self.level = level }
            round += 1
            guard (try? await sleep(.milliseconds(100))) != nil else { return }
        }
    }

    /// Looks how much room there is.
    func measure() {
        let free = disk.freeByteCount()
        if free != freeByteCount { freeByteCount = free }
    }

    // MARK: - Figures

    /// From 0 for silence to 1 for the loudest, in steps that an eye can tell apart.
    static func level(_ decibels: Float) -> Double {
        guard decibels > silence else { return 0 }
        return Double((min(decibels, 0) / -silence + 1) * 20).rounded() / 20
    }

    /// "1.2 GB": decimal, as the system's settings count.
    static func size(_ byteCount: Int64, locale: Locale = .words) -> String {
        byteCount.formatted(.byteCount(style: .file).locale(locale))
    }

    static func time(_ duration: Double) -> String {
        let seconds = duration.isFinite ? Int(max(0, duration)) : 0
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(two(minutes)):\(two(rest))"
    }
}
