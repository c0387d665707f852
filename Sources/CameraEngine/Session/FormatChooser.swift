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

/// How the leading camera's format is chosen, and how large its photos may be: as the engine is configured, or, in the mode for scans, as
/// these need it (R-PHOTO-3, R-SCAN-9).
struct FormatSelection: Sendable, Hashable {
    /// How the format is chosen where the user has chosen none for movies.
    var format: EngineConfiguration.Format
    /// The size and rate of movies that the user has chosen; `nil` in any other mode. For one camera: several share the hardware.
    var movie: MovieFormat?
    /// The largest photos.
    var photoSize: PhotoSizeRequest
    /// The size that scans are to have; `nil` in any other mode.
    var scanSize: PhotoSize?
    /// Whether photos may be Live Photos, which exclude an output for movies.
    var takesLivePhotos: Bool

    /// - Parameters:
    ///   - configuration: how the engine is set up.
    ///   - mode: what the user is going to capture.
    ///   - scanSize: the size that scans are to have.
    ///   - movie: the size and rate that movies are to have; `nil` for as the engine is set up.
    init(_ configuration: EngineConfiguration, mode: CaptureMode, scanSize: PhotoSize, movie: MovieFormat?) {
        takesLivePhotos = configuration.photos.takesLivePhotos && mode == .photo
        switch mode {
        case .photo:
            (format, photoSize) = (configuration.format, configuration.photos.size)
        case .video:
            (format, photoSize) = (configuration.movieFormat ?? configuration.format, configuration.photos.size)
            self.movie = movie
        case .scan:
            (format, photoSize) = (.photos(.closest(to: scanSize)), .closest(to: scanSize))
            self.scanSize = scanSize
        }
    }

    /// How the format of a camera that is alone is chosen.
    var ofOne: EngineConfiguration.Format { movie.map { .movie($0) } ?? format }
}

/// What matters of a camera's format when it is chosen by size and rate: for movies, and for several cameras at once.
struct MultiCamFormat: Sendable, Hashable {
    /// Its place in the camera's list.
    var index: Int
    var width: Int
    var height: Int
    /// The rates that it has, in frames a second.
    var rates: [ClosedRange<Double>]
    /// Whether it may be used together with another camera's.
    var isMultiCamSupported = true
    /// Whether pixels are added up, which takes less time to read.
    var isBinned = false
    /// Whether the pictures come compressed, which takes less of a bus that cameras share.
    var isCompressed = false
    /// Whether black and white are those of video, not of JPEG.
    var isVideoRange = true
    /// The sizes that its photos may have.
    var photoSizes: [PhotoSize] = []

    var area: Int { width * height }

    /// The largest pictures (R-MULTI-2), and the smallest that are chosen if there are larger ones.
    static let widths = 640...1920
    static let greatestHeight = 1440
    /// Frames a second (R-MULTI-2).
    static let usualRate = 30.0
    /// With fewer frames a second a picture does not move any more.
    static let leastRate = 15.0

    /// The highest rate that the format has, up to a limit; `nil` if it has none.
    func rate(atMost limit: Double) -> Double? {
        rates.compactMap { range in
            // A rate as the kernel tells it may be a little off.
            range.upperBound <= limit + 0.5 ? range.upperBound : range.lowerBound <= limit ? limit : nil
        }.max()
    }

    /// The highest of its rates.
    var fastest: Double { rates.map(\.upperBound).max() ?? 0 }

    /// The formats in which a camera may be used, the best one first: what the ladder of costs goes down.
    ///
    /// Only those that may be used together with other cameras', not larger than 1920 x 1440, at 30 frames a second; of a size the
    /// one that costs least. Wide pictures are preferred, as movies are wide: others only if there are no wide ones.
    ///
    /// - Parameter photos: the size that photos are to have; the smallest format for that is the first one then.
    static func choices(_ formats: [MultiCamFormat], photos: PhotoSizeRequest? = nil) -> [MultiCamFormat] {
        let allowed = formats.filter { format in
            format.isMultiCamSupported && format.width <= widths.upperBound && format.height <= greatestHeight
                && (format.rate(atMost: usualRate) ?? 0) >= leastRate
        }
        let large = allowed.filter { $0.width >= widths.lowerBound }
        let usable = large.isEmpty ? allowed : large
        let fast = usable.filter { ($0.rate(atMost: usualRate) ?? 0) >= usualRate - 0.5 }
        let candidates = fast.isEmpty ? usable : fast
        let wide = candidates.filter { abs(Double($0.width) / Double($0.height) - 16.0 / 9) < 0.05 }
        let family = wide.isEmpty || photos != nil ? candidates : wide
        let best = Dictionary(grouping: family) { [$0.width, $0.height] }.compactMap {
            $1.min { $0.costsLess(than: $1) }
        }
        let sorted = best.sorted { ($0.area, $0.width) > ($1.area, $1.width) }
        guard let size = photos?.selection(among: sorted.flatMap(\.photoSizes)),
            let first = sorted.lastIndex(where: { $0.photoSizes.contains(size) })
        else { return sorted }
        return Array(sorted[first...])
    }

    /// The formats in which a camera may be used when a movie is to have one of them: that one first, then smaller ones as
    /// ``choices(_:photos:)`` has them.
    static func choices(_ formats: [MultiCamFormat], movie: MultiCamFormat) -> [MultiCamFormat] {
        [movie] + choices(formats).filter { $0.area < movie.area }
    }

    private func costsLess(than other: MultiCamFormat) -> Bool {
        if isCompressed != other.isCompressed { return isCompressed }
        if fastest != other.fastest { return fastest < other.fastest }
        if isBinned != other.isBinned { return isBinned }
        if isVideoRange != other.isVideoRange { return isVideoRange }
        return index < other.index
    }
}

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
