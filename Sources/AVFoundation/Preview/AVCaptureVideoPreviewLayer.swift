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

/// The layer's own properties of the time before connections. They are the connection's, with its rules (S-208).
extension AVCaptureVideoPreviewLayer {
    /// Whether the connection has an orientation; false without one.
    @available(*, deprecated, message: "Use AVCaptureConnection.isVideoRotationAngleSupported(_:)")
    public var isOrientationSupported: Bool { connection?.isVideoOrientationSupported ?? false }

    /// The connection's orientation; portrait without one. Setting it stops the program where it is not supported (S-208).
    @available(*, deprecated, message: "Use AVCaptureConnection.videoRotationAngle")
    public var orientation: AVCaptureVideoOrientation {
        get { connection?.videoOrientation ?? .portrait }
        set { required("setOrientation:", "isOrientationSupported").videoOrientation = newValue }
    }

    /// Whether the connection can mirror; false without one.
    @available(*, deprecated, message: "Use AVCaptureConnection.isVideoMirroringSupported")
    public var isMirroringSupported: Bool { connection?.isVideoMirroringSupported ?? false }

    /// Whether mirroring follows the configuration; true without a connection.
    @available(*, deprecated, message: "Use AVCaptureConnection.automaticallyAdjustsVideoMirroring")
    public var automaticallyAdjustsMirroring: Bool {
        get { connection?.automaticallyAdjustsVideoMirroring ?? true }
        set { connection?.automaticallyAdjustsVideoMirroring = newValue }
    }

    /// Whether pictures are mirrored. Setting it stops the program where it is not supported, and while it is adjusted automatically
    /// (S-208).
    @available(*, deprecated, message: "Use AVCaptureConnection.isVideoMirrored")
    public var isMirrored: Bool {
        get { connection?.isVideoMirrored ?? false }
        set { required("setMirrored:", "isMirroringSupported").isVideoMirrored = newValue }
    }

    private func required(_ selector: String, _ support: String) -> AVCaptureConnection {
        guard let connection else {
            programmerError(
                .invalidArgument,
                "*** -[AVCaptureVideoPreviewLayer \(selector)] Cannot be set when \(support) is NO"
            )
        }
        return connection
    }
}

/// How video is fitted into a layer.
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a gravity from Apple's string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Whole picture, aspect ratio kept, bars where the layer is larger.
    public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
    /// Layer filled, aspect ratio kept, picture cut off where it is larger.
    public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")
    /// Layer filled, picture stretched.
    public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")
}

/// Where the picture lies in a preview layer, and what its points mean on the sensor (R-PREV-1, S-207).
struct PreviewGeometry: Equatable {
    /// The layer's size.
    var layerSize: CGSize
    /// The picture's size before rotation.
    var frameSize: CGSize
    /// How the picture is fitted.
    var gravity: AVLayerVideoGravity
    /// Rotation and mirroring of the picture on its way to the layer.
    var devicePoints: DevicePointMap

    /// The rectangle of the (rotated) picture in the layer's coordinates; larger than the layer when the picture is cut
    /// off. The layer itself while either has no size.
    var videoRect: CGRect {
        let isTurned = devicePoints.rotationAngle % 180 != 0
        let width = isTurned ? frameSize.height : frameSize.width
        let height = isTurned ? frameSize.width : frameSize.height
        guard width > 0, height > 0, layerSize.width > 0, layerSize.height > 0, gravity != .resize else {
            return CGRect(origin: .zero, size: layerSize)
        }
        let ratios = (layerSize.width / width, layerSize.height / height)
        let scale = gravity == .resizeAspectFill ? max(ratios.0, ratios.1) : min(ratios.0, ratios.1)
        let size = CGSize(width: width * scale, height: height * scale)
        return CGRect(
            x: (layerSize.width - size.width) / 2,
            y: (layerSize.height - size.height) / 2,
            width: size.width,
            height: size.height
        )
    }

    /// From a point of the layer to the sensor.
    func devicePoint(fromLayer point: CGPoint) -> CGPoint {
        let video = videoRect
        guard video.width > 0, video.height > 0 else { return .zero }
        let unit = CGPoint(x: (point.x - video.minX) / video.width, y: (point.y - video.minY) / video.height)
        return devicePoints.point(fromFrame: unit)
    }

    /// From the sensor to a point of the layer.
    func layerPoint(fromDevice point: CGPoint) -> CGPoint {
        let video = videoRect
        let unit = devicePoints.point(fromDevice: point)
        return CGPoint(x: video.minX + unit.x * video.width, y: video.minY + unit.y * video.height)
    }
}

/// The largest rectangle of an aspect ratio within another one, in its middle.
///
/// - Parameters:
///   - aspectRatio: width and height in any unit.
///   - boundingRect: the rectangle around.
/// - Returns: a rectangle without width and height if one of the ratio's is not more than 0 (UNKNOWN: Apple documents nothing about it).
public func AVMakeRect(aspectRatio: CGSize, insideRect boundingRect: CGRect) -> CGRect {
    let bounds = boundingRect.standardized
    guard aspectRatio.width > 0, aspectRatio.height > 0 else {
        return CGRect(x: bounds.midX, y: bounds.midY, width: 0, height: 0)
    }
    let scale = min(bounds.width / aspectRatio.width, bounds.height / aspectRatio.height)
    let size = CGSize(width: aspectRatio.width * scale, height: aspectRatio.height * scale)
    return CGRect(
        x: bounds.midX - size.width / 2,
        y: bounds.midY - size.height / 2,
        width: size.width,
        height: size.height
    )
}

/// The `beginTime` of an animation that begins with a movie: Core Animation takes zero for "now", so this is a bit more.
public let AVCoreAnimationBeginTimeAtZero: CFTimeInterval = 1e-100

/// The type name of keys for protected streams.
public let AVStreamingKeyDeliveryContentKeyType = "com.apple.streamingkeydelivery.contentkey"

/// The type name of keys for protected streams that are kept.
public let AVStreamingKeyDeliveryPersistentContentKeyType = "com.apple.streamingkeydelivery.persistentcontentkey"
