import CVideo4Linux
import CaptureDriver
import CoreMedia
import FoundationExtras
import Logging
import Synchronization

/// Looks for the machine's cameras: inspects each video node once per plug.
final class CameraEnumerator: Sendable {
    private struct State: Sendable {
        /// What inspecting a node told, so that a node is opened once per plug, not once per look.
        var inspected: [VideoNodeEntry: V4L2CameraModel] = [:]
        var rejected: [VideoNodeEntry: NodeInspector.Rejection] = [:]
    }

    private let directory: any VideoNodeDirectory
    private let inspector: NodeInspector
    private let log: Logger
    private let state = Mutex(State())

    init(directory: any VideoNodeDirectory, system: any SystemCalls, log: Logger) {
        self.directory = directory
        inspector = NodeInspector(system: system)
        self.log = log
    }

    /// Looks once.
    func enumerate() -> DeviceMonitor<V4L2CameraModel>.Enumeration {
        let entries = directory.nodes()
        let (inspected, rejected) = inspect(entries)
        state.withLock { $0 = State(inspected: inspected, rejected: rejected) }
        return DeviceMonitor<V4L2CameraModel>.Enumeration(
            found: entries.compactMap { inspected[$0] },
            hasInaccessible: rejected.values.contains(where: \.isTemporary)
        )
    }

    /// Why the node that would be a camera is not listed; for the error when somebody opens it.
    func rejection(ofPath path: String) -> NodeInspector.Rejection? {
        state.withLock { $0.rejected.first { $0.key.path == path }?.value }
    }

    /// Inspects the nodes that are new, or that could not be inspected before.
    private func inspect(
        _ entries: [VideoNodeEntry]
    ) -> ([VideoNodeEntry: V4L2CameraModel], [VideoNodeEntry: NodeInspector.Rejection]) {
        let (knownModels, knownRejections) = state.withLock { ($0.inspected, $0.rejected) }
        var models: [VideoNodeEntry: V4L2CameraModel] = [:]
        var rejections: [VideoNodeEntry: NodeInspector.Rejection] = [:]
        for entry in entries {
            if let model = knownModels[entry] {
                models[entry] = model
                continue
            }
            if let rejection = knownRejections[entry], !rejection.isTemporary {
                rejections[entry] = rejection
                continue
            }
            do {
                models[entry] = try inspector.inspect(entry)
            } catch {
                rejections[entry] = error
                if knownRejections[entry] != error { report(error, entry) }
            }
        }
        return (models, rejections)
    }

    private func report(_ rejection: NodeInspector.Rejection, _ entry: VideoNodeEntry) {
        let metadata: Logger.Metadata = ["device": "\(entry.path)", "reason": "\(rejection.text)"]
        switch rejection {
        case .notCapture: log.debug("A video node is not a camera", metadata: metadata)
        case .inaccessible, .multiplanarOnly, .cannotStream, .noUsableFormat:
            log.notice("A video node is not listed", metadata: metadata)
        }
    }
}

extension NodeInspector.Rejection {
    /// Whether the next look may find otherwise.
    var isTemporary: Bool {
        switch self {
        case .inaccessible(let error): error.kind != .notACaptureDevice
        case .notCapture, .multiplanarOnly, .cannotStream, .noUsableFormat: false
        }
    }

    /// Words for the log and for errors.
    var text: String {
        switch self {
        case .inaccessible(let error): error.description
        case .notCapture: "The node captures no video."
        case .multiplanarOnly: "The node captures only through the multi-planar interface, which is not supported."
        case .cannotStream: "The node cannot stream."
        case .noUsableFormat: "The node has no format that can be delivered; such a sensor needs libcamera."
        }
    }
}

/// Opens a video node for a moment to find out whether it is a camera, and what it can do.
struct NodeInspector {
    /// Why a node is not listed.
    enum Rejection: Error, Sendable, Hashable {
        /// It could not be opened or asked.
        case inaccessible(CaptureDriverError)
        /// It captures no video: metadata, output, codec, radio, a subdevice.
        case notCapture
        /// It captures only through the kernel's multi-planar interface, which the driver does not speak.
        case multiplanarOnly
        /// It captures, but cannot stream.
        case cannotStream
        /// It has no format that Core Video has a name for, such as a sensor's raw data.
        case noUsableFormat
    }

    let system: any SystemCalls

    /// Inspects a node.
    func inspect(_ entry: VideoNodeEntry) throws(Rejection) -> V4L2CameraModel {
        let node: VideoNode
        do {
            node = try VideoNode(path: entry.path, system: system)
        } catch {
            throw .inaccessible(CaptureDriverError(error, operation: "open", device: entry.path))
        }
        let capability = try capability(of: node)
        let entries = FormatReader(node: node).read()
        guard !entries.isEmpty else { throw .noUsableFormat }
        let controls = ControlMap(ControlReader(node: node).read())
        return V4L2CameraModel(
            entry: entry,
            driver: capability.driverName,
            card: capability.cardName,
            bus: capability.busName,
            formats: entries,
            controls: controls
        )
    }

