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
