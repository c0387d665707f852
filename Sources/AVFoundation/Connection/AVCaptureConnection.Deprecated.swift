import CoreMedia
import FoundationExtras

extension AVCaptureConnection {
    // MARK: Frame rate

    /// Whether the connection limits the frame rate: no, the device does (S-127).
    @available(*, deprecated, message: "Use AVCaptureDevice.activeVideoMinFrameDuration")
    public var isVideoMinFrameDurationSupported: Bool { false }

    /// The connection's shortest frame: invalid. Setting one stops the program, as it is not supported (S-127).
    @available(*, deprecated, message: "Use AVCaptureDevice.activeVideoMinFrameDuration")
    public var videoMinFrameDuration: CMTime {
        get { .invalid }
        set { requireNone(newValue, "setVideoMinFrameDuration:", "isVideoMinFrameDurationSupported") }
    }

    /// Whether the connection limits the frame rate: no, the device does (S-127).
    @available(*, deprecated, message: "Use AVCaptureDevice.activeVideoMaxFrameDuration")
    public var isVideoMaxFrameDurationSupported: Bool { false }

    /// The connection's longest frame: invalid. Setting one stops the program, as it is not supported (S-127).
    @available(*, deprecated, message: "Use AVCaptureDevice.activeVideoMaxFrameDuration")
    public var videoMaxFrameDuration: CMTime {
        get { .invalid }
        set { requireNone(newValue, "setVideoMaxFrameDuration:", "isVideoMaxFrameDurationSupported") }
    }

    private func requireNone(_ duration: CMTime, _ selector: String, _ support: String) {
        guard duration.isValid else { return }
        programmerError(
            .invalidArgument,
            "*** -[AVCaptureConnection \(selector)] Cannot be set when \(support) is NO"
        )
    }

    // MARK: Stabilization

    /// Whether stabilization is wanted: the older form of `preferredVideoStabilizationMode`.
    @available(*, deprecated, message: "Use preferredVideoStabilizationMode")
    public var enablesVideoStabilizationWhenAvailable: Bool {
        get { preferredVideoStabilizationMode != .off }
        set { preferredVideoStabilizationMode = newValue ? .auto : .off }
    }

    /// Whether pictures are stabilized: the older form of `activeVideoStabilizationMode`.
    @available(*, deprecated, message: "Use activeVideoStabilizationMode")
    public var isVideoStabilizationEnabled: Bool { activeVideoStabilizationMode != .off }
}
