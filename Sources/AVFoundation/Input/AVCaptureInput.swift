import CoreMedia
import Foundation
import FoundationExtras
import Synchronization

/// A source of data for a session. Abstract: only its subclasses can be made.
open class AVCaptureInput: NSObject {
    // Safe on any thread: the session reference lies in a mutex; subclasses guard their own state.

    private struct Links: @unchecked Sendable {
        // @unchecked: a session guards its state with locks.
        weak var session: AVCaptureSession?
    }

    private let links = Mutex(Links())

    init(subclass: Void) {
        super.init()
    }

    /// What the input delivers.
    open var ports: [Port] { [] }

    /// The session that the input is in.
    var session: AVCaptureSession? {
        get { links.withLock { $0.session } }
        set {
            links.withLock { $0.session = newValue }
            if newValue != nil { wasAddedToSession() }
        }
    }

    /// Called when a session has taken the input.
    func wasAddedToSession() {}

    /// Whether data can come out of it now.
    var isUsable: Bool { true }
}

extension AVCaptureInput {
    /// One stream of one kind of medium out of an input. Two objects are equal when they stand for the same stream.
    open class Port: NSObject, KeyValueObservable {
        // Safe on any thread: constant references to objects that guard their state with locks.

        private let core: PortCore

        /// The input that the port belongs to.
        public let input: AVCaptureInput

        init(_ core: PortCore, input: AVCaptureInput) {
            self.core = core
            self.input = input
            super.init()
        }

        // MARK: Where the data comes from

        /// The kind of medium.
        public var mediaType: AVMediaType { core.mediaType }

        /// The clock of the data's timestamps (S-20).
        public var clock: CMClock? { core.source.system.clock.clock }

        /// The type of the device that the data comes from: of a virtual camera's part for a hidden port (S-107).
        public var sourceDeviceType: AVCaptureDevice.DeviceType? { core.source.deviceType }

        /// Where that device is mounted; of a microphone, the direction that the port listens in: unspecified for all around
        /// (S-108).
        public var sourceDevicePosition: AVCaptureDevice.Position { core.beam ?? core.source.position }

        /// Whether the port is a microphone's for one direction, and as such not among its input's `ports` (S-108).
        var isBeam: Bool { core.beam != nil }

        /// The device that the data comes from.
        var source: AVCaptureDevice { core.source }

        /// Whether the port is of a virtual camera's constituent, and as such not among its input's `ports` (S-107).
        var isOfConstituent: Bool { core.source !== (input as? AVCaptureDeviceInput)?.device }

        /// Ports are equal when they stand for the same stream.
        open override func isEqual(_ object: Any?) -> Bool { (object as? Port)?.core === core }

        /// Consistent with `isEqual(_:)`.
        open override var hash: Int { ObjectIdentifier(core).hashValue }

        // MARK: Observing

        /// Posted when `formatDescription` changes; the object is the port. Posted in order with what the device tells.
        public static let formatDescriptionDidChangeNotification =
            NSNotification.Name("AVCaptureInputPortFormatDescriptionDidChangeNotification")

        /// Keeps the observers of the properties.
        package var keyValueObservers: KeyValueObserverRegistry { core.observers }

        package class func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] {
            func list<Root: Port>(_: Root.Type) -> [AnyKeyPath] { [\Root.formatDescription, \Root.isEnabled] }
            guard let root = root as? any (Port & KeyValueObservable).Type else { return [] }
            return list(root)
        }

        // MARK: State

        /// What the data looks like; `nil` when not known yet. Key-value observable.
        public var formatDescription: CMFormatDescription? { core.format }

        /// Whether data flows; true at first. Key-value observable. Takes effect at once on a running session (S-105).
        public var isEnabled: Bool {
            get { core.isEnabled }
            set {
                let outbox = core.source.outbox
                let hasChanged = core.setEnabled(newValue) {
                    reportChange(of: \Port.isEnabled, from: !newValue, to: newValue, through: outbox)
                }
                guard hasChanged else { return }
                outbox.deliver()
                input.session?.replanUnlessConfiguring()
                notifyOutputs()
            }
        }

