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
