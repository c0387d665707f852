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
            isExposureManual: device.exposureMode == .custom
        )
    }

    /// Takes note of a new configuration: takes back what it doesn't support, and tells observers.
    func capabilitiesChanged(to new: PhotoCapabilities) {
        let outbox = outbox
        configuration.withLock { configuration in
            reportChanges(from: configuration.committed, to: new, through: outbox)
            configuration.committed = new
            configuration.options.revert(to: new)
        }
        configurePipeline()
        outbox.deliver()
    }

    private func reportChanges(
        from old: PhotoCapabilities,
        to new: PhotoCapabilities,
        through outbox: Outbox
    ) {
        if old.pixelFormats != new.pixelFormats {
            reportChange(
                of: \AVCapturePhotoOutput.availablePhotoPixelFormatTypes,
                from: old.pixelFormats,
                to: new.pixelFormats,
                through: outbox
            )
        }
        if old.codecs != new.codecs {
            reportChange(
                of: \AVCapturePhotoOutput.availablePhotoCodecTypes,
                from: old.codecs,
                to: new.codecs,
                through: outbox
            )
        }
        if old.fileTypes != new.fileTypes {
            reportChange(
                of: \AVCapturePhotoOutput.availablePhotoFileTypes,
                from: old.fileTypes,
                to: new.fileTypes,
                through: outbox
            )
        }
        if old.flashModes != new.flashModes {
            reportChange(
                of: \AVCapturePhotoOutput.supportedFlashModes,
                from: old.flashModes,
                to: new.flashModes,
                through: outbox
            )
        }
        if old.maxBracketCount != new.maxBracketCount {
            reportChange(
                of: \AVCapturePhotoOutput.maxBracketedCapturePhotoCount,
                from: old.maxBracketCount,
                to: new.maxBracketCount,
                through: outbox
            )
        }
        if old.isZeroShutterLagSupported != new.isZeroShutterLagSupported {
            reportChange(
                of: \AVCapturePhotoOutput.isZeroShutterLagSupported,
                from: old.isZeroShutterLagSupported,
                to: new.isZeroShutterLagSupported,
                through: outbox
            )
        }
    }

    // MARK: Processed photos

    /// Pixel formats of uncompressed photos, cheapest first; empty without a camera (S-152). Key-value observable.
    public var availablePhotoPixelFormatTypes: [OSType] { currentCapabilities.pixelFormats }

    /// Codecs of compressed photos: JPEG; empty without a camera (S-152). Key-value observable.
    public var availablePhotoCodecTypes: [AVVideoCodecType] { currentCapabilities.codecs }

    /// File types of processed photos: JPEG; empty without a camera (S-152). Key-value observable.
    public var availablePhotoFileTypes: [AVFileType] { currentCapabilities.fileTypes }

    /// Pixel formats that a type of file can hold: none, as no writer for uncompressed files is here.
    public func supportedPhotoPixelFormatTypes(for fileType: AVFileType) -> [OSType] { [] }

    /// Codecs that a type of file can hold; empty without a camera.
    public func supportedPhotoCodecTypes(for fileType: AVFileType) -> [AVVideoCodecType] {
        let capabilities = currentCapabilities
        return capabilities.fileTypes.contains(fileType) ? capabilities.codecs : []
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
        if format.minISO < format.maxISO { isoRange = format.minISO...format.maxISO }
        let durations = [format.minExposureDuration, format.maxExposureDuration].map(CMTimeGetSeconds)
        if durations[0] < durations[1] { exposureDurations = durations[0]...durations[1] }
        if controls[.exposureBias] != nil { biasRange = device.minExposureTargetBias...device.maxExposureTargetBias }
        hasManualExposure =
            device.isExposureModeSupported(.custom) && controls[.iso] != nil && controls[.exposureDuration] != nil
    }
}
