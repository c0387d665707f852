import CaptureDriver

/// When a microphone's frames were heard, on the system's clock: a filter over measured positions. Pure.
///
/// A sound card's clock and the system's differ by some ten, at most some hundred, parts per million, and each measurement is late by
/// what the interrupt, the bus or the sound server took. A delay-locked loop follows the measurements: of each error a small part corrects
/// the time, a smaller one the length of a frame. It is quick at first and slow later, when what is left is jitter. An error that no jitter explains is
/// sound that was lost.
///
/// Frames are counted from the stream's first, lost ones included. Times are nanoseconds of one monotonic clock.
struct AudioClock: Sendable {
    /// A frame is at most this share longer or shorter than promised.
    static let largestDrift = 0.001
    /// A measurement that is later than expected by more than so many nanoseconds means lost sound.
    static let tolerance = 100_000_000.0
    /// Of how much of its frames' duration a packet's time is corrected at most; less than what the seam allows.
    static let largestCorrection = CaptureAudioPacket.largestCorrection * 0.8
    /// The loop's bandwidth at first and in the end, in hertz.
    static let bandwidths = 0.02...1.0
    /// Seconds of measurements that the bandwidth is the inverse of, while there are fewer than it needs in the end.
    private static let settling = 0.5

    private let nominal: Double
    private var period: Double
    private var origin: Int64 = 0
    private var start = 0.0
    private var anchor: (frame: Int64, time: Double)?
    private var last: (frame: Int64, time: Double)?

    /// - Parameter rate: frames per second as promised.
    init(rate: Double) {
        nominal = 1e9 / rate
        period = nominal
    }

    /// Frames per second as measured.
    var measuredRate: Double { 1e9 / period }

    /// Takes a measurement in.
    ///
    /// - Parameters:
    ///   - frame: the frame that was being heard.
    ///   - time: when.
    ///   - isBroken: whether the stream was interrupted since the last measurement, so that sound is missing, however little.
    /// - Returns: how many frames are missing; they count from now on.
    mutating func observe(frame: Int64, at time: Int64, isBroken: Bool = false) -> Int {
        guard let anchor else {
            origin = time
            self.anchor = (frame, 0)
            return 0
        }
        let now = Double(time - origin)
        let predicted = anchor.time + Double(frame - anchor.frame) * period
        let error = now - predicted
        if error > Self.tolerance || (isBroken && error > period / 2) {
            let lost = Int((error / period).rounded())
            self.anchor = (frame + Int64(lost), now)
            start = now
            return lost
        }
        if error < -Self.tolerance {
            self.anchor = (frame, now)
            return 0
        }
        guard frame > anchor.frame else { return 0 }
        follow(error, frames: Double(frame - anchor.frame), frame: frame, predicted: predicted)
        return 0
    }

    private mutating func follow(_ error: Double, frames: Double, frame: Int64, predicted: Double) {
        let elapsed = max(predicted - start, 1) / 1e9
        let bandwidth = min(max(Self.settling / elapsed, Self.bandwidths.lowerBound), Self.bandwidths.upperBound)
        // Beyond one half the loop would overshoot.
        let angle = min(2 * .pi * bandwidth * frames * period / 1e9, 0.5)
        anchor = (frame, predicted + 2.0.squareRoot() * angle * error)
        let limits = (nominal * (1 - Self.largestDrift))...(nominal * (1 + Self.largestDrift))
        period = min(max(period + angle * angle * error / frames, limits.lowerBound), limits.upperBound)
    }

    /// When a packet's first frame was heard; to be asked in ascending order. From one answer to the next time goes on by the
    /// frames between, give or take `largestCorrection`.
    mutating func time(ofFrame frame: Int64) -> Int64 {
        guard let anchor else { return origin }
        var time = anchor.time + Double(frame - anchor.frame) * period
        if let last {
            let step = Double(frame - last.frame) * nominal
            let limit = max(step, 0) * Self.largestCorrection
            time = last.time + step + min(max(time - last.time - step, -limit), limit)
        }
        last = (frame, time)
        return origin + Int64(time.rounded())
    }

    /// The next packet doesn't follow the one before: its time is what was measured.
    mutating func breakOff() {
        last = nil
    }
}
