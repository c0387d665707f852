#if os(Linux)
    /// Advice that names what Linux has.
    enum PlatformWords {
        static let denied =
            "This program may not open the camera. Add your user to the group \"video\" "
            + "(sudo usermod -aG video $USER), log in again, then press Restart Camera."
        static let restricted = "Whoever administers this machine does not let programs use the camera. Ask them."
        static let noCamera = "Plug in a camera, and its picture appears by itself."
        static let microphoneDenied =
            "This program may not open the microphone. Add your user to the group \"audio\" "
            + "(sudo usermod -aG audio $USER), and log in again."
        static let whenRestartFails = "If that does not help, unplug the camera and plug it in again."
    }
#endif
