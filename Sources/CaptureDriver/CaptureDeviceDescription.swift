import CoreMedia

/// What a capture device is: everything that can be told without opening it again.
public struct CaptureDeviceDescription: Sendable, Hashable, Identifiable {
    /// The kind of medium that a device captures.
    public enum Medium: String, Sendable, Hashable, CaseIterable {
        /// A camera.
        case video
        /// A microphone.
        case audio
    }

    /// Where a device is mounted. Raw values are those of Apple's `AVCaptureDevice.Position`.
    public enum Position: Int, Sendable, Hashable, CaseIterable {
        /// Not known, or not built in.
        case unspecified = 0
        /// Points away from the user.
        case back = 1
        /// Points to the user.
        case front = 2
    }

    /// Identifies the device; the same after unplug and replug, restart and reboot.
    public var id: String
    /// Identifies the model; the same for all devices of a model.
    public var modelID: String
    /// The name to show to people.
    public var name: String
    /// What photos and movies name as the model that made them: the phone that a camera is built into, or the webcam itself.
    public var productName: String
    /// Who made it; empty when unknown.
    public var manufacturer: String
    /// What it captures.
    public var medium: Medium
    /// The raw value of Apple's `AVCaptureDevice.DeviceType`, such as `AVCaptureDeviceTypeBuiltInWideAngleCamera`.
    public var deviceType: String
    /// Where it is mounted.
    public var position: Position
    /// How it is attached: Core Audio's four-character transport type, such as `usb ` or `bltn`; zero when unknown.
    public var transportType: Int32
    /// The formats it delivers, in the driver's order of preference; a microphone has none.
    public var formats: [CaptureFormat]
    /// The formats of sound that it delivers, in the driver's order of preference; a camera has none.
    public var audioFormats: [CaptureAudioFormat]
    /// The directions that a microphone can be told to listen in, besides all around; empty for a plain one, and for a camera.
    public var beams: [Position]
    /// Index in `formats` (of a microphone, in `audioFormats`) of the one that is active when nobody has chosen.
    public var defaultFormatIndex: Int
    /// The controls it has, with what they accept.
    public var controls: [CaptureControl: CaptureControlCapability]
    /// Whether a light can be switched on continuously.
    public var hasTorch: Bool
    /// Whether a light can fire for a photo.
    public var hasFlash: Bool
    /// Lens aperture as f-number; 0 when unknown.
    public var lensAperture: Float
    /// Focal length in millimetres; 0 when unknown.
    public var focalLength: Float
    /// Nearest focus in millimetres; -1 when unknown.
    public var minimumFocusDistance: Int
    /// Degrees, clockwise, by which a picture must be turned to be upright when the host device is held in its natural
    /// orientation (portrait for a phone); `nil` when the camera is not mounted in anything with an orientation.
    public var mountAngle: Int?
    /// The ids of the physical cameras that a virtual camera is made of; empty for a physical one.
    public var constituents: [String]
    /// Zoom factors at which a virtual camera changes over to the next constituent.
    public var switchOverZoomFactors: [Double]
    /// Whether the device is there but cannot deliver now (closed lid, privacy shutter).
    public var isSuspended: Bool

    /// The constituent that a zoom factor of a virtual camera chooses, as an index.
    package func constituent(atZoom factor: Double) -> Int { switchOverZoomFactors.prefix { $0 <= factor }.count }

    /// The zoom factor of a virtual camera at which one of its constituents shows its whole picture.
    package func zoomFactor(ofConstituent index: Int) -> Double { index > 0 ? switchOverZoomFactors[index - 1] : 1 }

