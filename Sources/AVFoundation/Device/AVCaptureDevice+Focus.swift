import CaptureCore
import CaptureDriver
import CoreMedia
import Foundation
import FoundationExtras

extension AVCaptureDevice {
    /// Passed for a lens position: leave the lens where it is.
    public static let currentLensPosition = Float.greatestFiniteMagnitude

    // MARK: Mode

    /// Whether a mode can be set.
    public func isFocusModeSupported(_ focusMode: FocusMode) -> Bool {
        hardware.modes(.focusMode).contains(focusMode.rawValue)
    }

    /// How the lens is focused. `.autoFocus` focuses once and then turns into `.locked`. Key-value observable.
    ///
    /// Stops the program without the configuration lock (S-59), and for a mode that is not supported (S-60).
    public var focusMode: FocusMode {
        get { read(\.focusMode) }
        set {
            requireLock("setFocusMode:")
            require(
                isFocusModeSupported(newValue),
                "setFocusMode:",
                "Not supported - use -isFocusModeSupported: to discover valid focus modes"
            )
            guard let applied = set(.focusMode, .mode(newValue.rawValue)) else { return }
            let generation = change { state in
                state.focusMode = newValue
                state.isAdjustingFocus = newValue == .autoFocus
                state.focusGeneration += 1
                return state.focusGeneration
            }
            guard newValue == .autoFocus else { return }
            whenSettled(.focusMode, after: applied) { $0.finishFocusing(generation) }
        }
    }

    /// Focusing once is over.
    private func finishFocusing(_ generation: Int) {
        let position = access.number(.lensPosition).map(Float.init)
        changeByItself { state in
            guard state.focusGeneration == generation else { return }
            if let position { state.lensPosition = position }
            state.isAdjustingFocus = false
            state.focusMode = .locked
        }
    }

    /// Whether the lens is moving to focus. Key-value observable.
    public var isAdjustingFocus: Bool { read(\.isAdjustingFocus) }

    // MARK: Point

    /// Whether a point to focus on can be set.
    public var isFocusPointOfInterestSupported: Bool { hardware.has(.focusPoint) }

    /// The point to focus on: (0,0) top left to (1,1) bottom right of the unrotated picture; the centre at first. Takes effect
    /// when the focus mode is set next (S-61). Key-value observable.
    ///
    /// Stops the program without the configuration lock, and when not supported.
    public var focusPointOfInterest: CGPoint {
        get { read(\.focusPoint) }
        set {
            requireLock("setFocusPointOfInterest:")
            require(
                isFocusPointOfInterestSupported,
                "setFocusPointOfInterest:",
                "Not supported - use -isFocusPointOfInterestSupported"
            )
            guard set(.focusPoint, .point(x: newValue.x, y: newValue.y)) != nil else { return }
            change { $0.focusPoint = newValue }
        }
    }

    // MARK: Lens

    /// Whether the lens can be moved to a given position.
    public var isLockingFocusWithCustomLensPositionSupported: Bool {
        hardware.has(.lensPosition) && isFocusModeSupported(.locked)
    }

    /// The position of the lens: 0 nearest, 1 farthest; 1 at first (S-63). Key-value observable.
    public var lensPosition: Float {
        access.number(.lensPosition).map(Float.init) ?? read(\.lensPosition)
    }

    /// The nearest distance that can be focused, in millimetres; -1 when unknown.
    public var minimumFocusDistance: Int { hardware.minimumFocusDistance }

    /// Moves the lens and locks focus. Documented: S-63, S-65.
    ///
    /// Stops the program without the configuration lock, for a position outside 0...1, and for a position other than
    /// `currentLensPosition` when the lens cannot be moved.
    ///
    /// - Parameters:
    ///   - lensPosition: the position, or `currentLensPosition`.
    ///   - handler: called with the device-clock time of the first frame with the position; invalid when the hardware
    ///     refused.
    @preconcurrency
    public func setFocusModeLocked(lensPosition: Float, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil)
    {
        let selector = "setFocusModeLockedWithLensPosition:completionHandler:"
        requireLock(selector)
        require(
            isFocusModeSupported(.locked),
            selector,
            "Not supported - use -isFocusModeSupported: to discover valid focus modes"
        )
        let isCustom = lensPosition != Self.currentLensPosition
        if isCustom {
            require(
                isLockingFocusWithCustomLensPositionSupported,
                selector,
                "Only AVCaptureLensPositionCurrent is allowed - use -isLockingFocusWithCustomLensPositionSupported"
            )
            require(
                (0...1).contains(lensPosition),
                selector,
                "lensPosition \(lensPosition) is out of range [0.0, 1.0]",
                .range
            )
        }
        var settings: [(CaptureControl, CaptureControlValue)] = [(.focusMode, .mode(FocusMode.locked.rawValue))]
        if isCustom { settings.append((.lensPosition, .number(Double(lensPosition)))) }
        let applied = set(settings)
        if applied != nil {
            let position = isCustom ? lensPosition : self.lensPosition
            change { state in
                state.focusMode = .locked
                state.isAdjustingFocus = false
                state.focusGeneration += 1
                state.lensPosition = position
            }
        }
        complete(at: applied, handler)
    }

    /// Moves the lens and locks focus; returns the device-clock time of the first frame with the position.
    @discardableResult
    nonisolated(nonsending) public func setFocusModeLocked(lensPosition: Float) async -> CMTime {
        await withCheckedContinuation { continuation in
            setFocusModeLocked(lensPosition: lensPosition) { continuation.resume(returning: $0) }
        }
    }

