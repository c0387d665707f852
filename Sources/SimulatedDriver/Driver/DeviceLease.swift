import CaptureDriver
import CoreMedia

/// Who has a simulated device, and why it may not be had. Pure: no clock, no lock.
struct DeviceLease: Sendable {
    /// A start of a stream that is going to fail.
    struct StartFailure: Sendable {
        var kind: CaptureDriverError.Kind
        var operation: String
        /// The error number, if it is not the kind's usual one.
        var code: Int32?
    }

    /// Whether the device is there.
    private(set) var isPlugged = true
    private var isDead = false
    private var owner: UInt64?
    private var lastOwner: UInt64 = 0
    private var busyUntil: CMTime?
    private var startFailures: [StartFailure] = []

    /// Why the device cannot be used, if it cannot.
    mutating func refusal(now: CMTime) -> CaptureDriverError.Kind? {
        if !isPlugged || isDead { return .disconnected }
        if let until = busyUntil, CMTimeCompare(now, until) < 0 { return .busy }
        busyUntil = nil
        return nil
    }

    /// Why a handle cannot use the device, if it cannot.
    mutating func refusal(owner: UInt64, now: CMTime) -> CaptureDriverError.Kind? {
        isHeld(by: owner) ? refusal(now: now) : .disconnected
    }

    /// Whether anybody has the device.
    var hasOwner: Bool { owner != nil }

    /// Whether a handle has the device.
    func isHeld(by owner: UInt64) -> Bool { self.owner == owner }

    /// Gives the device to a new handle.
    ///
    /// - Returns: the handle's number, or why it cannot have the device.
    mutating func acquire(now: CMTime) -> (owner: UInt64, refusal: CaptureDriverError.Kind?) {
        if let refusal = refusal(now: now) ?? (owner == nil ? nil : .busy) { return (0, refusal) }
        lastOwner += 1
        owner = lastOwner
        return (lastOwner, nil)
    }

    /// Takes the device back from a handle; false if it hadn't got it. A device that was dead lives again.
    mutating func release(owner: UInt64) -> Bool {
        guard isHeld(by: owner) else { return false }
        self.owner = nil
        isDead = false
        return true
    }

    /// Pulls the plug, or puts it in again; false if that changes nothing. Whoever had the device before it was put in again
    /// has it no more.
    mutating func plug(_ isPlugged: Bool) -> Bool {
        guard self.isPlugged != isPlugged else { return false }
        self.isPlugged = isPlugged
        isDead = !isPlugged && owner != nil
        if isPlugged { owner = nil }
        return true
    }

    /// The device answers no more until it has been closed.
    mutating func die() {
        isDead = owner != nil
    }

    /// Another program has the device.
    mutating func occupy(until time: CMTime) {
        busyUntil = time
    }

    /// The next starts of a stream will fail.
    mutating func failStarts(_ failure: StartFailure, count: Int) {
        startFailures += Array(repeating: failure, count: count)
    }

    /// Why the start that is under way fails, if it does.
    mutating func consumeStartFailure() -> StartFailure? {
        startFailures.isEmpty ? nil : startFailures.removeFirst()
    }
}
