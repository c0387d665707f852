extension AVError.Code {
    /// What is shown to people: what failed, and what they can do.
    struct Messages {
        var description: String
        var recoverySuggestion: String?

        init(_ description: String, _ recoverySuggestion: String? = nil) {
            self.description = description
            self.recoverySuggestion = recoverySuggestion
        }

        static let recording = Messages("Cannot Record", "Try recording again.")
        static let action = Messages("Cannot Complete Action", "Try again later.")
        static let media = Messages("Cannot Open")
    }

    /// The words for a code.
    ///
    /// OBSERVED: "Cannot Record" / "Try recording again." for the recording errors and "Cannot Complete Action" / "Try again
    /// later." for a media services reset (S-87, S-95). UNKNOWN: the rest is our choice in the same tone.
    var messages: Messages {
        switch self {
        case .sessionNotRunning, .deviceNotConnected, .noDataCaptured, .mediaChanged, .mediaDiscontinuity:
            return .recording
        case .sessionConfigurationChanged, .deviceWasDisconnected, .sessionWasInterrupted:
            return Messages("Recording Stopped", "Try recording again.")
        case .maximumDurationReached, .maximumFileSizeReached, .maximumNumberOfSamplesForFileFormatReached:
            return Messages("Recording Stopped")
        case .diskFull:
            return Messages("Disk Full", "Make room on the disk, then try again.")
        case .deviceAlreadyUsedByAnotherSession:
            return Messages("Cannot Use Device", "Remove the device from the other session first.")
        case .deviceInUseByAnotherApplication:
            return Messages("Cannot Use Device", "Quit the other application that uses the device, then try again.")
        case .deviceLockedForConfigurationByAnotherProcess:
            return Messages("Cannot Configure Device", "Wait until the other application is done, then try again.")
        case .applicationIsNotAuthorizedToUseDevice:
            return Messages("Cannot Use Device", "Allow the application to use the device, then try again.")
        case .sessionHardwareCostOverage:
            return Messages("Cannot Start Capture", "Use a smaller format, a lower frame rate, or fewer cameras.")
        case .unsupportedDeviceActiveFormat:
            return Messages("Cannot Start Capture", "Choose another format.")
        case .torchLevelUnavailable:
            return Messages("Torch Unavailable", "Let the device cool down, then try again.")
        case .outOfMemory:
            return Messages("Out of Memory", "Quit other applications, then try again.")
        case .fileAlreadyExists:
            return Messages("File Already Exists", "Remove the file, or choose another name.")
        case .recordingAlreadyInProgress:
            return Messages("Cannot Record", "Stop the recording that is under way first.")
        case .fileFormatNotRecognized, .fileFailedToParse, .decoderNotFound, .invalidSourceMedia, .failedToParse,
            .contentIsProtected, .incompatibleAsset, .undecodableMediaData, .failedToLoadMediaData:
            return .media
        case .operationCancelled, .operationInterrupted, .contentKeyRequestCancelled:
            return Messages("Operation Stopped")
        default:
            return .action
        }
    }
}
