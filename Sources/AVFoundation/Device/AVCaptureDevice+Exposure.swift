import CaptureCore
import CaptureDriver
import CoreMedia
import Foundation
import FoundationExtras

extension AVCaptureDevice {
    // UNKNOWN: Apple does not document the values of these constants, only that they are special.

    /// Passed for an exposure duration: leave it as it is.
    public static let currentExposureDuration = CMTime.invalid
    /// Passed for an ISO speed: leave it as it is.
    public static let currentISO = Float.greatestFiniteMagnitude
    /// Passed for an exposure bias: leave it as it is.
    public static let currentExposureTargetBias = Float.greatestFiniteMagnitude

    // MARK: Mode

    /// Whether a mode can be set.
    public func isExposureModeSupported(_ exposureMode: ExposureMode) -> Bool {
        hardware.modes(.exposureMode).contains(exposureMode.rawValue)
    }

    /// How exposure is chosen. `.autoExpose` adjusts once and then turns into `.locked`. Key-value observable.
    ///
    /// Stops the program without the configuration lock (S-59), and for a mode that is not supported (S-60).
    public var exposureMode: ExposureMode {
        get { read(\.exposureMode) }
        set {
            requireLock("setExposureMode:")
            require(
                isExposureModeSupported(newValue),
                "setExposureMode:",
                "Not supported - use -isExposureModeSupported: to discover valid exposure modes"
            )
            let (duration, iso) = (exposureDuration, iso)
            guard let applied = set(.exposureMode, .mode(newValue.rawValue)) else { return }
            let generation = changeFrameDurations { state in
                (state.exposureDuration, state.iso) = (duration, iso)
                state.exposureMode = newValue
                state.isAdjustingExposure = newValue == .autoExpose
                state.exposureGeneration += 1
                return state.exposureGeneration
            }
            guard newValue == .autoExpose else { return }
            whenSettled(.exposureMode, after: applied) { $0.finishExposing(generation) }
        }
    }

    /// Adjusting once is over.
    private func finishExposing(_ generation: Int) {
        let (duration, iso) = (exposureDuration, iso)
        changeByItself { state in
            guard state.exposureGeneration == generation else { return }
            (state.exposureDuration, state.iso) = (duration, iso)
            state.isAdjustingExposure = false
            state.exposureMode = .locked
        }
    }

    /// Whether exposure is being adjusted. Key-value observable.
    public var isAdjustingExposure: Bool { read(\.isAdjustingExposure) }

    // MARK: Point

    /// Whether a point to expose for can be set.
    public var isExposurePointOfInterestSupported: Bool { hardware.has(.exposurePoint) }

    /// The point to expose for: (0,0) top left to (1,1) bottom right of the unrotated picture; the centre at first. Takes effect
    /// when the exposure mode is set next (S-61). Key-value observable.
    ///
    /// Stops the program without the configuration lock, and when not supported.
    public var exposurePointOfInterest: CGPoint {
        get { read(\.exposurePoint) }
        set {
            requireLock("setExposurePointOfInterest:")
            require(
                isExposurePointOfInterestSupported,
                "setExposurePointOfInterest:",
                "Not supported - use -isExposurePointOfInterestSupported"
            )
            guard set(.exposurePoint, .point(x: newValue.x, y: newValue.y)) != nil else { return }
            change { $0.exposurePoint = newValue }
        }
    }

    // MARK: Duration and sensitivity

    /// The lens's f-number; 0 when unknown.
    public var lensAperture: Float { hardware.lensAperture }

    /// How long frames are exposed; zero when unknown. Key-value observable.
    public var exposureDuration: CMTime {
        if read(\.exposureMode) != .custom, let seconds = access.number(.exposureDuration) {
            return .exposure(seconds: seconds)
        }
        return read(\.exposureDuration)
    }

    /// The sensor's sensitivity as ISO speed; 0 when unknown. Key-value observable.
    public var iso: Float {
        if read(\.exposureMode) != .custom, let iso = access.number(.iso) { return Float(iso) }
        return read(\.iso)
    }

