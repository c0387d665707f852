import CaptureCore
import CaptureDriver
import CoreMedia
import Foundation

/// Everything about a device that can change, as a value with the rules of its changes. No I/O.
struct DeviceState: @unchecked Sendable {
    // @unchecked: formats and states of pressure do not change.

    // MARK: Life

    var isConnected = true
    let isSuspended: Bool
    /// Open calls of `lockForConfiguration()`.
    var lockCount = 0
    var pressure: AVCaptureDevice.SystemPressureState

    // MARK: Format

    /// `nil` only for a device without formats. What a microphone delivers now, though it offers no choice (S-210).
    var activeFormat: AVCaptureDevice.Format?
    /// What a client asked for; `nil` leaves it to the format.
    var wantedMinFrameDuration: CMTime?
    /// What a client asked for, or exposure needs; `nil` leaves it to the format.
    var wantedMaxFrameDuration: CMTime?
    /// An input's `videoMinFrameDurationOverride`; invalid is none.
    var frameDurationOverride = CMTime.invalid
    var colorSpace = AVCaptureColorSpace.sRGB
    var adjustsVideoHDR = true
    var isVideoHDREnabled = false
    /// What depth maps look like; `nil` while the active format has none.
    var activeDepthFormat: AVCaptureDevice.Format?
    /// The least time between depth maps that a client asked for; `nil` leaves it to the depth format.
    var wantedMinDepthDuration: CMTime?

    // MARK: Focus

    var focusMode: AVCaptureDevice.FocusMode
    var isAdjustingFocus = false
    var focusPoint = CGPoint(x: 0.5, y: 0.5)
    var lensPosition: Float
    /// Counts changes of the focus mode, so that a one-shot that was overtaken doesn't end a later one.
    var focusGeneration = 0
    var adjustsFaceDrivenFocus = true

    // MARK: Exposure

    var exposureMode: AVCaptureDevice.ExposureMode
    var isAdjustingExposure = false
    var exposurePoint = CGPoint(x: 0.5, y: 0.5)
    var exposureDuration: CMTime
    var iso: Float
    var exposureTargetBias: Float
    /// How far the last frame was from what exposure aims at, in EV.
    var exposureTargetOffset: Float = 0
    /// The longest exposure that automatic exposure may choose, if a client limits it.
    var wantedMaxExposureDuration: CMTime?
    var exposureGeneration = 0
    var adjustsFaceDrivenExposure = true

    // MARK: White balance

    var whiteBalanceMode: AVCaptureDevice.WhiteBalanceMode
    var isAdjustingWhiteBalance = false
    var gains = AVCaptureDevice.WhiteBalanceGains(redGain: 1, greenGain: 1, blueGain: 1)
    var whiteBalanceGeneration = 0

    // MARK: Light

    var flashMode = AVCaptureDevice.FlashMode.off
    var torchMode = AVCaptureDevice.TorchMode.off
    var torchLevel: Float = 0
    var enablesLowLightBoost = false
    var isLowLightBoostEnabled = false

    // MARK: Zoom

    var zoomFactor = 1.0
    var ramp: ZoomRamp?
    var rampStart = CMTime.invalid
    var rampGeneration = 0

    // MARK: Constituents of a virtual camera

    /// Streams of the device's that run; counted for a virtual camera only.
    var streamCount = 0
    var switchingBehavior: AVCaptureDevice.PrimaryConstituentDeviceSwitchingBehavior
    var switchingConditions: AVCaptureDevice.PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions = []
    /// The constituent that the change-over is locked to, as an index; `nil` while it is not locked.
    var lockedConstituent: Int?
    /// Ids of the cameras that may stand in for others; `nil` for all that can.
    var fallbackConstituents: [String]?

    // MARK: Subject area

    var monitorsSubjectArea = false
    /// Light gathered per frame when monitoring began or last told of a change; 0 before the first frame.
    var subjectAreaReference = 0.0

