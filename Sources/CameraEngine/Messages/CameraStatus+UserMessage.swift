import CameraLifecycle

extension CameraStatus {
    /// The status for people, on the machine whose cameras the program uses.
    public var userMessage: CameraMessage { userMessage(on: .current) }

    /// The status for people: what is the matter, and what they can do about it.
    ///
    /// - Parameter host: what the camera belongs to.
    public func userMessage(on host: CameraHost) -> CameraMessage {
        switch self {
        case .off: CameraMessage(title: "The camera is off", advice: "Start it when you want to see its picture.")
        case .inBackground:
            CameraMessage(title: "Paused in the background", advice: "The picture comes back together with the app.")
        case .askingForPermission:
            CameraMessage(title: "May the camera be used?", advice: "Allow it, and the picture appears.")
        case .denied: CameraMessage(title: "The camera is not allowed", advice: host.whenDenied)
        case .restricted: CameraMessage(title: "The camera is locked", advice: host.whenRestricted)
        case .noCamera: CameraMessage(title: "No camera found", advice: host.withoutCamera)
        case .starting(showsProgress: false): CameraMessage(title: "")
        case .starting(showsProgress: true):
            CameraMessage(title: "Starting the camera", advice: "The first picture is on its way.")
        case .live: CameraMessage(title: "Live")
        case .interrupted(let reason?): reason.userMessage
        case .interrupted(nil):
            CameraMessage(title: "The camera was interrupted", advice: "The picture comes back by itself.")
        case .recovering(let attempt):
            CameraMessage(
                title: "Bringing the camera back",
                advice: attempt > 1 ? "Attempt \(attempt). Nothing needs to be done." : "Nothing needs to be done."
            )
        case .failed(let error): error.userMessage(on: host)
        }
    }
}

extension CameraInterruption {
    /// The reason for people; a different one for each (R-LIFE-9).
    public var userMessage: CameraMessage {
        switch self {
        case .background:
            CameraMessage(
                title: "No camera in the background",
                advice: "The picture comes back by itself when this app is in front."
            )
        case .microphoneInUse:
            CameraMessage(
                title: "A call has the microphone",
                advice: "The picture comes back by itself after the call."
            )
        case .cameraInUse:
            CameraMessage(
                title: "The camera is busy elsewhere",
                advice: "Another app holds it. The picture comes back by itself when it is free."
            )
        case .severalAppsOnScreen:
            CameraMessage(
                title: "No camera while the screen is shared",
                advice: "Give this app the whole screen, and the picture comes back by itself."
            )
        case .systemPressure:
            CameraMessage(
                title: "Too hot for the camera",
                advice: "Let the device cool down; the picture comes back by itself."
            )
        case .sensitiveContent:
            CameraMessage(
                title: "Sensitive content",
                advice: "The picture is held back until you choose to see it."
            )
        }
    }
}

extension CameraError {
    /// The error for people, on the machine whose cameras the program uses.
    public var userMessage: CameraMessage { userMessage(on: .current) }

    /// The error for people; the way out is the button that it names.
    ///
    /// - Parameter host: what the camera belongs to.
    public func userMessage(on host: CameraHost) -> CameraMessage {
        switch self {
        case .cameraSystemError:
            CameraMessage(title: "The camera does not respond", advice: host.whenCameraFails)
        }
    }
}

extension CameraControlError {
    /// The error for people.
    public var userMessage: CameraMessage {
        switch self {
        case .noCamera:
            CameraMessage(
                title: "No camera is in use",
                advice: "Wait for the picture, or start the camera, and try again."
            )
        case .unsupported(.zoom):
            CameraMessage(title: "This camera cannot zoom", advice: "Go closer, or choose another camera.")
        case .unsupported(.torch):
            CameraMessage(title: "This camera has no torch", advice: "Turn on a light, or choose another camera.")
        case .unsupported(.focusAndExposure):
            CameraMessage(
                title: "This camera cannot focus on a point",
                advice: "It focuses and exposes by itself, for the whole picture."
            )
        case .unsupported(.focusAndExposureLock):
            CameraMessage(
                title: "This camera cannot lock focus and exposure",
                advice: "It focuses and exposes by itself, for the whole picture."
            )
        case .unsupported(.exposureBias):
            CameraMessage(
                title: "This camera cannot make pictures brighter or darker",
                advice: "Turn on a light, or choose another camera."
            )
        case .exposureBiasOutOfRange(_, let range):
            CameraMessage(
                title: "This camera does not expose that much or little",
                advice: "Choose from \(CameraZoom.label(range.lowerBound)) to \(CameraZoom.label(range.upperBound)) EV."
            )
        case .zoomOutOfRange(_, let range):
            CameraMessage(
                title: "This camera does not zoom that far",
                advice: "Choose a factor from \(CameraZoom.label(range.lowerBound)) to "
                    + "\(CameraZoom.label(range.upperBound))."
            )
        case .pointOutside:
            CameraMessage(title: "That point is not in the picture", advice: "Choose one inside of it.")
        case .torchTooHot:
            CameraMessage(title: "The torch is too hot", advice: "Let the device cool down, then switch it on again.")
        case .refused(let code, let reason):
            CameraMessage(
                title: "The camera cannot be set now",
                advice: "\(reason) (\(code)) Try again; if that does not help, press Restart Camera."
            )
        }
    }
}
