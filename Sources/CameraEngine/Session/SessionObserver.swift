@preconcurrency import AVFoundation
import CameraLifecycle
import Foundation

/// Tells the engine what one session, and the cameras, report (R-LIFE-13).
final class SessionObserver: Sendable {
    private let tokens: ObserverTokens

    /// - Parameters:
    ///   - session: the one session that is listened to.
    ///   - report: called on whatever thread the news comes on.
    init(_ session: AVCaptureSession, report: @escaping @Sendable (CameraEvent) -> Void) {
        func observe(
            _ name: Notification.Name,
            _ object: Any?,
            _ event: @escaping @Sendable (Notification) -> CameraEvent?
        ) -> any NSObjectProtocol {
            ObserverTokens.token(name, of: object, report, event)
        }
        tokens = ObserverTokens([
            observe(AVCaptureSession.wasInterruptedNotification, session) { Self.interruption($0) },
            observe(AVCaptureSession.interruptionEndedNotification, session) { _ in .interruptionEnded },
            observe(AVCaptureSession.runtimeErrorNotification, session) { Self.failure($0) },
            observe(AVCaptureDevice.wasConnectedNotification, nil) { Self.roster($0) },
            observe(AVCaptureDevice.wasDisconnectedNotification, nil) { Self.roster($0) },
            // A session that does not run is not told by an error. One with several cameras has a `LossObserver`.
            observe(AVCaptureDevice.wasDisconnectedNotification, nil) { [weak session] notification in
                guard let session, !MultiCamSupport.isSeveral(session) else { return nil }
                // A microphone that is lost leaves the picture (R-REC-6).
                return session.cameraInput?.device === notification.object as AnyObject? ? .cameraLost() : nil
            },
        ])
    }

    /// What a camera that has come or gone means; a microphone means nothing to the picture.
    private static func roster(_ notification: Notification) -> CameraEvent? {
        guard (notification.object as? AVCaptureDevice)?.hasMediaType(.video) != false else { return nil }
        return .cameras(available: CameraSelection().device() != nil)
    }

    private static func interruption(_ notification: Notification) -> CameraEvent? {
        let number = notification.userInfo?[AVCaptureSessionInterruptionReasonKey] as? NSNumber
        // A reason of a later system is treated as the most general one.
        return .interrupted(number.flatMap { CameraInterruption(number: $0.intValue) } ?? .cameraInUse)
    }

    private static func failure(_ notification: Notification) -> CameraEvent? {
        let isRunning = (notification.object as? AVCaptureSession)?.isRunning ?? false
        let error = notification.userInfo?[AVCaptureSessionErrorKey] as? NSError
        guard let error, let session = notification.object as? AVCaptureSession else {
            return .failed(.other, isRunning: isRunning)
        }
        if !isRunning, LossObserver.isAboutAdditional(error, session) { return nil }
        guard isAboutCameras(error) else {
            // A microphone leaves the picture (R-REC-6). If it doesn't, nothing is the matter with the camera all the same.
            return isRunning ? nil : .failed(.other, isRunning: false)
        }
        let isOverBudget = error.code == OverageObserver.code && SessionCosts(session).hardware > 1
        return .failed(isOverBudget ? .overBudget : kind(error.code), isRunning: isRunning)
    }

    private static func isAboutCameras(_ error: NSError) -> Bool {
        (error.userInfo[AVErrorDeviceKey] as? AVCaptureDevice)?.hasMediaType(.video) != false
    }

    private static func kind(_ code: Int) -> SessionFailure {
        switch code {
        case OverageObserver.code: .resourcesExhausted
        case AVError.Code.mediaServicesWereReset.rawValue: .mediaServicesReset
        case AVError.Code.deviceWasDisconnected.rawValue, AVError.Code.deviceNotConnected.rawValue: .cameraDisconnected
        case AVError.Code.deviceInUseByAnotherApplication.rawValue: .cameraInUse
        default: .other
        }
    }
}

