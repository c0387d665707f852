@preconcurrency import AVFoundation

extension MultiCamFormat {
    /// A camera's formats, in its order.
    static func formats(of device: AVCaptureDevice) -> [MultiCamFormat] {
        device.formats.indices.map { MultiCamFormat(device.formats[$0], index: $0) }
    }

    private init(_ format: AVCaptureDevice.Format, index: Int) {
        let size = CMVideoFormatDescriptionGetDimensions(format.formatDescription)
        let subType = CMFormatDescriptionGetMediaSubType(format.formatDescription)
        self.init(
            index: index,
            width: Int(size.width),
            height: Int(size.height),
            rates: format.videoSupportedFrameRateRanges.map { $0.minFrameRate...max($0.minFrameRate, $0.maxFrameRate) }
        )
        #if !os(macOS)
            isMultiCamSupported = format.isMultiCamSupported
            isBinned = format.isVideoBinned
        #endif
        isCompressed = subType == kCMVideoCodecType_JPEG
        isVideoRange = subType != kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        photoSizes = format.supportedMaxPhotoDimensions.map(PhotoSize.init)
    }
}

extension CostLadder.Entry {
    /// A camera with the formats that it may have; `nil` if it has none.
    ///
    /// - Parameter wanted: how the engine is configured; a size of photos, and a movie's size and rate, are kept in mind.
    init?(_ device: AVCaptureDevice, wanted: EngineConfiguration.Format) {
        let all = MultiCamFormat.formats(of: device)
        var (formats, rate) = (MultiCamFormat.choices(all), MultiCamFormat.usualRate)
        switch wanted {
        case .preset: break
        case .photos(let wish): formats = MultiCamFormat.choices(all, photos: wish)
        case .movie(let wish):
            guard let selection = MovieFormatSelection(wish, among: all.filter(\.isMultiCamSupported)) else { break }
            (formats, rate) = (MultiCamFormat.choices(all, movie: selection.format), selection.rate)
        }
        self.init(
            name: device.localizedName,
            facesUser: device.position == .front,
            formats: formats,
            highestRate: rate
        )
    }

    /// Sets the camera's format, if it has another one. `SessionConfigurator` calls it, on the session's queue.
    ///
    /// - Throws: what `lockForConfiguration()` throws.
    func setFormat(of device: AVCaptureDevice) throws {
        let wanted = device.formats[format.index]
        guard device.activeFormat != wanted else { return }
        try device.lockForConfiguration()
        defer { device.unlockForConfiguration() }
        device.activeFormat = wanted
    }
}
