import CaptureCore
import CaptureDriver
import CoreMedia
import CoreVideo
import FoundationExtras

extension AVCaptureDevice {
    // MARK: Format

    /// The format that the device delivers. Setting it turns the session's preset into `.inputPriority` (S-31).
    /// Key-value observable.
    ///
    /// Stops the program without the configuration lock, and for a format that is not in `formats` (S-35).
    public var activeFormat: Format {
        get {
            guard let format = read(\.activeFormat) else { missingFormat("activeFormat") }
            return format
        }
        set {
            requireLock("setActiveFormat:")
            require(
                formats.contains { $0 === newValue },
                "setActiveFormat:",
                "The activeFormat passed is not supported by the device. Use -formats to discover valid formats."
            )
            activate(newValue) { $0.deviceActiveFormatWasSetByClient(self) }
        }
    }

    /// Sets the format that the session's preset means; what depends on the format goes back to its default (S-38).
    func setActiveFormatFromSession(_ format: Format) {
        activate(format) { _ in }
    }

    /// - Parameter announce: tells a session who did it, before it hears of the change.
    private func activate(_ format: Format, announce: (any DeviceSessionObserver) -> Void) {
        let zoom = hardware.maximumZoomFactor(in: format.captureFormat)
        let (hadFormat, clampedZoom, hadLimit) = change { state in
            let (old, oldZoom, hadLimit) = (
                state.activeFormat, state.zoomFactor, state.wantedMaxExposureDuration != nil
            )
            state.activate(format, highestZoom: zoom)
            return (old === format, state.zoomFactor != oldZoom ? state.zoomFactor : nil, hadLimit)
        }
        if let clampedZoom { pushZoom(clampedZoom) }
        if hadLimit { limitExposure(to: format.maxExposureDuration) }
        if !hadFormat { inputs.forEach { $0.formatDidChange() } }
        for session in sessionObservers {
            announce(session)
            session.deviceActiveFormatDidChange(self)
        }
    }

    // MARK: Frame durations

    /// The shortest frame, the reciprocal of the highest frame rate (S-37); invalid restores the format's default.
    /// Key-value observable.
    ///
    /// Stops the program without the configuration lock, and for a duration that the active format does not support.
    public var activeVideoMinFrameDuration: CMTime {
        get { read(\.minFrameDuration) }
        set {
            let duration = supported(newValue, "setActiveVideoMinFrameDuration:", "maxFrameRate")
            changeFrameDurations { $0.setMinFrameDuration(duration) }
        }
    }

    /// The longest frame, the reciprocal of the lowest frame rate (S-37); invalid restores the format's default.
    /// Key-value observable.
    ///
    /// Stops the program without the configuration lock, and for a duration that the active format does not support.
    public var activeVideoMaxFrameDuration: CMTime {
        get { read(\.maxFrameDuration) }
        set {
            let duration = supported(newValue, "setActiveVideoMaxFrameDuration:", "minFrameRate")
            changeFrameDurations { $0.setMaxFrameDuration(duration) }
        }
    }

    private func supported(_ duration: CMTime, _ selector: String, _ name: String) -> CMTime? {
        requireLock(selector)
        guard duration.isValid else { return nil }
        let format = activeFormat
        guard let supported = format.captureFormat.supportedFrameDuration(for: duration) else {
            let ranges = format.videoSupportedFrameRateRanges.map { "\"\($0)\"" }.joined(separator: ", ")
            let rate = String(format: "%f", Double(duration.timescale) / Double(max(duration.value, 1)))
            refuse(
                selector,
                "Unsupported frame duration - Supported ranges: ( \(ranges) ), tried to set \(name) to \(rate)"
            )
        }
        return supported
    }

    /// Changes what the frame duration depends on.
    @discardableResult
    func changeFrameDurations<Result: Sendable>(_ body: (inout DeviceState) -> Result) -> Result {
        let (result, isNew) = change { state in
            let old = state.frameDuration
            let result = body(&state)
            return (result, state.frameDuration != old)
        }
        if isNew { sessionObservers.forEach { $0.deviceFrameDurationDidChange(self) } }
        return result
    }

