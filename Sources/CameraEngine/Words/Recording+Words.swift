import CameraLifecycle

extension RecordingEnd {
    /// Why the recording ended, for people.
    public var words: CameraWords {
        switch self {
        case .requested: CameraWords(title: "Recorded")
        case .maximumDuration: CameraWords(title: "The movie has its full length", advice: "It is saved.")
        case .maximumFileSize: CameraWords(title: "The movie has its full size", advice: "It is saved.")
        case .diskFull:
            CameraWords(
                title: "The disk is full",
                advice: "What was recorded is saved. Make room before you record again."
            )
        case .interrupted(.background?), .background:
            CameraWords(title: "Recording ended in the background", advice: "What was recorded is saved.")
        case .interrupted(let reason):
            CameraWords(
                title: "Recording was interrupted",
                advice: (reason.map { $0.words.title + ". " } ?? "") + "What was recorded is saved."
            )
        case .cameraStopped:
            CameraWords(title: "Recording ended with the camera", advice: "What was recorded is saved.")
        case .cameraRestarted:
            CameraWords(title: "Recording ended with the restart", advice: "What was recorded is saved.")
        case .cameraChanged:
            CameraWords(title: "Recording ended with the change of cameras", advice: "What was recorded is saved.")
        case .cameraLost:
            CameraWords(
                title: "The camera was unplugged",
                advice: "What was recorded is saved. Plug it in again or choose another one."
            )
        case .cameraFailed:
            CameraWords(
                title: "The camera failed while it recorded",
                advice: "What was recorded is saved. The picture comes back by itself, or with Restart Camera."
            )
        case .mediaServicesReset:
            CameraWords(
                title: "The camera system was restarted",
                advice: "What was recorded is saved. Press record again when the picture is back."
            )
        case .notPermitted:
            CameraWords(title: "The camera is not allowed any more", advice: "What was recorded is saved.")
        case .notLive:
            CameraWords(title: "No recording without a live picture", advice: "Wait for the picture, then press again.")
        case .alreadyRecording:
            CameraWords(title: "A recording is under way", advice: "Stop it before you begin another one.")
        case .unanswered:
            CameraWords(
                title: "The movie was not finished in time",
                advice: "It plays up to its last second or so; recover the file to make it an ordinary movie."
            )
        case .failed(let code):
            CameraWords(
                title: "Recording failed",
                advice: "What was recorded is saved as far as possible (\(code)). Try recording again."
            )
        }
    }
}

extension RecordingFailure {
    /// The failure for people: what was the matter, and what they can do about it.
    public var words: CameraWords {
        switch self {
        case .notConfigured:
            CameraWords(title: "This camera takes photos only", advice: "Recording is switched off in this program.")
        case .notLive: RecordingEnd.notLive.words
        case .alreadyRecording: RecordingEnd.alreadyRecording.words
        case .notRecording: CameraWords(title: "Nothing is being recorded", advice: "Press record first.")
        case .notAFile:
            CameraWords(title: "A movie can go into a file only", advice: "Choose a place on this device.")
        case .fileExists:
            CameraWords(
                title: "There is a file of this name",
                advice: "It was left as it is. Choose another name, or remove it."
            )
        case .noFolder:
            CameraWords(title: "The folder for movies is gone", advice: "Create it again, or choose another one.")
        case .folderNotWritable:
            CameraWords(
                title: "Nothing may be written into the folder for movies",
                advice: "Choose another folder, or allow this program to write there."
            )
        case .codecUnavailable:
            CameraWords(
                title: "There is no encoder of this kind",
                advice: "Choose another one, or leave the choice to the system."
            )
        case .nothingRecorded(.requested):
            CameraWords(title: "Stopped before anything was recorded", advice: "Record a little longer.")
        case .nothingRecorded(.notLive): RecordingEnd.notLive.words
        case .nothingRecorded(.alreadyRecording): RecordingEnd.alreadyRecording.words
        case .nothingRecorded(.diskFull):
            CameraWords(title: "The disk is full", advice: "Nothing was recorded. Make room, then record again.")
        case .nothingRecorded(.unanswered):
            CameraWords(
                title: "The recording did not begin in time",
                advice: "Press again; if that does not help, press Restart Camera."
            )
        case .nothingRecorded(let end):
            CameraWords(
                title: "Nothing was recorded",
                advice: end.words.title + ". Press record again when the picture is back."
            )
        case .cancelled: CameraWords(title: "The recording is not wanted any more")
        case .failed(let code, let reason):
            CameraWords(
                title: "Recording failed",
                advice: "\(reason) (\(code)) Try recording again; if that does not help, press Restart Camera."
            )
        }
    }
}

extension SoundState {
    /// What is the matter with the microphone, for people, on the machine whose microphone the program uses.
    public var words: CameraWords { words(on: .current) }

    /// What is the matter with the microphone, for people.
    ///
    /// - Parameter host: what the microphone belongs to.
    public func words(on host: CameraHost) -> CameraWords {
        switch self {
        case .off: CameraWords(title: "No sound")
        case .on: CameraWords(title: "With sound")
        case .notAllowed:
            CameraWords(title: "Without sound: the microphone is not allowed", advice: host.whenMicrophoneIsDenied)
        case .noMicrophone:
            CameraWords(
                title: "Without sound: no microphone found",
                advice: "Plug one in, and the next movie has sound."
            )
        case .inUse:
            CameraWords(
                title: "Without sound: a call has the microphone",
                advice: "After the call the next movie has sound again."
            )
        case .lost:
            CameraWords(title: "The microphone is gone", advice: "The picture is recorded on, without sound.")
        case .refused:
            CameraWords(
                title: "Without sound: the microphone cannot be used now",
                advice: "Choose photo and video again, or press Restart Camera."
            )
        }
    }
}