/// Tells which camera of a session with several of them was lost: it was unplugged, or its hardware failed. The session goes on with
/// the others.
final class LossObserver: Sendable {
    /// A camera that was lost; of this session, or of another one.
    struct Loss: Sendable {
        var device: AVCaptureDevice
        /// Whether it has failed, though it is connected; else it was unplugged.
        var isFailure: Bool
        /// Why the session has stopped because of it; `nil` if the session goes on with others.
        var stop: MultiCamObstacle?
    }

    private let tokens: ObserverTokens

    /// - Parameters:
    ///   - session: the one session that is listened to.
    ///   - report: called with a device that may be one of the session's, more than once for one loss, on whatever thread the news
    ///     comes on.
    init(_ session: AVCaptureSession, report: @escaping @Sendable (Loss) -> Void) {
        tokens = ObserverTokens([
            ObserverTokens.token(AVCaptureDevice.wasDisconnectedNotification, of: nil, report) {
                ($0.object as? AVCaptureDevice).map { Loss(device: $0, isFailure: false) }
            },
            ObserverTokens.token(AVCaptureSession.runtimeErrorNotification, of: session, report) { Self.failed($0) },
        ])
    }

    /// The camera that an error is about while the session runs on without it.
    private static func failed(_ notification: Notification) -> Loss? {
        guard let session = notification.object as? AVCaptureSession,
            let error = notification.userInfo?[AVCaptureSessionErrorKey] as? NSError,
            let device = error.userInfo[AVErrorDeviceKey] as? AVCaptureDevice
        else { return nil }
        if session.isRunning { return Loss(device: device, isFailure: true) }
        guard isAboutAdditional(error, session) else { return nil }
        return Loss(device: device, isFailure: true, stop: MultiCamObstacle(AVError(_nsError: error)))
    }

    /// Whether a session has stopped because of an additional camera, so that the leading one alone may do.
    static func isAboutAdditional(_ error: NSError, _ session: AVCaptureSession) -> Bool {
        // What both are too much for is about neither.
        guard MultiCamSupport.isSeveral(session), error.code != OverageObserver.code,
            let device = error.userInfo[AVErrorDeviceKey] as? AVCaptureDevice
        else { return false }
        return session.cameraInputs.dropFirst().contains { $0.device == device }
    }
}

/// Tells that the cameras of a session together are too much for the hardware (S-100).
final class OverageObserver: Sendable {
    /// Apple's name for this one is missing on some systems; clients know it by its number.
    static let code = -11872

    private let tokens: ObserverTokens

    /// - Parameters:
    ///   - session: the one session that is listened to.
    ///   - report: called on whatever thread the news comes on.
    init(_ session: AVCaptureSession, report: @escaping @Sendable () -> Void) {
        let name = AVCaptureSession.runtimeErrorNotification
        tokens = ObserverTokens([ObserverTokens.token(name, of: session, report) { Self.isOverage($0) ? () : nil }])
    }

    private static func isOverage(_ notification: Notification) -> Bool {
        (notification.userInfo?[AVCaptureSessionErrorKey] as? NSError)?.code == code
    }
}

/// Keeps observers registered; releasing it takes them back (R-LIFE-13).
// @unchecked: the tokens are only given back, once.
final class ObserverTokens: @unchecked Sendable {
    private let tokens: [any NSObjectProtocol]

    /// - Parameter tokens: as `NotificationCenter` gives them out.
    init(_ tokens: [any NSObjectProtocol] = []) {
        self.tokens = tokens
    }

    deinit {
        tokens.forEach(NotificationCenter.default.removeObserver)
    }
}

extension ObserverTokens {
    /// Registers an observer.
    ///
    /// - Parameters:
    ///   - object: whose notifications are heard; `nil` for everybody's.
    ///   - report: called with what a notification means, on whatever thread it comes on.
    ///   - news: what it means; `nil` for nothing.
    static func token<News>(
        _ name: Notification.Name,
        of object: Any? = nil,
        _ report: @escaping @Sendable (News) -> Void,
        _ news: @escaping @Sendable (Notification) -> News?
    ) -> any NSObjectProtocol {
        NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { notification in
            if let news = news(notification) { report(news) }
        }
    }
}
