import AVFoundation
import CaptureDriver
import Synchronization

/// Takes down the notifications of a session and of one camera, in order.
final class NotificationObserver: Sendable {
    private struct State: Sendable {
        var session: [FaultTrace.SessionNotice] = []
        var device: [FaultTrace.DeviceNotice] = []
        var known: ObjectIdentifier?
    }

    /// An observation that ends when it is released.
    private final class Token: @unchecked Sendable {
        // @unchecked: the token is only handed back to the notification centre, which is thread-safe.
        private let token: any NSObjectProtocol

        init(_ token: any NSObjectProtocol) {
            self.token = token
        }

        deinit {
            NotificationCenter.default.removeObserver(token)
        }
    }

    private let system: CaptureSystem
    private let cameraID: String
    private let state = Mutex(State())
    private let tokens = Mutex<[Token]>([])

    init(session: AVCaptureSession, cameraID: String, of system: CaptureSystem) {
        self.system = system
        self.cameraID = cameraID
        let sessionNotices: [(Notification.Name, @Sendable (Notification) -> FaultTrace.SessionNotice)] = [
            (AVCaptureSession.didStartRunningNotification, { _ in .didStart }),
            (AVCaptureSession.didStopRunningNotification, { _ in .didStop }),
            (AVCaptureSession.interruptionEndedNotification, { _ in .interruptionEnded }),
            (AVCaptureSession.wasInterruptedNotification, { .interrupted(Self.reason($0)) }),
            (AVCaptureSession.runtimeErrorNotification, { .runtimeError(Self.code($0)) }),
        ]
        for (name, notice) in sessionNotices {
            observe(name, session) { watcher, notification in
                let notice = notice(notification)
                watcher.state.withLock { $0.session.append(notice) }
            }
        }
        observe(AVCaptureDevice.wasConnectedNotification, nil) { watcher, notification in
            guard let device = watcher.camera(notification) else { return }
            watcher.state.withLock { state in
                let isKnown = state.known == ObjectIdentifier(device)
                state.device.append(isKnown ? .connectedAsKnownObject : .connectedAsNewObject)
            }
        }
        observe(AVCaptureDevice.wasDisconnectedNotification, nil) { watcher, notification in
            guard watcher.camera(notification) != nil else { return }
            watcher.state.withLock { $0.device.append(.disconnected) }
        }
    }

    /// What was heard since the last `forget`.
    var notices: (session: [FaultTrace.SessionNotice], device: [FaultTrace.DeviceNotice]) {
        state.withLock { ($0.session, $0.device) }
    }

    /// A new step begins.
    func forget() {
        state.withLock { state in
            state.session = []
            state.device = []
        }
    }

    /// The object that the client has for the camera.
    func know(_ device: AVCaptureDevice) {
        state.withLock { $0.known = ObjectIdentifier(device) }
    }

    private func observe(
        _ name: Notification.Name,
        _ object: AVCaptureSession?,
        _ body: @escaping @Sendable (NotificationObserver, Notification) -> Void
    ) {
        let token = NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) {
            [weak self] notification in
            if let self { body(self, notification) }
        }
        let kept = Token(token)
        tokens.withLock { $0.append(kept) }
    }

    private func camera(_ notification: Notification) -> AVCaptureDevice? {
        guard let device = notification.object as? AVCaptureDevice, device.belongs(to: system),
            device.uniqueID == cameraID
        else { return nil }
        return device
    }

    private static func reason(_ notification: Notification) -> Int {
        (notification.userInfo?[AVCaptureSessionInterruptionReasonKey] as? NSNumber)?.intValue ?? 0
    }

    private static func code(_ notification: Notification) -> Int {
        (notification.userInfo?[AVCaptureSessionErrorKey] as? AVError)?.code.rawValue ?? 0
    }
}