    /// The state of a device that nobody has touched.
    init(
        _ hardware: CaptureDeviceDescription,
        formats: [AVCaptureDevice.Format],
        audioFormat: AVCaptureDevice.Format? = nil,
        pressure: SystemPressure
    ) {
        isSuspended = hardware.isSuspended
        self.pressure = AVCaptureDevice.SystemPressureState(pressure)
        activeFormat =
            formats.indices.contains(hardware.defaultFormatIndex)
            ? formats[hardware.defaultFormatIndex] : formats.first ?? audioFormat
        activeDepthFormat = activeFormat?.supportedDepthDataFormats.last
        focusMode = hardware.defaultMode(.focusMode).flatMap(AVCaptureDevice.FocusMode.init(rawValue:)) ?? .locked
        // Documented: S-63, the lens is at 1 at first.
        lensPosition = hardware.defaultNumber(.lensPosition).map(Float.init) ?? 1
        exposureMode =
            hardware.defaultMode(.exposureMode).flatMap(AVCaptureDevice.ExposureMode.init(rawValue:)) ?? .locked
        exposureDuration = hardware.defaultNumber(.exposureDuration).map(CMTime.exposure) ?? .zero
        iso = hardware.defaultNumber(.iso).map(Float.init) ?? activeFormat?.minISO ?? 0
        exposureTargetBias = hardware.defaultNumber(.exposureBias).map(Float.init) ?? 0
        whiteBalanceMode =
            hardware.defaultMode(.whiteBalanceMode).flatMap(AVCaptureDevice.WhiteBalanceMode.init(rawValue:)) ?? .locked
        isLowLightBoostEnabled = hardware.defaultMode(.lowLightBoost) == 1
        enablesLowLightBoost = isLowLightBoostEnabled
        switchingBehavior = hardware.has(.constituent) ? .auto : .unsupported
    }

    // MARK: Constituents of a virtual camera

    /// The constituent that pictures come from while the device streams, as an index.
    func constituent(of hardware: CaptureDeviceDescription) -> Int {
        lockedConstituent ?? hardware.constituent(atZoom: zoomFactor)
    }

    /// Documented: a locked change-over restricts the zoom factor to where its constituent begins.
    func lowestZoomFactor(of hardware: CaptureDeviceDescription) -> Double {
        lockedConstituent.map(hardware.zoomFactor) ?? 1
    }

    // MARK: Frame durations

    /// The shortest frame that the client allows.
    var minFrameDuration: CMTime {
        wantedMinFrameDuration ?? activeFormat?.captureFormat.defaultFrameDuration ?? .invalid
    }

    /// The longest frame that the client allows. UNKNOWN: by default the same as the shortest, a constant rate.
    var maxFrameDuration: CMTime {
        wantedMaxFrameDuration ?? activeFormat?.captureFormat.defaultFrameDuration ?? .invalid
    }

    /// What the stream is asked for: a frame lasts no shorter than it is exposed by hand.
    var frameDuration: CMTime {
        let shortest =
            frameDurationOverride.isNumeric ? CMTimeMaximum(minFrameDuration, frameDurationOverride) : minFrameDuration
        guard exposureMode == .custom, CMTimeCompare(exposureDuration, shortest) > 0,
            let format = activeFormat?.captureFormat
        else { return shortest }
        return format.frameDuration(forExposure: exposureDuration)
    }

    /// Sets the shortest frame; `nil` is the default. UNKNOWN: the longest gives way where it would be shorter.
    mutating func setMinFrameDuration(_ duration: CMTime?) {
        wantedMinFrameDuration = duration
        if CMTimeCompare(maxFrameDuration, minFrameDuration) < 0 { wantedMaxFrameDuration = minFrameDuration }
    }

    /// Sets the longest frame; `nil` is the default. UNKNOWN: the shortest gives way where it would be longer.
    mutating func setMaxFrameDuration(_ duration: CMTime?) {
        wantedMaxFrameDuration = duration
        if CMTimeCompare(maxFrameDuration, minFrameDuration) < 0 { wantedMinFrameDuration = maxFrameDuration }
    }

    /// Documented: S-39, a custom exposure that does not fit into a frame makes frames longer, never shorter.
    mutating func makeRoom(forExposure duration: CMTime) {
        guard let format = activeFormat?.captureFormat, CMTimeCompare(duration, maxFrameDuration) > 0 else { return }
        wantedMaxFrameDuration = format.frameDuration(forExposure: duration)
    }

