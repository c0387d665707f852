@preconcurrency import AVFoundation

/// Sets how many frames a camera takes in a second. Its owner uses it on the session's queue.
struct FrameRateLimiter {
    let device: AVCaptureDevice

    /// Limits the rate, as far as the camera's format can, or ends that.
    ///
    /// - Parameter limit: frames a second; `nil` for as many as the format has by itself.
    /// - Returns: the rate that is in force because of it; `nil` if there is none, also when the camera cannot take fewer frames.
    /// - Throws: what `lockForConfiguration()` throws.
    func limit(to limit: Double?) throws -> Double? {
        try device.lockForConfiguration()
        defer { device.unlockForConfiguration() }
        guard let limit, let rate = rate(atMost: limit) else {
            device.activeVideoMinFrameDuration = .invalid
            device.activeVideoMaxFrameDuration = .invalid
            return nil
        }
        set(rate.duration)
        return rate.value
    }

    /// Has the camera take so many frames a second, or as many as its format comes close to that from below.
    ///
    /// - Returns: how long each takes; invalid if the format has no such rate, which then stays as it is.
    /// - Throws: what `lockForConfiguration()` throws.
    @discardableResult
    func lock(to limit: Double) throws -> CMTime {
        guard let rate = closest(to: limit) else { return .invalid }
        try device.lockForConfiguration()
        defer { device.unlockForConfiguration() }
        set(rate.duration)
        return rate.duration
    }

    private func set(_ duration: CMTime) {
        // A camera that has it already is left alone: its picture need not falter.
        let isSet = [device.activeVideoMinFrameDuration, device.activeVideoMaxFrameDuration].allSatisfy {
            $0 == duration
        }
        guard !isSet else { return }
        // In an order in which the shortest frame is never longer than the longest.
        if duration > device.activeVideoMaxFrameDuration {
            device.activeVideoMaxFrameDuration = duration
            device.activeVideoMinFrameDuration = duration
        } else {
            device.activeVideoMinFrameDuration = duration
            device.activeVideoMaxFrameDuration = duration
        }
    }

    /// The highest rate of the format's that is not above the limit; `nil` if all are, or none.
    private func rate(atMost limit: Double) -> (value: Double, duration: CMTime)? {
        guard device.activeFormat.videoSupportedFrameRateRanges.contains(where: { $0.maxFrameRate > limit }) else {
            return nil
        }
        return closest(to: limit)
    }

    private func closest(to limit: Double) -> (value: Double, duration: CMTime)? {
        let rates = device.activeFormat.videoSupportedFrameRateRanges.compactMap { range -> (Double, CMTime)? in
            // A rate as the kernel tells it may be a little off.
            if range.maxFrameRate <= limit + 0.5 { return (range.maxFrameRate, range.minFrameDuration) }
            guard range.minFrameRate <= limit else { return nil }
            return (limit, CMTime(value: 1, timescale: CMTimeScale(limit.rounded())))
        }
        return rates.max { $0.0 < $1.0 }
    }
}
