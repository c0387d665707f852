extension AVError {
    /// Nothing more is known.
    public static var unknown: Code { .unknown }
    /// There is not enough memory for the operation.
    public static var outOfMemory: Code { .outOfMemory }
    /// A recording was started while the session does not run.
    public static var sessionNotRunning: Code { .sessionNotRunning }
    /// Another session of this program uses the device.
    public static var deviceAlreadyUsedByAnotherSession: Code { .deviceAlreadyUsedByAnotherSession }
    /// A recording ended without any data.
    public static var noDataCaptured: Code { .noDataCaptured }
    /// A recording ended because inputs or outputs were changed.
    public static var sessionConfigurationChanged: Code { .sessionConfigurationChanged }
    /// A recording ended because the disk is full.
    public static var diskFull: Code { .diskFull }
    /// The device is gone.
    public static var deviceWasDisconnected: Code { .deviceWasDisconnected }
    /// A recording ended because the format of its source changed.
    public static var mediaChanged: Code { .mediaChanged }
    /// A recording reached the duration it was limited to; the file is good.
    public static var maximumDurationReached: Code { .maximumDurationReached }
    /// A recording reached the size it was limited to; the file is good.
    public static var maximumFileSizeReached: Code { .maximumFileSizeReached }
    /// A recording ended because its input was interrupted.
    public static var mediaDiscontinuity: Code { .mediaDiscontinuity }
    /// A recording reached the number of samples that its file format can hold.
    public static var maximumNumberOfSamplesForFileFormatReached: Code { .maximumNumberOfSamplesForFileFormatReached }
    /// The device is not connected.
    public static var deviceNotConnected: Code { .deviceNotConnected }
    /// Another program uses the device.
    public static var deviceInUseByAnotherApplication: Code { .deviceInUseByAnotherApplication }
    /// Another process holds the device's configuration lock.
    public static var deviceLockedForConfigurationByAnotherProcess: Code {
        .deviceLockedForConfigurationByAnotherProcess
    }
    /// A recording ended because the system interrupted it.
    public static var sessionWasInterrupted: Code { .sessionWasInterrupted }
    /// The media services went away in the middle of the operation.
    public static var mediaServicesWereReset: Code { .mediaServicesWereReset }
    /// An export failed.
    public static var exportFailed: Code { .exportFailed }
    /// Media could not be decoded.
    public static var decodeFailed: Code { .decodeFailed }
    /// The source media could not be read.
    public static var invalidSourceMedia: Code { .invalidSourceMedia }
    /// A file of that name exists and may not be replaced.
    public static var fileAlreadyExists: Code { .fileAlreadyExists }
    /// The segments of a composition track leave gaps.
    public static var compositionTrackSegmentsNotContiguous: Code { .compositionTrackSegmentsNotContiguous }
    /// A composition segment has an invalid duration in its target.
    public static var invalidCompositionTrackSegmentDuration: Code { .invalidCompositionTrackSegmentDuration }
    /// A composition segment has an invalid start time in its source.
    public static var invalidCompositionTrackSegmentSourceStartTime: Code {
        .invalidCompositionTrackSegmentSourceStartTime
    }
    /// A composition segment has an invalid duration in its source.
    public static var invalidCompositionTrackSegmentSourceDuration: Code {
        .invalidCompositionTrackSegmentSourceDuration
    }
    /// The format of a file is not known.
    public static var fileFormatNotRecognized: Code { .fileFormatNotRecognized }
    /// A file is damaged, or not of the format that it claims.
    public static var fileFailedToParse: Code { .fileFailedToParse }
    /// Too many photos are still being taken.
    public static var maximumStillImageCaptureRequestsExceeded: Code { .maximumStillImageCaptureRequestsExceeded }
    /// The media is protected.
    public static var contentIsProtected: Code { .contentIsProtected }
    /// The media has no picture at that time.
    public static var noImageAtTime: Code { .noImageAtTime }
    /// There is no decoder for the media.
    public static var decoderNotFound: Code { .decoderNotFound }
    /// There is no encoder for the wanted format.
    public static var encoderNotFound: Code { .encoderNotFound }
    /// The user may not play the media.
    public static var contentIsNotAuthorized: Code { .contentIsNotAuthorized }
    /// The program may not play the media.
    public static var applicationIsNotAuthorized: Code { .applicationIsNotAuthorized }
    /// A device was asked for in the background. Interruptions have replaced this code.
    public static var deviceIsNotAvailableInBackground: Code { .deviceIsNotAvailableInBackground }
    /// The asset does not allow the operation.
    public static var operationNotSupportedForAsset: Code { .operationNotSupportedForAsset }
    /// A decoder exists but is busy.
    public static var decoderTemporarilyUnavailable: Code { .decoderTemporarilyUnavailable }
    /// An encoder exists but is busy.
    public static var encoderTemporarilyUnavailable: Code { .encoderTemporarilyUnavailable }
    /// A video composition is invalid.
    public static var invalidVideoComposition: Code { .invalidVideoComposition }
    /// The policy in force forbids a reference to other media.
    public static var referenceForbiddenByReferencePolicy: Code { .referenceForbiddenByReferencePolicy }
    /// The extension of the output file does not fit its type.
    public static var invalidOutputURLPathExtension: Code { .invalidOutputURLPathExtension }
    /// The screen could not be captured.
    public static var screenCaptureFailed: Code { .screenCaptureFailed }
    /// The screen could not be captured because the display is off.
    public static var displayWasDisabled: Code { .displayWasDisabled }
    /// The torch cannot be that bright now, perhaps because the device is too hot.
    public static var torchLevelUnavailable: Code { .torchLevelUnavailable }
    /// Reading or writing was interrupted.
    public static var operationInterrupted: Code { .operationInterrupted }
    /// The machine cannot play the media.
    public static var incompatibleAsset: Code { .incompatibleAsset }
    /// The data of the media could not be loaded.
    public static var failedToLoadMediaData: Code { .failedToLoadMediaData }
    /// The server that streams the media is set up wrongly.
    public static var serverIncorrectlyConfigured: Code { .serverIncorrectlyConfigured }
    /// The user, or the operating system, did not allow capture.
    public static var applicationIsNotAuthorizedToUseDevice: Code { .applicationIsNotAuthorizedToUseDevice }
    /// The media could not be parsed.
    public static var failedToParse: Code { .failedToParse }
    /// The file type cannot refer to samples elsewhere.
    public static var fileTypeDoesNotSupportSampleReferences: Code { .fileTypeDoesNotSupportSampleReferences }
    /// The data of the media cannot be decoded.
    public static var undecodableMediaData: Code { .undecodableMediaData }
    /// The AirPlay controller needs the internet.
    public static var airPlayControllerRequiresInternet: Code { .airPlayControllerRequiresInternet }
    /// The AirPlay receiver needs the internet.
    public static var airPlayReceiverRequiresInternet: Code { .airPlayReceiverRequiresInternet }
    /// The compositor failed.
    public static var videoCompositorFailed: Code { .videoCompositorFailed }
    /// A recording was started while another one runs.
    public static var recordingAlreadyInProgress: Code { .recordingAlreadyInProgress }
    /// A request for a content key could not be made.
    public static var createContentKeyRequestFailed: Code { .createContentKeyRequestFailed }
    /// The output settings are not supported.
    public static var unsupportedOutputSettings: Code { .unsupportedOutputSettings }
    /// The operation is not allowed now.
    public static var operationNotAllowed: Code { .operationNotAllowed }
    /// The content cannot be had.
    public static var contentIsUnavailable: Code { .contentIsUnavailable }
    /// The format is not supported.
    public static var formatUnsupported: Code { .formatUnsupported }
    /// Depth data is damaged.
    public static var malformedDepth: Code { .malformedDepth }
    /// The content could not be brought up to date.
    public static var contentNotUpdated: Code { .contentNotUpdated }
    /// The media can be played no more.
    public static var noLongerPlayable: Code { .noLongerPlayable }
    /// No variant of the media suits the external display.
    public static var noCompatibleAlternatesForExternalDisplay: Code { .noCompatibleAlternatesForExternalDisplay }
    /// The asset has no source track.
    public static var noSourceTrack: Code { .noSourceTrack }
    /// The asset cannot be played externally.
    public static var externalPlaybackNotSupportedForAsset: Code { .externalPlaybackNotSupportedForAsset }
    /// The preset does not allow the operation.
    public static var operationNotSupportedForPreset: Code { .operationNotSupportedForPreset }
    /// The session asks for more of the camera hardware than there is.
    public static var sessionHardwareCostOverage: Code { .sessionHardwareCostOverage }
    /// The session cannot use the camera's active format.
    public static var unsupportedDeviceActiveFormat: Code { .unsupportedDeviceActiveFormat }
    /// An object is set up wrongly for the operation.
    public static var incorrectlyConfigured: Code { .incorrectlyConfigured }
    /// A segment does not begin with a sync sample.
    public static var segmentStartedWithNonSyncSample: Code { .segmentStartedWithNonSyncSample }
    /// A translated component is missing.
    public static var rosettaNotInstalled: Code { .rosettaNotInstalled }
    /// The operation was cancelled.
    public static var operationCancelled: Code { .operationCancelled }
    /// A request for a content key was cancelled.
    public static var contentKeyRequestCancelled: Code { .contentKeyRequestCancelled }
    /// A sample cursor is invalid.
    public static var invalidSampleCursor: Code { .invalidSampleCursor }
    /// The data of a sample could not be loaded.
    public static var failedToLoadSampleData: Code { .failedToLoadSampleData }
    /// The AirPlay receiver is busy.
    public static var airPlayReceiverTemporarilyUnavailable: Code { .airPlayReceiverTemporarilyUnavailable }
    /// Media could not be encoded.
    public static var encodeFailed: Code { .encodeFailed }
    /// The sandbox does not allow the file.
    public static var sandboxExtensionDenied: Code { .sandboxExtensionDenied }
    /// Tone mapping failed.
    public static var toneMappingFailed: Code { .toneMappingFailed }
    /// A media extension is switched off.
    public static var mediaExtensionDisabled: Code { .mediaExtensionDisabled }
    /// Two media extensions claim the same media.
    public static var mediaExtensionConflict: Code { .mediaExtensionConflict }
    /// The playback destination cannot randomise its identifier.
    public static var contentKeyRequestPlaybackDestinationDoesNotSupportDeviceIdentifierRandomization: Code {
        .contentKeyRequestPlaybackDestinationDoesNotSupportDeviceIdentifierRandomization
    }
    /// A content key is invalid.
    public static var contentKeyInvalid: Code { .contentKeyInvalid }
    /// Smart framing was started with no framing enabled.
    public static var noSmartFramingsEnabled: Code { .noSmartFramingsEnabled }
    /// Automatic white balance is not locked.
    public static var autoWhiteBalanceNotLocked: Code { .autoWhiteBalanceNotLocked }
    /// The device did not manage to follow the external sync in time.
    public static var followExternalSyncDeviceTimedOut: Code { .followExternalSyncDeviceTimedOut }
}
