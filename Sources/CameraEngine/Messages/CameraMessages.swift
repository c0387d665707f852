import CameraLifecycle

/// Something in words for the user: what is the matter, and what can be done about it.
public struct CameraMessage: Sendable, Hashable, Codable {
    /// The title as a text that other languages can say.
    public var titleText: MessageText
    /// The advice as a text that other languages can say.
    public var adviceText: MessageText

    /// A few words, without a full stop.
    public var title: String { titleText.description }
    /// One or two sentences that say what to do; empty when nothing has to be done.
    public var advice: String { adviceText.description }

    /// Words.
    public init(title: MessageText, advice: MessageText = "") {
        titleText = title
        adviceText = advice
    }

    private enum CodingKeys: String, CodingKey {
        case titleText = "title"
        case adviceText = "advice"
    }
}

/// What the cameras belong to, which decides what people can be advised to do.
public enum CameraHost: Sendable, Hashable, CaseIterable {
    /// A device of Apple's, or a simulated phone: it has settings for each app, and its cameras are built in.
    case phone
    /// A computer with Linux: who may open a camera is a matter of groups, and cameras have plugs.
    case computer
}

extension CameraHost {
    /// What to do when the camera is not allowed.
    var whenDenied: MessageText {
        switch self {
        case .phone: "Open Settings, find this app, and switch Camera on."
        case .computer:
            "This program may not open the camera. Add your user to the group \"video\" "
                + "(sudo usermod -aG video $USER), log in again, and start the program again."
        }
    }

    /// What to do when somebody else decides about the camera.
    var whenRestricted: MessageText {
        switch self {
        case .phone: "Screen Time or a profile does not let apps use the camera. Ask whoever set this device up."
        case .computer: "Whoever administers this machine does not let programs use the camera. Ask them."
        }
    }

    /// What to do when there is no camera.
    var withoutCamera: MessageText {
        switch self {
        case .phone: "This device has no camera that could be used now. As soon as there is one, its picture appears."
        case .computer: "Plug in a camera, and its picture appears by itself."
        }
    }

    /// What to do when the microphone is not allowed.
    var whenMicrophoneIsDenied: MessageText {
        switch self {
        case .phone: "Open Settings, find this app, and switch Microphone on."
        case .computer:
            "This program may not open the microphone. Add your user to the group \"audio\" "
                + "(sudo usermod -aG audio $USER), and log in again."
        }
    }

    /// What to do when the camera has failed for good; the button for it is named.
    var whenCameraFails: MessageText {
        switch self {
        case .phone: "Press Restart Camera. If that does not help, restart the device."
        case .computer: "Press Restart Camera. If that does not help, unplug the camera and plug it in again."
        }
    }
}

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

extension MultiCamObstacle {
    /// Why there is one camera where two are wanted, for people, on the machine whose cameras the program uses.
    public var userMessage: CameraMessage { userMessage(on: .current) }

    /// Why there is one camera where two are wanted, for people: the picture of one goes on meanwhile.
    ///
    /// - Parameter host: what the cameras belong to.
    public func userMessage(on host: CameraHost) -> CameraMessage {
        switch self {
        case .notSupported:
            CameraMessage(
                title: "One camera at a time",
                advice: "This device cannot use two at once. Choose the one that you want to see."
            )
        case .noOtherCamera:
            CameraMessage(
                title: "No second camera",
                advice: "Connect another one that works together with this one, and ask for both again."
            )
        case .noFormats:
            CameraMessage(
                title: "These two cameras do not go together",
                advice: "Choose another first camera, and ask for both again."
            )
        case .tooExpensive(let cost):
            CameraMessage(
                title: "Too much for two cameras",
                advice: host == .phone
                    ? "\(Self.need(cost)) Close other apps that use cameras, and ask for both again."
                    : "\(Self.need(cost)) Close other programs that use cameras, or connect them to different ports, "
                        + "and ask for both again."
            )
        case .systemPressure:
            CameraMessage(
                title: "Too hot for two cameras",
                advice: "Let the device cool down; the second camera comes back by itself."
            )
        case .cameraLost(let name) where host == .phone:
            CameraMessage(title: "\(name) is gone", advice: "The other camera goes on.")
        case .cameraLost(let name):
            CameraMessage(
                title: "\(name) was unplugged",
                advice: "The other camera goes on. Plug it in again, and both are back."
            )
        case .inUse:
            CameraMessage(
                title: "The second camera is busy elsewhere",
                advice: host == .phone
                    ? "Close the app that holds it, and ask for both again."
                    : "Close the program that holds it, and ask for both again."
            )
        case .notResponding:
            CameraMessage(
                title: "The second camera does not respond",
                advice: host == .phone
                    ? "The first one goes on. Ask for both again; if that does not help, restart the device."
                    : "The first one goes on. Ask for both again, or unplug the second camera and plug it in."
            )
        case .refused(let reason):
            CameraMessage(title: "The second camera cannot be used now", advice: "\(reason) Ask for both again.")
        }
    }

    private static func need(_ cost: Float) -> MessageText {
        // A bus that has no room for both may look as if it had.
        guard cost > 1 else { return "There is no room for the pictures of both." }
        return "Together they need \(Int((cost * 100).rounded(.up))) % of what there is."
    }
}
