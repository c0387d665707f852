import CoreMedia
import Foundation
import FoundationExtras
import QuartzCore
import Synchronization

/// Has an external display follow a camera, exactly as Apple's class of the same name. No display is ever configured here: nothing
/// of it is supported, and `isActive` stays false.
open class AVCaptureExternalDisplayConfigurator: NSObject, KeyValueObservable {
    // Safe on any thread: the references are constant, and weak references may be loaded on any thread.
    private let weakDevice: WeakReference<AVCaptureDevice>
    private let weakLayer: WeakReference<CALayer>

    /// Keeps the observers of the properties.
    package let keyValueObservers = KeyValueObserverRegistry()

    package class func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] {
        func list<Root: AVCaptureExternalDisplayConfigurator>(_: Root.Type) -> [AnyKeyPath] {
            [\Root.isActive, \Root.activeExternalDisplayFrameRate]
        }
        guard let root = root as? any (AVCaptureExternalDisplayConfigurator & KeyValueObservable).Type else {
            return []
        }
        return list(root)
    }

    /// Makes a configurator, which keeps neither camera nor layer alive.
    ///
    /// - Parameters:
    ///   - device: the camera that the display is to follow.
    ///   - previewLayer: the layer that is shown on the display.
    ///   - configuration: what the display is to take over.
    public init(
        device: AVCaptureDevice,
        previewLayer: CALayer,
        configuration: AVCaptureExternalDisplayConfiguration
    ) {
        weakDevice = WeakReference(device)
        weakLayer = WeakReference(previewLayer)
        super.init()
    }

    /// The camera; `nil` when it is gone.
    open var device: AVCaptureDevice? { weakDevice.object }

    /// The layer; `nil` when it is gone.
    open var previewLayer: CALayer? { weakLayer.object }

    /// Whether a display is configured: never.
    open var isActive: Bool { false }

    /// The display's frame rate; 0 without a display.
    open var activeExternalDisplayFrameRate: Double { 0 }

    /// Lets go of the display; there is none.
    open func stop() {}

    /// Whether a display can have the camera's frame rate: no.
    public class var isMatchingFrameRateSupported: Bool { false }

    /// Whether a display can show the camera's colours without conversion: no.
    public class var isBypassingColorSpaceConversionSupported: Bool { false }

    /// Whether a display's size can be chosen: no.
    public class var isPreferredResolutionSupported: Bool { false }
}

/// What an external display is to take over from a camera, exactly as Apple's class of the same name.
open class AVCaptureExternalDisplayConfiguration: NSObject {
    // Safe on any thread: all that changes lies in the mutex.
    private struct State {
        var matchesFrameRate = false
        var bypassesColorSpaceConversion = false
        var preferredResolution = CMVideoDimensions(width: 0, height: 0)
    }

    private let state = Mutex(State())

    /// Makes a configuration that asks for nothing.
    public override init() {
        super.init()
    }

    /// Whether the display is to have the camera's frame rate; false at first.
    open var shouldMatchFrameRate: Bool {
        get { state.withLock { $0.matchesFrameRate } }
        set { state.withLock { $0.matchesFrameRate = newValue } }
    }

    /// Whether the camera's colours are to be shown without conversion; false at first.
    open var bypassColorSpaceConversion: Bool {
        get { state.withLock { $0.bypassesColorSpaceConversion } }
        set { state.withLock { $0.bypassesColorSpaceConversion = newValue } }
    }

    /// The size that the display is to have; zero at first, which leaves it as it is.
    open var preferredResolution: CMVideoDimensions {
        get { state.withLock { $0.preferredResolution } }
        set { state.withLock { $0.preferredResolution = newValue } }
    }
}