    private func capability(of node: VideoNode) throws(Rejection) -> v4l2_capability {
        var capability = v4l2_capability()
        do {
            try node.request(.queryCapabilities, &capability)
        } catch {
            throw .inaccessible(
                CaptureDriverError(error, operation: VideoRequest.queryCapabilities.name, device: node.path)
            )
        }
        let flags = capability.nodeFlags
        guard flags & UInt32(V4L2_CAP_VIDEO_CAPTURE) != 0 else {
            throw flags & UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE) != 0 ? .multiplanarOnly : .notCapture
        }
        guard flags & UInt32(V4L2_CAP_STREAMING) != 0 else { throw .cannotStream }
        return capability
    }
}

extension v4l2_capability {
    /// What this node can do. `capabilities` is about all nodes of the hardware together: a UVC camera's metadata node has
    /// the capture flag there, but not in `device_caps`.
    fileprivate var nodeFlags: UInt32 {
        capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0 ? device_caps : capabilities
    }

    fileprivate var driverName: String { text(driver) }
    fileprivate var cardName: String { text(card) }
    fileprivate var busName: String { text(bus_info) }
}

/// The characters of one of the kernel's fixed arrays, up to the first zero; wrong bytes become replacement characters.
func text<Bytes>(_ bytes: Bytes) -> String {
    withUnsafeBytes(of: bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}

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

/// Derives lasting names from what a node tells about itself.
///
/// The path `/dev/videoN` depends on the order in which cameras were plugged in, and the serial number is no help alone:
/// cheap cameras of a kind all have the same. So the identity is made of the socket and of what is plugged into it.
enum DeviceIdentity {
    /// The identity: the same after unplug and replug into the same socket, restart and reboot.
    ///
    /// - Parameters:
    ///   - entry: the node.
    ///   - card: the name that the driver gives the camera.
    ///   - bus: the driver's name for the place where it is attached; used when the kernel's tree is not visible, and to
    ///     tell apart the cameras of one device that is not on USB.
    static func uniqueID(_ entry: VideoNodeEntry, card: String, bus: String) -> String {
        let place = entry.hardwarePath.isEmpty ? bus : place(of: entry.hardwarePath)
        var parts = [place]
        if let usb = entry.usb {
            parts += [usb.vendorID + "-" + usb.productID]
            if !usb.serial.isEmpty { parts.append(usb.serial) }
        } else {
            if !entry.hardwarePath.isEmpty, !bus.isEmpty { parts.append(bus) }
            parts.append(card)
        }
        if entry.index != 0 { parts.append("index\(entry.index)") }
        return parts.joined(separator: ":").map { $0.isWhitespace ? "_" : String($0) }.joined()
    }

    /// The model's identity, written as macOS writes it for USB cameras: numbers in decimal.
    static func modelID(_ entry: VideoNodeEntry, driver: String, card: String) -> String {
        guard let usb = entry.usb, let vendor = Int(usb.vendorID, radix: 16),
            let product = Int(usb.productID, radix: 16)
        else { return "\(driver) \(card)" }
        return "UVC Camera VendorID_\(vendor) ProductID_\(product)"
    }

    /// Core Audio's four characters for how the camera is attached, as Apple's `transportType`.
    static func transportType(_ entry: VideoNodeEntry, bus: String) -> Int32 {
        let code =
            entry.usb != nil || bus.hasPrefix("usb-") ? "usb " : bus.hasPrefix("PCI:") ? "pci " : "bltn"
        return code.utf8.reduce(0) { $0 << 8 | Int32($1) }
    }

    /// Shortens a place in the kernel's tree to what lasts: the numbers of USB busses depend on the order in which their
    /// controllers were found, so `.../0000:00:14.0/usb3/3-2/3-2.1/3-2.1:1.0` becomes `0000:00:14.0-usb-2.1:1.0`.
    static func place(of hardwarePath: String) -> String {
        let components = hardwarePath.split(separator: "/").map(String.init)
        guard let last = components.last else { return "" }
        guard let bus = components.lastIndex(where: isUSBBus), bus > 0 else { return last }
        let port = last.split(separator: "-", maxSplits: 1).last.map(String.init) ?? last
        return components[bus - 1] + "-usb-" + port
    }

    private static func isUSBBus(_ component: String) -> Bool {
        component.hasPrefix("usb") && Int(component.dropFirst(3)) != nil
    }
}
