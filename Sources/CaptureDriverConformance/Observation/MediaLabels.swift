import CaptureDriver
import CoreMedia

extension CMTime {
    /// Frames per second, if the time is a frame's duration.
    var rateLabel: String {
        guard isNumeric, seconds > 0 else { return "?" }
        let rate = rounded(1 / seconds)
        return rate == rate.rounded() ? "\(Int(rate))" : "\(rate)"
    }

    /// Whether two durations are the same but for the rounding of hardware.
    func isNear(_ other: CMTime) -> Bool {
        guard isNumeric, other.isNumeric else { return false }
        return abs(seconds - other.seconds) <= other.seconds / 100
    }
}

extension CaptureFormat {
    /// Frames per second at best.
    var highestRate: Double {
        frameDurations.map { $0.shortest.seconds > 0 ? 1 / $0.shortest.seconds : 0 }.max() ?? 0
    }

    /// Whether one of the ranges has a duration, but for the rounding of hardware.
    func lists(_ duration: CMTime) -> Bool {
        frameDurations.contains { range in
            duration.isNear(range.shortest) || duration.isNear(range.longest)
                || (CMTimeCompare(range.shortest, duration) <= 0 && CMTimeCompare(duration, range.longest) <= 0)
        }
    }

    /// The ends of all ranges, and what lies in the middle of each.
    var durationSamples: [CMTime] {
        frameDurations.flatMap { range -> [CMTime] in
            guard range.shortest != range.longest else { return [range.shortest] }
            let middle = CMTimeMultiplyByRatio(CMTimeAdd(range.shortest, range.longest), multiplier: 1, divisor: 2)
            return [range.shortest, middle, range.longest]
        }
    }
}