    /// Sets duration and sensitivity, and the mode `.custom`. A duration longer than a frame makes frames longer (S-39), which then
    /// come less often.
    ///
    /// A photo with the quality `.speed` is taken with them, as documented, and so is one after `.locked` (S-172). The other
    /// qualities allow a camera to choose another exposure in the dark, so as to merge several frames into one photo. A photo is one
    /// frame here, so they never do; an app that means its exposure has to ask for `.speed` nevertheless, for iPhones.
    ///
    /// Stops the program without the configuration lock, when the mode is not supported, and for values outside the active
    /// format's ranges. Documented: S-64, S-65.
    ///
    /// - Parameters:
    ///   - duration: the exposure duration, or `currentExposureDuration`.
    ///   - ISO: the ISO speed, or `currentISO`.
    ///   - handler: called with the device-clock time of the first frame with the settings; invalid when the hardware
    ///     refused.
    @preconcurrency
    public func setExposureModeCustom(
        duration: CMTime,
        iso ISO: Float,
        completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
    ) {
        let selector = "setExposureModeCustomWithDuration:ISO:completionHandler:"
        requireLock(selector)
        require(
            isExposureModeSupported(.custom),
            selector,
            "Unsupported - use -[isExposureModeSupported:AVCaptureExposureModeCustom]"
        )
        let (wantedDuration, wantedISO) = checked(duration, ISO, selector)
        var settings: [(CaptureControl, CaptureControlValue)] = [(.exposureMode, .mode(ExposureMode.custom.rawValue))]
        if hardware.has(.exposureDuration), wantedDuration.isNumeric {
            settings.append((.exposureDuration, .number(CMTimeGetSeconds(wantedDuration))))
        }
        if hardware.has(.iso) { settings.append((.iso, .number(Double(wantedISO)))) }
        let applied = set(settings)
        if applied != nil {
            changeFrameDurations { state in
                state.exposureMode = .custom
                state.isAdjustingExposure = false
                state.exposureGeneration += 1
                (state.exposureDuration, state.iso) = (wantedDuration, wantedISO)
                state.makeRoom(forExposure: wantedDuration)
            }
        }
        complete(at: applied, handler)
    }

    private func checked(_ duration: CMTime, _ iso: Float, _ selector: String) -> (CMTime, Float) {
        let format = activeFormat
        if duration != Self.currentExposureDuration {
            let isInside =
                duration.isNumeric && CMTimeCompare(format.minExposureDuration, duration) <= 0
                && CMTimeCompare(duration, format.maxExposureDuration) <= 0
            require(
                isInside,
                selector,
                "The passed duration \(CMTimeGetSeconds(duration)) is out of the active format's range "
                    + "[\(CMTimeGetSeconds(format.minExposureDuration)), \(CMTimeGetSeconds(format.maxExposureDuration))]",
                .range
            )
        }
        if iso != Self.currentISO {
            require(
                format.minISO <= iso && iso <= format.maxISO,
                selector,
                "The passed ISO \(iso) is out of the active format's range [\(format.minISO), \(format.maxISO)]",
                .range
            )
        }
        return (
            duration == Self.currentExposureDuration ? exposureDuration : duration,
            iso == Self.currentISO ? self.iso : iso
        )
    }

    /// Sets duration and sensitivity; returns the device-clock time of the first frame with them.
    @discardableResult
    nonisolated(nonsending) public func setExposureModeCustom(duration: CMTime, iso ISO: Float) async -> CMTime {
        await withCheckedContinuation { continuation in
            setExposureModeCustom(duration: duration, iso: ISO) { continuation.resume(returning: $0) }
        }
    }

    /// The longest exposure that automatic exposure may choose; the active format's longest at first. Invalid restores that, as
    /// does another format (S-66, S-72). Key-value observable.
    ///
    /// `DEVIATION`: of a camera whose driver cannot limit automatic exposure, which none of Linux's can, the limit is kept and has
    /// no effect.
    ///
    /// Stops the program without the configuration lock, and outside of the active format's range.
    public var activeMaxExposureDuration: CMTime {
        get { read(\.wantedMaxExposureDuration) ?? activeFormat.maxExposureDuration }
        set {
            let selector = "setActiveMaxExposureDuration:"
            requireLock(selector)
            let (shortest, longest) = (activeFormat.minExposureDuration, activeFormat.maxExposureDuration)
            let isInside =
                newValue.isNumeric && CMTimeCompare(shortest, newValue) <= 0 && CMTimeCompare(newValue, longest) <= 0
            require(
                !newValue.isValid || isInside,
                selector,
                "The passed duration \(CMTimeGetSeconds(newValue)) is out of the active format's range "
                    + "[\(CMTimeGetSeconds(shortest)), \(CMTimeGetSeconds(longest))]",
                .range
            )
            guard limitExposure(to: newValue.isValid ? newValue : longest) else { return }
            change { $0.wantedMaxExposureDuration = newValue.isValid ? newValue : nil }
        }
    }

    /// Limits automatic exposure where the driver can.
    ///
    /// - Returns: whether it was accepted.
    @discardableResult
    func limitExposure(to duration: CMTime) -> Bool {
        !hardware.has(.maximumExposureDuration)
            || set(.maximumExposureDuration, .number(CMTimeGetSeconds(duration))) != nil
    }

    // MARK: Bias

    /// How much brighter the last frame is than exposure is to make it, in EV; 0 too of a camera whose driver doesn't tell, which
    /// none of Linux's does. Key-value observable.
    public var exposureTargetOffset: Float { read(\.exposureTargetOffset) }

