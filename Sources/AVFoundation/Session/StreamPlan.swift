import CaptureDriver
import CoreMedia

/// Which streams a committed graph needs, and where their frames go.
struct StreamPlan {
    /// One camera's stream.
    struct Entry {
        /// The input whose device streams.
        let input: AVCaptureDeviceInput
        /// What the device is asked for.
        let request: CaptureStreamRequest
        /// Who gets the frames.
        let routes: [FrameRoute]
    }

    /// One entry for each device that has to stream.
    let entries: [Entry]

    /// A device streams if at least one enabled connection leaves one of its enabled ports.
    init(graph: CaptureGraph) {
        entries = graph.deviceInputs.compactMap { input in
            guard input.device.isConnected, input.device.hardware.medium == .video else { return nil }
            let connections = graph.connections.filter { connection in
                connection.isEnabled && connection.inputPorts.contains { $0.input === input && $0.isEnabled }
            }
            guard !connections.isEmpty else { return nil }
            let routes = connections.compactMap { connection in
                connection.output.map { FrameRoute(output: $0, connection: connection) }
            }
            return Entry(input: input, request: input.device.streamRequest, routes: routes)
        }
    }

    /// The devices that stream.
    var deviceIDs: [CaptureDeviceDescription.ID] { entries.map(\.input.device.hardware.id) }
}

/// One way that frames take: through a connection to an output.
struct FrameRoute: Sendable {
    let output: AVCaptureOutput
    let connection: AVCaptureConnection
}
