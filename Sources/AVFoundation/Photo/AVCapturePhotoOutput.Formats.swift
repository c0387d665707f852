import CaptureCore
import CaptureDriver
import CoreMedia
import CoreVideo

extension AVCapturePhotoOutput {
    /// What the output can do now.
    var currentCapabilities: PhotoCapabilities {
        guard let connection = connection(with: .video), let device = connection.captureDevice else { return .none }
        return PhotoCapabilities(
            source: PhotoCapabilities.Source(device),
            // A camera may be unplugged between a client's look at the connection and its request. DEVIATION: that is not
            // the client's error, and ends with the request's failure, not the program.
            isConnectionUsable: connection.isEnabled && (connection.isActive || !device.isConnected),
            isExposureManual: device.exposureMode == .custom,
            isLivePhotoSupported: supportsLivePhotos(device)
        )
    }

    /// Takes note of a new configuration: takes back what it doesn't support, and tells observers.
    func capabilitiesChanged(to new: PhotoCapabilities) {
        let outbox = outbox
        configuration.withLock { configuration in
            let (old, options) = (configuration.committed, configuration.options)
            configuration.committed = new
            configuration.options.revert(to: new)
            reportChanges(from: old, to: new, through: outbox)
            reportSpeedChanges(from: (old, options), to: (new, configuration.options), through: outbox)
        }
        configurePipeline()
        outbox.deliver()
    }

    private func reportChanges(
        from old: PhotoCapabilities,
        to new: PhotoCapabilities,
        through outbox: Outbox
    ) {
        func report<Value: Equatable & Sendable>(
            _ property: any KeyPath<AVCapturePhotoOutput, Value> & Sendable,
            _ value: (PhotoCapabilities) -> Value
        ) {
            let (before, after) = (value(old), value(new))
            if before != after { reportChange(of: property, from: before, to: after, through: outbox) }
        }
        report(\.availablePhotoPixelFormatTypes) { $0.pixelFormats }
        report(\.availablePhotoCodecTypes) { $0.codecs }
        report(\.availablePhotoFileTypes) { $0.fileTypes }
        report(\.supportedFlashModes) { $0.flashModes }
        report(\.maxBracketedCapturePhotoCount) { $0.maxBracketCount }
        report(\.availableLivePhotoVideoCodecTypes) { $0.livePhotoCodecs }
        report(\.isLivePhotoCaptureSupported) { $0.isLivePhotoSupported }
        report(\.isZeroShutterLagSupported) { $0.isZeroShutterLagSupported }
        report(\.isDepthDataDeliverySupported) { $0.isDepthSupported }
    }

    /// Tells observers of what options allow to be switched on. With the configuration's lock held.
    func reportSpeedChanges(
        from old: (capabilities: PhotoCapabilities, options: PhotoOutputOptions),
        to new: (capabilities: PhotoCapabilities, options: PhotoOutputOptions),
        through outbox: Outbox
    ) {
        let lag = [old, new].map { $0.options.isZeroShutterLagEnabled($0.capabilities) }
        if lag[0] != lag[1] {
            let property = \AVCapturePhotoOutput.isResponsiveCaptureSupported
            reportChange(of: property, from: lag[0], to: lag[1], through: outbox)
        }
        let isResponsive = [old, new].map { $0.options.isResponsiveEnabled }
        if isResponsive[0] != isResponsive[1] {
            let property = \AVCapturePhotoOutput.isFastCapturePrioritizationSupported
            reportChange(of: property, from: isResponsive[0], to: isResponsive[1], through: outbox)
        }
    }

    // MARK: Processed photos

    /// Pixel formats of uncompressed photos, cheapest first; empty without a camera (S-152). Key-value observable.
    public var availablePhotoPixelFormatTypes: [OSType] { currentCapabilities.pixelFormats }

    /// Codecs of compressed photos: HEVC, if libheif has an encoder for it, then JPEG; empty without a camera (S-152). Key-value
    /// observable.
    public var availablePhotoCodecTypes: [AVVideoCodecType] { currentCapabilities.codecs }

