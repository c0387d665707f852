import CaptureCore
import CaptureDriver
import CoreMedia
import CoreVideo

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
