import AVFoundation
@_spi(Pinhole) import CameraEngine
import CameraLifecycle
import CommandSupport
import Foundation
import Synchronization
import UnixSignals
@_spi(PageServer) import Viewfinder

/// One recording for the length of a command: the camera, the signals, and what is shown meanwhile.
@MainActor
final class RecordingRun {
    private let engine: CameraEngine
    private let model: CameraModel
    private let hasAudio: Bool
    private let isDual: Bool
    private let rate = FrameRateMeter()

    /// How long the camera may take to deliver its first picture.
    private static let longestStart: Duration = .seconds(20)
    /// The exit status of a command that was ended by Ctrl-C.
    private static let aborted: Int32 = 130

    /// - Parameters:
    ///   - format: the size and rate of one camera's movie; nil for as suits best.
    ///   - arrangement: where the pictures of two cameras stand; nil for one camera.
    init(camera: String, hasAudio: Bool, format: MovieFormat? = nil, arrangement: CameraArrangement? = nil) {
        var configuration = EngineConfiguration()
        isDual = arrangement != nil
        if isDual {
            configuration.maximumCameraCount = 2
            configuration.initialCameraCount = 2
        }
        configuration.recordsMovies = true
        configuration.movieFormat = format.map { .movie($0) }
        configuration.audio = hasAudio ? .whenAvailable : .never
        engine = CameraEngine(configuration: configuration)
        model = CameraModel(engine: engine)
        self.hasAudio = hasAudio
        model.select(CameraSelection(uniqueID: camera))
        model.setMode(.video)
        if let arrangement { model.setArrangement(arrangement) }
    }

