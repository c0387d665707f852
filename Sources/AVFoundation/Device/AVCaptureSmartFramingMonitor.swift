import Foundation
import FoundationExtras

/// What recommends how to frame the picture, exactly as Apple's class of the same name. No camera here has one
/// (`AVCaptureDevice.smartFramingMonitor` is `nil`), so there are no such objects.
open class AVCaptureSmartFramingMonitor: NSObject, KeyValueObservable {
    /// Keeps the observers of the properties.
    package let keyValueObservers = KeyValueObserverRegistry()

    package class func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] {
        func list<Root: AVCaptureSmartFramingMonitor>(_: Root.Type) -> [AnyKeyPath] {
            [\Root.supportedFramings, \Root.recommendedFraming]
        }
        guard let root = root as? any (AVCaptureSmartFramingMonitor & KeyValueObservable).Type else { return [] }
        return list(root)
    }

    // Keeps clients from making one.
    init(device: AVCaptureDevice) {
        super.init()
    }

    /// The framings that can be recommended: none.
    open var supportedFramings: [AVCaptureFraming] { [] }

    /// The framings that may be recommended: none at first, and none can be. Others than the supported ones stop the program.
    open var enabledFramings: [AVCaptureFraming] {
        get { [] }
        set {
            guard newValue.isEmpty else {
                programmerError(
                    .invalidArgument,
                    "*** -[AVCaptureSmartFramingMonitor setEnabledFramings:] Framings must be among supportedFramings"
                )
            }
        }
    }

    /// The framing that is recommended now: none.
    open var recommendedFraming: AVCaptureFraming? { nil }

    /// Whether the scene is being looked at: never.
    open var isMonitoring: Bool { false }

    /// Begins to look at the scene.
    ///
    /// - Throws: `AVError.noSmartFramingsEnabled`, as none can be.
    open func startMonitoring() throws {
        throw AVError(.noSmartFramingsEnabled)
    }

    /// Ends to look at the scene.
    open func stopMonitoring() {}
}
