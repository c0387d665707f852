import CameraLifecycle

extension PhotoFailure {
    /// The failure for people, on the machine whose cameras the program uses.
    public var userMessage: CameraMessage { userMessage(on: .current) }

    /// The failure for people: what was the matter, and what they can do about it.
    ///
    /// - Parameter host: what the camera belongs to.
    public func userMessage(on host: CameraHost) -> CameraMessage {
        switch self {
        case .notLive:
            CameraMessage(title: "No photo without a live picture", advice: "Wait for the picture, then press again.")
        case .stopped:
            CameraMessage(
                title: "The camera stopped before the photo was taken",
                advice: "Start it, wait for the picture, and press again."
            )
        case .interrupted:
            CameraMessage(
                title: "The camera was interrupted before the photo was taken",
                advice: "Press again when the picture is back; it comes by itself."
            )
        case .cameraLost where host == .phone:
            CameraMessage(title: "The camera is gone", advice: "The photo was not taken. Choose another camera.")
        case .cameraLost:
            CameraMessage(
                title: "The camera was unplugged before the photo was taken",
                advice: "Plug it in again or choose another one, then press again."
            )
        case .cameraChanged:
            CameraMessage(title: "The camera was changed before the photo was taken", advice: "Press again.")
        case .cameraFailed(let code):
            CameraMessage(
                title: "The camera could not take the photo",
                advice: code == 0
                    ? "Press again; if that does not help, press Restart Camera."
                    : "Press again (\(code)); if that does not help, press Restart Camera."
            )
        case .timedOut:
            CameraMessage(
                title: "The camera gave no picture in time",
                advice: "Press again; if that does not help, press Restart Camera."
            )
        case .tooManyPresses:
            CameraMessage(title: "Too many photos at once", advice: "Wait until some are there, then press again.")
        case .spoilt(let code, let reason):
            CameraMessage(
                title: "The picture could not be made a photo",
                advice: "\(reason) (\(code)) Press again; if that does not help, choose another camera."
            )
        case .cancelled:
            CameraMessage(title: "The photo is not wanted any more")
        }
    }
}

extension RecordingEnd {
    /// Why the recording ended, for people, on the machine whose cameras the program uses.
    public var userMessage: CameraMessage { userMessage(on: .current) }

    /// Why the recording ended, for people.
    ///
    /// - Parameter host: what the camera belongs to.
    public func userMessage(on host: CameraHost) -> CameraMessage {
        switch self {
        case .requested: CameraMessage(title: "Recorded")
        case .maximumDuration: CameraMessage(title: "The movie has its full length", advice: "It is saved.")
        case .maximumFileSize: CameraMessage(title: "The movie has its full size", advice: "It is saved.")
        case .diskFull:
            CameraMessage(
                title: "The disk is full",
                advice: "What was recorded is saved. Make room before you record again."
            )
        case .interrupted(.background?), .background:
            CameraMessage(title: "Recording ended in the background", advice: "What was recorded is saved.")
        case .interrupted(let reason):
            CameraMessage(
                title: "Recording was interrupted",
                advice: reason.map { "\($0.userMessage.titleText). What was recorded is saved." }
                    ?? "What was recorded is saved."
            )
        case .cameraStopped:
            CameraMessage(title: "Recording ended with the camera", advice: "What was recorded is saved.")
        case .cameraRestarted:
            CameraMessage(title: "Recording ended with the restart", advice: "What was recorded is saved.")
        case .cameraChanged:
            CameraMessage(title: "Recording ended with the change of cameras", advice: "What was recorded is saved.")
        case .cameraLost where host == .phone:
            CameraMessage(title: "The camera is gone", advice: "What was recorded is saved.")
        case .cameraLost:
            CameraMessage(
                title: "The camera was unplugged",
                advice: "What was recorded is saved. Plug it in again or choose another one."
            )
        case .cameraFailed:
            CameraMessage(
                title: "The camera failed while it recorded",
                advice: "What was recorded is saved. The picture comes back by itself, or with Restart Camera."
            )
        case .mediaServicesReset:
            CameraMessage(
                title: "The camera system was restarted",
                advice: "What was recorded is saved. Press record again when the picture is back."
            )
        case .notPermitted:
            CameraMessage(title: "The camera is not allowed any more", advice: "What was recorded is saved.")
        case .notLive:
            CameraMessage(
                title: "No recording without a live picture",
                advice: "Wait for the picture, then press again."
            )
        case .alreadyRecording:
            CameraMessage(title: "A recording is under way", advice: "Stop it before you begin another one.")
        case .unanswered:
            CameraMessage(
                title: "The movie was not finished in time",
                advice: "It plays up to its last second or so; recover the file to make it an ordinary movie."
            )
        case .failed(let code):
            CameraMessage(
                title: "Recording failed",
                advice: "What was recorded is saved as far as possible (\(code)). Try recording again."
            )
        }
    }
}

extension RecordingFailure {
    /// The failure for people, on the machine whose cameras the program uses.
    public var userMessage: CameraMessage { userMessage(on: .current) }

