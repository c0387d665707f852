import CaptureDriver

/// A video node that exists, as the file system tells it.
package struct InspectedNode: Sendable, Hashable {
    /// `/dev/videoN`.
    package var path: String
    /// The hardware's place in the kernel's tree, below `/sys`; empty when unknown.
    package var hardwarePath: String
    /// The name that the kernel gives the node; empty when unknown.
    package var name: String

    /// Makes a record of a node.
    package init(path: String, hardwarePath: String = "", name: String = "") {
        self.path = path
        self.hardwarePath = hardwarePath
        self.name = name
    }
}

/// What a video node turned out to be.
package enum InspectedNodeKind: Sendable, Hashable {
    /// A camera.
    case camera(CaptureDeviceDescription)
    /// It could not be opened or asked.
    case inaccessible(CaptureDriverError)
    /// It captures no video: metadata, output, codec, radio.
    case notCapture
    /// It captures only through the kernel's multi-planar interface.
    case multiplanarOnly
    /// It captures, but cannot stream.
    case cannotStream
    /// It has no format that can be delivered.
    case noUsableFormat
}

/// Looks at each video node by itself, so that one that hangs does not hide the others: for diagnosis.
package struct VideoNodeInspection: Sendable {
    private let directory: any VideoNodeDirectory
    private let system: any SystemCalls

    /// The real machine's nodes.
    package init() {
        self.init(directory: LinuxVideoNodeDirectory(), system: LinuxSystemCalls())
    }

    init(directory: any VideoNodeDirectory, system: any SystemCalls) {
        self.directory = directory
        self.system = system
    }

    /// All nodes that exist, in the order of their numbers. Opens none.
    package func nodes() -> [InspectedNode] {
        directory.nodes().map { InspectedNode(path: $0.path, hardwarePath: $0.hardwarePath, name: $0.name) }
    }

    /// Opens a node and asks what it is. A camera whose firmware hangs holds the caller for as long as the kernel waits.
    package func inspect(_ node: InspectedNode) -> InspectedNodeKind {
        guard let entry = entry(node) else { return .inaccessible(Self.gone(node.path)) }
        do {
            return .camera(try NodeInspector(system: system).inspect(entry).description)
        } catch {
            switch error {
            case .inaccessible(let error): return .inaccessible(error)
            case .notCapture: return .notCapture
            case .multiplanarOnly: return .multiplanarOnly
            case .cannotStream: return .cannotStream
            case .noUsableFormat: return .noUsableFormat
            }
        }
    }

    /// A driver that knows this node alone.
    package func driver(for node: InspectedNode) -> any CaptureDriver {
        Video4LinuxDriver(
            system: system,
            directory: OneNodeDirectory(entry: entry(node)),
            makeHints: { nil },
            now: kernelMonotonicTime
        )
    }

    private func entry(_ node: InspectedNode) -> VideoNodeEntry? {
        directory.nodes().first { $0.path == node.path }
    }

    private static func gone(_ path: String) -> CaptureDriverError {
        CaptureDriverError(
            kind: .disconnected,
            operation: "open",
            device: path,
            advice: "The camera's node is gone. Plug the camera in again and list the devices."
        )
    }

    private struct OneNodeDirectory: VideoNodeDirectory {
        var entry: VideoNodeEntry?

        func nodes() -> [VideoNodeEntry] { entry.map { [$0] } ?? [] }
    }
}

/// A sink that also wants to know what the driver puts right or leaves out without a word to others: for diagnosis.
///
/// Called as the sink is: on the driver's thread, one call at a time, before the frame or drop in question.
package protocol StreamWitness: CaptureStreamSink {
    /// A frame's time was not the kernel's, because that was not to be believed.
    func timestampDoubted(_ suspicion: TimestampTrust.Suspicion)
    /// A frame was left out, because it was no whole picture.
    func frameRejected(_ fault: FrameCheck.Fault)
}