    /// Both durations go back to the format's default, as when the device's input is added to a session (S-38).
    func resetFrameDurations() {
        changeFrameDurations { $0.resetFrameDurations() }
    }

    /// Limits the frame rate on behalf of an input; invalid lifts the limit (S-45).
    func overrideMinFrameDuration(_ duration: CMTime) {
        changeFrameDurations { $0.frameDurationOverride = duration }
    }

    /// Whether the frame rate follows the light by itself. Stops the program when set without the lock, and when switched on,
    /// as no format supports it (S-40).
    public var isAutoVideoFrameRateEnabled: Bool {
        get { false }
        set {
            requireLock("setAutoVideoFrameRateEnabled:")
            require(
                !newValue || activeFormat.isAutoVideoFrameRateSupported,
                "setAutoVideoFrameRateEnabled:",
                "Not supported by the active format - use activeFormat.autoVideoFrameRateSupported"
            )
        }
    }

    /// Whether the frame duration is locked to an exact value.
    public var isVideoFrameDurationLocked: Bool { false }

    /// The shortest frame duration that can be locked; invalid when none can.
    public var minSupportedLockedVideoFrameDuration: CMTime { .invalid }

    /// Whether frames follow an external device.
    public var isFollowingExternalSyncDevice: Bool { false }

    /// The shortest frame duration that can follow an external device; invalid when none can.
    public var minSupportedExternalSyncFrameDuration: CMTime { .invalid }

    // MARK: Colour

    /// The colour space of pictures. Key-value observable.
    ///
    /// Stops the program without the configuration lock, and for a space that the active format does not have.
    public var activeColorSpace: AVCaptureColorSpace {
        get { read(\.colorSpace) }
        set {
            requireLock("setActiveColorSpace:")
            require(
                activeFormat.supportedColorSpaces.contains(newValue),
                "setActiveColorSpace:",
                "Unsupported color space - use activeFormat.supportedColorSpaces"
            )
            change { $0.colorSpace = newValue }
        }
    }

    /// Whether the device chooses high dynamic range by itself; true at first. Key-value observable. Stops the program
    /// without the lock.
    public var automaticallyAdjustsVideoHDREnabled: Bool {
        get { read(\.adjustsVideoHDR) }
        set {
            requireLock("setAutomaticallyAdjustsVideoHDREnabled:")
            change { $0.adjustsVideoHDR = newValue }
        }
    }

    /// Whether video has high dynamic range. Key-value observable.
    ///
    /// Stops the program without the lock, while `automaticallyAdjustsVideoHDREnabled` is true, and when the active format
    /// has no high dynamic range (S-69).
    public var isVideoHDREnabled: Bool {
        get { read(\.isVideoHDREnabled) }
        set {
            let selector = "setVideoHDREnabled:"
            requireLock(selector)
            require(
                !automaticallyAdjustsVideoHDREnabled,
                selector,
                "May not be called while automaticallyAdjustsVideoHDREnabled is YES",
                .generic
            )
            require(
                activeFormat.isVideoHDRSupported,
                selector,
                "Not supported by the active format - use activeFormat.videoHDRSupported",
                .generic
            )
            guard set(.videoHDR, .mode(newValue ? 1 : 0)) != nil else { return }
            change { $0.isVideoHDREnabled = newValue }
        }
    }

    /// Whether brightness is mapped for the picture as a whole. Stops the program when set without the lock, and when
    /// switched on, as no format supports it.
    public var isGlobalToneMappingEnabled: Bool {
        get { false }
        set {
            requireLock("setGlobalToneMappingEnabled:")
            require(
                !newValue || activeFormat.isGlobalToneMappingSupported,
                "setGlobalToneMappingEnabled:",
                "Not supported by the active format - use activeFormat.globalToneMappingSupported"
            )
        }
    }
}

extension AVCaptureDevice {
    /// The proportions of a picture.
    public struct AspectRatio: RawRepresentable, Hashable, Sendable {
        /// Apple's string.
        public let rawValue: String

