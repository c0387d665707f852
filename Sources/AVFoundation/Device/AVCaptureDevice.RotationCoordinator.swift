import CaptureCore
import CaptureDriver
import Dispatch
import Foundation
import FoundationExtras
import QuartzCore
import Synchronization

extension AVCaptureDevice {
    /// Tells by which angles a camera's pictures must be turned to be level with the horizon, as the device is held now.
    ///
    /// The angles are for `AVCaptureConnection.videoRotationAngle`. They change on the main queue, and so are observed there
    /// (S-120). Device and layer are not kept alive.
    open class RotationCoordinator: NSObject, KeyValueObservable {
        // Safe on any thread: the references are constant, the angles lie in a mutex.

        private struct Angles: Sendable, Equatable {
            var preview = 0
            var capture = 0
        }

        private let weakDevice: WeakReference<AVCaptureDevice>
        private let weakLayer: WeakReference<CALayer>
        private let rules: RotationAngles
        private let conditions: any SystemConditions
        private let angles = Mutex(Angles())
        private let observation = Mutex<CaptureObservation?>(nil)

        /// Keeps the observers of the two angles.
        package let keyValueObservers = KeyValueObserverRegistry()

        package class func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] {
            func list<Root: RotationCoordinator>(_: Root.Type) -> [AnyKeyPath] {
                [\Root.videoRotationAngleForHorizonLevelPreview, \Root.videoRotationAngleForHorizonLevelCapture]
            }
            guard let root = root as? any (RotationCoordinator & KeyValueObservable).Type else { return [] }
            return list(root)
        }

        /// Starts to follow the device's orientation.
        ///
        /// - Parameters:
        ///   - device: the camera.
        ///   - previewLayer: the layer that shows its pictures; without one the preview angle is 0 (S-121).
        public init(device: AVCaptureDevice, previewLayer: CALayer?) {
            weakDevice = WeakReference(device)
            weakLayer = WeakReference(previewLayer)
            rules = RotationAngles(device.hardware)
            conditions = device.system.conditions
            super.init()
            angles.withLock { $0 = measure() }
            let observation = conditions.observe { [me = WeakReference(self)] change in
                guard change == .orientation else { return }
                DispatchQueue.main.async { me.object?.update() }
            }
            self.observation.withLock { $0 = observation }
            // A layer reports to one coordinator, the latest; there is one per camera and preview.
            previewLayer?.onParentChange = { [me = WeakReference(self)] in
                DispatchQueue.main.async { me.object?.update() }
            }
        }

        /// The camera, while it exists.
        public var device: AVCaptureDevice? { weakDevice.object }

        /// The layer, while it exists.
        public var previewLayer: CALayer? { weakLayer.object }

        /// The angle for the preview. 0 while there is no layer, or the layer is in no other one (S-121). UNKNOWN: otherwise
        /// the same as for capture, as if the interface always turned with the device. Key-value observable on the main
        /// queue.
        public var videoRotationAngleForHorizonLevelPreview: CGFloat {
            // A layer may have come or gone without a change of orientation, so the stored angle serves observers alone.
            CGFloat(isLayerShown ? angles.withLock { $0.capture } : 0)
        }

        /// The angle for photos and movies. Key-value observable on the main queue.
        public var videoRotationAngleForHorizonLevelCapture: CGFloat { CGFloat(angles.withLock { $0.capture }) }

        private var isLayerShown: Bool { previewLayer?.superlayer != nil }

        private func measure() -> Angles {
            let capture = rules.horizonLevel(conditions.orientation)
            return Angles(preview: isLayerShown ? capture : 0, capture: capture)
        }

        /// Measures again and tells observers; on the main queue.
        private func update() {
            dispatchPrecondition(condition: .onQueue(.main))
            let new = measure()
            let old = angles.withLock { angles in
                defer { angles = new }
                return angles
            }
            if old.preview != new.preview {
                reportChange(
                    of: \RotationCoordinator.videoRotationAngleForHorizonLevelPreview,
                    from: CGFloat(old.preview),
                    to: CGFloat(new.preview)
                )
            }
            if old.capture != new.capture {
                reportChange(
                    of: \RotationCoordinator.videoRotationAngleForHorizonLevelCapture,
                    from: CGFloat(old.capture),
                    to: CGFloat(new.capture)
                )
            }
        }
    }
}
