import Foundation
import FoundationExtras

extension AVCaptureMovieFileOutput {
    // MARK: Spatial video

    /// Whether spatial video can be recorded: no camera here takes two pictures at a time.
    public var isSpatialVideoCaptureSupported: Bool { false }

    /// Always false; switching it on stops the program, as it is not supported.
    public var isSpatialVideoCaptureEnabled: Bool {
        get { false }
        set {
            guard newValue else { return }
            refuse("setSpatialVideoCaptureEnabled:", "Cannot be set to YES when isSpatialVideoCaptureSupported is NO")
        }
    }

    // MARK: The change-over of virtual cameras

    /// Whether the behaviour for recordings is in force while one is under way; false at first. No camera here lets programs
    /// influence the change-over (`AVCaptureDevice.primaryConstituentDeviceSwitchingBehavior` is `.unsupported`), so switching
    /// it on stops the program.
    public var isPrimaryConstituentDeviceSwitchingBehaviorForRecordingEnabled: Bool {
        get { false }
        set {
            guard newValue else { return }
            refuse(
                "setPrimaryConstituentDeviceSwitchingBehaviorForRecordingEnabled:",
                "Not supported - use primaryConstituentDeviceSwitchingBehavior of the source device"
            )
        }
    }

    /// The behaviour for recordings: unsupported, as the cameras' own.
    public var primaryConstituentDeviceSwitchingBehaviorForRecording:
        AVCaptureDevice.PrimaryConstituentDeviceSwitchingBehavior
    { .unsupported }

    /// The conditions for the change-over during recordings: none.
    public var primaryConstituentDeviceRestrictedSwitchingBehaviorConditionsForRecording:
        AVCaptureDevice.PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
    { [] }

    /// Chooses the behaviour for recordings. Stops the program, because no camera supports any.
    public func setPrimaryConstituentDeviceSwitchingBehaviorForRecording(
        _ switchingBehavior: AVCaptureDevice.PrimaryConstituentDeviceSwitchingBehavior,
        restrictedSwitchingBehaviorConditions:
            AVCaptureDevice.PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions
    ) {
        refuse(
            "setPrimaryConstituentDeviceSwitchingBehaviorForRecording:restrictedSwitchingBehaviorConditions:",
            "Not supported - use primaryConstituentDeviceSwitchingBehavior of the source device"
        )
    }

    // MARK: Changes of orientation as metadata

    /// Whether changes of orientation and mirroring during a recording become a metadata track: never. The movie's own
    /// orientation is that of the recording's start.
    public func recordsVideoOrientationAndMirroringChangesAsMetadataTrack(for connection: AVCaptureConnection) -> Bool {
        false
    }

    /// Not available: tracks of timed metadata are not written.
    @available(
        *,
        unavailable,
        message: "Timed metadata tracks are not written; a movie keeps the orientation of its start."
    )
    public func setRecordsVideoOrientationAndMirroringChangesAsMetadataTrack(
        _ doRecordChanges: Bool,
        for connection: AVCaptureConnection
    ) {}

    func refuse(_ selector: String, _ reason: String) -> Never {
        programmerError(.invalidArgument, "*** -[AVCaptureMovieFileOutput \(selector)] \(reason)")
    }
}
