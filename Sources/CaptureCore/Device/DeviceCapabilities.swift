import CaptureDriver
import CoreMedia

/// What a device's controls accept, asked in the public API's terms.
extension CaptureDeviceDescription {
    /// The modes that a control offers; empty when the device has no such control.
    package func modes(_ control: CaptureControl) -> Set<Int> {
        if case .modes(let modes, _)? = controls[control] { modes } else { [] }
    }

    /// The mode that a control is in at first.
    package func defaultMode(_ control: CaptureControl) -> Int? {
        if case .modes(_, let mode)? = controls[control] { mode } else { nil }
    }

    /// The numbers that a control accepts.
    package func range(_ control: CaptureControl) -> ClosedRange<Double>? {
        if case .range(let range, _)? = controls[control] { range } else { nil }
    }

    /// The number that a control has at first.
    package func defaultNumber(_ control: CaptureControl) -> Double? {
        if case .range(_, let number)? = controls[control] { number } else { nil }
    }

    /// Whether the device has a control.
    package func has(_ control: CaptureControl) -> Bool { controls[control] != nil }

    /// The factor up to which frames are cropped in software when the device cannot zoom itself.
    package static let softwareZoomLimit = 4.0

    /// The highest zoom factor in a format.
    package func maximumZoomFactor(in format: CaptureFormat) -> Double {
        guard medium == .video else { return 1 }
        guard let hardware = range(.zoom) else { return Self.softwareZoomLimit }
        let limit = format.traits.maximumZoomFactor
        return limit > 1 ? min(limit, hardware.upperBound) : hardware.upperBound
    }

    /// The exposure durations in a format; `nil` when the device does not tell them.
    package func exposureDurations(in format: CaptureFormat) -> CaptureFormat.FrameDurationRange? {
        if let told = format.traits.exposureDurations { return told }
        guard let range = range(.exposureDuration) else { return nil }
        return CaptureFormat.FrameDurationRange(
            shortest: .exposure(seconds: range.lowerBound),
            longest: .exposure(seconds: range.upperBound)
        )
    }

    /// The ISO speeds in a format; `nil` when the device does not tell them.
    package func isoSpeeds(in format: CaptureFormat) -> ClosedRange<Float>? {
        format.traits.isoRange ?? range(.iso).map { Float($0.lowerBound)...Float($0.upperBound) }
    }

    /// The largest white-balance gain; 1 when gains cannot be set.
    package var maximumWhiteBalanceGain: Float {
        if case .gains(let maximum)? = controls[.whiteBalanceGains] { return maximum }
        // Cameras that are set by temperature take any gains that a temperature of theirs can stand for.
        return has(.whiteBalanceTemperature) ? 4 : 1
    }
}

extension CMTime {
    /// An exposure duration, to the nanosecond.
    package static func exposure(seconds: Double) -> CMTime {
        CMTime(seconds: seconds, preferredTimescale: 1_000_000_000)
    }
}
