extension AVCaptureSession {
    /// Why the system interrupted a session. Documented: S-79..S-85.
    public enum InterruptionReason: Int, Sendable {
        /// The program is in the background.
        case videoDeviceNotAvailableInBackground = 1
        /// Another client, such as a call, has the microphone.
        case audioDeviceInUseByAnotherClient = 2
        /// Another client, such as a second session, has the camera.
        case videoDeviceInUseByAnotherClient = 3
        /// Several programs share the screen.
        case videoDeviceNotAvailableWithMultipleForegroundApps = 4
        /// The device is too hot, or power is short.
        case videoDeviceNotAvailableDueToSystemPressure = 5
        /// Sensitive content was detected.
        case sensitiveContentMitigationActivated = 6
    }
}
