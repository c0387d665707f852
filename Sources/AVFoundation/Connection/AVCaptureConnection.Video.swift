import CaptureDriver
import Foundation
import FoundationExtras

extension AVCaptureConnection {
    // MARK: Mirroring

    /// Whether the connection can mirror; true for video and depth maps.
    public var isVideoMirroringSupported: Bool { carriesFrames }

    private var carriesFrames: Bool { mediaType == .video || mediaType == .depthData }

    /// Whether mirroring follows the configuration; true at first (S-113, S-114).
    public var automaticallyAdjustsVideoMirroring: Bool {
        get { state.withLock { $0.adjustsMirroring } }
        set {
            // What automatic adjustment chose last stays in force when it is switched off.
            let current = isVideoMirrored
            state.withLock { state in
                state.adjustsMirroring = newValue
                state.isMirrored = current
            }
        }
    }

    /// Whether pictures are mirrored about their vertical axis, after rotation.
    ///
    /// Setting it stops the program while it is unsupported (S-112) or adjusted automatically (S-113). `OBSERVED`:
    /// automatic adjustment mirrors the preview of a front camera, and nothing else.
    public var isVideoMirrored: Bool {
        get {
            let (isAutomatic, isMirrored) = state.withLock { ($0.adjustsMirroring, $0.isMirrored) }
            return isAutomatic ? isFrontPreview : isMirrored
        }
        set {
            guard isVideoMirroringSupported else {
                programmerError(
                    .invalidArgument,
                    "*** -[AVCaptureConnection setVideoMirrored:] Cannot be set when isVideoMirroringSupported is NO"
                )
            }
            guard !automaticallyAdjustsVideoMirroring else {
                programmerError(
                    .invalidArgument,
                    "*** -[AVCaptureConnection setVideoMirrored:] Cannot be set when "
                        + "automaticallyAdjustsVideoMirroring is YES"
                )
            }
            setAndReport(\.isMirrored, as: \AVCaptureConnection.isVideoMirrored, to: newValue)
        }
    }

    /// Sets a value of the state, and tells observers of the property that shows it.
    private func setAndReport<Value: Equatable & Sendable>(
        _ value: WritableKeyPath<State, Value>,
        as property: any KeyPath<AVCaptureConnection, Value> & Sendable,
        to new: Value
    ) {
        let outbox = state.withLock { state in
            let old = state[keyPath: value]
            state[keyPath: value] = new
            if old != new { reportChange(of: property, from: old, to: new, through: state.outbox) }
            return state.outbox
        }
        outbox.deliver()
    }

    private var isFrontPreview: Bool {
        videoPreviewLayer != nil && captureDevice?.position == .front
    }

    // MARK: Rotation

    /// Whether pictures can be turned by an angle: 0, 90, 180 and 270 degrees, for video and depth maps (S-115).
    public func isVideoRotationAngleSupported(_ videoRotationAngle: CGFloat) -> Bool {
        carriesFrames && [0, 90, 180, 270].contains(videoRotationAngle)
    }

    /// Degrees, clockwise, by which pictures are turned; 0 at first, the sensor's own orientation (S-118, S-123).
    ///
    /// Video and depth data outputs turn the pixels; photos carry the angle in EXIF; preview layers are turned by whoever shows
    /// them (S-116). Setting an unsupported angle stops the program (S-115). Key-value observable.
    public var videoRotationAngle: CGFloat {
        get { state.withLock { $0.rotationAngle } }
        set {
            guard isVideoRotationAngleSupported(newValue) else {
                programmerError(
                    .invalidArgument,
                    "*** -[AVCaptureConnection setVideoRotationAngle:] Setting a videoRotationAngle of \(newValue) is "
                        + "not supported: use -isVideoRotationAngleSupported:"
                )
            }
            setAndReport(\.rotationAngle, as: \AVCaptureConnection.videoRotationAngle, to: newValue)
        }
    }

    /// Whether the connection has an orientation; true for video and depth maps.
    @available(*, deprecated, message: "Use isVideoRotationAngleSupported(_:)")
    public var isVideoOrientationSupported: Bool { carriesFrames }

    /// The orientation as an interface orientation; another view of `videoRotationAngle` (S-119).
    @available(*, deprecated, message: "Use videoRotationAngle")
    public var videoOrientation: AVCaptureVideoOrientation {
        get { VideoOrientationAngles.orientation(of: videoRotationAngle, position: captureDevice?.position) }
        set {
            guard carriesFrames else {
                programmerError(
                    .invalidArgument,
                    "*** -[AVCaptureConnection setVideoOrientation:] Setting videoOrientation is not supported"
                )
            }
            videoRotationAngle = VideoOrientationAngles.angle(of: newValue, position: captureDevice?.position)
        }
    }

    // MARK: Stabilization

    /// Whether a stabilization mode other than off exists; none does here.
    public var isVideoStabilizationSupported: Bool { false }

    /// The wanted mode; off at first. Modes that are not available leave the active mode off (S-124).
    public var preferredVideoStabilizationMode: AVCaptureVideoStabilizationMode {
        get { state.withLock { $0.stabilization } }
        set { state.withLock { $0.stabilization = newValue } }
    }

    /// The mode in force: off, because no camera here stabilizes (S-124). Key-value observable.
    public var activeVideoStabilizationMode: AVCaptureVideoStabilizationMode { .off }

    // MARK: Scale and crop

    /// The highest `videoScaleAndCropFactor`: 1. Zoom with `AVCaptureDevice.videoZoomFactor`.
    public var videoMaxScaleAndCropFactor: CGFloat { 1 }

    /// Always 1; setting anything else stops the program, as it is above the maximum.
    public var videoScaleAndCropFactor: CGFloat {
        get { 1 }
        set {
            guard newValue == 1 else {
                programmerError(
                    .range,
                    "*** -[AVCaptureConnection setVideoScaleAndCropFactor:] \(newValue) is out of range 1.0 to 1.0"
                )
            }
        }
    }

    // MARK: Camera intrinsics

    /// Whether the camera's intrinsic matrix can be delivered; no camera here knows its own (S-125).
    public var isCameraIntrinsicMatrixDeliverySupported: Bool { false }

    /// Always false; switching it on stops the program, as it is not supported (S-125).
    public var isCameraIntrinsicMatrixDeliveryEnabled: Bool {
        get { false }
        set {
            guard !newValue else {
                programmerError(
                    .invalidArgument,
                    "*** -[AVCaptureConnection setCameraIntrinsicMatrixDeliveryEnabled:] Cannot be set when "
                        + "isCameraIntrinsicMatrixDeliverySupported is NO"
                )
            }
        }
    }
}
