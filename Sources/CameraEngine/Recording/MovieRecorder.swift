@preconcurrency import AVFoundation
import CameraLifecycle
import Synchronization

/// One session's movie output.
// @unchecked: the output is configured and asked on the session's queue only, but for what its delegate asks it when a recording has
// ended; the rest lies in the mutex.
final class MovieRecorder: @unchecked Sendable {
    /// What becomes of a recording.
    enum News: Sendable {
        /// It records.
        case began(RecordingTicket)
        /// The output is done with it; nothing follows.
        case ended(RecordingTicket, RecordingEnd, MovieFileInfo)
    }

    /// The output, which belongs into the session.
    let output = AVCaptureMovieFileOutput()
    private let session: AVCaptureSession
    private let sessionQueue: DispatchQueue
    /// The output may hold delegates weakly, so they are kept here until their last call.
    private let receivers = Mutex<[RecordingTicket: RecordingReceiver]>([:])

    /// - Parameters:
    ///   - session: the session that the output is going to be part of.
    ///   - sessionQueue: the queue that alone touches the session.
    init(session: AVCaptureSession, sessionQueue: DispatchQueue) {
        self.session = session
        self.sessionQueue = sessionQueue
    }

    /// Whether a file is open.
    var isActive: Bool { receivers.withLock { !$0.isEmpty } }

    /// Begins a movie.
    ///
    /// - Parameter report: called with what becomes of it, on any queue; the last time with `.ended`.
    func start(
        _ ticket: RecordingTicket,
        _ request: RecordingRequest,
        to url: URL,
        report: @escaping @Sendable (News) -> Void
    ) {
        sessionQueue.async { [self] in
            if let refusal = refusal(request) {
                return report(.ended(ticket, refusal.end, MovieFileInfo(url: url, failure: refusal.failure)))
            }
            prepare(request)
            let receiver = RecordingReceiver(ticket) { [weak self] news in
                if case .ended = news { self?.forget(ticket) }
                report(news)
            }
            receivers.withLock { $0[ticket] = receiver }
            output.startRecording(to: url, recordingDelegate: receiver)
        }
    }

    /// Why nothing can be recorded. The output would end the program.
    private func refusal(_ request: RecordingRequest) -> (end: RecordingEnd, failure: RecordingFailure?)? {
        if session.isInterrupted { return (.interrupted(nil), nil) }
        guard session.isRunning, let connection = output.connection(with: .video), connection.isEnabled else {
            return (.notLive, nil)
        }
        guard connection.isActive else { return (.cameraLost, nil) }
        guard !output.isRecording else { return (.alreadyRecording, nil) }
        guard let codec = request.codec, !output.availableVideoCodecTypes.contains(codec.type) else { return nil }
        return (.failed(code: AVError.Code.encoderNotFound.rawValue), .codecUnavailable)
    }

    /// Limits, compression and what is written into the file. All of it counts for the next recording only.
    private func prepare(_ request: RecordingRequest) {
        output.maxRecordedDuration =
            request.maximumDuration.map { CMTime(seconds: $0, preferredTimescale: 600) } ?? .invalid
        output.maxRecordedFileSize = max(0, request.maximumFileSize ?? 0)
        output.minFreeDiskSpaceLimit = max(0, request.freeSpaceKept)
        output.metadata = RecordingMetadata.items(request)
        guard let connection = output.connection(with: .video) else { return }
        var settings: [String: Any] = [:]
        let keys = output.supportedOutputSettingsKeys(for: connection)
        if let codec = request.codec { settings[AVVideoCodecKey] = codec.type }
        if let bitRate = request.bitRate, keys.contains(AVVideoCompressionPropertiesKey) {
            settings[AVVideoCodecKey] = request.codec?.type ?? output.availableVideoCodecTypes.first
            settings[AVVideoCompressionPropertiesKey] = [AVVideoAverageBitRateKey: bitRate]
        }
        // Documented: none are the output's own choice again.
        output.setOutputSettings(settings.isEmpty ? nil : settings, for: connection)
    }

    func pause(_ ticket: RecordingTicket) {
        sessionQueue.async { [self] in
            if isTaking(ticket) { output.pauseRecording() }
        }
    }

    func resume(_ ticket: RecordingTicket) {
        sessionQueue.async { [self] in
            if isTaking(ticket) { output.resumeRecording() }
        }
    }

