import CaptureCore
import CaptureDriver
import Foundation
import FoundationExtras
import Synchronization

/// Where captured data leaves a session; the base of all outputs, exactly as Apple's class of the same name.
open class AVCaptureOutput: NSObject, KeyValueObservable {
    // Safe on any thread: the session reference lies in the mutex; subclasses guard their own state.
    private struct Attachment: @unchecked Sendable {
        // @unchecked: a session guards its state with locks.

        weak var session: AVCaptureSession?
        /// The session's, also when the output is in none any more.
        var outbox = Outbox()
    }

    private let attachment = Mutex(Attachment())

    /// Keeps the observers of the output's properties.
    package let keyValueObservers = KeyValueObserverRegistry()

    /// The base class has nothing to observe; subclasses add what is theirs.
    package class func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] { [] }

    override init() {
        super.init()
    }

    /// The output's connections, in the order in which they were made.
    open var connections: [AVCaptureConnection] {
        session?.connections.filter { $0.output === self } ?? []
    }

    /// The first connection that carries a media type.
    open func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
        connections.first { $0.mediaType == mediaType }
    }

    /// Whether the start of this output can be deferred; it can't (S-28).
    open var isDeferredStartSupported: Bool { false }

    /// Always false; switching it on stops the program, as it is not supported (S-28).
    open var isDeferredStartEnabled: Bool {
        get { false }
        set {
            guard !newValue else {
                programmerError(
                    .invalidArgument,
                    "*** -[\(type(of: self)) setDeferredStartEnabled:] Cannot be set to YES when "
                        + "isDeferredStartSupported is NO"
                )
            }
        }
    }

    // MARK: What the session asks of an output

    /// What the output can be connected to.
    var acceptedMediaTypes: [AVMediaType] { [] }

    /// The session that the output was added to.
    final var session: AVCaptureSession? { attachment.withLock { $0.session } }

    /// Through which the output tells key-value changes: in order with what its session tells.
    final var outbox: Outbox { attachment.withLock { $0.outbox } }

    /// Whether data can come, as far as connections, ports and devices are concerned.
    final var canDeliver: Bool { connections.contains(where: \.canDeliver) }

    /// Brings the data to a delegate's queue or to a synchronizer; `nil` for outputs whose data no synchronizer can take.
    var dataDelivery: (any SynchronizableDelivery)? { nil }

    /// Whether a synchronizer can take the output's data.
    final var canBeSynchronized: Bool { dataDelivery != nil }

    /// Whether a synchronizer is to expect data now.
    var expectsData: Bool { canDeliver }

    /// Whether its data are frames or depth maps, of whose buffers a camera has few.
    var deliversFrames: Bool { false }

    /// Whether its data give way to newer ones when nobody has fetched them yet.
    var discardsLateData: Bool { false }

    /// Has a synchronizer take the output's data, instead of its delegate.
    final func setSynchronizerRoute(_ route: SynchronizerRoute) {
        dataDelivery?.exchangeRoute(route).disconnect()
        updateSynchronizerRoute()
    }

    /// Tells a synchronizer whether data are to be expected.
    final func updateSynchronizerRoute() {
        guard let route = dataDelivery?.route, route.isConnected else { return }
        if session == nil { route.disconnect() } else { route.expect(expectsData) }
    }

    /// Whether frames are to come with depth maps, though they do not come through a connection of their own.
    var wantsDepthWithFrames: Bool { false }

    /// Takes a frame. On the driver's thread: return quickly.
    func consume(_ frame: CaptureFrame, from connection: AVCaptureConnection) {}

    /// Takes note of frames that the driver lost. On the driver's thread: return quickly.
    func consumeDrop(_ drop: CaptureDrop, from connection: AVCaptureConnection) {}

    /// Takes a packet of sound. On the driver's thread: return quickly.
    func consume(_ packet: CaptureAudioPacket, from connection: AVCaptureConnection) {}

    /// The device at a connection's other end was lost while it streamed: nothing comes through the connection any more,
    /// whether the session goes on or not. Under the session's lock, before the session announces anything.
    func connectionDidEnd(_ connection: AVCaptureConnection, _ failure: SessionRuntimeError) {
        dataDelivery?.route.expect(false)
    }

    /// The session fails while it runs. Told before the running state changes, under the session's lock.
    func sessionDidFail(_ failure: SessionRuntimeError) {}

    /// A connection of the output was enabled or disabled.
    func connectionEnablingChanged(_ connection: AVCaptureConnection) {}

    /// The session's running state has changed.
    func sessionRunningChanged(_ isRunning: Bool) {
        if !isRunning { dataDelivery?.reset() }
        dataDelivery?.route.runningChanged(isRunning)
        if isRunning { updateSynchronizerRoute() }
    }

    /// What comes may be different from now on: the session's streams follow its configuration again, which may not contain
    /// this output any more, or a device was lost. Under the session's lock.
    func deliveryDidChange() { updateSynchronizerRoute() }

    /// A configuration that contains this output is about to be committed. Not under the session's lock.
    func configurationWillCommit() {}

    /// A configuration that contains this output has been committed.
    func configurationDidCommit() {}

    /// The output was taken out of its session.
    func sessionDidDetach() {
        dataDelivery?.detach()
        updateSynchronizerRoute()
    }

    /// Takes note of the session that the output was added to.
    final func attach(to session: AVCaptureSession) {
        attachment.withLock { attachment in
            attachment.session = session
            attachment.outbox = session.outbox
        }
    }

    /// Takes note of having been removed.
    final func detach() {
        attachment.withLock { $0.session = nil }
        sessionDidDetach()
    }
}

