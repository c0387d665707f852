import CaptureCore
import CaptureDriver
import CoreMedia

/// What an output hands to a synchronizer.
enum SynchronizedDatum: Sendable {
    /// A camera's frame.
    case frame(CaptureFrame)
    /// A microphone's packet.
    case audio(CaptureAudioPacket)
    /// Codes that were seen.
    case codes([CodeObservation])
    /// How far away is what a camera's frame shows.
    case depth(CapturedDepth)
    /// News of a frame or a depth map that was lost.
    case drop(FrameDrop)

    /// Whether it is a frame or a depth map, with pixels to hold.
    var isFrame: Bool {
        switch self {
        case .frame, .depth: true
        case .audio, .codes, .drop: false
        }
    }

    /// What becomes of it when the client was too slow for it: news of a lost frame. Sound stays as it is.
    var late: SynchronizedDatum {
        switch self {
        case .frame(let frame):
            .drop(FrameDrop(reason: .late, time: frame.presentationTime, duration: frame.duration))
        case .depth(let depth): .drop(FrameDrop(reason: .late, time: depth.time, duration: depth.duration))
        case .audio, .codes, .drop: self
        }
    }
}
