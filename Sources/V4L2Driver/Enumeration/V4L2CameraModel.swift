import CaptureDriver
import CoreMedia

/// All that was found out about a camera: its public description, and the kernel's numbers to drive it.
struct V4L2CameraModel: MonitoredDevice {
    /// The node it was found at.
    let entry: VideoNodeEntry
    /// What the seam's clients see.
    let description: CaptureDeviceDescription
    /// The camera's controls in the kernel's terms.
    let controls: ControlMap
    private let encodings: [FourCharCode: PixelEncoding]

    /// Puts a model together from what a node told.
    init(
        entry: VideoNodeEntry,
        driver: String,
        card: String,
        bus: String,
        formats: [FormatReader.Entry],
        controls: ControlMap
    ) {
        self.entry = entry
        self.controls = controls
        encodings = Dictionary(
            formats.map { ($0.format.mediaSubType, $0.encoding) },
            uniquingKeysWith: { first, _ in first }
        )
        let sorted = FormatPreference.sorted(formats.map { controls.completing($0.format) })
        let position = controls.position
        description = CaptureDeviceDescription(
            id: DeviceIdentity.uniqueID(entry, card: card, bus: bus),
            modelID: DeviceIdentity.modelID(entry, driver: driver, card: card),
            name: Self.name(entry, card: card),
            productName: entry.usb.flatMap { $0.product.isEmpty ? nil : $0.product },
            manufacturer: entry.usb?.manufacturer ?? "",
            // A camera of which the kernel knows where it looks is built in.
            deviceType: position == .unspecified
                ? "AVCaptureDeviceTypeExternal" : "AVCaptureDeviceTypeBuiltInWideAngleCamera",
            position: position,
            transportType: DeviceIdentity.transportType(entry, bus: bus),
            formats: sorted,
            controls: controls.capabilities,
            hasTorch: controls.capabilities[.torchLevel] != nil,
            mountAngle: position == .unspecified ? nil : controls.mountAngle
        )
    }

    /// The kernel's encoding for one of the camera's formats.
    func encoding(for type: FourCharCode) -> PixelEncoding? {
        encodings[type]
    }

    /// UVC cameras often give the name twice, `Name: Name`, cut off at 31 characters.
    private static func name(_ entry: VideoNodeEntry, card: String) -> String {
        let parts = card.split(separator: ":", maxSplits: 1).map { $0.drop { $0 == " " } }
        if parts.count == 2, parts[0].hasPrefix(parts[1]) { return String(parts[0]) }
        if !card.isEmpty { return card }
        return entry.name.isEmpty ? entry.path : entry.name
    }
}