    /// Starts the camera.
    ///
    /// - Throws: `CommandError` when there is no picture.
    func start() async throws {
        let rate = rate
        await engine.deliverFrames { _, _ in
            rate.count()
        } drops: { _ in
        }
        model.start()
        let outcome = await withTaskGroup(of: CameraStatus?.self) { group in
            group.addTask { await self.firstOutcome() }
            group.addTask {
                try? await Task.sleep(for: Self.longestStart)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        guard let outcome else {
            await close()
            throw CommandError("The camera delivered no picture in \(Self.longestStart.components.seconds) seconds.")
        }
        guard outcome == .live else {
            await close()
            throw CommandError("\(outcome.userMessage.title). \(outcome.userMessage.advice)")
        }
        if isDual { try await requireBoth() }
    }

    /// Waits for the second camera. Who asks for two gets two, or no movie.
    private func requireBoth() async throws {
        let outcome = await withTaskGroup(of: MultiCamStatus?.self) { group in
            group.addTask { await self.firstDualOutcome() }
            group.addTask {
                try? await Task.sleep(for: Self.longestStart)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        guard outcome?.isOn != true else { return }
        await close()
        guard let message = outcome?.obstacle?.userMessage else {
            throw CommandError(
                "The second camera delivered no picture in \(Self.longestStart.components.seconds) seconds."
            )
        }
        throw CommandError("\(message.title). \(message.advice)")
    }

    /// Two cameras, or what stands in the way of them.
    private func firstDualOutcome() async -> MultiCamStatus? {
        for await _ in model.changes() where model.multiCam.isOn || model.multiCam.obstacle != nil {
            return model.multiCam
        }
        return nil
    }

    /// Live, or what stands in the way of it until the user does something.
    private func firstOutcome() async -> CameraStatus? {
        for await _ in model.changes() {
            switch model.status {
            case .live, .denied, .restricted, .noCamera, .failed, .interrupted: return model.status
            case .off, .inBackground, .askingForPermission, .starting, .recovering: continue
            }
        }
        return nil
    }

    /// Records until the recording ends: by a signal, by a limit, or by what happens to camera and disk.
    ///
    /// - Parameter onStart: called once it records.
    /// - Throws: `CommandError` when there is no movie.
    func record(
        _ request: RecordingRequest,
        named name: String,
        onStart: @Sendable () -> Void
    ) async throws -> RecordedMovie {
        let movies = model.recordings()
        let signals = await UnixSignalsSequence(trapping: EndingSignals.all)
        do throws(RecordingFailure) {
            try await model.startRecording(request)
        } catch {
            await close()
            throw CommandError("\(error.userMessage.title). \(error.userMessage.advice)")
        }
        onStart()
        let console = ProgressConsole()
        if hasAudio, !model.recording.hasAudio {
            let message = model.recording.audio.userMessage
            console.printLine("\(message.title). \(message.advice)")
        }
        let watching = Task { await self.watch(signals, named: name, console) }
        let missing = Task { await self.reportLostCameras(console) }
        let showing = Task { await self.present(console) }
        let movie = await movies.first { @Sendable _ in true }
        showing.cancel()
        watching.cancel()
        missing.cancel()
        console.end()
        await close()
        guard let movie else { throw CommandError("The recording ended without a movie.") }
        guard movie.isPlayable else {
            throw CommandError("Nothing was recorded. \(movie.end.userMessage.title). \(movie.reason ?? "")")
        }
        return movie
    }

    /// The first signal ends the recording, the second one this program.
    private func watch(_ signals: UnixSignalsSequence, named name: String, _ console: ProgressConsole) async {
        var isEnding = false
        for await _ in signals {
            guard !isEnding else {
                console.printLine(
                    "Left before the file was finished. It plays; make an ordinary movie of it with: pinhole recover \(name)"
                )
                exit(Self.aborted)
            }
            isEnding = true
            console.printLine("Finishing \(name) ... (Ctrl-C again leaves it as it is)")
            Task { _ = try? await model.stopRecording() }
        }
    }

    /// One camera of two that is gone does not end the recording, but whoever records has to know.
    private func reportLostCameras(_ console: ProgressConsole) async {
        var told: MultiCamObstacle?
        for await _ in model.changes() where isDual && model.multiCam.obstacle != told {
            told = model.multiCam.obstacle
            if let message = told?.userMessage { console.printLine("\(message.title). \(message.advice)") }
        }
    }

    private func present(_ console: ProgressConsole) async {
        while !Task.isCancelled {
            console.printProgress(
                RecordingLine(
                    status: model.recording,
                    framesPerSecond: rate.rate(),
                    levels: model.recording.hasAudio ? model.audioLevels : []
                ).text
            )
            try? await Task.sleep(for: console.interval)
        }
    }

    private func close() async {
        engine.stop()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await status in await self.engine.statuses() where status == .off { return }
            }
            group.addTask { try? await Task.sleep(for: .seconds(2)) }
            await group.next()
            group.cancelAll()
        }
    }
}

/// Counts frames, and tells how many there were a second since it was asked last.
private final class FrameRateMeter: Sendable {
    private struct State {
        var frames = 0
        var since = ContinuousClock.now
        var rate: Double?
    }

    private let state = Mutex(State())

    func count() {
        state.withLock { $0.frames += 1 }
    }

    /// Over about a second; nil until one has passed.
    func rate() -> Double? {
        let now = ContinuousClock.now
        return state.withLock { state in
            let seconds = state.since.duration(to: now) / .seconds(1)
            guard seconds >= 1 else { return state.rate }
            state.rate = Double(state.frames) / seconds
            state.frames = 0
            state.since = now
            return state.rate
        }
    }
}

/// What is shown of a recording, in a line.
struct RecordingLine {
    let status: RecordingStatus
    /// `nil` until that can be told.
    let framesPerSecond: Double?
    /// In decibels of full scale, for each channel.
    let levels: [Float]

    /// `REC 0:12.3  4.2 MB  30 fps  0 dropped  [######------] -18 dB`
    var text: String {
        var parts = [
            status.phase == .paused ? "PAUSE" : "REC", Self.time(status.duration), Self.size(status.fileSize),
        ]
        if let framesPerSecond { parts.append("\(Int(framesPerSecond.rounded())) fps") }
        parts.append("\(status.droppedFrames ?? 0) dropped")
        parts.append(levels.max().map(Self.bar) ?? "no sound")
        return parts.joined(separator: "  ")
    }

    /// Tenths matter to whoever waits for a certain moment.
    ///
    /// - Parameter rule: a time that passes is rounded down, as clocks do; the length of a movie to the nearest tenth.
    static func time(_ seconds: Double, rounding rule: FloatingPointRoundingRule = .down) -> String {
        let tenths = Int((max(0, seconds) * 10).rounded(rule))
        let (hours, minutes, rest) = (tenths / 36000, tenths / 600 % 60, tenths % 600)
        let padded = { (value: Int) in value < 10 ? "0\(value)" : "\(value)" }
        let clock = hours > 0 ? "\(hours):\(padded(minutes))" : "\(minutes)"
        return "\(clock):\(padded(rest / 10)).\(rest % 10)"
    }

    /// As the viewfinder writes it.
    static func size(_ bytes: Int64) -> String {
        switch bytes {
        case ..<1_000_000: "\(Int((Double(bytes) / 1e3).rounded())) kB"
        case ..<1_000_000_000: String(format: "%.1f MB", Double(bytes) / 1e6)
        default: String(format: "%.2f GB", Double(bytes) / 1e9)
        }
    }

    private static let barLength = 12
    private static let silence: Float = -60

    private static func bar(_ level: Float) -> String {
        let part = min(1, max(0, (level - silence) / -silence))
        let filled = Int((part * Float(barLength)).rounded())
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: barLength - filled)
        return "[\(bar)] \(level <= silence ? "silent" : "\(Int(level.rounded())) dB")"
    }
}
