import AVFoundation
import Foundation
import Synchronization

/// Remembers what an output tells its recording delegate.
final class MovieRecorder: NSObject, AVCaptureFileOutputRecordingDelegate, Sendable {
    private struct State: @unchecked Sendable {
        // @unchecked: the closure is called on the output's queue only.
        var words: [String] = []
        var errors: [AVError?] = []
        var startTime = CMTime.invalid
        var connectionCounts: Set<Int> = []
        var wasOnMainThread = false
        var urls: [URL] = []
        var duringFinish: @Sendable (AVCaptureFileOutput) -> Void = { _ in }
    }

    private let state = Mutex(State())

    /// `start`, `pause`, `resume`, `willFinish`, `finish`, in order.
    var words: [String] { state.withLock { $0.words } }
    /// One for each finish.
    var errors: [AVError?] { state.withLock { $0.errors } }
    /// What the only recording ended with.
    var error: AVError? { errors.last ?? nil }
    /// The codes of all errors; 0 for none.
    var codes: [Int] { errors.map { $0?.errorCode ?? 0 } }
    var startTime: CMTime { state.withLock { $0.startTime } }
    var connectionCounts: Set<Int> { state.withLock { $0.connectionCounts } }
    var wasOnMainThread: Bool { state.withLock { $0.wasOnMainThread } }
    var urls: [URL] { state.withLock { $0.urls } }

    /// Does something when a recording has ended.
    func whenFinished(_ action: @escaping @Sendable (AVCaptureFileOutput) -> Void) {
        state.withLock { $0.duringFinish = action }
    }

    private func hear(_ word: String, _ url: URL, _ connections: [AVCaptureConnection]) {
        state.withLock { state in
            state.words.append(word)
            state.connectionCounts.insert(connections.count)
            state.urls.append(url)
            if Thread.isMainThread { state.wasOnMainThread = true }
        }
    }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didStartRecordingTo fileURL: URL,
        startPTS: CMTime,
        from connections: [AVCaptureConnection]
    ) {
        hear("start", fileURL, connections)
        state.withLock { $0.startTime = startPTS }
    }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didPauseRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    ) {
        hear("pause", fileURL, connections)
    }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didResumeRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    ) {
        hear("resume", fileURL, connections)
    }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        willFinishRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection],
        error: (any Error)?
    ) {
        hear("willFinish", fileURL, connections)
    }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didFinishRecordingTo outputFileURL: URL,
        from connections: [AVCaptureConnection],
        error: (any Error)?
    ) {
        hear("finish", outputFileURL, connections)
        let action = state.withLock { state in
            state.errors.append(error as? AVError)
            return state.duringFinish
        }
        action(output)
    }
}

/// A delegate as older clients write it.
final class OldMovieRecorder: NSObject, AVCaptureFileOutputRecordingDelegate, Sendable {
    private let heard = Mutex<[String]>([])
    var words: [String] { heard.withLock { $0 } }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didStartRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    ) {
        heard.withLock { $0.append("start") }
    }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didFinishRecordingTo outputFileURL: URL,
        from connections: [AVCaptureConnection],
        error: (any Error)?
    ) {
        heard.withLock { $0.append("finish") }
    }
}
