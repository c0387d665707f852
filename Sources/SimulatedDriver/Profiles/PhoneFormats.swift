import CaptureDriver
import CoreMedia
import CoreVideo

/// The formats of a phone's camera: pairs of video range and full range, from small to large, as phones list them.
enum PhoneFormats {
    /// What differs between a phone's cameras.
    struct Sensor {
        /// Horizontal field of view of the whole sensor, in degrees.
        var fieldOfView: Float
        /// The highest zoom factor of the photo format.
        var maximumZoom: Double
        /// Whether it focuses by phase detection.
        var hasAutoFocus: Bool
        /// Rates beyond 60 frames per second.
        var hasSlowMotion: Bool
        /// Whether the camera can run beside others.
        var runsBesideOthers = true
        /// Pixels in a row of the depth maps that it makes, from small to large; none without a depth sensor.
        var depthWidths: [Int32] = []
    }

    private struct Size {
        var width: Int32
        var height: Int32
        var rate: Int32
        var isBinned = false
    }

    private static let sizes = [
        Size(width: 192, height: 144, rate: 30, isBinned: true),
        Size(width: 352, height: 288, rate: 30, isBinned: true),
        Size(width: 480, height: 360, rate: 30, isBinned: true),
        Size(width: 640, height: 480, rate: 30, isBinned: true),
        Size(width: 640, height: 480, rate: 60, isBinned: true),
        Size(width: 960, height: 540, rate: 30, isBinned: true),
        Size(width: 1024, height: 768, rate: 30, isBinned: true), Size(width: 1280, height: 720, rate: 30),
        Size(width: 1280, height: 720, rate: 60), Size(width: 1280, height: 720, rate: 240, isBinned: true),
        Size(width: 1440, height: 1080, rate: 30), Size(width: 1440, height: 1080, rate: 60),
        Size(width: 1920, height: 1080, rate: 30), Size(width: 1920, height: 1080, rate: 60),
        Size(width: 1920, height: 1440, rate: 30), Size(width: 1920, height: 1440, rate: 60),
        Size(width: 3840, height: 2160, rate: 30), Size(width: 3840, height: 2160, rate: 60),
        Size(width: 4032, height: 3024, rate: 30),
    ]

    /// The formats of a camera.
    static func formats(_ sensor: Sensor) -> [CaptureFormat] {
        sizes.filter { sensor.hasSlowMotion || $0.rate <= 60 }.flatMap { size in
            [kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange].map {
                CaptureFormat(
                    mediaSubType: $0,
                    dimensions: CaptureDimensions(width: size.width, height: size.height),
                    frameDurations: [.rates(1, size.rate)],
                    traits: traits(size, sensor)
                )
            }
        }
    }

    /// The depth maps that can come with frames of a size: of their aspect ratio, no larger, and up to 30 a second.
    private static func depthFormats(_ size: Size, _ sensor: Sensor, fieldOfView: Float) -> [CaptureFormat] {
        let ratio = [(4, 3), (16, 9)].first { size.width * Int32($0.1) == size.height * Int32($0.0) }
        guard let ratio else { return [] }
        return sensor.depthWidths.filter { $0 <= size.width }.flatMap { width in
            depthTypes.map { type in
                var format = CaptureFormat(
                    mediaSubType: type,
                    dimensions: CaptureDimensions(width: width, height: width * Int32(ratio.1) / Int32(ratio.0)),
                    frameDurations: [.rates(1, min(size.rate, 30))]
                )
                format.traits.fieldOfView = fieldOfView
                return format
            }
        }
    }

    private static let depthTypes = [
        kCVPixelFormatType_DisparityFloat16, kCVPixelFormatType_DisparityFloat32, kCVPixelFormatType_DepthFloat32,
        kCVPixelFormatType_DepthFloat16,
    ]

    /// The format that is active when nobody has chosen: 1080p with 30 frames per second.
    static func defaultIndex(in formats: [CaptureFormat]) -> Int {
        formats.firstIndex { $0.dimensions == CaptureDimensions(width: 1920, height: 1080) } ?? 0
    }

    private static func traits(_ size: Size, _ sensor: Sensor) -> CaptureFormat.Traits {
        var traits = CaptureFormat.Traits()
        // Video formats cut a little off the sensor's sides for stabilisation.
        traits.fieldOfView = size.width == 4032 ? sensor.fieldOfView : sensor.fieldOfView * 0.97
        traits.isBinned = size.isBinned
        traits.isMultiCamSupported =
            sensor.runsBesideOthers && size.width >= 640 && size.width <= 1920 && size.rate <= 60
        traits.maximumZoomFactor = max(16, (sensor.maximumZoom * Double(size.width) / 4032).rounded())
        traits.zoomUpscaleThreshold = 4032 / Double(size.width)
        traits.isoRange = 32...(size.isBinned ? 3072 : 2304)
        traits.exposureDurations = CaptureFormat.FrameDurationRange(
            shortest: CMTime(value: 1, timescale: 50_000),
            longest: CMTime(value: 1, timescale: size.rate > 60 ? 30 : 1)
        )
        traits.isPhotoFormat = size.width == 4032
        traits.isHighestPhotoQualitySupported = size.width == 4032
        traits.photoDimensions = [CaptureDimensions(width: size.width, height: size.height)]
        traits.autoFocusSystem = sensor.hasAutoFocus ? 2 : 0
        traits.depthFormats = depthFormats(size, sensor, fieldOfView: traits.fieldOfView)
        return traits
    }
}
