@preconcurrency import AVFoundation

/// Chooses a session's format. Whoever configures the session uses it, on the queue that it is configured on.
@_spi(Pinhole) public struct FormatChooser {
    let session: AVCaptureSession
    let wanted: EngineConfiguration.Format

    /// - Parameters:
    ///   - session: the session that the camera is part of, or going to be.
    ///   - wanted: how the format is to be chosen.
    @_spi(Pinhole) public init(session: AVCaptureSession, wanted: EngineConfiguration.Format) {
        (self.session, self.wanted) = (session, wanted)
    }

    /// Makes sure that the preset of a former camera does not keep another one out.
    func prepareForInput() {
        guard wanted != .preset(.high), session.sessionPreset != .high else { return }
        session.sessionPreset = .high
    }

    /// Chooses the camera's format.
    ///
    /// - Throws: what the camera says if it does not let itself be set up.
    @_spi(Pinhole) public func apply(to device: AVCaptureDevice) throws {
        switch wanted {
        case .preset(let preset):
            let preset = session.canSetSessionPreset(preset) ? preset : .high
            guard session.sessionPreset != preset, session.canSetSessionPreset(preset) else { return }
            session.sessionPreset = preset
        case .photos(let wish):
            guard let format = Self.format(device.formats, wish) else { return }
            // A preset that is still in force would choose another one at the commit.
            guard format != device.activeFormat || session.sessionPreset != .inputPriority else { return }
            try device.lockForConfiguration()
            defer { device.unlockForConfiguration() }
            device.activeFormat = format
        case .movie(let wish): try apply(wish, to: device)
        }
    }

    private func apply(_ wish: MovieFormat, to device: AVCaptureDevice) throws {
        guard let selection = MovieFormatSelection(wish, among: MultiCamFormat.formats(of: device)) else { return }
        let format = device.formats[selection.format.index]
        // A preset that is still in force would choose another one at the commit.
        if format != device.activeFormat || session.sessionPreset != .inputPriority {
            try device.lockForConfiguration()
            defer { device.unlockForConfiguration() }
            device.activeFormat = format
        }
        try FrameRateLimiter(device: device).lock(to: selection.rate)
    }

    /// The smallest format that has the wanted photo size; of equal ones the one that reaches 30 frames a second, then the one in full
    /// range, as JPEG is.
    private static func format(_ formats: [AVCaptureDevice.Format], _ wish: PhotoSizeRequest) -> AVCaptureDevice.Format?
    {
        let sizes = formats.flatMap { $0.supportedMaxPhotoDimensions.map(PhotoSize.init) }
        guard let size = wish.selection(among: sizes) else { return nil }
        return
            formats
            .filter { $0.supportedMaxPhotoDimensions.map(PhotoSize.init).contains(size) }
            .min { rank($0) < rank($1) }
    }

    private static func rank(_ format: AVCaptureDevice.Format) -> (Int, Int, Int) {
        let size = PhotoSize(CMVideoFormatDescriptionGetDimensions(format.formatDescription))
        let subType = CMFormatDescriptionGetMediaSubType(format.formatDescription)
        let rate = format.videoSupportedFrameRateRanges.map(\.maxFrameRate).max() ?? 0
        // A rate as the kernel tells it may be a little off.
        let missing = max(0, MultiCamFormat.usualRate - rate.rounded())
        return (size.area, Int(missing), subType == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange ? 0 : 1)
    }
}
