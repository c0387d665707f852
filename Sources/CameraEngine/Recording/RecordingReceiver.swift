@preconcurrency import AVFoundation
import CameraLifecycle
import Synchronization

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
