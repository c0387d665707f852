extension PhotoFailure {
    /// The failure for people: what was the matter, and what they can do about it.
    public var words: CameraWords {
        switch self {
        case .notLive:
            CameraWords(title: "No photo without a live picture", advice: "Wait for the picture, then press again.")
        case .stopped:
            CameraWords(
                title: "The camera stopped before the photo was taken",
                advice: "Start it, wait for the picture, and press again."
            )
        case .interrupted:
            CameraWords(
                title: "The camera was interrupted before the photo was taken",
                advice: "Press again when the picture is back; it comes by itself."
            )
        case .cameraLost:
            CameraWords(
                title: "The camera was unplugged before the photo was taken",
                advice: "Plug it in again or choose another one, then press again."
            )
        case .cameraChanged:
            CameraWords(title: "The camera was changed before the photo was taken", advice: "Press again.")
        case .cameraFailed(let code):
            CameraWords(
                title: "The camera could not take the photo",
                advice: "Press again\(code == 0 ? "" : " (\(code))"); if that does not help, press Restart Camera."
            )
        case .timedOut:
            CameraWords(
                title: "The camera gave no picture in time",
                advice: "Press again; if that does not help, press Restart Camera."
            )
        case .tooManyPresses:
            CameraWords(title: "Too many photos at once", advice: "Wait until some are there, then press again.")
        case .spoilt(let code, let reason):
            CameraWords(
                title: "The picture could not be made a photo",
                advice: "\(reason) (\(code)) Press again; if that does not help, choose another camera."
            )
        case .cancelled:
            CameraWords(title: "The photo is not wanted any more")
        }
    }
}
