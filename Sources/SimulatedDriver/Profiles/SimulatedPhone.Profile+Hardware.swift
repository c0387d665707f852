import CaptureDriver
import CoreMedia
import CoreVideo

/// What is in the machines of the profiles.
extension SimulatedPhone.Profile {
    /// Whether it is held in the hand: it has an orientation, asks for permissions, and takes its cameras away from apps that are
    /// not in front.
    var isHandheld: Bool {
        switch self {
        case .iphone, .iphoneSE, .ipad: true
        case .webcam, .none: false
        }
    }

    /// How many controls fit on its button for cameras; 0 without one.
    var controlLimit: Int { self == .iphone ? SimulatedPhone.controlLimit : 0 }

    /// What there is for cameras that run at the same time: a phone's rules, or a desktop's bus.
    var cameraHardware: CaptureCameraHardware {
        switch self {
        case .iphone:
            CaptureCameraHardware(cameraSets: PhoneCameras.iphoneSets, enforcesCost: true, runsOneSession: true)
        case .ipad:
            CaptureCameraHardware(cameraSets: PhoneCameras.ipadSets, enforcesCost: true, runsOneSession: true)
        case .iphoneSE:
            CaptureCameraHardware(runsSeveralCameras: false, cameraSets: [], enforcesCost: true, runsOneSession: true)
        case .webcam, .none: CaptureCameraHardware()
        }
    }

    /// The cameras, the default one first.
    var cameraModels: [SimulatedCameraModel] {
        switch self {
        case .iphone: PhoneCameras.iphone
        case .iphoneSE: PhoneCameras.iphoneSE
        case .ipad: PhoneCameras.ipad
        case .webcam: [WebcamProfile.camera]
        case .none: []
        }
    }

    /// The microphones, the default one first.
    var microphones: [CaptureDeviceDescription] {
        switch self {
        case .iphone, .iphoneSE: [MicrophoneProfiles.iphone]
        case .ipad: [MicrophoneProfiles.ipad]
        case .webcam: [MicrophoneProfiles.webcam]
        case .none: []
        }
    }
}

/// The cameras of the simulated phones, the default one first. Tables are in `docs/simulation.md`.
enum PhoneCameras {
    /// All of an `iphone`: physical cameras first, then those that are made of them, and those that have a depth sensor beside them.
    static let iphone: [SimulatedCameraModel] = {
        let product = "iPhone 17 Pro"
        let joined = [
            PhoneCamera.Virtual(3, "Back Dual Camera", "BuiltInDualCamera", [back, telephoto]),
            PhoneCamera.Virtual(6, "Back Dual Wide Camera", "BuiltInDualWideCamera", [ultraWide, back]),
            PhoneCamera.Virtual(7, "Back Triple Camera", "BuiltInTripleCamera", [ultraWide, back, telephoto]),
        ]
        return [back, ultraWide, telephoto, front].map { $0.model(of: product) }
            + joined.map { $0.model(of: product) } + [trueDepth, lidar].map { $0.model(of: product) }
    }()

    /// The largest sets of an `iphone`'s cameras that can run at once. `UNKNOWN`: chosen; on phones too, not all pairs at the back
    /// go together, and a virtual camera has the hardware of all its constituents.
    static let iphoneSets = sets([[0, 5, 1], [0, 2, 1], [3, 1], [6, 1], [7, 1]])

    /// All of an `iphone-se`.
    static let iphoneSE: [SimulatedCameraModel] = [back, front].map { camera in
        var camera = camera
        camera.sensor.runsBesideOthers = false
        return camera.model(of: "iPhone SE")
    }

    /// All of an `ipad`.
    static let ipad: [SimulatedCameraModel] = {
        let product = "iPad Pro"
        let joined = PhoneCamera.Virtual(6, "Back Dual Wide Camera", "BuiltInDualWideCamera", [ultraWide, back])
        return [back, ultraWide, front].map { $0.model(of: product) } + [joined.model(of: product)]
            + [trueDepth, lidar].map { $0.model(of: product) }
    }()

    /// The largest sets of an `ipad`'s cameras that can run at once.
    static let ipadSets = sets([[0, 5, 1], [6, 1]])

    private static func sets(_ numbers: [[Int]]) -> [Set<CaptureDeviceDescription.ID>] {
        numbers.map { Set($0.map(PhoneCamera.id)) }
    }

    private static let back = PhoneCamera(
        number: 0,
        name: "Back Camera",
        type: "BuiltInWideAngleCamera",
        position: .back,
        sensor: PhoneFormats.Sensor(fieldOfView: 73.3, maximumZoom: 189, hasAutoFocus: true, hasSlowMotion: true),
        aperture: 1.78,
        focalLength: 6.86,
        nearest: 200,
        magnification: 1
    )

