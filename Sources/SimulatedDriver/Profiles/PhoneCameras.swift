import CaptureDriver

/// The cameras of the `iphone` profile.
enum PhoneCameras {
    /// Core Audio's transport type `bltn`.
    private static let builtIn: Int32 = 0x626c_746e

    /// All of them; the wide-angle camera at the back is the default.
    static let all = [back, ultraWide, telephoto, front]

    /// The largest sets of cameras that can run at once. `UNKNOWN`: chosen; on phones too, not all pairs at the back go together.
    static let sets = [[back, ultraWide, front], [back, telephoto, front]].map { Set($0.map(\.description.id)) }

    private static let back = CameraModel(
        description: describe(
            0,
            "Back Camera",
            "AVCaptureDeviceTypeBuiltInWideAngleCamera",
            .back,
            PhoneFormats.Sensor(fieldOfView: 73.3, maximumZoom: 189, hasAutoFocus: true, hasSlowMotion: true),
            aperture: 1.78,
            focalLength: 6.86,
            nearest: 200
        ),
        direction: .away,
        magnification: 1
    )

    private static let ultraWide = CameraModel(
        description: describe(
            5,
            "Back Ultra Wide Camera",
            "AVCaptureDeviceTypeBuiltInUltraWideCamera",
            .back,
            PhoneFormats.Sensor(fieldOfView: 108.8, maximumZoom: 125, hasAutoFocus: false, hasSlowMotion: false),
            aperture: 2.2,
            focalLength: 2.22,
            nearest: -1
        ),
        direction: .away,
        magnification: 0.5
    )

    private static let telephoto = CameraModel(
        description: describe(
            2,
            "Back Telephoto Camera",
            "AVCaptureDeviceTypeBuiltInTelephotoCamera",
            .back,
            PhoneFormats.Sensor(fieldOfView: 24.2, maximumZoom: 189, hasAutoFocus: true, hasSlowMotion: false),
            aperture: 2.8,
            focalLength: 9,
            nearest: 600
        ),
        direction: .away,
        magnification: 3
    )

    private static let front = CameraModel(
        description: describe(
            1,
            "Front Camera",
            "AVCaptureDeviceTypeBuiltInWideAngleCamera",
            .front,
            PhoneFormats.Sensor(fieldOfView: 81.2, maximumZoom: 125, hasAutoFocus: false, hasSlowMotion: false),
            aperture: 1.9,
            focalLength: 2.69,
            nearest: -1
        ),
        direction: .towardPerson,
        magnification: 1
    )

    private static func describe(
        _ number: Int,
        _ name: String,
        _ type: String,
        _ position: CaptureDeviceDescription.Position,
        _ sensor: PhoneFormats.Sensor,
        aperture: Float,
        focalLength: Float,
        nearest: Int
    ) -> CaptureDeviceDescription {
        let id = "com.apple.avfoundation.avcapturedevice.built-in_video:\(number)"
        let formats = PhoneFormats.formats(sensor)
        return CaptureDeviceDescription(
            id: id,
            modelID: id,
            name: name,
            productName: "iPhone 17 Pro",
            manufacturer: "Apple Inc.",
            deviceType: type,
            position: position,
            transportType: builtIn,
            formats: formats,
            defaultFormatIndex: PhoneFormats.defaultIndex(in: formats),
            controls: controls(sensor, isBack: position == .back),
            hasTorch: position == .back,
            hasFlash: position == .back,
            lensAperture: aperture,
            focalLength: focalLength,
            minimumFocusDistance: nearest,
            mountAngle: 90
        )
    }

    private static func controls(
        _ sensor: PhoneFormats.Sensor,
        isBack: Bool
    ) -> [CaptureControl: CaptureControlCapability] {
        var controls: [CaptureControl: CaptureControlCapability] = [
            .exposureMode: .modes([0, 1, 2, 3], default: 2),
            .exposureDuration: .range(1.0 / 50_000...1, default: 1.0 / 60),
            .iso: .range(32...3072, default: 80),
            .exposureBias: .range(-8...8, default: 0),
            .exposurePoint: .point,
            .whiteBalanceMode: .modes([0, 1, 2], default: 2),
            .whiteBalanceGains: .gains(maximum: 4),
            .zoom: .range(1...sensor.maximumZoom, default: 1),
        ]
        if sensor.hasAutoFocus {
            controls[.focusMode] = .modes([0, 1, 2], default: 2)
            controls[.lensPosition] = .range(0...1, default: ControlStore.sharpLensPosition)
            controls[.focusPoint] = .point
        }
        if isBack { controls[.torchLevel] = .range(0...1, default: 0) }
        return controls
    }
}
