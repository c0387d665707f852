@preconcurrency import AVFoundation
import CameraLifecycle

/// Records movies: takes what the user wants, and does what `RecordingPolicy` decides (R-REC, R-LIFE-9).
extension CameraEngine {
    /// What stands in the engine's queue about recordings.
    enum RecordingMessage: Sendable {
        case mode(CaptureMode)
        /// Movies are to have another size and rate; told why not.
        case format(MovieFormat?, @Sendable (MovieFormatFailure?) -> Void)
        case start(RecordingRequest, PendingRecordings.Reply<Void>)
        case pause(PendingRecordings.Reply<Void>)
        case resume(PendingRecordings.Reply<Void>)
        case stop(PendingRecordings.Reply<RecordedMovie>)
        /// It is time to look how far the movie is.
        case poll
        case progress(MovieProgress, RecordingTicket)
        /// From the worker of a generation.
        case news(MovieRecorder.News, generation: Int)
        /// What is the matter with the microphone; from the worker of a generation.
        case audio(AudioState, name: String?, generation: Int)
        /// A microphone has come or gone, or the user has decided about it.
        case audioChanged
        /// A call, or another app, has the sound, or not any more.
        case audioTaken(Bool)
        /// Sound takes another way.
        case routeChanged(AudioRouteChange)
    }

    /// What is known of recordings and their sound.
    struct RecordingState: Sendable {
        var pending = PendingRecordings()
        var policy: AudioPolicy
        /// What the session made of the microphone.
        var audio = AudioState.off
        var audioInput: String?
        /// The size and rate that the user has chosen.
        var format: MovieFormat?
        /// What the camera in use can record.
        var formatChoices: [MovieFormat] = []
        /// Whether the session has met a call, which keeps it interrupted even when it has no microphone any more.
        var needsNewSession = false
        /// When to look again how far the movie is.
        var appointment: EngineAppointment?
    }

    /// How often a user sees how far the movie is.
    private static let pollInterval: Int64 = 250

    // MARK: - For the user

    nonisolated var recordsMovies: Bool { configuration.recordsMovies }

    /// How loud it is, in decibels of full scale, for each channel; empty as long as no microphone is used. To be polled (S-126).
    public nonisolated var audioLevels: [Float] { audioMeter.levels }

    /// Chooses between photos, movies and scans. With movies the microphone is used as long as the camera is live, so that a recording
    /// begins at once and with sound; the first time the user is asked for it. With scans the camera has a format for them; it changes
    /// with the mode while the picture goes on, or, if a movie is recorded, when that is over.
    public nonisolated func setMode(_ mode: CaptureMode) {
        inbox.yield(.recording(.mode(mode)))
        guard mode == .video, configuration.audio == .whenAvailable else { return }
        Task { await askForMicrophone() }
    }

    /// Begins a recording; returns once it records.
    ///
    /// - Parameter request: what is wanted of it.
    /// - Throws: why there is none, within a bound, but for the time that the user takes to answer whether the microphone may be
    ///   used.
    public func startRecording(_ request: RecordingRequest) async throws(RecordingFailure) {
        guard recordsMovies else { throw .notConfigured }
        if let refusal = RecordingDestination.refusal(request.url) { throw refusal }
        if request.recordsAudio, configuration.audio == .whenAvailable { await askForMicrophone() }
        guard !Task.isCancelled else { throw .cancelled }
        try await ask { .start(request, $0) }
    }

    /// Lets the movie grow no more until it is resumed. Harmless if it is paused already.
    public func pauseRecording() async throws(RecordingFailure) { try await ask { .pause($0) } }

    /// Lets a paused movie grow again. Harmless if it is not paused.
    public func resumeRecording() async throws(RecordingFailure) { try await ask { .resume($0) } }

    /// Ends the recording; returns when its file may be used.
    ///
    /// - Throws: why there is no movie.
    public func stopRecording() async throws(RecordingFailure) -> RecordedMovie { try await ask { .stop($0) } }