    /// Makes a description; everything that has a default may be left out. A device without a product name has its name.
    public init(
        id: String,
        modelID: String,
        name: String,
        productName: String? = nil,
        manufacturer: String = "",
        medium: Medium = .video,
        deviceType: String,
        position: Position = .unspecified,
        transportType: Int32 = 0,
        formats: [CaptureFormat],
        audioFormats: [CaptureAudioFormat] = [],
        beams: [Position] = [],
        defaultFormatIndex: Int = 0,
        controls: [CaptureControl: CaptureControlCapability] = [:],
        hasTorch: Bool = false,
        hasFlash: Bool = false,
        lensAperture: Float = 0,
        focalLength: Float = 0,
        minimumFocusDistance: Int = -1,
        mountAngle: Int? = nil,
        constituents: [String] = [],
        switchOverZoomFactors: [Double] = [],
        isSuspended: Bool = false
    ) {
        self.id = id
        self.modelID = modelID
        self.name = name
        self.productName = productName ?? name
        self.manufacturer = manufacturer
        self.medium = medium
        self.deviceType = deviceType
        self.position = position
        self.transportType = transportType
        self.formats = formats
        self.audioFormats = audioFormats
        self.beams = beams
        self.defaultFormatIndex = defaultFormatIndex
        self.controls = controls
        self.hasTorch = hasTorch
        self.hasFlash = hasFlash
        self.lensAperture = lensAperture
        self.focalLength = focalLength
        self.minimumFocusDistance = minimumFocusDistance
        self.mountAngle = mountAngle
        self.constituents = constituents
        self.switchOverZoomFactors = switchOverZoomFactors
        self.isSuspended = isSuspended
    }
}

/// One format that a camera delivers.
public struct CaptureFormat: Sendable, Hashable {
    /// A range of frame durations that the hardware accepts.
    public struct FrameDurationRange: Sendable, Hashable {
        /// The shortest frame (highest rate).
        public var shortest: CMTime
        /// The longest frame (lowest rate). Equal to `shortest` for a discrete rate.
        public var longest: CMTime

        /// Makes a range.
        public init(shortest: CMTime, longest: CMTime) {
            self.shortest = shortest
            self.longest = longest
        }

        /// A single rate in frames per second.
        public static func rate(_ framesPerSecond: Int32) -> FrameDurationRange {
            let duration = CMTime(value: 1, timescale: framesPerSecond)
            return FrameDurationRange(shortest: duration, longest: duration)
        }

        /// Every rate from `lowest` to `highest` frames per second.
        public static func rates(_ lowest: Int32, _ highest: Int32) -> FrameDurationRange {
            FrameDurationRange(
                shortest: CMTime(value: 1, timescale: highest),
                longest: CMTime(value: 1, timescale: lowest)
            )
        }
    }

    /// Core Video pixel format, or Core Media codec type for compressed frames (`kCMVideoCodecType_JPEG`).
    public var mediaSubType: FourCharCode
    /// Size in pixels.
    public var dimensions: CaptureDimensions
    /// The accepted frame durations; at least one, highest rate first.
    public var frameDurations: [FrameDurationRange]
    /// What only some cameras know about a format.
    public var traits: Traits

    /// Makes a format.
    public init(
        mediaSubType: FourCharCode,
        dimensions: CaptureDimensions,
        frameDurations: [FrameDurationRange],
        traits: Traits = Traits()
    ) {
        self.mediaSubType = mediaSubType
        self.dimensions = dimensions
        self.frameDurations = frameDurations
        self.traits = traits
    }

    /// What phones know about a format and webcams do not; the defaults are a plain webcam's.
    public struct Traits: Sendable, Hashable {
        /// Horizontal field of view in degrees; 0 when unknown.
        public var fieldOfView: Float = 0
        /// Whether the sensor bins pixels.
        public var isBinned = false
        /// Whether the format may be used in a multi-camera session.
        public var isMultiCamSupported = false
        /// Whether it offers high dynamic range.
        public var isHDRSupported = false
        /// The highest zoom factor; 1 means no zoom by the hardware.
        public var maximumZoomFactor = 1.0
        /// The zoom factor above which the picture is scaled up.
        public var zoomUpscaleThreshold = 1.0
        /// ISO speeds; `nil` when unknown.
        public var isoRange: ClosedRange<Float>?
        /// Exposure durations; `nil` when unknown.
        public var exposureDurations: FrameDurationRange?
        /// Photo sizes, smallest first; empty means the format's own size.
        public var photoDimensions: [CaptureDimensions] = []
        /// Whether this is the format of the photo preset.
        public var isPhotoFormat = false
        /// Whether it takes photos of the highest quality.
        public var isHighestPhotoQualitySupported = false
        /// Colour spaces as raw values of Apple's `AVCaptureColorSpace`; sRGB (0) always is one.
        public var colorSpaces: [Int] = [0]
        /// Auto-focus system as raw value of Apple's `AVCaptureDevice.Format.AutoFocusSystem` (none 0, contrast 1, phase 2).
        public var autoFocusSystem = 0
        /// What depth maps can come with its frames, in the device's order of preference, the usual one last: pixel formats of depth or
        /// disparity, with a map's size, field of view and rates. Maps show what frames show, so they have their aspect ratio.
        public var depthFormats: [CaptureFormat] = []