    // MARK: What no device here has

    /// Whether automatic focus can be limited to near or far distances.
    public var isAutoFocusRangeRestrictionSupported: Bool { false }

    /// Which distances automatic focus searches. Setting it stops the program, as no device supports it.
    public var autoFocusRangeRestriction: AutoFocusRangeRestriction {
        get { .none }
        set {
            requireLock("setAutoFocusRangeRestriction:")
            require(
                isAutoFocusRangeRestrictionSupported,
                "setAutoFocusRangeRestriction:",
                "Not supported - use -isAutoFocusRangeRestrictionSupported"
            )
        }
    }

    /// Whether focus can be moved slowly.
    public var isSmoothAutoFocusSupported: Bool { false }

    /// Whether focus moves slowly. Switching it on stops the program, as no device supports it.
    public var isSmoothAutoFocusEnabled: Bool {
        get { false }
        set {
            requireLock("setSmoothAutoFocusEnabled:")
            require(
                !newValue || isSmoothAutoFocusSupported,
                "setSmoothAutoFocusEnabled:",
                "Not supported - use -isSmoothAutoFocusSupported"
            )
        }
    }

    /// Whether the device decides by itself if focus goes to faces; true at first. Stops the program without the lock.
    public var automaticallyAdjustsFaceDrivenAutoFocusEnabled: Bool {
        get { read(\.adjustsFaceDrivenFocus) }
        set {
            requireLock("setAutomaticallyAdjustsFaceDrivenAutoFocusEnabled:")
            change { $0.adjustsFaceDrivenFocus = newValue }
        }
    }

    /// Whether focus goes to faces. Switching it on stops the program, as no device finds faces.
    public var isFaceDrivenAutoFocusEnabled: Bool {
        get { false }
        set {
            requireLock("setFaceDrivenAutoFocusEnabled:")
            require(!newValue, "setFaceDrivenAutoFocusEnabled:", "Not supported by the device")
        }
    }

    /// Whether a rectangle to focus on can be set.
    public var isFocusRectOfInterestSupported: Bool { false }

    /// The smallest rectangle to focus on; empty when none can be set.
    public var minFocusRectOfInterestSize: CGSize { .zero }

    /// The rectangle to focus on; the whole picture. Setting it stops the program, as no device supports it (S-62).
    public var focusRectOfInterest: CGRect {
        get { CGRect(x: 0, y: 0, width: 1, height: 1) }
        set {
            requireLock("setFocusRectOfInterest:")
            require(
                isFocusRectOfInterestSupported,
                "setFocusRectOfInterest:",
                "Not supported - use -isFocusRectOfInterestSupported"
            )
        }
    }

    /// The rectangle that a point to focus on means; null when rectangles are not supported.
    public func defaultRectForFocusPoint(ofInterest pointOfInterest: CGPoint) -> CGRect { .null }

    /// Lets cinematic video follow an object. Stops the program, as no device captures cinematic video.
    public func setCinematicVideoTrackingFocusWithDetectedObjectID(
        _ detectedObjectID: Int,
        focusMode: CinematicVideoFocusMode
    ) {
        refuseCinematicVideo("setCinematicVideoTrackingFocusWithDetectedObjectID:focusMode:")
    }

    /// Lets cinematic video follow what is at a point. Stops the program, as no device captures cinematic video.
    public func setCinematicVideoTrackingFocus(at point: CGPoint, focusMode: CinematicVideoFocusMode) {
        refuseCinematicVideo("setCinematicVideoTrackingFocusAtPoint:focusMode:")
    }

    /// Focuses cinematic video at a distance. Stops the program, as no device captures cinematic video.
    public func setCinematicVideoFixedFocus(at point: CGPoint, focusMode: CinematicVideoFocusMode) {
        refuseCinematicVideo("setCinematicVideoFixedFocusAtPoint:focusMode:")
    }

    private func refuseCinematicVideo(_ selector: String) -> Never {
        requireLock(selector)
        refuse(selector, "Not supported unless an input has cinematicVideoCaptureEnabled")
    }
}

extension AVCaptureDevice {
    /// How the lens is focused.
    public enum FocusMode: Int, Sendable, CaseIterable {
        /// The lens stays where it is.
        case locked = 0
        /// Focuses once, then stays `locked`.
        case autoFocus = 1
        /// Focuses whenever needed.
        case continuousAutoFocus = 2
    }
}

extension AVCaptureDevice {
    /// Which distances automatic focus searches.
    public enum AutoFocusRangeRestriction: Int, Sendable, CaseIterable {
        /// All.
        case none = 0
        /// Near ones.
        case near = 1
        /// Far ones.
        case far = 2
    }
}

extension AVCaptureDevice {
    /// How firmly cinematic video follows a subject.
    public enum CinematicVideoFocusMode: Int, Sendable, CaseIterable {
        /// Not at all.
        case none = 0
        /// Even when another subject would suit better.
        case strong = 1
        /// Until another subject suits better.
        case weak = 2
    }
}

extension AVCaptureDevice {
    /// The state of optical stabilisation during an exposure.
    public enum LensStabilizationStatus: Int, Sendable, CaseIterable {
        /// The lens cannot be stabilised.
        case unsupported = 0
        /// Off.
        case off = 1
        /// On.
        case active = 2
        /// The movement was too large.
        case outOfRange = 3
        /// Not available at the moment.
        case unavailable = 4
    }
}
