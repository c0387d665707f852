import CaptureCore
import CaptureDriver
import Foundation
import FoundationExtras
import QuartzCore
import Synchronization

/// A layer that shows a session's video, exactly as Apple's class of the same name.
///
/// Linux has no layer renderer: the layer keeps the connection that makes the camera stream, and answers where points of
/// the layer lie on the sensor. Who draws layers elsewhere, in a browser for example, takes the frames by a `PreviewFrameReader`.
open class AVCaptureVideoPreviewLayer: CALayer, KeyValueObservable {
    // Safe on any thread: all mutable state lies in the mutex.
    private struct PreviewState: @unchecked Sendable {
        // @unchecked: a session guards its state with locks.

        var session: AVCaptureSession?
        var gravity = AVLayerVideoGravity.resizeAspect
    }

    private let preview = Mutex(PreviewState())
    /// Where the connection's frames go.
    let tap = PreviewTap()
    /// What observers were told of `isPreviewing` last. Locked before everything that `isPreviewing` depends on.
    private let reportedPreviewing = Mutex(false)
    private let outbox = Outbox()

    /// Keeps the observers of `isPreviewing`.
    package let keyValueObservers = KeyValueObserverRegistry()

    package class func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] {
        func list<Root: AVCaptureVideoPreviewLayer>(_: Root.Type) -> [AnyKeyPath] { [\Root.isPreviewing] }
        guard let root = root as? any (AVCaptureVideoPreviewLayer & KeyValueObservable).Type else { return [] }
        return list(root)
    }

    /// Makes a layer without a session.
    public override init() {
        super.init()
    }

    /// Makes a copy of another layer's geometry, without its session.
    public override init(layer: Any) {
        super.init(layer: layer)
    }

    /// Makes a layer that shows a session, with a connection to its first video port (S-18).
    public init(session: AVCaptureSession) {
        super.init()
        self.session = session
    }

    /// Makes a layer for a session without a connection (S-18); add one with `AVCaptureSession.addConnection(_:)`.
    public init(sessionWithNoConnection session: AVCaptureSession) {
        super.init()
        setSessionWithNoConnection(session)
    }

    deinit {
        preview.withLock { $0.session }?.detach(ObjectIdentifier(self))
    }

    /// The session, which the layer retains (S-19). Setting one connects the layer to its first video port, now or as
    /// soon as there is one (S-18).
    open var session: AVCaptureSession? {
        get { preview.withLock { $0.session } }
        set { change(to: newValue, connecting: true) }
    }

    /// Sets the session without making a connection (S-18).
    open func setSessionWithNoConnection(_ session: AVCaptureSession) {
        change(to: session, connecting: false)
    }

    private func change(to session: AVCaptureSession?, connecting: Bool) {
        let old = preview.withLock { preview in
            let old = preview.session
            preview.session = session
            return old
        }
        old?.detach(ObjectIdentifier(self))
        session?.attach(self, connecting: connecting)
        previewingMayHaveChanged()
    }

    /// The connection that brings the picture.
    open var connection: AVCaptureConnection? {
        session?.connections.first { $0.videoPreviewLayer === self }
    }

    /// How the picture is fitted; `.resizeAspect` at first (S-206).
    open var videoGravity: AVLayerVideoGravity {
        get { preview.withLock { $0.gravity } }
        set { preview.withLock { $0.gravity = newValue } }
    }

    /// Whether the layer's session sends it pictures now. Key-value observable.
    open var isPreviewing: Bool {
        guard let session, session.isRunning, let connection else { return false }
        return connection.isEnabled && connection.isActive
    }

    /// The session, its connection to the layer, or whether they are running, may have changed.
    func previewingMayHaveChanged() {
        // Kept until the lock is free: looking must not be what lets go of a session.
        let session = session
        reportedPreviewing.withLock { reported in
            let isPreviewing = isPreviewing
            guard reported != isPreviewing else { return }
            let property = \AVCaptureVideoPreviewLayer.isPreviewing
            reportChange(of: property, from: reported, to: isPreviewing, through: outbox)
            reported = isPreviewing
        }
        withExtendedLifetime(session) {}
        outbox.deliver()
    }

    /// Whether the start of the preview can be deferred; it can't (S-28).
    open var isDeferredStartSupported: Bool { false }

    /// Always false; switching it on stops the program, as it is not supported (S-28).
    open var isDeferredStartEnabled: Bool {
        get { false }
        set {
            guard !newValue else {
                programmerError(
                    .invalidArgument,
                    "*** -[AVCaptureVideoPreviewLayer setDeferredStartEnabled:] Cannot be set to YES when "
                        + "isDeferredStartSupported is NO"
                )
            }
        }
    }

    // MARK: Coordinates

    /// Converts a point of the layer to a point of interest of the camera, (0,0) to (1,1) on the unrotated picture (S-207).
    open func captureDevicePointConverted(fromLayerPoint pointInLayer: CGPoint) -> CGPoint {
        geometry.devicePoint(fromLayer: pointInLayer)
    }

    /// Converts a point of interest of the camera to a point of the layer (S-207).
    open func layerPointConverted(fromCaptureDevicePoint captureDevicePointOfInterest: CGPoint) -> CGPoint {
        geometry.layerPoint(fromDevice: captureDevicePointOfInterest)
    }

    /// Converts a rectangle of the layer to metadata coordinates.
    open func metadataOutputRectConverted(fromLayerRect rectInLayerCoordinates: CGRect) -> CGRect {
        let rect = rectInLayerCoordinates
        return Self.spanning(
            captureDevicePointConverted(fromLayerPoint: CGPoint(x: rect.minX, y: rect.minY)),
            captureDevicePointConverted(fromLayerPoint: CGPoint(x: rect.maxX, y: rect.maxY))
        )
    }

    /// Converts a rectangle of metadata coordinates to the layer's.
    open func layerRectConverted(fromMetadataOutputRect rectInMetadataOutputCoordinates: CGRect) -> CGRect {
        let rect = rectInMetadataOutputCoordinates
        return Self.spanning(
            layerPointConverted(fromCaptureDevicePoint: CGPoint(x: rect.minX, y: rect.minY)),
            layerPointConverted(fromCaptureDevicePoint: CGPoint(x: rect.maxX, y: rect.maxY))
        )
    }

    /// Converts an object's places to the layer's coordinates.
    ///
    /// - Returns: `nil` for an object that another camera than the layer's has seen.
    open func transformedMetadataObject(for metadataObject: AVMetadataObject) -> AVMetadataObject? {
        guard let device = connection?.captureDevice, metadataObject.common.device === device else { return nil }
        return metadataObject.transformed(
            rect: layerRectConverted(fromMetadataOutputRect:),
            point: layerPointConverted(fromCaptureDevicePoint:)
        )
    }

    private var geometry: PreviewGeometry {
        let connection = connection
        let dimensions = connection?.captureDevice?.streamRequest.format.dimensions
        return PreviewGeometry(
            layerSize: bounds.size,
            frameSize: CGSize(width: Int(dimensions?.width ?? 0), height: Int(dimensions?.height ?? 0)),
            gravity: videoGravity,
            devicePoints: DevicePointMap(
                rotationAngle: Int(connection?.videoRotationAngle ?? 0),
                isMirrored: connection?.isVideoMirrored ?? false
            )
        )
    }

    private static func spanning(_ a: CGPoint, _ b: CGPoint) -> CGRect {
        CGRect(x: min(a.x, b.x), y: min(a.y, b.y), width: abs(a.x - b.x), height: abs(a.y - b.y))
    }
}