    /// Every recording that ends from now on, however it ends, once. Nothing is left out for a slow reader.
    public nonisolated func recordings() -> AsyncStream<RecordedMovie> { subscribers.add() }

    private nonisolated func ask<Value: Sendable>(
        _ message: (@escaping PendingRecordings.Reply<Value>) -> RecordingMessage
    ) async throws(RecordingFailure) -> Value {
        let result: Result<Value, RecordingFailure> = await withCheckedContinuation { continuation in
            inbox.yield(.recording(message { continuation.resume(returning: $0) }))
        }
        return try result.get()
    }

    /// Asks the user, if that was never done; the answer changes nothing but the sound.
    private func askForMicrophone() async {
        guard scope.run({ AVCaptureDevice.authorizationStatus(for: .audio) }) == .notDetermined else { return }
        openQuestions += 1
        EngineLog.shared.write(.permission, .info, "asking for the microphone")
        let isAllowed = await scope.run { await AVCaptureDevice.requestAccess(for: .audio) }
        EngineLog.shared.write(.permission, .info, "microphone", ["isAllowed": "\(isAllowed)"])
        openQuestions -= 1
        inbox.yield(.recording(.audioChanged))
    }

    // MARK: - What happens

    func handle(_ message: RecordingMessage) {
        switch message {
        case .mode(let mode):
            recording.policy.mode = mode
            updateMicrophone()
            selectFormat()
        case .format(let format, let reply): reply(applyMovieFormat(format))
        case .start(let request, let reply): start(request, reply)
        case .pause(let reply): send(.pauseRecording, [.recording, .paused], reply)
        case .resume(let reply): send(.resumeRecording, [.recording, .paused], reply)
        case .stop(let reply): stop(reply)
        case .poll: pollRecording()
        case .progress(let progress, let ticket): recording.pending.update(progress, of: ticket)
        case .news(let news, let generation): if generation == self.generation { handle(news) }
        case .audio(let state, let name, let generation):
            if generation == self.generation { updateAudio(state, name) }
        case .audioChanged: updateMicrophone()
        case .audioTaken(let isTaken):
            EngineLog.shared.write(.recording, .notice, isTaken ? "sound interrupted" : "sound's interruption ended")
            recording.policy.update(isTaken: isTaken)
            // What the session makes of a call it tells itself; afterwards nobody else tells.
            if !isTaken { updateMicrophone() }
        case .routeChanged(let change):
            EngineLog.shared.write(
                .recording,
                .notice,
                "sound takes another way",
                ["from": change.former, "to": change.present, "reason": change.reason]
            )
            worker.reportAudioInput()
        }
    }

    private func start(_ request: RecordingRequest, _ reply: @escaping PendingRecordings.Reply<Void>) {
        let ticket = recording.pending.add(request, onBegin: reply)
        decide(.record(ticket, goesOn: request.cameraSwitch == .goesOnInNextFile))
    }

    private func send(_ event: CameraEvent, _ phases: Set<RecordingPhase>, _ reply: PendingRecordings.Reply<Void>) {
        guard phases.contains(recordingPhase) else { return reply(.failure(.notRecording)) }
        decide(event)
        reply(.success(()))
    }

    private func stop(_ reply: @escaping PendingRecordings.Reply<RecordedMovie>) {
        guard recordingPhase != .idle else { return reply(.failure(.notRecording)) }
        recording.pending.awaitEnd(reply)
        decide(.stopRecording)
    }

    private func handle(_ news: MovieRecorder.News) {
        switch news {
        case .began(let ticket): decide(.recordingStarted(ticket))
        case .ended(let ticket, let end, let info):
            recording.pending.record(info, of: ticket)
            decide(.recordingFinished(ticket, end))
        }
    }

    // MARK: - What is decided

