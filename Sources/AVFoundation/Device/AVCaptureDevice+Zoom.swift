import CaptureCore
import CaptureDriver
import CoreMedia
import Foundation
import FoundationExtras

extension AVCaptureDevice {
    /// The zoom factor; 1 shows the whole picture, more its centre (S-68). Key-value observable.
    ///
    /// Setting it jumps at once and ends a ramp. Stops the program without the configuration lock, and outside
    /// `minAvailableVideoZoomFactor`...`maxAvailableVideoZoomFactor`.
    public var videoZoomFactor: CGFloat {
        get { CGFloat(read(\.zoomFactor)) }
        set {
            requireLock("setVideoZoomFactor:")
            requireInRange(newValue, "setVideoZoomFactor:")
            guard pushZoom(Double(newValue)) else { return }
            change { state in
                state.endRamp()
                state.zoomFactor = Double(newValue)
            }
        }
    }

    /// The lowest zoom factor that can be set: 1, more while a virtual camera is locked to one of its cameras. Key-value observable.
    public var minAvailableVideoZoomFactor: CGFloat { CGFloat(read { $0.lowestZoomFactor(of: hardware) }) }

    /// The highest zoom factor that can be set: the active format's. Key-value observable.
    public var maxAvailableVideoZoomFactor: CGFloat { read(\.activeFormat)?.videoMaxZoomFactor ?? 1 }

    /// Multiply a zoom factor by this for display. UNKNOWN: 1, except that a virtual camera that begins with an ultra-wide one
    /// shows 1 for its second camera.
    public var displayVideoZoomFactorMultiplier: CGFloat {
        guard deviceType == .builtInDualWideCamera || deviceType == .builtInTripleCamera,
            let factor = hardware.switchOverZoomFactors.first, factor > 0
        else { return 1 }
        return CGFloat(1 / factor)
    }

    /// The centre crop that frames still need, because the hardware cannot zoom; 1 for none.
    var softwareZoomFactor: Double { hardware.has(.zoom) ? 1 : read(\.zoomFactor) }

    /// Hands the factor to hardware that can zoom.
    ///
    /// - Returns: whether it was accepted.
    @discardableResult
    func pushZoom(_ factor: Double) -> Bool {
        !hardware.has(.zoom) || set(.zoom, .number(factor)) != nil
    }

    private func requireInRange(_ factor: CGFloat, _ selector: String) {
        require(
            minAvailableVideoZoomFactor <= factor && factor <= maxAvailableVideoZoomFactor,
            selector,
            "the passed videoZoomFactor \(factor) out-of-range [\(Int(minAvailableVideoZoomFactor)), "
                + "activeFormat.videoMaxZoomFactor]",
            .range
        )
    }

    // MARK: Ramp

    /// Whether a ramp is under way. Key-value observable.
    public var isRampingVideoZoom: Bool { read(\.ramp) != nil }

    /// Changes the zoom factor smoothly. A ramp that is under way goes on from where it is. Documented: S-68.
    ///
    /// Stops the program without the configuration lock, for a factor out of range, and for a rate that is not above 0.
    ///
    /// - Parameters:
    ///   - factor: the factor to end with.
    ///   - rate: doublings (or halvings) per second.
    public func ramp(toVideoZoomFactor factor: CGFloat, withRate rate: Float) {
        let selector = "rampToVideoZoomFactor:withRate:"
        requireLock(selector)
        requireInRange(factor, selector)
        require(rate > 0, selector, "the passed rate \(rate) must be greater than 0", .range)
        let now = system.clock.now
        let generation = change { state in
            state.endRamp()
            state.ramp = ZoomRamp(start: state.zoomFactor, target: Double(factor), rate: Double(rate))
            state.rampStart = now
            return state.rampGeneration
        }
        continueRamp(generation, change: change)
    }

    /// Ends a ramp where it is. Stops the program without the configuration lock. UNKNOWN: Apple's ends gently.
    public func cancelVideoZoomRamp() {
        requireLock("cancelVideoZoomRamp")
        change { $0.endRamp() }
    }

    /// One step of a ramp, and the timer for the next: 60 steps a second.
    ///
    /// - Parameter change: `change` for the first step, which the client makes, `changeByItself` for the others.
    private func continueRamp(_ generation: Int, change: ((inout DeviceState) -> Double?) -> Double?) {
        let now = system.clock.now
        let step = change { state -> Double? in
            guard state.rampGeneration == generation, let ramp = state.ramp else { return nil }
            let seconds = CMTimeGetSeconds(CMTimeSubtract(now, state.rampStart))
            state.zoomFactor = ramp.factor(after: seconds)
            if seconds >= ramp.duration { state.ramp = nil }
            return state.zoomFactor
        }
        guard let step else { return }
        pushZoom(step)
        guard isRampingVideoZoom else { return }
        timers.schedule(at: CMTimeAdd(now, CMTime(value: 1, timescale: 60))) { [me = WeakReference(self)] in
            guard let me = me.object else { return }
            me.continueRamp(generation, change: me.changeByItself)
        }
    }
}
