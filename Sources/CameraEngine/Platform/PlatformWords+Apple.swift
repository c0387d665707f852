#if !os(Linux)
    /// Advice that names what Apple's platforms have.
    enum PlatformWords {
        static let denied = "Open Settings, find this app, and switch Camera on."
        static let restricted =
            "Screen Time or a profile does not let apps use the camera. Ask whoever set this device up."
        static let noCamera = "This device has no camera that could be used now. Connect one, and its picture appears."
        static let microphoneDenied = "Open Settings, find this app, and switch Microphone on."
        static let whenRestartFails = "If that does not help, restart the device."
    }
#endif
