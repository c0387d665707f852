import CaptureCore
import CaptureDriver
import CoreMedia
import CoreVideo

/// What a photo output can do in its present configuration, as a value.
struct PhotoCapabilities: Sendable, Hashable {
    /// The device that feeds the output.
    struct Source: Sendable, Hashable {
        /// The active format's photo sizes, smallest first; never empty.
        var photoDimensions: [CaptureDimensions]
        /// The size of the frames that stream.
        var streamDimensions: CaptureDimensions
        /// Whether the light can be switched for a photo.
        var hasFlash = false
        /// Whether the light may be used now; not when the device is hot.
        var isFlashAvailable = true
        /// ISO speeds of the active format; `nil` when unknown.
        var isoRange: ClosedRange<Float>?
        /// Exposure durations of the active format in seconds; `nil` when unknown.
        var exposureDurations: ClosedRange<Double>?
        /// Exposure biases of the device.
        var biasRange: ClosedRange<Float> = 0...0
        /// Whether the active format has depth maps.
        var hasDepth = false
        /// Whether exposures can be set by hand.
        var hasManualExposure = false
    }

    /// What feeds the output; `nil` when nothing is connected.
    var source: Source?
    /// Whether the connection to it is active and enabled.
    var isConnectionUsable = false
    /// Whether a client controls the exposure by hand.
    var isExposureManual = false
    /// Whether photos can have a movie.
    var isLivePhotoSupported = false

    /// Nothing is connected. Documented: S-152 (all lists are empty).
    static let none = PhotoCapabilities()

    /// Pixel formats of uncompressed photos.
    var pixelFormats: [OSType] { source == nil ? [] : Self.convertiblePixelFormats }
    /// The files of compressed photos.
    var files: [PhotoFileFormat] { source == nil ? [] : PhotoFileFormat.available }
    /// Codecs of compressed photos: those that there is an encoder for.
    var codecs: [AVVideoCodecType] { files.map(\.codec) }
    /// File types of processed photos.
    var fileTypes: [AVFileType] { files.map(\.fileType) }
    /// Codecs of Live Photos' movies: what is compressed before a photo is asked for can only be of one.
    var livePhotoCodecs: [AVVideoCodecType] { isLivePhotoSupported ? [.h264] : [] }
    /// Flash modes; UNKNOWN: Apple's order.
    var flashModes: [AVCaptureDevice.FlashMode] {
        guard let source else { return [] }
        return source.hasFlash ? [.off, .on, .auto] : [.off]
    }
    /// Exposures in one bracket; none when the camera's exposure can't be controlled. UNKNOWN: Apple's numbers.
    var maxBracketCount: Int {
        guard let source else { return 0 }
        let hasBias = source.biasRange.lowerBound < source.biasRange.upperBound
        return hasBias || source.hasManualExposure ? 3 : 0
    }
    /// Whether photos can come with depth data.
    var isDepthSupported: Bool { source?.hasDepth ?? false }
    /// Whether the newest frame is at hand when a photo is asked for. It is for every camera that streams.
    var isZeroShutterLagSupported: Bool { source != nil }

    /// The pixel formats that frames can be converted to, cheapest first.
    static let convertiblePixelFormats: [OSType] = [
        kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
        kCVPixelFormatType_32BGRA,
    ]
}

/// What a client has configured on a photo output, as a value.
struct PhotoOutputOptions: Sendable, Hashable {
    /// The highest quality that requests may ask for; `nil` follows the session's type (S-109).
    var maxQuality: AVCapturePhotoOutput.QualityPrioritization?
    /// The largest size that requests may ask for; `nil` is the smallest of the format's.
    var maxDimensions: CaptureDimensions?
    /// The deprecated way to allow the format's largest size.
    var isHighResolutionEnabled = false
    /// Whether the client switched zero shutter lag off.
    var isZeroShutterLagDeclined = false
    /// Whether captures may overlap.
    var isResponsiveEnabled = false
    /// Whether quality may be lowered to keep up.
    var isFastEnabled = false
    /// Whether photos may have depth data.
    var isDepthEnabled = false
    /// Whether photos may have movies.
    var isLivePhotoEnabled = false
    /// Whether they may not at present.
    var isLivePhotoSuspended = false
    /// Whether that outlasts the session's stop.
    var preservesLivePhotoSuspension = false
    /// Whether the client switched the trimming of movies off.
    var isLivePhotoTrimmingDeclined = false

    /// Takes back what a new configuration doesn't support any more. Documented: S-155, S-160.
    mutating func revert(to capabilities: PhotoCapabilities) {
        if let maxDimensions, let source = capabilities.source, !source.photoDimensions.contains(maxDimensions) {
            self.maxDimensions = nil
        }
        if !capabilities.isDepthSupported { isDepthEnabled = false }
        if !isZeroShutterLagEnabled(capabilities) { isResponsiveEnabled = false }
        if !isResponsiveEnabled { isFastEnabled = false }
    }

    /// S-159: on by default when supported.
    func isZeroShutterLagEnabled(_ capabilities: PhotoCapabilities) -> Bool {
        capabilities.isZeroShutterLagSupported && !isZeroShutterLagDeclined
    }

    /// The largest size of a request's photos. UNKNOWN: Apple's default for the output; the smallest, as for requests.
    func limit(for request: PhotoCaptureRequest, source: PhotoCapabilities.Source) -> CaptureDimensions {
        if request.isHighResolution, let largest = source.photoDimensions.max(by: { $0.area < $1.area }) {
            return largest
        }
        return request.maxDimensions ?? source.photoDimensions[0]
    }
}