    private static let ultraWide = PhoneCamera(
        number: 5,
        name: "Back Ultra Wide Camera",
        type: "BuiltInUltraWideCamera",
        position: .back,
        sensor: PhoneFormats.Sensor(fieldOfView: 108.8, maximumZoom: 125, hasAutoFocus: false, hasSlowMotion: false),
        aperture: 2.2,
        focalLength: 2.22,
        nearest: -1,
        magnification: 0.5
    )

    private static let telephoto = PhoneCamera(
        number: 2,
        name: "Back Telephoto Camera",
        type: "BuiltInTelephotoCamera",
        position: .back,
        sensor: PhoneFormats.Sensor(fieldOfView: 24.2, maximumZoom: 189, hasAutoFocus: true, hasSlowMotion: false),
        aperture: 2.8,
        focalLength: 9,
        nearest: 600,
        magnification: 3
    )

    private static let front = PhoneCamera(
        number: 1,
        name: "Front Camera",
        type: "BuiltInWideAngleCamera",
        position: .front,
        sensor: PhoneFormats.Sensor(fieldOfView: 81.2, maximumZoom: 125, hasAutoFocus: false, hasSlowMotion: false),
        aperture: 1.9,
        focalLength: 2.69,
        nearest: -1,
        magnification: 1
    )

    /// The front camera with a sensor of infrared light. `UNKNOWN`: which sizes phones list.
    private static let trueDepth = depth(
        front,
        number: 4,
        name: "Front TrueDepth Camera",
        type: "BuiltInTrueDepthCamera",
        widths: [160, 320, 640]
    )

    /// The wide-angle camera with a sensor that measures how long light takes. `UNKNOWN`: which sizes phones list.
    private static let lidar = depth(
        back,
        number: 8,
        name: "Back LiDAR Depth Camera",
        type: "BuiltInLiDARDepthCamera",
        widths: [160, 320]
    )

    /// A camera with a depth sensor beside it. It runs alone: `UNKNOWN`, on phones some run beside others.
    private static func depth(
        _ camera: PhoneCamera,
        number: Int,
        name: String,
        type: String,
        widths: [Int32]
    ) -> PhoneCamera {
        var camera = camera
        (camera.number, camera.name, camera.type) = (number, name, type)
        camera.sensor.depthWidths = widths
        camera.sensor.hasSlowMotion = false
        camera.sensor.runsBesideOthers = false
        return camera
    }
}

/// The camera of the `webcam` profile: raw pictures small or slow, JPEG for the rest, few controls.
enum WebcamProfile {
    /// Core Audio's transport type `usb `.
    private static let usb: Int32 = 0x7573_6220

    static let camera = SimulatedCameraModel(
        description: CaptureDeviceDescription(
            id: "0x1420000046d0825",
            modelID: "UVC Camera VendorID_1133 ProductID_2085",
            name: "Desk Camera",
            manufacturer: "Simulated",
            deviceType: "AVCaptureDeviceTypeExternal",
            transportType: usb,
            formats: [
                format(kCMVideoCodecType_JPEG, 640, 480, [30]), format(kCMVideoCodecType_JPEG, 1280, 720, [30]),
                format(kCMVideoCodecType_JPEG, 1920, 1080, [30]),
                format(kCVPixelFormatType_422YpCbCr8_yuvs, 640, 480, [30, 15]),
                format(kCVPixelFormatType_422YpCbCr8_yuvs, 1280, 720, [10]),
            ],
            defaultFormatIndex: 1,
            controls: [
                .focusMode: .modes([0, 2], default: 2),
                .lensPosition: .range(0...1, default: 1),
                .exposureMode: .modes([2, 3], default: 2),
                .exposureDuration: .range(0.0003...0.2, default: 1.0 / 60),
                .whiteBalanceMode: .modes([0, 2], default: 2),
                .whiteBalanceTemperature: .range(2800...6500, default: 4600),
                .zoom: .range(1...4, default: 1),
            ]
        ),
        direction: .towardPerson,
        magnification: 1
    )

    private static func format(_ type: FourCharCode, _ width: Int32, _ height: Int32, _ rates: [Int32]) -> CaptureFormat
    {
        var traits = CaptureFormat.Traits()
        traits.fieldOfView = 68
        traits.maximumZoomFactor = 4
        traits.isMultiCamSupported = true
        return CaptureFormat(
            mediaSubType: type,
            dimensions: CaptureDimensions(width: width, height: height),
            frameDurations: rates.map { .rate($0) },
            traits: traits
        )
    }
}
