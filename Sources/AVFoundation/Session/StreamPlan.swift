import AVFAudio
import CaptureDriver
import CoreMedia
import CoreVideo

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

/// Chooses the format that a preset means for a camera.
///
/// `UNKNOWN`: Apple documents pixel sizes only for the presets that carry them in their name. Chosen here:
/// photo is the device's photo format, else its largest; high is the largest up to 1920 x 1080 that reaches 30 frames per
/// second (else the fastest); medium the one nearest to 480 x 360; low the one nearest to 192 x 144.
struct PresetResolver {
    /// The camera's formats.
    let formats: [CaptureFormat]

    /// The index of the format for a preset; `nil` when the camera does not support it. `inputPriority` is supported by
    /// every camera but chooses nothing, so it gives `nil` too: ask `supports(_:)` for support.
    func formatIndex(for preset: AVCaptureSession.Preset) -> Int? {
        if let size = Self.fixedSizes[preset] {
            return best(formats.indices.filter { formats[$0].dimensions == size })
        }
        switch preset {
        case .photo: return photoIndex
        case .high: return highIndex
        case .medium: return nearest(to: CaptureDimensions(width: 480, height: 360))
        case .low: return nearest(to: CaptureDimensions(width: 192, height: 144))
        default: return nil
        }
    }

    /// Whether the camera can be used with a preset.
    func supports(_ preset: AVCaptureSession.Preset) -> Bool {
        preset == .inputPriority || formatIndex(for: preset) != nil
    }

    private static let fixedSizes: [AVCaptureSession.Preset: CaptureDimensions] = [
        .cif352x288: CaptureDimensions(width: 352, height: 288),
        .vga640x480: CaptureDimensions(width: 640, height: 480),
        .iFrame960x540: CaptureDimensions(width: 960, height: 540),
        .iFrame1280x720: CaptureDimensions(width: 1280, height: 720),
        .hd1280x720: CaptureDimensions(width: 1280, height: 720),
        .hd1920x1080: CaptureDimensions(width: 1920, height: 1080),
        .hd4K3840x2160: CaptureDimensions(width: 3840, height: 2160),
    ]

    private var photoIndex: Int? {
        let marked = formats.indices.filter { formats[$0].traits.isPhotoFormat }
        return best(marked) ?? best(largest(of: Array(formats.indices)))
    }

    private var highIndex: Int? {
        let fullHD = CaptureDimensions(width: 1920, height: 1080)
        let fitting = formats.indices.filter {
            formats[$0].dimensions.width <= fullHD.width && formats[$0].dimensions.height <= fullHD.height
        }
        let smooth = fitting.filter { highestRate($0) >= 29 }
        if !smooth.isEmpty { return best(largest(of: smooth)) }
        let fastest = fitting.map(highestRate).max() ?? 0
        return best(largest(of: fitting.filter { highestRate($0) >= fastest })) ?? best(Array(formats.indices))
    }

    private func nearest(to size: CaptureDimensions) -> Int? {
        let distance = { (index: Int) in abs(formats[index].dimensions.area - size.area) }
        guard let least = formats.indices.map(distance).min() else { return nil }
        return best(formats.indices.filter { distance($0) == least })
    }

    private func largest(of candidates: [Int]) -> [Int] {
        let area = candidates.map { formats[$0].dimensions.area }.max() ?? 0
        return candidates.filter { formats[$0].dimensions.area == area }
    }

    /// Among formats of the same size: one that reaches 30 frames per second, unbinned, video range first (the session's
    /// usual pixel format), with the least headroom above 30; the driver's order decides the rest.
    private func best(_ candidates: [Int]) -> Int? {
        candidates.min { a, b in rank(a).lexicographicallyPrecedes(rank(b)) }
    }

    private func rank(_ index: Int) -> [Int] {
        let format = formats[index]
        let rate = highestRate(index)
        return [
            rate >= 29 ? 0 : 1 + Int(30 - rate),
            format.traits.isBinned ? 1 : 0,
            format.mediaSubType == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange ? 0 : 1,
            Int(rate),
            index,
        ]
    }

    private func highestRate(_ index: Int) -> Double {
        formats[index].frameDurations.map { 1 / max(CMTimeGetSeconds($0.shortest), 1e-6) }.max() ?? 0
    }
}
