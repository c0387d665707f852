import AVFoundation
import CaptureDriver

/// A camera with something to break it: simulated, or of the kernel's.
public protocol FaultRig: AnyObject {
    /// The capture system that the camera belongs to.
    var system: CaptureSystem { get }

    /// The camera's unique id; the same after plugging it in again.
    var cameraID: String { get }

    /// Lets a fault happen now.
    func inject(_ fault: InjectedFault) throws

    /// Ends whatever lasts until it is healed: lost frames, stalls, other programs, wraps. Harmless otherwise.
    func heal() throws

    /// Lets time pass until something holds, asking again and again.
    ///
    /// - Parameter seconds: at most so long, by the system's clock.
    /// - Returns: whether it holds.
    func wait(atMost seconds: Double, until holds: () -> Bool) -> Bool
}

extension FaultRig {
    /// Seconds by the system's clock.
    var now: Double { CMTimeGetSeconds(system.clock.now) }
}
