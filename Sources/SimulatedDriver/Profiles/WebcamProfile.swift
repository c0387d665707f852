import CaptureDriver
import CoreMedia
import CoreVideo

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
