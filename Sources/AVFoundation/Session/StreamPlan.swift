import CaptureDriver
import CoreMedia

/// Which streams a committed graph needs, and where their data goes.
struct StreamPlan {
    /// What a device is asked for.
    enum Request: Equatable {
        /// Pictures.
        case video(CaptureStreamRequest)
        /// Sound.
        case audio(CaptureAudioRequest)

        /// Whether a stream that runs as asked here can go on as asked there, changed at most in its frame rate.
        func canBecome(_ other: Request) -> Bool {
            switch (self, other) {
            case (.video(let old), .video(let new)): old.format == new.format
            case (.audio, .audio): self == other
            case (.video, .audio), (.audio, .video): false
            }
        }
    }

    /// One device's stream.
    struct Entry {
        /// The input whose device streams.
        let input: AVCaptureDeviceInput
        /// What the device is asked for.
        let request: Request
        /// Who gets the data.
        let routes: [StreamRoute]

        /// The device that streams.
        var device: AVCaptureDevice { input.device }
    }

    /// One entry for each device that has to stream.
    let entries: [Entry]

    /// A device streams if at least one enabled connection leaves one of its enabled ports.
    init(graph: CaptureGraph) {
        entries = graph.deviceInputs.compactMap { input in
            guard input.device.isConnected, let request = Request(input.device) else { return nil }
            let connections = graph.connections.filter { connection in
                connection.isEnabled && connection.inputPorts.contains { $0.input === input && $0.isEnabled }
            }
            guard !connections.isEmpty else { return nil }
            let routes = connections.compactMap { connection in
                connection.output.map { StreamRoute(output: $0, connection: connection) }
            }
            return Entry(input: input, request: request, routes: routes)
        }
    }

    /// The devices that stream.
    var deviceIDs: [CaptureDeviceDescription.ID] { entries.map(\.device.hardware.id) }
}

extension StreamPlan.Request {
    /// What a device is to deliver now; `nil` for one that has nothing to deliver.
    init?(_ device: AVCaptureDevice) {
        switch device.hardware.medium {
        case .video:
            self = .video(device.streamRequest)
        case .audio:
            guard let request = device.audioRequest else { return nil }
            self = .audio(request)
        }
    }
}

/// One way that data takes: through a connection to an output.
struct StreamRoute: Sendable {
    let output: AVCaptureOutput
    let connection: AVCaptureConnection
}
