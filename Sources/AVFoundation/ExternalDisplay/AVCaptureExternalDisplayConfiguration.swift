import CoreMedia
import Foundation
import Synchronization

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