extension AVCaptureOutput {
    /// Why data was dropped (S-132).
    public enum DataDroppedReason: Int, Sendable {
        /// Nothing was dropped.
        case none = 0
        /// The client was too slow.
        case lateData = 1
        /// The client holds too many buffers.
        case outOfBuffers = 2
        /// The device skipped data.
        case discontinuity = 3
    }
}

extension AVCaptureOutput {
    /// Converts a rectangle of the output's pictures to metadata coordinates, (0,0) to (1,1) on the unrotated sensor.
    ///
    /// - Parameter rectInOutputCoordinates: in pixels of the rotated and mirrored picture.
    public func metadataOutputRectConverted(fromOutputRect rectInOutputCoordinates: CGRect) -> CGRect {
        guard let geometry = frameGeometry else { return .zero }
        let size = geometry.outputSize
        let unit = CGRect(
            x: rectInOutputCoordinates.minX / size.width,
            y: rectInOutputCoordinates.minY / size.height,
            width: rectInOutputCoordinates.width / size.width,
            height: rectInOutputCoordinates.height / size.height
        )
        return geometry.devicePoints.rect(fromFrame: unit)
    }

    /// Converts a rectangle of metadata coordinates to pixels of the output's pictures.
    public func outputRectConverted(fromMetadataOutputRect rectInMetadataOutputCoordinates: CGRect) -> CGRect {
        guard let geometry = frameGeometry else { return .zero }
        let size = geometry.outputSize
        let unit = geometry.devicePoints.rect(fromDevice: rectInMetadataOutputCoordinates)
        return CGRect(
            x: unit.minX * size.width,
            y: unit.minY * size.height,
            width: unit.width * size.width,
            height: unit.height * size.height
        )
    }

    /// Converts an object's places to the coordinates of the output's pictures, which are pixels of the rotated and mirrored picture.
    ///
    /// - Parameter connection: one of this output's.
    /// - Returns: `nil` for an object that another camera has seen than the one that the connection leads from, and for a connection
    ///   of another output's.
    public func transformedMetadataObject(
        for metadataObject: AVMetadataObject,
        connection: AVCaptureConnection
    ) -> AVMetadataObject? {
        guard connection.output === self, let device = connection.captureDevice,
            metadataObject.common.device === device, let geometry = Self.geometry(of: connection)
        else { return nil }
        func pixels(_ unit: CGPoint) -> CGPoint {
            CGPoint(x: unit.x * geometry.outputSize.width, y: unit.y * geometry.outputSize.height)
        }
        return metadataObject.transformed(
            rect: { rect in
                let unit = geometry.devicePoints.rect(fromDevice: rect)
                let (a, b) = (pixels(CGPoint(x: unit.minX, y: unit.minY)), pixels(CGPoint(x: unit.maxX, y: unit.maxY)))
                return CGRect(x: a.x, y: a.y, width: b.x - a.x, height: b.y - a.y)
            },
            point: { pixels(geometry.devicePoints.point(fromDevice: $0)) }
        )
    }

    private var frameGeometry: (devicePoints: DevicePointMap, outputSize: CGSize)? {
        connection(with: .video).flatMap(Self.geometry)
    }

    private static func geometry(
        of connection: AVCaptureConnection
    ) -> (devicePoints: DevicePointMap, outputSize: CGSize)? {
        guard let device = connection.captureDevice else { return nil }
        // Objects lie in the unturned picture, whose size is 1.
        guard connection.mediaType == .video else {
            return (DevicePointMap(rotationAngle: 0, isMirrored: false), CGSize(width: 1, height: 1))
        }
        let angle = Int(connection.videoRotationAngle)
        let dimensions = device.streamRequest.format.dimensions
        let isTurned = angle == 90 || angle == 270
        let size = CGSize(
            width: Int(isTurned ? dimensions.height : dimensions.width),
            height: Int(isTurned ? dimensions.width : dimensions.height)
        )
        return (DevicePointMap(rotationAngle: angle, isMirrored: connection.isVideoMirrored), size)
    }
}
