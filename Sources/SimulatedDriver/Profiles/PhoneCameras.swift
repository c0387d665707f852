import CaptureDriver

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
