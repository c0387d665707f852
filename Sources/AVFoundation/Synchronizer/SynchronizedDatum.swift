import CaptureDriver
import CoreMedia

/// What an output hands to a synchronizer.
enum SynchronizedDatum: Sendable {
    /// A camera's frame.
    case frame(CaptureFrame)
    /// A microphone's packet.
    case sound(CaptureAudioPacket)
    /// News of a frame that was lost.
    case drop(FrameMailbox<CaptureFrame>.Drop)

    /// Whether it is a frame, with pixels to hold.
    var isFrame: Bool {
        if case .frame = self { true } else { false }
    }

    /// What becomes of it when the client was too slow for it: news of a lost frame. Sound stays as it is.
    var late: SynchronizedDatum {
        guard case .frame(let frame) = self else { return self }
        return .drop(FrameMailbox.Drop(reason: .late, time: frame.presentationTime, duration: frame.duration))
    }
}
