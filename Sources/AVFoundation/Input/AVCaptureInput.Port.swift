import CoreMedia
import Foundation
import FoundationExtras

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
