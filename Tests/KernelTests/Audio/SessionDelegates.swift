import AVFoundation
import Foundation
import Synchronization

/// Counts pictures.
final class ReceivedFrames: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    let queue = DispatchQueue(label: "test.kernel.pictures")
    private let seen = Atomic(0)

    var count: Int { seen.load(ordering: .relaxed) }

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        seen.add(1, ordering: .relaxed)
    }
}

/// Tells when a recording is finished.
final class MovieSignal: NSObject, AVCaptureFileOutputRecordingDelegate, Sendable {
    private struct State: Sendable {
        var isFinished = false
        var error: AVError?
    }

    private let state = Mutex(State())

    var isFinished: Bool { state.withLock { $0.isFinished } }
    var error: AVError? { state.withLock { $0.error } }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didFinishRecordingTo outputFileURL: URL,
        from connections: [AVCaptureConnection],
        error: (any Error)?
    ) {
        let error = error as? AVError
        state.withLock { $0 = State(isFinished: true, error: error) }
    }
}

/// Remembers why the audio session's route has changed.
final class RouteReasons: Sendable {
    private let reasons = Mutex<[AVAudioSession.RouteChangeReason]>([])
    // The token is only handed back to the notification centre, which is thread-safe.
    nonisolated(unsafe) private var token: (any NSObjectProtocol)?

    init() {
        token = NotificationCenter.default.addObserver(
            forName: AVAudioSession.routeChangeNotification,
            object: AVAudioSession.sharedInstance(),
            queue: nil
        ) { [weak self] notification in
            let number = notification.userInfo?[AVAudioSessionRouteChangeReasonKey] as? NSNumber
            guard let number, let reason = AVAudioSession.RouteChangeReason(rawValue: number.uintValue) else { return }
            self?.reasons.withLock { $0.append(reason) }
        }
    }

    deinit {
        if let token { NotificationCenter.default.removeObserver(token) }
    }

    var all: [AVAudioSession.RouteChangeReason] { reasons.withLock { $0 } }
}
