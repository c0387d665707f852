import CaptureDriver
import CoreMedia

/// The faults that are in force for a microphone's streams. Pure: no clock, no lock.
struct AudioFaults: Sendable {
    private var stalledUntil: CMTime?
    private var firstStall = 0.0
    private var slowStart = 0.0
    private var loss = 0.0

    /// Puts a fault in force; false if it isn't one of a microphone's stream.
    mutating func apply(_ fault: SimulatedFault, now: CMTime) -> Bool {
        switch fault {
        case .audioGap(let seconds): loss += seconds
        case .stall(let seconds): stalledUntil = now.adding(seconds: seconds)
        case .firstFrameStall(let seconds): firstStall = seconds
        case .slowStart(let seconds): slowStart = seconds
        default: return false
        }
        return true
    }

    /// Tells of a new stream.
    ///
    /// - Returns: when its first frame is heard.
    mutating func streamStarts(now: CMTime) -> CMTime {
        let start = now.adding(seconds: slowStart)
        slowStart = 0
        loss = 0
        stalledUntil = firstStall > 0 ? start.adding(seconds: firstStall) : nil
        firstStall = 0
        return start
    }

    /// Tells that the stream has ended.
    mutating func streamEnded() {
        stalledUntil = nil
    }

    /// Seconds of sound that are lost from now on; told once.
    mutating func consumeLoss() -> Double {
        defer { loss = 0 }
        return loss
    }

    /// Whether the microphone delivers nothing.
    mutating func isStalled(at time: CMTime) -> Bool {
        guard let until = stalledUntil else { return false }
        if CMTimeCompare(time, until) < 0 { return true }
        stalledUntil = nil
        return false
    }
}
