@preconcurrency import AVFoundation

/// Keeps a session's pictures level with the horizon while the device turns (R-ROT-1, R-ROT-2), and mirrored as they should be
/// (R-PREV-2).
///
/// All of it is done again whenever a connection may be new: after each configuration, when the session has started, at the
/// first frame, when a preview is attached, and when the device is turned.
///
/// A coordinator tells angles on the main queue; connections are changed on the session's queue alone, in one transaction, so a turn never
/// falls into a configuration that is under way.
// @unchecked: used on the session's queue only.
final class RotationService: @unchecked Sendable {
    private struct Angles: Sendable, Equatable {
        var preview = 0
        var capture = 0
    }

    private let session: AVCaptureSession
    private let sessionQueue: DispatchQueue
    private let mirrorsFrontCamera: Bool
    private let onTurn: @Sendable () -> Void
    private var angles = Angles()

    /// The angles that cameras' frames keep, by the camera, because a movie is made of them; takes effect with `apply()`.
    ///
    /// A camera may come by another connection while the movie lasts, which begins at another angle.
    var heldAngles: [String: Int] = [:]
    private var device: AVCaptureDevice?
    private weak var layer: AVCaptureVideoPreviewLayer?
    private var coordinator: AVCaptureDevice.RotationCoordinator?
    /// Tells the present coordinator from former ones, whose last angles may still be under way.
    private var generation = 0
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
        dispatchPrecondition(condition: .onQueue(sessionQueue))
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
        dispatchPrecondition(condition: .onQueue(sessionQueue))
        guard let device else { return [:] }
        return [device.uniqueID: heldAngles[device.uniqueID] ?? angles.capture]
    }

    /// Follows no more: the observers go with the camera. On the session's queue.
    func stop() {
        dispatchPrecondition(condition: .onQueue(sessionQueue))
        observations.forEach { $0.invalidate() }
        (observations, coordinator, device, layer) = ([], nil, nil, nil)
    }

    private func observe(_ coordinator: AVCaptureDevice.RotationCoordinator) {
        self.coordinator = coordinator
        angles = Self.angles(coordinator)
        generation += 1
        // Documented: the values change on the main queue (S-120).
        let report: @Sendable (AVCaptureDevice.RotationCoordinator) -> Void = { [weak self, sessionQueue, generation] in
            let angles = Self.angles($0)
            sessionQueue.async { [weak self] in self?.turn(to: angles, generation) }
        }
        observations = [
            coordinator.observe(\.videoRotationAngleForHorizonLevelPreview, options: [.new]) { turned, _ in
                report(turned)
            },
            coordinator.observe(\.videoRotationAngleForHorizonLevelCapture, options: [.new]) { turned, _ in
                report(turned)
            },
        ]
    }

    private static func angles(_ coordinator: AVCaptureDevice.RotationCoordinator) -> Angles {
        Angles(
            preview: Int(coordinator.videoRotationAngleForHorizonLevelPreview),
            capture: Int(coordinator.videoRotationAngleForHorizonLevelCapture)
        )
    }

    private func turn(to angles: Angles, _ generation: Int) {
        guard coordinator != nil, generation == self.generation, angles != self.angles else { return }
        self.angles = angles
        apply()
        onTurn()
    }

    // MARK: - Connections

    /// Brings all connections that there are in line. On the session's queue; costs nothing when all are.
    func apply() {
        dispatchPrecondition(condition: .onQueue(sessionQueue))
        guard let device else { return }
        let policy = ConnectionPolicy(
            facesUser: device.position == .front,
            previewAngle: angles.preview,
            captureAngle: angles.capture,
            heldAngle: heldAngles[device.uniqueID],
            mirrorsFrontCamera: mirrorsFrontCamera
        )
        let changes = session.connections.compactMap { connection -> (AVCaptureConnection, ConnectionPolicy.Change)? in
            // A movie has one rotation from its beginning to its end.
            guard connection.comes(from: device), (connection.output as? AVCaptureFileOutput)?.isRecording != true,
                let current = ConnectionPolicy.Connection(connection)
            else { return nil }
            let change = policy.change(current)
            return change == ConnectionPolicy.Change() ? nil : (connection, change)
        }
        guard !changes.isEmpty else { return }
        // All at once: each by itself would set up a session anew that runs.
        session.beginConfiguration()
        for (connection, change) in changes { connection.make(change) }
        session.commitConfiguration()
    }
}

extension AVCaptureConnection {
    /// Whether a camera's pictures take this way; one that is built of several has them from any of those.
    fileprivate func comes(from device: AVCaptureDevice) -> Bool {
        inputPorts.contains { ($0.input as? AVCaptureDeviceInput)?.device == device }
    }
}

extension ConnectionPolicy.Connection {
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

/// Carries a preview layer to the session's queue, without keeping it alive.
// @unchecked: only the layer's connection with the session is made there, which Apple lets any thread do.
struct PreviewHolder: @unchecked Sendable {
    weak var layer: AVCaptureVideoPreviewLayer?
}

/// Which layer shows which camera of a session. A layer shows one camera.
struct SessionPreviewLayers: Sendable {
    private var holders: [Int: PreviewHolder] = [:]

    /// The layer that shows the camera with this index, as long as somebody keeps it alive.
    subscript(index: Int) -> AVCaptureVideoPreviewLayer? { holders[index]?.layer }

    /// Those that are alive, with their cameras' indices, in ascending order of these.
    var all: [(index: Int, layer: AVCaptureVideoPreviewLayer)] {
        holders.sorted { $0.key < $1.key }.compactMap { index, holder in holder.layer.map { (index, $0) } }
    }

    /// Has a layer show a camera, and no other one; `nil` for no layer.
    mutating func attach(_ holder: PreviewHolder, ofCamera index: Int) {
        holders = holders.filter { $0.value.layer != nil && $0.value.layer !== holder.layer }
        holders[index] = holder.layer == nil ? nil : holder
    }

    /// Whether a layer shows one of the cameras.
    func contains(_ layer: AVCaptureVideoPreviewLayer) -> Bool { holders.values.contains { $0.layer === layer } }
}