        /// A plain webcam's traits.
        public init() {}
    }
}

/// A picture's size in pixels.
///
/// Core Media's `CMVideoDimensions` is not comparable on Apple's platforms, where client code adds that itself; hence a
/// type of our own wherever sizes are compared or hashed.
public struct CaptureDimensions: Sendable, Hashable, CustomStringConvertible {
    /// Pixels in a row.
    public var width: Int32
    /// Rows.
    public var height: Int32

    /// Makes a size.
    public init(width: Int32, height: Int32) {
        self.width = width
        self.height = height
    }

    /// Takes over Core Media's size.
    public init(_ dimensions: CMVideoDimensions) {
        self.init(width: dimensions.width, height: dimensions.height)
    }

    /// The same size as Core Media's type.
    public var videoDimensions: CMVideoDimensions {
        CMVideoDimensions(width: width, height: height)
    }

    /// The number of pixels.
    public var area: Int { Int(width) * Int(height) }

    /// `1920x1080`.
    public var description: String { "\(width)x\(height)" }
}

/// What a machine has for cameras that run at the same time.
///
/// The defaults are a Linux machine's: whatever its buses carry may run, and nobody knows how much that is before streams
/// start. A driver then refuses with `CaptureDriverError.Kind.bandwidth`.
public struct CaptureCameraHardware: Sendable, Hashable {
    /// Whether several cameras can run at once at all.
    public var runsSeveralCameras: Bool
    /// The largest sets of cameras that can run at once; every subset can too. `nil` when there is no rule.
    public var cameraSets: [Set<CaptureDeviceDescription.ID>]?
    /// Whether a session whose cost is above 1 can't run. Where false, the cost is an estimate, and a session above it may run.
    public var enforcesCost: Bool
    /// What every camera's share of the hardware is multiplied by: 1, or more when something else needs the hardware too.
    public var load: Double
    /// Whether sessions with cameras run one at a time: one that starts interrupts another, even if they share no camera.
    public var runsOneSession: Bool

    /// Makes a record; what is left out is as on a Linux machine.
    public init(
        runsSeveralCameras: Bool = true,
        cameraSets: [Set<CaptureDeviceDescription.ID>]? = nil,
        enforcesCost: Bool = false,
        load: Double = 1,
        runsOneSession: Bool = false
    ) {
        self.runsSeveralCameras = runsSeveralCameras
        self.cameraSets = cameraSets
        self.enforcesCost = enforcesCost
        self.load = load
        self.runsOneSession = runsOneSession
    }

    /// Whether these cameras can run at once, whatever their formats.
    public func allows(_ cameras: Set<CaptureDeviceDescription.ID>) -> Bool {
        guard cameras.count > 1 else { return true }
        guard runsSeveralCameras else { return false }
        return cameraSets?.contains { $0.isSuperset(of: cameras) } ?? true
    }
}

/// What kind of machine the devices belong to. It decides what can be advised when something is the matter.
public enum CaptureHostKind: Sendable, Hashable {
    /// A phone: its system asks for permission app by app, and its cameras are built in.
    case phone
    /// A computer with Linux: who may open a camera is a matter of groups, and cameras have plugs.
    case computer
}
