import CaptureDriver
import CoreMedia
import CoreVideo

/// A lens with its sensor, as phones have them built in.
struct PhoneCamera {
    /// Tells the cameras of a phone from each other; the same on all phones.
    var number: Int
    var name: String
    /// Its device type without Apple's prefix.
    var type: String
    var position: CaptureDeviceDescription.Position
    var sensor: PhoneFormats.Sensor
    var aperture: Float
    /// In millimetres.
    var focalLength: Float
    /// The nearest distance that it can focus, in millimetres; -1 for a lens that doesn't move.
    var nearest: Int
    /// How large things appear, compared with a wide-angle camera.
    var magnification: Double

    /// Several that together are one camera with one range of zoom factors.
    struct Virtual {
        var number: Int
        var name: String
        /// Its device type without Apple's prefix.
        var type: String
        /// The widest first.
        var parts: [PhoneCamera]

        init(_ number: Int, _ name: String, _ type: String, _ parts: [PhoneCamera]) {
            self.number = number
            self.name = name
            self.type = type
            self.parts = parts
        }
    }

    /// The identifier of the camera with a number.
    static func id(_ number: Int) -> CaptureDeviceDescription.ID {
        "com.apple.avfoundation.avcapturedevice.built-in_video:\(number)"
    }

    /// The camera as part of a phone.
    func model(of product: String) -> SimulatedCameraModel {
        SimulatedCameraModel(
            description: description(of: product),
            direction: position == .front ? .towardPerson : .away,
            magnification: magnification
        )
    }

    /// Core Audio's transport type `bltn`.
    private static let builtIn: Int32 = 0x626c_746e

    fileprivate func description(of product: String) -> CaptureDeviceDescription {
        let formats = PhoneFormats.formats(sensor)
        return CaptureDeviceDescription(
            id: Self.id(number),
            modelID: Self.id(number),
            name: name,
            productName: product,
            manufacturer: "Apple Inc.",
            deviceType: "AVCaptureDeviceType" + type,
            position: position,
            transportType: Self.builtIn,
            formats: formats,
            defaultFormatIndex: PhoneFormats.defaultIndex(in: formats),
            controls: controls,
            hasTorch: position == .back,
            hasFlash: position == .back,
            lensAperture: aperture,
            focalLength: focalLength,
            minimumFocusDistance: nearest,
            mountAngle: 90
        )
    }

    private var controls: [CaptureControl: CaptureControlCapability] {
        let exposures = 1.0 / 50_000...1
        var controls: [CaptureControl: CaptureControlCapability] = [
            .exposureMode: .modes([0, 1, 2, 3], default: 2),
            .exposureDuration: .range(exposures, default: 1.0 / 60),
            .maximumExposureDuration: .range(exposures, default: exposures.upperBound),
            .iso: .range(32...3072, default: 80),
            .exposureBias: .range(-8...8, default: 0),
            .exposurePoint: .point,
            .whiteBalanceMode: .modes([0, 1, 2], default: 2),
            .whiteBalanceGains: .gains(maximum: 4),
            .zoom: .range(1...sensor.maximumZoom, default: 1),
        ]
        if sensor.hasAutoFocus {
            controls[.focusMode] = .modes([0, 1, 2], default: 2)
            controls[.lensPosition] = .range(0...1, default: 1)
            controls[.focusPoint] = .point
        }
        if position == .back { controls[.torchLevel] = .range(0...1, default: 0) }
        return controls
    }
}

extension PhoneCamera.Virtual {
    /// The camera as part of a phone.
    ///
    /// It sees as much as its widest lens, changes to the next where that shows its whole picture, and is otherwise like its
    /// wide-angle camera.
    func model(of product: String) -> SimulatedCameraModel {
        var whole = parts.first { $0.magnification == 1 } ?? parts[0]
        whole.number = number
        whole.name = name
        whole.type = type
        whole.magnification = parts[0].magnification
        whole.sensor.fieldOfView = parts[0].sensor.fieldOfView
        whole.sensor.hasSlowMotion = parts.allSatisfy(\.sensor.hasSlowMotion)
        whole.nearest = parts.map(\.nearest).filter { $0 > 0 }.min() ?? -1
        var model = whole.model(of: product)
        model.constituents = parts.map { $0.model(of: product) }
        model.description.constituents = model.constituents.map(\.description.id)
        model.description.switchOverZoomFactors = parts.dropFirst().map { $0.magnification / parts[0].magnification }
        model.description.controls[.constituent] = .modes(Set(0...parts.count), default: 0)
        return model
    }
}

/// A camera of a profile: what it is, and how it sees the scene.
struct SimulatedCameraModel: Sendable {
    /// What it is to the capture API.
    var description: CaptureDeviceDescription
    /// Which way it looks.
    var direction: SceneView.Direction
    /// How large things appear, compared with a wide-angle camera.
    var magnification: Double
    /// The cameras that a virtual one is made of, the widest first; empty for a physical one.
    var constituents: [SimulatedCameraModel] = []

    /// The cameras whose picture it can give: its constituents, or itself.
    var lenses: [SimulatedCameraModel] { constituents.isEmpty ? [self] : constituents }

    /// Degrees, clockwise, by which its picture must be turned to be upright.
    ///
    /// The sensor at the back is upright when the phone's top points to the left, the one at the front when it points
    /// to the right; both lie on their side when the phone is held upright.
    func uprightAngle(_ orientation: HostOrientation?) -> Int {
        guard let mount = description.mountAngle, let orientation else { return 0 }
        let turn =
            switch orientation {
            case .portrait: 0
            case .portraitUpsideDown: 180
            case .landscapeLeft: description.position == .front ? 90 : -90
            case .landscapeRight: description.position == .front ? -90 : 90
            }
        return (mount + turn + 360) % 360
    }

    /// What it sees in a format.
    func view(of format: CaptureFormat, angle: Int) -> SceneView {
        let isFullRange =
            format.mediaSubType != kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
            && format.mediaSubType != kCVPixelFormatType_422YpCbCr8_yuvs
        return SceneView(
            cameraName: description.name,
            direction: direction,
            magnification: magnification,
            transform: UprightTransform(sensor: format.dimensions, angle: angle),
            isFullRange: isFullRange
        )
    }
}

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
