import CoreMedia
import Foundation
import FoundationExtras

// What no device here has.
extension AVCaptureDeviceInput {
    // MARK: Frame timing

    /// Whether the frame duration can be locked to an exact value.
    public var isLockedVideoFrameDurationSupported: Bool { false }

    /// The exact frame duration; invalid. Setting one stops the program, as no device supports it.
    public var activeLockedVideoFrameDuration: CMTime {
        get { .invalid }
        set {
            require(
                !newValue.isValid,
                "setActiveLockedVideoFrameDuration:",
                "Not supported - use lockedVideoFrameDurationSupported"
            )
        }
    }

    /// Whether frames can follow an external device.
    public var isExternalSyncSupported: Bool { false }

    /// The external device that frames follow; none.
    public var externalSyncDevice: AVExternalSyncDevice? { nil }

    /// The frame duration that follows an external device; invalid.
    public var activeExternalSyncVideoFrameDuration: CMTime { .invalid }

    /// Has frames follow an external device. Stops the program, as no device supports it.
    public func follow(
        _ externalSyncDevice: AVExternalSyncDevice,
        videoFrameDuration frameDuration: CMTime,
        delegate: (any AVExternalSyncDeviceDelegate)?
    ) {
        require(
            isExternalSyncSupported,
            "followExternalSyncDevice:videoFrameDuration:delegate:",
            "Not supported - use externalSyncSupported"
        )
    }

    /// Stops following an external device; there is never one to stop following.
    public func unfollowExternalSyncDevice() {
        require(isExternalSyncSupported, "unfollowExternalSyncDevice", "Not supported - use externalSyncSupported")
    }

    // MARK: Sound

    /// How many channels are captured: as many as the audio session prefers for `.none`, as at first. Takes effect at once on a
    /// running session. An unsupported mode stops the program.
    public var multichannelAudioMode: AVCaptureMultichannelAudioMode {
        get { channelMode }
        set {
            require(
                isMultichannelAudioModeSupported(newValue),
                "setMultichannelAudioMode:",
                "Not supported - use -isMultichannelAudioModeSupported:"
            )
            channelMode = newValue
            session?.replanUnlessConfiguring()
        }
    }

    /// Whether a number of channels can be captured: stereo if the microphone has a format with two.
    public func isMultichannelAudioModeSupported(_ multichannelAudioMode: AVCaptureMultichannelAudioMode) -> Bool {
        switch multichannelAudioMode {
        case .none: true
        case .stereo: device.hardware.audioFormats.contains { $0.channels == 2 }
        case .firstOrderAmbisonics: false
        }
    }

    /// Whether the noise of wind can be removed.
    public var isWindNoiseRemovalSupported: Bool { false }

    /// Whether the noise of wind is removed. Switching it on stops the program, as no device supports it.
    public var isWindNoiseRemovalEnabled: Bool {
        get { false }
        set { require(!newValue, "setWindNoiseRemovalEnabled:", "Not supported - use windNoiseRemovalSupported") }
    }

    /// Whether sound can follow the zoom factor.
    public var isAudioZoomSupported: Bool { false }

    /// Whether sound follows the zoom factor. Switching it on stops the program, as no device supports it.
    public var isAudioZoomEnabled: Bool {
        get { false }
        set { require(!newValue, "setAudioZoomEnabled:", "Not supported - use audioZoomSupported") }
    }

    // MARK: Cinematic video

    /// Whether cinematic video can be captured.
    public var isCinematicVideoCaptureSupported: Bool { false }

    /// Whether cinematic video is captured. Switching it on stops the program, as no device supports it.
    public var isCinematicVideoCaptureEnabled: Bool {
        get { false }
        set {
            require(!newValue, "setCinematicVideoCaptureEnabled:", "Not supported - use cinematicVideoCaptureSupported")
        }
    }

    /// The simulated f-number of cinematic video; 0. Setting it stops the program, as no device supports it.
    public var simulatedAperture: Float {
        get { 0 }
        set { require(newValue == 0, "setSimulatedAperture:", "Not supported - use cinematicVideoCaptureSupported") }
    }
}
