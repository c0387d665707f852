import AVFAudio
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
            case (.video(let old), .video(let new)): old.format == new.format && old.depth == new.depth
            case (.audio, .audio): self == other
            case (.video, .audio), (.audio, .video): false
            }
        }
    }

    /// One device's stream.
    struct Entry {
        /// The input that the data comes through.
        let input: AVCaptureDeviceInput
        /// The device that streams: the input's, or a constituent of it.
        let device: AVCaptureDevice
        /// What the device is asked for.
        let request: Request
        /// Who gets the data.
        let routes: [StreamRoute]
    }

    /// One entry for each device that has to stream.
    let entries: [Entry]

    /// A device streams if at least one enabled connection leaves one of its enabled ports, unless it was lost.
    ///
    /// - Parameter audioSession: the program's audio session, which has to allow sound (S-22), and whose preferences count;
    ///   `nil` when the capture session has one of its own.
    init(graph: CaptureGraph, audioSession: AVAudioSession? = nil) {
        entries = graph.deviceInputs.filter { !$0.isLost }.flatMap { input in
            graph.sources(of: input).compactMap { device in
                let connections = graph.connections.filter { $0.carriesData(from: input, of: device) }
                let wantsDepth = connections.contains(where: \.wantsDepth)
                guard device.isConnected, !connections.isEmpty,
                    let request = Request(input, device, audioSession, wantsDepth: wantsDepth)
                else { return nil }
                let routes = connections.compactMap { connection in
                    connection.receiver.map { StreamRoute(receiver: $0, connection: connection) }
                }
                return Entry(input: input, device: device, request: request, routes: routes)
            }
        }
    }

    /// The devices that stream, in the order in which their inputs were added.
    var deviceIDs: [CaptureDeviceDescription.ID] { entries.map(\.device.hardware.id) }
}

extension StreamPlan.Request {
    /// What a device of an input's is to deliver now; `nil` for one that has nothing to deliver.
    init?(
        _ input: AVCaptureDeviceInput,
        _ device: AVCaptureDevice,
        _ audioSession: AVAudioSession?,
        wantsDepth: Bool
    ) {
        switch device.hardware.medium {
        case .video:
            guard var request = input.streamRequest(of: device) else { return nil }
            if wantsDepth { request.depth = device.depthRequest }
            self = .video(request)
        case .audio:
            let channels = input.channelMode == .stereo ? 2 : nil
            guard audioSession?.allowsCapture ?? true,
                let request = device.audioRequest(audioSession, channels: channels)
            else { return nil }
            self = .audio(request)
        }
    }
}

/// One way that data takes: through a connection to an output or a preview layer.
struct StreamRoute: @unchecked Sendable {
    // @unchecked: outputs, layers and connections guard their state with locks.

    let receiver: any StreamReceiver
    let connection: AVCaptureConnection
}

/// Where a stream's data goes. Called on the driver's thread: implementations return quickly.
protocol StreamReceiver: AnyObject {
    /// Takes a frame.
    func consume(_ frame: CaptureFrame, from connection: AVCaptureConnection)

    /// Takes note of frames that the driver lost.
    func consumeDrop(_ drop: CaptureDrop, from connection: AVCaptureConnection)

    /// Takes a packet of sound.
    func consume(_ packet: CaptureAudioPacket, from connection: AVCaptureConnection)
}

extension AVCaptureOutput: StreamReceiver {}
