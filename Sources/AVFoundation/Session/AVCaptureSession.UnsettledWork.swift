import CaptureDriver
import CoreMedia
import Dispatch

extension AVCaptureSession {
    /// What no time may pass for that a test holds in hand: whoever does something with what the session delivers, on a queue of
    /// their own, enters the group meanwhile.
    package var unsettledWork: DispatchGroup { system.unsettled }

    /// Calls back after so many seconds of the session's time, on any thread; not at all once what this returns is gone.
    package func callBack(after seconds: Double, _ action: @escaping @Sendable () -> Void) -> any Sendable {
        let time = CMTimeAdd(system.clock.now, CMTime(seconds: seconds, preferredTimescale: 1_000_000))
        return system.clock.schedule(at: time, action)
    }
}