        /// What gets data through this port alone hears that they end, or begin, as if its connection had been disabled.
        private func notifyOutputs() {
            for connection in input.session?.connections ?? [] where connection.inputPorts.contains(self) {
                guard !connection.inputPorts.contains(where: { $0 != self && $0.isEnabled }) else { continue }
                connection.output?.connectionEnablingChanged(connection)
            }
        }

        /// Takes over the device's active format.
        func formatDidChange() {
            let outbox = core.source.outbox
            core.updateFormat { old, new in
                reportChange(of: \Port.formatDescription, from: old, to: new, through: outbox)
                outbox.append { [me = Shared(self)] in
                    NotificationCenter.default.post(
                        name: Self.formatDescriptionDidChangeNotification,
                        object: me.object
                    )
                }
            }
            outbox.deliver()
        }
    }
}

extension NSNotification.Name {
    /// The older name of `AVCaptureInput.Port.formatDescriptionDidChangeNotification`.
    public static let AVCaptureInputPortFormatDescriptionDidChange =
        AVCaptureInput.Port.formatDescriptionDidChangeNotification
}

/// What an input keeps of one of its ports.
///
/// A port keeps its input alive, so the input cannot keep the port alive as well: it keeps this, and makes the port object
/// again when one is asked for and none is around. Observers and settings are here and survive.
final class PortCore: @unchecked Sendable {
    // @unchecked: devices guard their state with locks.

    private struct State: @unchecked Sendable {
        // @unchecked: capture objects guard their state with locks.
        var isEnabled = true
        var format: CMFormatDescription?
        weak var port: AVCaptureInput.Port?
    }

    /// The device that the data comes from.
    let source: AVCaptureDevice
    /// The kind of data.
    let mediaType: AVMediaType
    /// The direction that a microphone listens in; `nil` for a camera, and for all around.
    let beam: AVCaptureDevice.Position?
    let observers = KeyValueObserverRegistry()
    private let state: Mutex<State>
    /// The virtual camera that the source is a constituent of.
    private let virtualCamera: AVCaptureDevice?

    /// - Parameters:
    ///   - virtualCamera: what the source is a constituent of, whose format it delivers.
    ///   - mediaType: the kind of data, if it is not what the source captures but what is found in it.
    init(
        source: AVCaptureDevice,
        of virtualCamera: AVCaptureDevice? = nil,
        beam: AVCaptureDevice.Position? = nil,
        mediaType: AVMediaType? = nil
    ) {
        self.source = source
        self.virtualCamera = virtualCamera
        self.beam = beam
        self.mediaType = mediaType ?? source.hardware.medium.mediaType
        state = Mutex(State())
        state.withLock { $0.format = describedFormat }
    }

    /// What the data looks like; nothing describes objects.
    private var describedFormat: CMFormatDescription? {
        if mediaType == .metadataObject { return nil }
        if mediaType == .depthData { return source.read(\.activeDepthFormat)?.formatDescription }
        return virtualCamera.map { source.format(asOf: $0)?.formatDescription }
            ?? source.read(\.activeFormat)?.formatDescription
    }

    /// The port object; the same one as long as anybody holds it.
    func port(of input: AVCaptureInput) -> AVCaptureInput.Port {
        state.withLock { state in
            let port = state.port ?? AVCaptureInput.Port(self, input: input)
            state.port = port
            return Shared(port)
        }.object
    }

    var isEnabled: Bool { state.withLock { $0.isEnabled } }

    var format: CMFormatDescription? { state.withLock { $0.format } }

    /// - Parameter announce: announces that the port was enabled or disabled; under the lock.
    /// - Returns: whether that is so.
    func setEnabled(_ isEnabled: Bool, announce: () -> Void) -> Bool {
        state.withLock { state in
            guard state.isEnabled != isEnabled else { return false }
            state.isEnabled = isEnabled
            announce()
            return true
        }
    }

    /// Takes over the source's active format.
    ///
    /// - Parameter announce: announces the descriptions before and after, if they differ; under the lock.
    func updateFormat(announce: (_ old: CMFormatDescription?, _ new: CMFormatDescription?) -> Void) {
        state.withLock { state in
            // Read under the lock: of two threads the later one finds what is newer.
            let (old, new) = (state.format, describedFormat)
            guard old !== new else { return }
            state.format = new
            announce(old, new)
        }
    }
}
