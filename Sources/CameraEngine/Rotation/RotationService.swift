@preconcurrency import AVFoundation
import Synchronization

/// Keeps a session's pictures level with the horizon while the device turns (R-ROT-1, R-ROT-2), and mirrored as they should be
/// (R-PREV-2).
///
/// All of it is done again whenever a connection may be new: after each configuration, when the session has started, at the
/// first frame, when a preview is attached, and when the device is turned.
// @unchecked: everything but the angles, which lie in the mutex, is used on the session's queue only.
final class RotationService: @unchecked Sendable {
    private struct Angles: Sendable, Equatable {
        var preview = 0
        var capture = 0
    }

    private let session: AVCaptureSession
    private let sessionQueue: DispatchQueue
    private let mirrorsFrontCamera: Bool
    private let onTurn: @Sendable () -> Void
    private let angles = Mutex(Angles())

    /// The angles that cameras' frames keep, by the camera, because a movie is made of them; takes effect with `apply()`.
    ///
    /// A camera may come by another connection while the movie lasts, which begins at another angle.
    var heldAngles: [String: Int] = [:]
    private var device: AVCaptureDevice?
    private weak var layer: AVCaptureVideoPreviewLayer?
    private var coordinator: AVCaptureDevice.RotationCoordinator?
    private var observations: [NSKeyValueObservation] = []

    /// - Parameters:
    ///   - session: whose connections are taken care of.
    ///   - sessionQueue: the queue that alone touches the session.
    ///   - mirrorsFrontCamera: whether photos and movies of a front camera are mirrored.
    ///   - onTurn: called on the session's queue when angles have changed.
    init(
        session: AVCaptureSession,
        sessionQueue: DispatchQueue,
        mirrorsFrontCamera: Bool,
        onTurn: @escaping @Sendable () -> Void
    ) {
        self.session = session
        self.sessionQueue = sessionQueue
        self.mirrorsFrontCamera = mirrorsFrontCamera
        self.onTurn = onTurn
    }

    /// Follows the orientation for a camera and, if there is one, its preview. On the session's queue.
    func follow(_ device: AVCaptureDevice, layer: AVCaptureVideoPreviewLayer?) {
        if self.device !== device || self.layer !== layer {
            stop()
            self.device = device
            self.layer = layer
            observe(AVCaptureDevice.RotationCoordinator(device: device, previewLayer: layer))
        }
        apply()
    }

    /// The angle at which the camera's frames are now, with the camera; empty without one. On the session's queue.
    var frameAngles: [String: Int] {
        guard let device else { return [:] }
        return [device.uniqueID: heldAngles[device.uniqueID] ?? angles.withLock { $0.capture }]
    }

    /// Follows no more: the observers go with the camera. On the session's queue.
    func stop() {
        observations.forEach { $0.invalidate() }
        (observations, coordinator, device, layer) = ([], nil, nil, nil)
    }

    private func observe(_ coordinator: AVCaptureDevice.RotationCoordinator) {
        self.coordinator = coordinator
        read(coordinator)
        // Documented: the values change on the main queue (S-120).
        observations = [
            coordinator.observe(\.videoRotationAngleForHorizonLevelPreview, options: [.new]) { [weak self] turned, _ in
                self?.turned(turned)
            },
            coordinator.observe(\.videoRotationAngleForHorizonLevelCapture, options: [.new]) { [weak self] turned, _ in
                self?.turned(turned)
            },
        ]
    }

    private func turned(_ coordinator: AVCaptureDevice.RotationCoordinator) {
        guard read(coordinator) else { return }
        sessionQueue.async { [weak self] in
            guard let self, self.coordinator != nil else { return }
            apply()
            onTurn()
        }
    }

    /// - Returns: whether anything is different.
    @discardableResult
    private func read(_ coordinator: AVCaptureDevice.RotationCoordinator) -> Bool {
        let new = Angles(
            preview: Int(coordinator.videoRotationAngleForHorizonLevelPreview),
            capture: Int(coordinator.videoRotationAngleForHorizonLevelCapture)
        )
        return angles.withLock { angles in
            defer { angles = new }
            return angles != new
        }
    }

    // MARK: - Connections

    /// Brings all connections that there are in line. On the session's queue; costs nothing when all are.
    func apply() {
        guard let device else { return }
        let angles = angles.withLock { $0 }
        let policy = ConnectionPolicy(
            facesUser: device.position == .front,
            previewAngle: angles.preview,
            captureAngle: angles.capture,
            heldAngle: heldAngles[device.uniqueID],
            mirrorsFrontCamera: mirrorsFrontCamera
        )
        for connection in session.connections where connection.comes(from: device) {
            // A movie has one rotation from its beginning to its end.
            if (connection.output as? AVCaptureFileOutput)?.isRecording == true { continue }
            guard let facts = ConnectionPolicy.Facts(connection) else { continue }
            connection.make(policy.change(facts))
        }
    }
}

extension AVCaptureConnection {
    /// Whether a camera's pictures take this way; one that is built of several has them from any of those.
    fileprivate func comes(from device: AVCaptureDevice) -> Bool {
        inputPorts.contains { ($0.input as? AVCaptureDeviceInput)?.device == device }
    }
}

extension ConnectionPolicy.Facts {
    /// `nil` for what is not video.
    fileprivate init?(_ connection: AVCaptureConnection) {
        guard connection.inputPorts.contains(where: { $0.mediaType == .video }) else { return nil }
        self.init(
            role: ConnectionPolicy.Role(connection),
            angle: Int(connection.videoRotationAngle),
            angles: Set([0, 90, 180, 270].filter { connection.isVideoRotationAngleSupported(CGFloat($0)) }),
            canMirror: connection.isVideoMirroringSupported,
            isMirrored: connection.isVideoMirroringSupported && connection.isVideoMirrored,
            adjustsMirroring: connection.automaticallyAdjustsVideoMirroring
        )
    }
}

extension ConnectionPolicy.Role {
    fileprivate init(_ connection: AVCaptureConnection) {
        if connection.videoPreviewLayer != nil {
            self = .preview
        } else if connection.output is AVCaptureVideoDataOutput {
            self = .frames
        } else {
            self = .recording
        }
    }
}

extension AVCaptureConnection {
    /// In this order: setting `isVideoMirrored` while it is adjusted automatically ends the program (S-113).
    fileprivate func make(_ change: ConnectionPolicy.Change) {
        if change.stopsAdjustingMirroring { automaticallyAdjustsVideoMirroring = false }
        if let isMirrored = change.isMirrored { isVideoMirrored = isMirrored }
        if let angle = change.angle { videoRotationAngle = CGFloat(angle) }
    }
}