        /// Makes a value from Apple's string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Square.
        public static let ratio1x1 = AspectRatio(rawValue: "AVCaptureAspectRatio1x1")
        /// 16 to 9, landscape.
        public static let ratio16x9 = AspectRatio(rawValue: "AVCaptureAspectRatio16x9")
        /// 9 to 16, portrait.
        public static let ratio9x16 = AspectRatio(rawValue: "AVCaptureAspectRatio9x16")
        /// 4 to 3, landscape.
        public static let ratio4x3 = AspectRatio(rawValue: "AVCaptureAspectRatio4x3")
        /// 3 to 4, portrait.
        public static let ratio3x4 = AspectRatio(rawValue: "AVCaptureAspectRatio3x4")
    }
}

/// The colour space of captured pictures.
public enum AVCaptureColorSpace: Int, Sendable, CaseIterable {
    /// sRGB, with BT.709's transfer function for video.
    case sRGB = 0
    /// DCI P3 with a D65 white.
    case P3_D65 = 1
    /// BT.2020 with hybrid log-gamma.
    case HLG_BT2020 = 2
    /// Apple Log.
    case appleLog = 3
    /// Apple Log 2.
    case appleLog2 = 4
}

extension AVCaptureDevice {
    /// The format of depth maps, one of the active format's `supportedDepthDataFormats`; `nil` if that has none. Key-value observable.
    ///
    /// `UNKNOWN`: which one is active at first, and again when the active format changes; here the largest one of distances with 16 bits.
    /// Stops the program without the configuration lock, and for another format (S-77). Setting `nil` has no effect.
    public var activeDepthDataFormat: Format? {
        get { read(\.activeDepthFormat) }
        set {
            let selector = "setActiveDepthDataFormat:"
            requireLock(selector)
            guard let newValue else { return }
            require(
                read(\.activeFormat)?.supportedDepthDataFormats.contains { $0 === newValue } == true,
                selector,
                "The format passed is not among the active format's supportedDepthDataFormats"
            )
            change { $0.activateDepth(newValue) }
            inputs.forEach { $0.formatDidChange() }
            sessionObservers.forEach { $0.deviceFrameDurationDidChange(self) }
        }
    }

    /// The least time from one depth map to the next: invalid without depth. Setting an invalid time restores the depth format's
    /// shortest. Depth maps come with frames, so they come no more often than frames do.
    ///
    /// Stops the program without the configuration lock, and for a time that the depth format does not support (S-77).
    public var activeDepthDataMinFrameDuration: CMTime {
        get { read(\.minDepthDuration) }
        set {
            let selector = "setActiveDepthDataMinFrameDuration:"
            requireLock(selector)
            let format = read(\.activeDepthFormat)?.captureFormat
            let supported = newValue.isValid ? format?.supportedFrameDuration(for: newValue) : nil
            require(
                !newValue.isValid || supported != nil,
                selector,
                format == nil
                    ? "There is no active depth data format"
                    : "The duration is not within the active depth data format's videoSupportedFrameRateRanges",
                .range
            )
            change { $0.wantedMinDepthDuration = supported }
            sessionObservers.forEach { $0.deviceFrameDurationDidChange(self) }
        }
    }

    /// Whether it has a depth sensor.
    var hasDepth: Bool { formats.contains { !$0.supportedDepthDataFormats.isEmpty } }

    /// What depth maps it is to deliver when anybody wants them; `nil` while its active format has none.
    var depthRequest: CaptureDepthRequest? {
        let (format, interval) = read { ($0.activeDepthFormat, $0.minDepthDuration) }
        return format.map { CaptureDepthRequest(format: $0.captureFormat, minimumInterval: interval) }
    }

    /// A depth map that came with a frame, with what is known of it; `nil` if it is of no kind that there is a name for.
    func depth(_ map: CVPixelBuffer, of frame: CaptureFrame) -> CapturedDepth? {
        let (format, interval, zoom) = read { ($0.activeFormat, $0.minDepthDuration, $0.zoomFactor) }
        guard let type = DepthDataType(CVPixelBufferGetPixelFormatType(map)) else { return nil }
        let calibration = format.flatMap {
            CameraCalibration($0.captureFormat, zoomFactor: zoom, focalLength: hardware.focalLength)
        }
        return CapturedDepth(
            record: DepthRecord(map: map, type: type, calibration: calibration),
            time: frame.presentationTime,
            duration: CMTimeMaximum(interval, frame.duration)
        )
    }
}
