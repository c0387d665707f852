import Dispatch

extension AVCaptureSession {
    /// What no time may pass for that a test holds in hand: whoever does something with what the session delivers, on a queue of
    /// their own, enters the group meanwhile.
    package var unsettledWork: DispatchGroup { system.unsettled }
}
