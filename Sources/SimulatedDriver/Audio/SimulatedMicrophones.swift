import CaptureDriver

/// The microphones of a simulated phone, or of a simulated machine's webcam, as a capture driver. Made by `SimulatedPhone`.
final class SimulatedMicrophones: CaptureDriver {
    /// All of them, plugged in or not.
    let all: [SimulatedMicrophone]
    private let conditions: SimulatedConditions
    private let changes = ObserverList<CaptureDeviceChange>()

    init(_ all: [SimulatedMicrophone], conditions: SimulatedConditions) {
        self.all = all
        self.conditions = conditions
    }

    /// `simulated sound`.
    var name: String { "simulated sound" }

    /// The microphones that are plugged in, the default one first.
    func devices() -> [CaptureDeviceDescription] {
        all.filter(\.isPlugged).map(\.description)
    }

    /// Tells of microphones that are plugged and unplugged.
    func observeDevices(_ handler: @escaping @Sendable (CaptureDeviceChange) -> Void) -> CaptureObservation {
        changes.observe(handler)
    }

    /// Opens a microphone, exclusively. Asks for the user's permission first if it is undecided, as a phone does.
    func open(_ id: CaptureDeviceDescription.ID) throws(CaptureDriverError) -> any CaptureDeviceHandle {
        guard let microphone = all.first(where: { $0.description.id == id && $0.isPlugged }) else {
            throw CaptureDriverError(
                kind: .notFound,
                operation: "open",
                nativeCode: 2,
                device: id,
                advice: "No such microphone is plugged in. List the devices and choose one of them."
            )
        }
        switch conditions.authorization(for: .audio) {
        case .notDetermined: conditions.requestAuthorization(for: .audio) { _ in }
        case .denied, .restricted:
            throw CaptureDriverError(simulated: .denied, "open", of: microphone.description)
        case .authorized: break
        }
        return try SimulatedMicrophoneHandle(microphone)
    }

    /// The microphone with an identifier or name.
    func microphone(_ name: String) -> SimulatedMicrophone? {
        all.first { $0.description.id == name || $0.description.name == name }
    }

    /// Pulls a microphone's plug, or puts it in again, and tells.
    func plug(_ microphone: SimulatedMicrophone, _ isPlugged: Bool) {
        guard microphone.plug(isPlugged) else { return }
        changes.post(isPlugged ? .appeared(microphone.description) : .disappeared(microphone.description.id))
    }
}

/// An opened simulated microphone.
final class SimulatedMicrophoneHandle: CaptureMicrophoneHandle {
    private let microphone: SimulatedMicrophone
    private let owner: UInt64

    init(_ microphone: SimulatedMicrophone) throws(CaptureDriverError) {
        self.microphone = microphone
        owner = try microphone.open()
    }

    deinit {
        microphone.close(owner: owner)
    }

    var description: CaptureDeviceDescription { microphone.description }

    func startAudioStream(
        _ request: CaptureAudioRequest,
        sink: any CaptureAudioSink
    ) throws(CaptureDriverError) -> CaptureAudioConfiguration {
        try microphone.start(owner: owner, request, sink: sink)
    }

    func stopStream() {
        microphone.stop(owner: owner)
    }

    func close() {
        microphone.close(owner: owner)
    }
}

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
