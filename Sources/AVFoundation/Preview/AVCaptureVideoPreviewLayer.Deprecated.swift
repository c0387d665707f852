import FoundationExtras

/// The layer's own properties of the time before connections. They are the connection's, with its rules (S-208).
extension AVCaptureVideoPreviewLayer {
    /// Whether the connection has an orientation; false without one.
    @available(*, deprecated, message: "Use AVCaptureConnection.isVideoRotationAngleSupported(_:)")
    public var isOrientationSupported: Bool { connection?.isVideoOrientationSupported ?? false }

    /// The connection's orientation; portrait without one. Setting it stops the program where it is not supported (S-208).
    @available(*, deprecated, message: "Use AVCaptureConnection.videoRotationAngle")
    public var orientation: AVCaptureVideoOrientation {
        get { connection?.videoOrientation ?? .portrait }
        set { required("setOrientation:", "isOrientationSupported").videoOrientation = newValue }
    }

    /// Whether the connection can mirror; false without one.
    @available(*, deprecated, message: "Use AVCaptureConnection.isVideoMirroringSupported")
    public var isMirroringSupported: Bool { connection?.isVideoMirroringSupported ?? false }

    /// Whether mirroring follows the configuration; true without a connection.
    @available(*, deprecated, message: "Use AVCaptureConnection.automaticallyAdjustsVideoMirroring")
    public var automaticallyAdjustsMirroring: Bool {
        get { connection?.automaticallyAdjustsVideoMirroring ?? true }
        set { connection?.automaticallyAdjustsVideoMirroring = newValue }
    }

    /// Whether pictures are mirrored. Setting it stops the program where it is not supported, and while it is adjusted automatically
    /// (S-208).
    @available(*, deprecated, message: "Use AVCaptureConnection.isVideoMirrored")
    public var isMirrored: Bool {
        get { connection?.isVideoMirrored ?? false }
        set { required("setMirrored:", "isMirroringSupported").isVideoMirrored = newValue }
    }

    private func required(_ selector: String, _ support: String) -> AVCaptureConnection {
        guard let connection else {
            programmerError(
                .invalidArgument,
                "*** -[AVCaptureVideoPreviewLayer \(selector)] Cannot be set when \(support) is NO"
            )
        }
        return connection
    }
}
