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
