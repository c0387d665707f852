import AVFoundation

extension AVCaptureDevice {
    /// Chooses the format with the most pixels that reaches a frame rate, and sets the rate.
    func set(frameRate: Double) throws -> AVCaptureDevice.Format? {
        let candidates = formats.filter { format in
            format.videoSupportedFrameRateRanges.contains {
                $0.minFrameRate <= frameRate && frameRate <= $0.maxFrameRate
            }
        }
        let best = candidates.max { first, second in
            let a = CMVideoFormatDescriptionGetDimensions(first.formatDescription)
            let b = CMVideoFormatDescriptionGetDimensions(second.formatDescription)
            return Int(a.width) * Int(a.height) < Int(b.width) * Int(b.height)
        }
        guard let format = best else { return nil }
        try lockForConfiguration()
        defer { unlockForConfiguration() }
        activeFormat = format
        activeVideoMinFrameDuration = CMTime(value: 1, timescale: CMTimeScale(frameRate))
        activeVideoMaxFrameDuration = CMTimeMake(value: 1, timescale: Int32(frameRate))
        return format
    }

    /// The fastest format of a size: as `(format, range)`.
    func fastestFormat(width: Int32, height: Int32) -> (format: Format, range: AVFrameRateRange)? {
        var result: (Format, AVFrameRateRange)?
        for format in formats where format.formatDescription.dimensions.width == width {
            guard format.formatDescription.dimensions.height == height else { continue }
            for range in format.videoSupportedFrameRateRanges where range.maxFrameRate > result?.1.maxFrameRate ?? 0 {
                result = (format, range)
            }
        }
        return result
    }

    /// What a settings screen shows.
    var formatDescriptions: [String] {
        formats.map { format in
            let dimensions = format.formatDescription.dimensions
            let code = format.formatDescription.mediaSubType
            let rates = format.videoSupportedFrameRateRanges
                .map { "\(Int($0.minFrameRate))-\(Int($0.maxFrameRate))" }.joined(separator: ", ")
            let fieldOfView = String(format: "%.1f", format.videoFieldOfView)
            let is420v = code.rawValue == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
            let is420f = code == .init(rawValue: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
            return "\(dimensions.width)x\(dimensions.height) \(is420v ? "420v" : is420f ? "420f" : "\(code)") "
                + "\(rates) fps, \(fieldOfView) degrees, HDR \(format.isVideoHDRSupported), "
                + "binned \(format.isVideoBinned), zoom \(format.videoMaxZoomFactor)"
        }
    }

    var supportsTenBit: Bool {
        formats.contains {
            CMFormatDescriptionGetMediaSubType($0.formatDescription)
                == kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
        }
    }
}
