import AVFoundation

/// Sets how many frames a camera takes in a second. For the session's queue.
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
        // In an order in which the shortest frame is never longer than the longest.
        if rate.duration > device.activeVideoMaxFrameDuration {
            device.activeVideoMaxFrameDuration = rate.duration
            device.activeVideoMinFrameDuration = rate.duration
        } else {
            device.activeVideoMinFrameDuration = rate.duration
            device.activeVideoMaxFrameDuration = rate.duration
        }
        return rate.value
    }

    /// The highest rate of the format's that is not above the limit; `nil` if all are, or none.
    private func rate(atMost limit: Double) -> (value: Double, duration: CMTime)? {
        guard device.activeFormat.videoSupportedFrameRateRanges.contains(where: { $0.maxFrameRate > limit }) else {
            return nil
        }
        let rates = device.activeFormat.videoSupportedFrameRateRanges.compactMap { range -> (Double, CMTime)? in
            if range.maxFrameRate <= limit { return (range.maxFrameRate, range.minFrameDuration) }
            guard range.minFrameRate <= limit else { return nil }
            return (limit, CMTime(value: 1, timescale: CMTimeScale(limit.rounded())))
        }
        return rates.max { $0.0 < $1.0 }
    }
}
