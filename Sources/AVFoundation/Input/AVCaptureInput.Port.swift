import CaptureDriver
import CoreMedia
import Foundation
import FoundationExtras
import Synchronization

extension AVCaptureInput {
    /// One stream of one kind of medium out of an input.
    ///
    /// An input owns its ports; a port must not be asked for its input after the input is gone.
    open class Port: NSObject, KeyValueObservable, @unchecked Sendable {
        // @unchecked: what changes lies in a mutex; the rest is constant.

        private struct State: Sendable {
            var isEnabled = true
            var format: CMFormatDescription?
        }

        /// The kind of medium.
        public let mediaType: AVMediaType
        /// The clock of the data's timestamps (S-20).
        public let clock: CMClock?
        /// The type of the device that the data comes from.
        public let sourceDeviceType: AVCaptureDevice.DeviceType?
        /// Where that device is mounted.
        public let sourceDevicePosition: AVCaptureDevice.Position
        /// The device that the data comes from: a virtual camera's part for a hidden port (S-107), else the input's own.
        let sourceDevice: AVCaptureDevice
        private unowned let owner: AVCaptureInput
        private let state: Mutex<State>

        /// Posted when `formatDescription` changes; the object is the port. Posted on the thread that changes it.
        public static let formatDescriptionDidChangeNotification =
            NSNotification.Name("AVCaptureInputPortFormatDescriptionDidChangeNotification")

        /// Keeps the observers of the properties.
        package let keyValueObservers = KeyValueObserverRegistry()

        package class func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] {
            func list<Root: Port>(_: Root.Type) -> [AnyKeyPath] { [\Root.formatDescription, \Root.isEnabled] }
            guard let root = root as? any (Port & KeyValueObservable).Type else { return [] }
            return list(root)
        }

        init(owner: AVCaptureInput, source: AVCaptureDevice) {
            self.owner = owner
            sourceDevice = source
            mediaType = source.hardware.medium.mediaType
            clock = source.system.clock.clock
            sourceDeviceType = source.deviceType
            sourceDevicePosition = source.position
            state = Mutex(State(format: source.read(\.activeFormat)?.formatDescription))
            super.init()
        }

        /// The input that the port belongs to.
        public var input: AVCaptureInput { owner }

        /// What the data looks like; `nil` when not known yet. Key-value observable.
        public var formatDescription: CMFormatDescription? { state.withLock { $0.format } }

        /// Whether data flows; true at first. Key-value observable. Takes effect at once on a running session (S-105).
        public var isEnabled: Bool {
            get { state.withLock { $0.isEnabled } }
            set {
                let old = state.withLock { state in
                    defer { state.isEnabled = newValue }
                    return state.isEnabled
                }
                guard old != newValue else { return }
                reportChange(of: \Port.isEnabled, from: old, to: newValue)
                owner.session?.replanUnlessConfiguring()
            }
        }

        /// Takes over the device's active format.
        func formatDidChange() {
            let new = sourceDevice.read(\.activeFormat)?.formatDescription
            let old = state.withLock { state in
                defer { state.format = new }
                return state.format
            }
            guard old !== new else { return }
            reportChange(of: \Port.formatDescription, from: old, to: new)
            NotificationCenter.default.post(name: Self.formatDescriptionDidChangeNotification, object: self)
        }
    }
}

extension NSNotification.Name {
    /// The older name of `AVCaptureInput.Port.formatDescriptionDidChangeNotification`.
    public static let AVCaptureInputPortFormatDescriptionDidChange =
        AVCaptureInput.Port.formatDescriptionDidChangeNotification
}
