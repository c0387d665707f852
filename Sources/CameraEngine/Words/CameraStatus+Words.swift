import CameraLifecycle

extension CameraStatus {
    /// The status for people, on the machine whose cameras the program uses.
    public var words: CameraWords { words(on: .current) }

    /// The status for people: what is the matter, and what they can do about it.
    ///
    /// - Parameter host: what the camera belongs to.
    public func words(on host: CameraHost) -> CameraWords {
        switch self {
        case .off: CameraWords(title: "The camera is off", advice: "Start it when you want to see its picture.")
        case .inBackground:
            CameraWords(title: "Paused in the background", advice: "The picture comes back together with the app.")
        case .askingForPermission:
            CameraWords(title: "May the camera be used?", advice: "Allow it, and the picture appears.")
        case .denied: CameraWords(title: "The camera is not allowed", advice: host.whenDenied)
        case .restricted: CameraWords(title: "The camera is locked", advice: host.whenRestricted)
        case .noCamera: CameraWords(title: "No camera found", advice: host.withoutCamera)
        case .starting(showsProgress: false): CameraWords(title: "")
        case .starting(showsProgress: true):
            CameraWords(title: "Starting the camera", advice: "The first picture is on its way.")
        case .live: CameraWords(title: "Live")
        case .interrupted(let reason?): reason.words
        case .interrupted(nil):
            CameraWords(title: "The camera was interrupted", advice: "The picture comes back by itself.")
        case .recovering(let attempt):
            CameraWords(
                title: "Bringing the camera back",
                advice: attempt > 1 ? "Attempt \(attempt). Nothing needs to be done." : "Nothing needs to be done."
            )
        case .failed(let error): error.words(on: host)
        }
    }
}

extension CameraInterruption {
    /// The reason for people; a different one for each (R-LIFE-9).
    public var words: CameraWords {
        switch self {
        case .background:
            CameraWords(
                title: "No camera in the background",
                advice: "The picture comes back by itself when this app is in front."
            )
        case .microphoneInUse:
            CameraWords(title: "A call has the microphone", advice: "The picture comes back by itself after the call.")
        case .cameraInUse:
            CameraWords(
                title: "The camera is busy elsewhere",
                advice: "Another app holds it. The picture comes back by itself when it is free."
            )
        case .severalAppsOnScreen:
            CameraWords(
                title: "No camera while the screen is shared",
                advice: "Give this app the whole screen, and the picture comes back by itself."
            )
        case .systemPressure:
            CameraWords(
                title: "Too hot for the camera",
                advice: "Let the device cool down; the picture comes back by itself."
            )
        case .sensitiveContent:
            CameraWords(
                title: "Sensitive content",
                advice: "The picture is held back until you choose to see it."
            )
        }
    }
}

extension CameraError {
    /// The error for people, on the machine whose cameras the program uses.
    public var words: CameraWords { words(on: .current) }

    /// The error for people; the way out is the button that it names.
    ///
    /// - Parameter host: what the camera belongs to.
    public func words(on host: CameraHost) -> CameraWords {
        switch self {
        case .cameraSystemError:
            CameraWords(
                title: "The camera does not respond",
                advice: "Press Restart Camera. " + host.whenRestartFails
            )
        }
    }
}

extension CameraControlError {
    /// The error for people.
    public var words: CameraWords {
        switch self {
        case .noCamera:
            CameraWords(
                title: "No camera is in use",
                advice: "Wait for the picture, or start the camera, and try again."
            )
        case .unsupported(.zoom):
            CameraWords(title: "This camera cannot zoom", advice: "Go closer, or choose another camera.")
        case .unsupported(.torch):
            CameraWords(title: "This camera has no torch", advice: "Turn on a light, or choose another camera.")
        case .unsupported(.focusAndExposure):
            CameraWords(
                title: "This camera cannot focus on a point",
                advice: "It focuses and exposes by itself, for the whole picture."
            )
        case .zoomOutOfRange(_, let range):
            CameraWords(
                title: "This camera does not zoom that far",
                advice: "Choose a factor from \(CameraZoom.label(range.lowerBound)) to "
                    + "\(CameraZoom.label(range.upperBound))."
            )
        case .pointOutside:
            CameraWords(title: "That point is not in the picture", advice: "Choose one inside of it.")
        case .torchTooHot:
            CameraWords(title: "The torch is too hot", advice: "Let the device cool down, then switch it on again.")
        case .refused(let code, let reason):
            CameraWords(
                title: "The camera cannot be set now",
                advice: "\(reason) (\(code)) Try again; if that does not help, press Restart Camera."
            )
        }
    }
}
