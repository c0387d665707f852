import CVideo4Linux
import CaptureDriver
import FoundationExtras

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