    /// The bias added to the exposure target, in EV. Key-value observable.
    public var exposureTargetBias: Float { read(\.exposureTargetBias) }

    /// The lowest bias in EV; 0 when there is none.
    public var minExposureTargetBias: Float { Float(hardware.range(.exposureBias)?.lowerBound ?? 0) }

    /// The highest bias in EV; 0 when there is none.
    public var maxExposureTargetBias: Float { Float(hardware.range(.exposureBias)?.upperBound ?? 0) }

    /// Sets the bias.
    ///
    /// Stops the program without the configuration lock, and for a bias out of range. Documented: S-64, S-65.
    ///
    /// - Parameters:
    ///   - bias: EV, or `currentExposureTargetBias`.
    ///   - handler: called with the device-clock time of the first frame with the bias; invalid when the hardware refused.
    @preconcurrency
    public func setExposureTargetBias(_ bias: Float, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil) {
        let selector = "setExposureTargetBias:completionHandler:"
        requireLock(selector)
        guard bias != Self.currentExposureTargetBias else { return complete(at: system.clock.now, handler) }
        require(
            minExposureTargetBias <= bias && bias <= maxExposureTargetBias,
            selector,
            "The passed bias \(bias) is out of range [\(minExposureTargetBias), \(maxExposureTargetBias)]",
            .range
        )
        let applied = hardware.has(.exposureBias) ? set(.exposureBias, .number(Double(bias))) : system.clock.now
        if applied != nil { change { $0.exposureTargetBias = bias } }
        complete(at: applied, handler)
    }

    /// Sets the bias; returns the device-clock time of the first frame with it.
    @discardableResult
    nonisolated(nonsending) public func setExposureTargetBias(_ bias: Float) async -> CMTime {
        await withCheckedContinuation { continuation in
            setExposureTargetBias(bias) { continuation.resume(returning: $0) }
        }
    }

    // MARK: Subject area

    /// Whether `subjectAreaDidChangeNotification` is posted (S-73). UNKNOWN: it is when the light, as automatic exposure
    /// compensates it, has doubled or halved, and when the picture has become another (`FrameSummary`) by itself: what a setting of
    /// the device's does to it doesn't count. Key-value observable. Stops the program without the lock.
    public var isSubjectAreaChangeMonitoringEnabled: Bool {
        get { read(\.monitorsSubjectArea) }
        set {
            requireLock("setSubjectAreaChangeMonitoringEnabled:")
            sceneChanges.forgetReference()
            change { state in
                state.monitorsSubjectArea = newValue
                state.subjectAreaReference = 0
            }
        }
    }

    // MARK: What no device here has

    /// Whether the device decides by itself if exposure follows faces; true at first. Stops the program without the lock.
    public var automaticallyAdjustsFaceDrivenAutoExposureEnabled: Bool {
        get { read(\.adjustsFaceDrivenExposure) }
        set {
            requireLock("setAutomaticallyAdjustsFaceDrivenAutoExposureEnabled:")
            change { $0.adjustsFaceDrivenExposure = newValue }
        }
    }

    /// Whether exposure follows faces. Switching it on stops the program, as no device finds faces.
    public var isFaceDrivenAutoExposureEnabled: Bool {
        get { false }
        set {
            requireLock("setFaceDrivenAutoExposureEnabled:")
            require(!newValue, "setFaceDrivenAutoExposureEnabled:", "Not supported by the device")
        }
    }

    /// Whether a rectangle to expose for can be set.
    public var isExposureRectOfInterestSupported: Bool { false }

    /// The smallest rectangle to expose for; empty when none can be set.
    public var minExposureRectOfInterestSize: CGSize { .zero }

    /// The rectangle to expose for; the whole picture. Setting it stops the program, as no device supports it (S-62).
    public var exposureRectOfInterest: CGRect {
        get { CGRect(x: 0, y: 0, width: 1, height: 1) }
        set {
            requireLock("setExposureRectOfInterest:")
            require(
                isExposureRectOfInterestSupported,
                "setExposureRectOfInterest:",
                "Not supported - use -isExposureRectOfInterestSupported"
            )
        }
    }

    /// The rectangle that a point to expose for means; null when rectangles are not supported.
    public func defaultRectForExposurePoint(ofInterest pointOfInterest: CGPoint) -> CGRect { .null }
}

extension AVCaptureDevice {
    /// How exposure is chosen.
    public enum ExposureMode: Int, Sendable, CaseIterable {
        /// Exposure stays as it is.
        case locked = 0
        /// Adjusts once, then stays `locked`.
        case autoExpose = 1
        /// Adjusts whenever needed.
        case continuousAutoExposure = 2
        /// Follows the duration and ISO speed that the program sets.
        case custom = 3
    }
}
