/// What a session has to know of the devices it uses. Called after the change, on the thread that made it, with no lock held.
protocol DeviceSessionObserver: AnyObject {
    /// A client set the format, which turns the session's preset into `.inputPriority` (S-31).
    func deviceActiveFormatWasSetByClient(_ device: AVCaptureDevice)
    /// The active format changed, whoever set it.
    func deviceActiveFormatDidChange(_ device: AVCaptureDevice)
    /// The frame duration that the device is to deliver changed.
    func deviceFrameDurationDidChange(_ device: AVCaptureDevice)
    /// To be called when a device is gone, on any thread; does not keep the session. Threads of drivers must not be the last to let
    /// go of one.
    var whenDeviceIsDisconnected: @Sendable (AVCaptureDevice) -> Void { get }
}
