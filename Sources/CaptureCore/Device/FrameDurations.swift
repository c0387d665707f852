import CaptureDriver
import CoreMedia

/// The rules of frame durations, as far as they depend on the format alone.
extension CaptureFormat {
    /// The duration of a frame when nobody has chosen: that of the highest rate.
    package var defaultFrameDuration: CMTime {
        frameDurations.map(\.shortest).min { CMTimeCompare($0, $1) < 0 } ?? .invalid
    }

    /// The longest frame that the format delivers.
    package var longestFrameDuration: CMTime {
        frameDurations.map(\.longest).max { CMTimeCompare($0, $1) < 0 } ?? .invalid
    }

    /// The shortest frame that has room for an exposure; the longest one where none has.
    package func frameDuration(forExposure exposure: CMTime) -> CMTime {
        let fitting = frameDurations.filter { CMTimeCompare($0.longest, exposure) >= 0 }
        return fitting.map { CMTimeMaximum($0.shortest, exposure) }.min { CMTimeCompare($0, $1) < 0 }
            ?? longestFrameDuration
    }

    /// The listed duration that a client means, or `nil` when the format does not support it (S-37).
    ///
    /// DEVIATION: a duration within a thousandth of a supported one means that one, since webcams name the same rate by
    /// different fractions (1/30, 333333/10000000); Apple stops the program there.
    package func supportedFrameDuration(for wanted: CMTime) -> CMTime? {
        guard wanted.isNumeric, wanted.value > 0 else { return nil }
        if frameDurations.contains(where: { $0.contains(wanted) }) { return wanted }
        let seconds = CMTimeGetSeconds(wanted)
        return frameDurations.flatMap { [$0.shortest, $0.longest] }.first { bound in
            abs(CMTimeGetSeconds(bound) - seconds) <= seconds / 1_000
        }
    }
}

extension CaptureFormat.FrameDurationRange {
    fileprivate func contains(_ duration: CMTime) -> Bool {
        CMTimeCompare(shortest, duration) <= 0 && CMTimeCompare(duration, longest) <= 0
    }
}