    /// The least time between depth maps: what a client asked for, or the depth format's; invalid without depth.
    var minDepthDuration: CMTime {
        wantedMinDepthDuration ?? activeDepthFormat?.captureFormat.defaultFrameDuration ?? .invalid
    }

    /// Makes a depth format active; its rate goes back to the default (S-77).
    mutating func activateDepth(_ format: AVCaptureDevice.Format?) {
        activeDepthFormat = format
        wantedMinDepthDuration = nil
    }

    /// Both durations as the format has them by default (S-38).
    mutating func resetFrameDurations() {
        wantedMinFrameDuration = nil
        wantedMaxFrameDuration = nil
    }

    // MARK: Changes that touch several settings

    /// Makes a format active; what depends on the format goes back to its default (S-38, S-72).
    mutating func activate(_ format: AVCaptureDevice.Format, highestZoom: Double) {
        activeFormat = format
        resetFrameDurations()
        // Documented: S-77.
        activateDepth(format.supportedDepthDataFormats.last)
        wantedMaxExposureDuration = nil
        if !format.supportedColorSpaces.contains(colorSpace) { colorSpace = .sRGB }
        if !format.isVideoHDRSupported { isVideoHDREnabled = false }
        if zoomFactor > highestZoom { zoomFactor = highestZoom }
        if let target = ramp?.target, target > highestZoom { endRamp() }
    }

    /// Ends a ramp where it is.
    mutating func endRamp() {
        ramp = nil
        rampGeneration += 1
    }

    /// Takes note that the torch goes off.
    ///
    /// - Returns: whether it was on.
    mutating func darkenTorch() -> Bool {
        defer { (torchMode, torchLevel) = (.off, 0) }
        return torchLevel > 0
    }

    /// Whether flash and torch may be used. UNKNOWN: from critical pressure on they are off.
    var isLightAvailable: Bool { pressure.hardwareLevel < .critical }

    /// Whether a frame's exposure changes anything; asked for every frame.
    func isNewExposure(_ exposure: CaptureExposure) -> Bool {
        if monitorsSubjectArea || exposure.targetOffset != exposureTargetOffset { return true }
        guard exposureMode != .custom else { return false }
        return exposure.duration > 0 && exposureDuration != .exposure(seconds: exposure.duration)
            || exposure.iso > 0 && iso != exposure.iso
    }

    /// Takes note of how a frame was exposed.
    ///
    /// - Returns: whether the subject has changed so much that a monitoring client has to be told. UNKNOWN: when the
    ///   light, as automatic exposure compensates it, has doubled or halved.
    mutating func recordExposure(_ exposure: CaptureExposure) -> Bool {
        if exposure.duration > 0, exposureMode != .custom { exposureDuration = .exposure(seconds: exposure.duration) }
        if exposure.iso > 0, exposureMode != .custom { iso = exposure.iso }
        exposureTargetOffset = exposure.targetOffset
        let gathered = exposure.duration * Double(exposure.iso)
        guard monitorsSubjectArea, gathered > 0 else { return false }
        guard subjectAreaReference > 0 else {
            subjectAreaReference = gathered
            return false
        }
        guard abs(log2(gathered / subjectAreaReference)) >= 1 else { return false }
        subjectAreaReference = gathered
        return true
    }
}

/// What a session has to know of the devices it uses. Called after the change, on the thread that made it, with no lock held.
protocol DeviceSessionObserver: AnyObject {
    /// A client set the format, which turns the session's preset into `.inputPriority` (S-31).
    func deviceActiveFormatWasSetByClient(_ device: AVCaptureDevice)
    /// The active format changed, whoever set it.
    func deviceActiveFormatDidChange(_ device: AVCaptureDevice)
    /// The frame duration that the device is to deliver changed.
    func deviceFrameDurationDidChange(_ device: AVCaptureDevice)
    /// To be called when a device is gone, on any thread; does not keep the session. Threads of drivers must not be the last to let
    /// go of one.
    var whenDeviceIsDisconnected: @Sendable (AVCaptureDevice) -> Void { get }
}