    /// Ends the movie; `.ended` follows, if it has not come by itself.
    func stop(_ ticket: RecordingTicket) {
        sessionQueue.async { [self] in
            guard let receiver = receivers.withLock({ $0[ticket] }) else { return }
            receiver.recordStop()
            output.stopRecording()
        }
    }

    private func isTaking(_ ticket: RecordingTicket) -> Bool {
        output.isRecording && receivers.withLock { $0[ticket] != nil }
    }

    /// Reads how far it is.
    ///
    /// - Parameter report: called on the session's queue.
    func read(_ report: @escaping @Sendable (MovieProgress) -> Void) {
        sessionQueue.async { [self] in report(MovieProgress(output)) }
    }

    private func forget(_ ticket: RecordingTicket) {
        let former = receivers.withLock { $0.removeValue(forKey: ticket) }
        // It is the receiver that calls: it goes after the lock has.
        withExtendedLifetime(former) {}
    }
}

extension RecordingRequest.Codec {
    fileprivate var type: AVVideoCodecType {
        switch self {
        case .h264: .h264
        case .hevc: .hevc
        }
    }
}

/// Hears what becomes of one movie. Called on a queue of the output's.
final class RecordingReceiver: NSObject, AVCaptureFileOutputRecordingDelegate, Sendable {
    private struct State: Sendable {
        var isStopped = false
        var hasEnded = false
    }

    private let ticket: RecordingTicket
    private let report: @Sendable (MovieRecorder.News) -> Void
    private let state = Mutex(State())

    /// - Parameter report: called once it records, and once at the end.
    init(_ ticket: RecordingTicket, report: @escaping @Sendable (MovieRecorder.News) -> Void) {
        self.ticket = ticket
        self.report = report
    }

    /// The output is about to be told to stop.
    func recordStop() { state.withLock { $0.isStopped = true } }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didStartRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    ) {
        report(.began(ticket))
    }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didFinishRecordingTo outputFileURL: URL,
        from connections: [AVCaptureConnection],
        error: (any Error)?
    ) {
        let (isStopped, isFirst) = state.withLock { state in
            defer { state.hasEnded = true }
            return (state.isStopped, !state.hasEnded)
        }
        guard isFirst else { return }
        let error = error.map { $0 as NSError }
        let end = error.map { RecordingEnd($0, isStopped: isStopped) } ?? .requested
        report(.ended(ticket, end, fileInfo(output, outputFileURL, connections, error)))
    }

    private func fileInfo(
        _ output: AVCaptureFileOutput,
        _ url: URL,
        _ connections: [AVCaptureConnection],
        _ error: NSError?
    ) -> MovieFileInfo {
        var info = MovieFileInfo(url: url)
        if let output = output as? AVCaptureMovieFileOutput { info.progress = MovieProgress(output) }
        info.progress.hasAudio = connections.contains { connection in
            connection.inputPorts.contains { $0.mediaType == .audio }
        }
        if let time = error?.userInfo[AVErrorTimeKey] as? CMTime, time.isNumeric {
            info.progress.duration = CMTimeGetSeconds(time)
        }
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        info.progress.fileSize = (attributes?[.size] as? NSNumber)?.int64Value ?? 0
        // Documented: an error does not say that the file is of no use; this does (S-180).
        info.isPlayable =
            error.map { ($0.userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool) ?? false } ?? true
        info.reason = error.map { $0.localizedFailureReason ?? $0.localizedDescription }
        return info
    }
}

extension RecordingEnd {
    /// What an output's error means.
    ///
    /// - Parameter isStopped: whether the output was told to stop before.
    init(_ error: NSError, isStopped: Bool) {
        guard error.domain == AVFoundationErrorDomain, let code = AVError.Code(rawValue: error.code) else {
            self = .failed(code: error.code)
            return
        }
        switch code {
        case .maximumDurationReached: self = .maximumDuration
        case .maximumFileSizeReached: self = .maximumFileSize
        case .diskFull: self = .diskFull
        case .sessionWasInterrupted: self = .interrupted(nil)
        case .deviceInUseByAnotherApplication: self = .interrupted(.cameraInUse)
        case .deviceWasDisconnected, .deviceNotConnected: self = .cameraLost
        case .mediaServicesWereReset: self = .mediaServicesReset
        case .sessionNotRunning: self = .notLive
        case .recordingAlreadyInProgress: self = .alreadyRecording
        // Stopped at once: there was nothing yet.
        case .noDataCaptured: self = isStopped ? .requested : .cameraFailed
        default: self = .failed(code: error.code)
        }
    }
}