    /// Carries out what is decided about recordings.
    func performRecording(_ effect: CameraEffect) {
        switch effect {
        case .startRecorder(let ticket): startRecorder(ticket)
        case .pauseRecorder(let ticket): worker.movies?.pause(ticket)
        case .resumeRecorder(let ticket): worker.movies?.resume(ticket)
        case .stopRecorder(let ticket): worker.movies?.stop(ticket)
        case .recordingBegan(let ticket):
            recording.pending.began(ticket)
            pollRecording()
        case .recordingEnded(let ticket, let end): endRecording(ticket, end)
        default: break
        }
    }

    private func startRecorder(_ ticket: RecordingTicket) {
        guard let request = recording.pending.request(ticket), worker.movies != nil else {
            inbox.yield(.report(.recordingFinished(ticket, .notLive), generation: generation))
            return
        }
        let url = RecordingDestination.file(request.url, part: ticket.part)
        recording.pending.begin(ticket, url)
        recording.policy.isRecordingWithAudio = request.recordsAudio
        recording.policy.isRecordingInSilence = !request.recordsAudio
        // All on the same queue, so it is done when the recording begins.
        updateMicrophone()
        worker.levelMovie()
        worker.record(ticket, request, to: url, multiCam.arrangement) { [inbox, generation] news in
            inbox.yield(.recording(.news(news, generation: generation)))
        }
    }

    private func endRecording(_ ticket: RecordingTicket, _ end: RecordingEnd) {
        // Decided already: another file follows, or none does.
        let isOver = recordingPhase == .idle
        let movie = recording.pending.end(ticket, end, isOver: isOver)
        if let movie { subscribers.notify(movie) }
        guard isOver else { return }
        recording.appointment?.cancel()
        recording.appointment = nil
        recording.policy.isRecordingWithAudio = false
        recording.policy.isRecordingInSilence = false
        updateMicrophone()
        selectFormat()
    }

    private func pollRecording() {
        guard let ticket = recording.pending.current?.ticket else { return }
        worker.movies?.read { [inbox] in inbox.yield(.recording(.progress($0, ticket))) }
        recording.appointment?.cancel()
        recording.appointment = appoint(clock.now().after(milliseconds: Self.pollInterval), .recording(.poll))
    }

    // MARK: - Sound

    /// Has the session take the microphone, or leave it, as is wanted now.
    func updateMicrophone() { worker.setMicrophoneEnabled(recording.policy.isWanted) }

    /// Something has happened to the session that may be about the microphone.
    func handleAudio(_ event: CameraEvent) {
        guard recording.policy.receive(event), recording.audio == .on else { return }
        EngineLog.shared.write(.recording, .notice, "a call has the microphone; the picture goes on without it")
        updateMicrophone()
        // Another session, without the microphone, is not interrupted.
        recording.needsNewSession = true
        inbox.yield(.event(.selectCamera))
    }

    private func updateAudio(_ state: AudioState, _ name: String?) {
        guard state != recording.audio || name != recording.audioInput else { return }
        (recording.audio, recording.audioInput) = (state, name)
        let isGood = state == .on || state == .off
        EngineLog.shared.write(
            .recording,
            isGood ? .info : .notice,
            "microphone",
            ["is": "\(state)"].merging(name.map { ["name": $0] } ?? [:]) { $1 }
        )
    }

    /// What sound comes in through, as the system names it; `nil` when no microphone is used.
    package var audioInput: String? { recording.audioInput }

    /// What a user sees of recording.
    package var recordingStatus: RecordingStatus {
        var status = RecordingStatus()
        status.phase = recordingPhase
        status.audio = recording.policy.presented(recording.audio)
        guard status.phase != .idle, let current = recording.pending.current else { return status }
        status.url = current.url
        status.duration = recording.pending.progress.duration
        status.fileSize = recording.pending.progress.fileSize
        status.droppedFrames = recording.pending.progress.droppedFrames
        return status
    }
}