    /// The failure for people: what was the matter, and what they can do about it.
    ///
    /// - Parameter host: what the camera belongs to.
    public func userMessage(on host: CameraHost) -> CameraMessage {
        switch self {
        case .notConfigured:
            CameraMessage(title: "This camera takes photos only", advice: "Recording is switched off here.")
        case .notLive: RecordingEnd.notLive.userMessage(on: host)
        case .alreadyRecording: RecordingEnd.alreadyRecording.userMessage(on: host)
        case .notRecording: CameraMessage(title: "Nothing is being recorded", advice: "Press record first.")
        case .notAFile:
            CameraMessage(title: "A movie can go into a file only", advice: "Choose a place on this device.")
        case .fileExists:
            CameraMessage(
                title: "There is a file of this name",
                advice: "It was left as it is. Choose another name, or remove it."
            )
        case .noFolder:
            CameraMessage(title: "The folder for movies is gone", advice: "Create it again, or choose another one.")
        case .folderNotWritable:
            CameraMessage(
                title: "Nothing may be written into the folder for movies",
                advice: host == .phone
                    ? "Choose another folder." : "Choose another folder, or allow this program to write there."
            )
        case .codecUnavailable:
            CameraMessage(
                title: "There is no encoder of this kind",
                advice: "Choose another one, or leave the choice to the system."
            )
        case .nothingRecorded(.requested):
            CameraMessage(title: "Stopped before anything was recorded", advice: "Record a little longer.")
        case .nothingRecorded(.notLive): RecordingEnd.notLive.userMessage(on: host)
        case .nothingRecorded(.alreadyRecording): RecordingEnd.alreadyRecording.userMessage(on: host)
        case .nothingRecorded(.diskFull):
            CameraMessage(title: "The disk is full", advice: "Nothing was recorded. Make room, then record again.")
        case .nothingRecorded(.unanswered):
            CameraMessage(
                title: "The recording did not begin in time",
                advice: "Press again; if that does not help, press Restart Camera."
            )
        case .nothingRecorded(let end):
            CameraMessage(
                title: "Nothing was recorded",
                advice: "\(end.userMessage(on: host).titleText). Press record again when the picture is back."
            )
        case .cancelled: CameraMessage(title: "The recording is not wanted any more")
        case .failed(let code, let reason):
            CameraMessage(
                title: "Recording failed",
                advice: "\(reason) (\(code)) Try recording again; if that does not help, press Restart Camera."
            )
        }
    }
}

extension AudioState {
    /// What is the matter with the microphone, for people, on the machine whose microphone the program uses.
    public var userMessage: CameraMessage { userMessage(on: .current) }

    /// What is the matter with the microphone, for people.
    ///
    /// - Parameter host: what the microphone belongs to.
    public func userMessage(on host: CameraHost) -> CameraMessage {
        switch self {
        case .off: CameraMessage(title: "No sound")
        case .on: CameraMessage(title: "With sound")
        case .notAllowed:
            CameraMessage(title: "Without sound: the microphone is not allowed", advice: host.whenMicrophoneIsDenied)
        case .noMicrophone:
            CameraMessage(
                title: "Without sound: no microphone found",
                advice: host == .phone
                    ? "Connect one, and the next movie has sound." : "Plug one in, and the next movie has sound."
            )
        case .inUse:
            CameraMessage(
                title: "Without sound: a call has the microphone",
                advice: "After the call the next movie has sound again."
            )
        case .lost:
            CameraMessage(title: "The microphone is gone", advice: "The picture is recorded on, without sound.")
        case .refused:
            CameraMessage(
                title: "Without sound: the microphone cannot be used now",
                advice: "Choose photo and video again, or press Restart Camera."
            )
        }
    }
}

extension MovieFormatFailure {
    /// The failure for people: what was the matter, and what they can do about it.
    public var userMessage: CameraMessage {
        switch self {
        case .recording:
            CameraMessage(
                title: "A recording is under way",
                advice: "Stop it before you choose another size or rate: a movie has one from its beginning to its end."
            )
        case .severalCameras:
            CameraMessage(
                title: "Several cameras share the hardware",
                advice: "Their sizes and rates are what it has room for. Use one camera to choose them."
            )
        case .notOffered(let choices):
            CameraMessage(
                title: "This camera has no such size and rate",
                advice: "It has \(Self.list(choices))."
            )
        }
    }

    /// `1920 x 1080 at 24, 30, 60; 1280 x 720 at 30 frames a second`
    @_spi(Pinhole) public static func list(_ choices: [MovieFormat]) -> String {
        let sizes = choices.reduce(into: [(size: PhotoSize, rates: [String])]()) { sizes, choice in
            if sizes.last?.size != choice.size { sizes.append((choice.size, [])) }
            sizes[sizes.count - 1].rates.append("\(choice.framesPerSecond)")
        }
        return sizes.map { "\($0.size) at \($0.rates.joined(separator: ", "))" }.joined(separator: "; ")
            + " frames a second"
    }
}