    /// File types of processed photos: HEIC and JPEG, as there are codecs; empty without a camera (S-152). Key-value observable.
    public var availablePhotoFileTypes: [AVFileType] { currentCapabilities.fileTypes }

    /// Pixel formats that a type of file can hold: none, as no writer for uncompressed files is here.
    public func supportedPhotoPixelFormatTypes(for fileType: AVFileType) -> [OSType] { [] }

    /// Codecs that a type of file can hold; empty without a camera.
    public func supportedPhotoCodecTypes(for fileType: AVFileType) -> [AVVideoCodecType] {
        currentCapabilities.files.filter { $0.fileType == fileType }.map(\.codec)
    }

    // MARK: RAW

    /// Always empty: no camera here gives RAW.
    public var availableRawPhotoPixelFormatTypes: [OSType] { [] }

    /// Always empty: no camera here gives RAW.
    public var availableRawPhotoCodecTypes: [AVVideoCodecType] { [] }

    /// Always empty: no camera here gives RAW.
    public var availableRawPhotoFileTypes: [AVFileType] { [] }

    /// Always empty: no camera here gives RAW.
    public func supportedRawPhotoPixelFormatTypes(for fileType: AVFileType) -> [OSType] { [] }

    /// Always empty: no camera here gives RAW.
    public func supportedRawPhotoCodecTypes(
        forRawPhotoPixelFormatType pixelFormatType: OSType,
        fileType: AVFileType
    ) -> [AVVideoCodecType] { [] }

    /// Whether a pixel format is one of a Bayer sensor's.
    public class func isBayerRAWPixelFormat(_ pixelFormat: OSType) -> Bool {
        let bayer: [OSType] = [
            kCVPixelFormatType_14Bayer_GRBG, kCVPixelFormatType_14Bayer_RGGB, kCVPixelFormatType_14Bayer_BGGR,
            kCVPixelFormatType_14Bayer_GBRG, kCVPixelFormatType_16VersatileBayer,
            kCVPixelFormatType_96VersatileBayerPacked12,
        ]
        return bayer.contains(pixelFormat)
    }

    /// Whether a pixel format is one of Apple's ProRAW.
    public class func isAppleProRAWPixelFormat(_ pixelFormat: OSType) -> Bool {
        pixelFormat == kCVPixelFormatType_64RGBALE
    }

    /// Always false: no camera here gives RAW.
    public var isAppleProRAWSupported: Bool { false }

    /// Always false; switching it on stops the program, as it is not supported.
    public var isAppleProRAWEnabled: Bool {
        get { false }
        set { require(!newValue, "setAppleProRAWEnabled:", "appleProRAWSupported") }
    }
}

extension PhotoCapabilities.Source {
    /// What a camera offers in its active format.
    fileprivate init(_ device: AVCaptureDevice) {
        let format = device.activeFormat
        let stream = CaptureDimensions(CMVideoFormatDescriptionGetDimensions(format.formatDescription))
        let sizes = format.supportedMaxPhotoDimensions.map { CaptureDimensions($0) }
        self.init(
            photoDimensions: sizes.isEmpty ? [stream] : sizes.sorted { $0.area < $1.area },
            streamDimensions: stream
        )
        let controls = device.hardware.controls
        hasFlash = device.hasFlash && controls[.torchLevel] != nil
        isFlashAvailable = device.isFlashAvailable
        hasDepth = !format.supportedDepthDataFormats.isEmpty
        if format.minISO < format.maxISO { isoRange = format.minISO...format.maxISO }
        let durations = [format.minExposureDuration, format.maxExposureDuration].map(CMTimeGetSeconds)
        if durations[0] < durations[1] { exposureDurations = durations[0]...durations[1] }
        if controls[.exposureBias] != nil { biasRange = device.minExposureTargetBias...device.maxExposureTargetBias }
        hasManualExposure =
            device.isExposureModeSupported(.custom) && controls[.iso] != nil && controls[.exposureDuration] != nil
    }
}
