import CaptureDriver

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
