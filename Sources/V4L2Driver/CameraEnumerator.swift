import CaptureDriver
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
