import Foundation

extension AVError {
    /// What went wrong. Raw values are those of Apple's `AVError.Code`.
    public enum Code: Int, Sendable, CaseIterable {
        /// Nothing more is known.
        case unknown = -11800
        /// There is not enough memory for the operation.
        case outOfMemory = -11801
        /// A recording was started while the session does not run.
        case sessionNotRunning = -11803
        /// Another session of this program uses the device.
        case deviceAlreadyUsedByAnotherSession = -11804
        /// A recording ended without any data.
        case noDataCaptured = -11805
        /// A recording ended because inputs or outputs were changed.
        case sessionConfigurationChanged = -11806
        /// A recording ended because the disk is full.
        case diskFull = -11807
        /// The device is gone.
        case deviceWasDisconnected = -11808
        /// A recording ended because the format of its source changed.
        case mediaChanged = -11809
        /// A recording reached the duration it was limited to; the file is good.
        case maximumDurationReached = -11810
        /// A recording reached the size it was limited to; the file is good.
        case maximumFileSizeReached = -11811
        /// A recording ended because its input was interrupted.
        case mediaDiscontinuity = -11812
        /// A recording reached the number of samples that its file format can hold.
        case maximumNumberOfSamplesForFileFormatReached = -11813
        /// The device is not connected.
        case deviceNotConnected = -11814
        /// Another program uses the device.
        case deviceInUseByAnotherApplication = -11815
        /// Another process holds the device's configuration lock.
        case deviceLockedForConfigurationByAnotherProcess = -11817
        /// A recording ended because the system interrupted it.
        case sessionWasInterrupted = -11818
        /// The media services went away in the middle of the operation.
        case mediaServicesWereReset = -11819
        /// An export failed.
        case exportFailed = -11820
        /// Media could not be decoded.
        case decodeFailed = -11821
        /// The source media could not be read.
        case invalidSourceMedia = -11822
        /// A file of that name exists and may not be replaced.
        case fileAlreadyExists = -11823
        /// The segments of a composition track leave gaps.
        case compositionTrackSegmentsNotContiguous = -11824
        /// A composition segment has an invalid duration in its target.
        case invalidCompositionTrackSegmentDuration = -11825
        /// A composition segment has an invalid start time in its source.
        case invalidCompositionTrackSegmentSourceStartTime = -11826
        /// A composition segment has an invalid duration in its source.
        case invalidCompositionTrackSegmentSourceDuration = -11827
        /// The format of a file is not known.
        case fileFormatNotRecognized = -11828
        /// A file is damaged, or not of the format that it claims.
        case fileFailedToParse = -11829
        /// Too many photos are still being taken.
        case maximumStillImageCaptureRequestsExceeded = -11830
        /// The media is protected.
        case contentIsProtected = -11831
        /// The media has no picture at that time.
        case noImageAtTime = -11832
        /// There is no decoder for the media.
        case decoderNotFound = -11833
        /// There is no encoder for the wanted format.
        case encoderNotFound = -11834
        /// The user may not play the media.
        case contentIsNotAuthorized = -11835
        /// The program may not play the media.
        case applicationIsNotAuthorized = -11836
        /// A device was asked for in the background. Interruptions have replaced this code.
        case deviceIsNotAvailableInBackground = -11837
        /// The asset does not allow the operation.
        case operationNotSupportedForAsset = -11838
        /// A decoder exists but is busy.
        case decoderTemporarilyUnavailable = -11839
        /// An encoder exists but is busy.
        case encoderTemporarilyUnavailable = -11840
        /// A video composition is invalid.
        case invalidVideoComposition = -11841
        /// The policy in force forbids a reference to other media.
        case referenceForbiddenByReferencePolicy = -11842
        /// The extension of the output file does not fit its type.
        case invalidOutputURLPathExtension = -11843
        /// The screen could not be captured.
        case screenCaptureFailed = -11844
        /// The screen could not be captured because the display is off.
        case displayWasDisabled = -11845
        /// The torch cannot be that bright now, perhaps because the device is too hot.
        case torchLevelUnavailable = -11846
        /// Reading or writing was interrupted.
        case operationInterrupted = -11847
        /// The machine cannot play the media.
        case incompatibleAsset = -11848
        /// The data of the media could not be loaded.
        case failedToLoadMediaData = -11849
        /// The server that streams the media is set up wrongly.
        case serverIncorrectlyConfigured = -11850
        /// The user, or the operating system, did not allow capture.
        case applicationIsNotAuthorizedToUseDevice = -11852
        /// The media could not be parsed.
        case failedToParse = -11853
        /// The file type cannot refer to samples elsewhere.
        case fileTypeDoesNotSupportSampleReferences = -11854
        /// The data of the media cannot be decoded.
        case undecodableMediaData = -11855
        /// The AirPlay controller needs the internet.
        case airPlayControllerRequiresInternet = -11856
        /// The AirPlay receiver needs the internet.
        case airPlayReceiverRequiresInternet = -11857
        /// The compositor failed.
        case videoCompositorFailed = -11858
        /// A recording was started while another one runs.
        case recordingAlreadyInProgress = -11859
        /// A request for a content key could not be made.
        case createContentKeyRequestFailed = -11860
        /// The output settings are not supported.
        case unsupportedOutputSettings = -11861
        /// The operation is not allowed now.
        case operationNotAllowed = -11862
        /// The content cannot be had.
        case contentIsUnavailable = -11863
        /// The format is not supported.
        case formatUnsupported = -11864
        /// Depth data is damaged.
        case malformedDepth = -11865
        /// The content could not be brought up to date.
        case contentNotUpdated = -11866
        /// The media can be played no more.
        case noLongerPlayable = -11867
        /// No variant of the media suits the external display.
        case noCompatibleAlternatesForExternalDisplay = -11868
        /// The asset has no source track.
        case noSourceTrack = -11869
        /// The asset cannot be played externally.
        case externalPlaybackNotSupportedForAsset = -11870
        /// The preset does not allow the operation.
        case operationNotSupportedForPreset = -11871
        /// The session asks for more of the camera hardware than there is.
        case sessionHardwareCostOverage = -11872
        /// The session cannot use the camera's active format.
        case unsupportedDeviceActiveFormat = -11873
        /// An object is set up wrongly for the operation.
        case incorrectlyConfigured = -11875
        /// A segment does not begin with a sync sample.
        case segmentStartedWithNonSyncSample = -11876
        /// A translated component is missing.
        case rosettaNotInstalled = -11877
        /// The operation was cancelled.
        case operationCancelled = -11878
        /// A request for a content key was cancelled.
        case contentKeyRequestCancelled = -11879
        /// A sample cursor is invalid.
        case invalidSampleCursor = -11880
        /// The data of a sample could not be loaded.
        case failedToLoadSampleData = -11881
        /// The AirPlay receiver is busy.
        case airPlayReceiverTemporarilyUnavailable = -11882
        /// Media could not be encoded.
        case encodeFailed = -11883
        /// The sandbox does not allow the file.
        case sandboxExtensionDenied = -11884
        /// Tone mapping failed.
        case toneMappingFailed = -11885
        /// A media extension is switched off.
        case mediaExtensionDisabled = -11886
        /// Two media extensions claim the same media.
        case mediaExtensionConflict = -11887
        /// The playback destination cannot randomise its identifier.
        case contentKeyRequestPlaybackDestinationDoesNotSupportDeviceIdentifierRandomization = -11888
        /// A content key is invalid.
        case contentKeyInvalid = -11889
        /// Smart framing was started with no framing enabled.
        case noSmartFramingsEnabled = -11890
        /// Automatic white balance is not locked.
        case autoWhiteBalanceNotLocked = -11891
        /// The device did not manage to follow the external sync in time.
        case followExternalSyncDeviceTimedOut = -11892
    }
}

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
