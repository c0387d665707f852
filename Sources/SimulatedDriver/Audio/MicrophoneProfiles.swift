import CaptureDriver

/// The microphones of the profiles.
enum MicrophoneProfiles {
    /// Core Audio's transport type `bltn`.
    private static let builtIn: Int32 = 0x626c_746e
    /// Core Audio's transport type `usb `.
    private static let usb: Int32 = 0x7573_6220
    private static let phoneID = "com.apple.avfoundation.avcapturedevice.built-in_audio:0"

    /// The iPhone's.
    static let iphone = phone("iPhone Microphone")
    /// The iPad's.
    static let ipad = phone("iPad Microphone")

    /// A phone's. What it delivers depends on the route: a headset's format takes the place of the one asked for.
    private static func phone(_ name: String) -> CaptureDeviceDescription {
        CaptureDeviceDescription(
            id: phoneID,
            modelID: phoneID,
            name: name,
            manufacturer: "Apple Inc.",
            medium: .audio,
            deviceType: "AVCaptureDeviceTypeMicrophone",
            transportType: builtIn,
            formats: [],
            audioFormats: [(48_000, 1), (48_000, 2), (44_100, 1), (44_100, 2), (16_000, 1)].map(format),
            beams: [.back, .front]
        )
    }

    /// The desk camera's.
    static let webcam = CaptureDeviceDescription(
        id: "0x1420000046d0825:microphone",
        modelID: "UVC Camera VendorID_1133 ProductID_2085:microphone",
        name: "Desk Camera Microphone",
        manufacturer: "Simulated",
        medium: .audio,
        deviceType: "AVCaptureDeviceTypeMicrophone",
        transportType: usb,
        formats: [],
        audioFormats: [(48_000, 1), (32_000, 1), (16_000, 1)].map(format)
    )

    private static func format(_ rate: Double, _ channels: Int) -> CaptureAudioFormat {
        CaptureAudioFormat(sampleRate: rate, channels: channels, sampleFormat: .int16)
    }
}
