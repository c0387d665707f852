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

/// What one camera asks of the hardware, as far as it counts for a session's costs. Pure.
package struct CameraLoad: Sendable, Hashable {
    /// Pixels that are read out of the sensor for a frame.
    package var readPixels: Double
    /// Pixels of the frame that is delivered.
    package var deliveredPixels: Double
    /// The highest frame rate that the hardware has to be ready for.
    package var reservedRate: Double
    /// Frames a second that flow now; 0 for a camera whose connections or ports are all disabled.
    package var rate: Double

    /// Derives what a format asks for.
    ///
    /// A format's frames are made of the part of the sensor that they show: so many times their width and height as they
    /// can be zoomed before they have to be scaled up. A binned format joins 2 x 2 pixels before they are read.
    ///
    /// - Parameters:
    ///   - format: what the camera delivers.
    ///   - frameDuration: the duration of its frames; invalid for the format's shortest.
    ///   - durationOverride: the input's `videoMinFrameDurationOverride`, a promise not to be faster; invalid for none.
    ///   - isStreaming: whether frames flow.
    package init(
        format: CaptureFormat,
        frameDuration: CMTime = .invalid,
        durationOverride: CMTime = .invalid,
        isStreaming: Bool = true
    ) {
        let scale = max(1, format.traits.zoomUpscaleThreshold)
        deliveredPixels = Double(format.dimensions.area)
        readPixels = deliveredPixels * scale * scale / (format.traits.isBinned ? 4 : 1)
        let fastest = Self.rate(format.defaultFrameDuration) ?? 0
        reservedRate = min(fastest, Self.rate(durationOverride) ?? fastest)
        rate = isStreaming ? min(reservedRate, Self.rate(frameDuration) ?? reservedRate) : 0
    }

    private static func rate(_ duration: CMTime) -> Double? {
        let seconds = CMTimeGetSeconds(duration)
        return duration.isNumeric && seconds > 0 ? 1 / seconds : nil
    }
}

/// The model behind `AVCaptureMultiCamSession.hardwareCost` and `systemPressureCost`. Pure; `docs/multi-cam.md` has a table.
///
/// `UNKNOWN`: Apple publishes what contributes (S-101), and no formula. The rates below are chosen so that two cameras with
/// 1080p at 30 frames a second land at 0.71 and 0.86, one with 4K at 60 just fits, and two of them are far above.
package enum SessionCost {
    /// So many pixels a second can be read out of all sensors together.
    package static let readBudget = 900e6
    /// So many pixels a second can be processed for all cameras together.
    package static let processingBudget = 1_300e6

    /// Sensor pixels a second that are all the pressure that can be borne.
    package static let readHeat = 1_200e6
    /// Delivered pixels a second that are all the pressure that can be borne.
    package static let processingHeat = 600e6
    /// What a sensor that streams adds, whatever its format.
    package static let sensorHeat = 0.1

    /// The share of the hardware that has to be kept for cameras: what they could deliver, not what they deliver (S-101).
    ///
    /// - Parameter load: what every camera's share is multiplied by.
    package static func hardware(_ cameras: [CameraLoad], load: Double = 1) -> Float {
        let shares = cameras.map { camera in
            camera.reservedRate * (camera.readPixels / readBudget + camera.deliveredPixels / processingBudget)
        }
        return Float(shares.reduce(0, +) * load)
    }

    /// The pressure by heat and power that cameras cause with what they deliver now; above 1 they can't run for long (S-103).
    package static func systemPressure(_ cameras: [CameraLoad]) -> Float {
        let shares = cameras.filter { $0.rate > 0 }.map { camera in
            sensorHeat + camera.rate * (camera.readPixels / readHeat + camera.deliveredPixels / processingHeat)
        }
        return Float(shares.reduce(0, +))
    }
}
