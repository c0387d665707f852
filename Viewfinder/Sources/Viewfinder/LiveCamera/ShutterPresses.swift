import CameraEngine
import CameraLifecycle

/// What presses of the device's own shutter are for. Pure.
///
/// As with the page's button, presses are for nothing while a recording is just being begun or ended. A recording begins and
/// ends a moment after the press, and the one who asked for it hears of that a moment later still: neither may a second press
/// begin it again, nor may a press be lost that was made when the recording could be seen.
struct ShutterPresses {
    /// What a press is for.
    enum Use: Sendable, Hashable {
        case photo
        case scan
        case startRecording(Press)
        case stopRecording(Press)
        case nothing
    }

    /// A press that begins or ends a recording.
    struct Press: Sendable, Hashable {
        fileprivate var number: Int
        fileprivate var begins: Bool
    }

    /// The latest press that nobody has heard the outcome of.
    private var unanswered: Press?
    private var count = 0

    /// Takes a press.
    mutating func press(mode: CaptureMode, phase: RecordingPhase) -> Use {
        if phase == .idle {
            switch mode {
            case .photo: return .photo
            case .scan: return .scan
            case .video: break
            }
        }
        guard phase != .starting, phase != .finishing, unanswered?.begins != (phase == .idle) else { return .nothing }
        count += 1
        let press = Press(number: count, begins: phase == .idle)
        unanswered = press
        return press.begins ? .startRecording(press) : .stopRecording(press)
    }

    /// What a press led to is known, be it a failure.
    mutating func answered(_ press: Press) {
        if unanswered == press { unanswered = nil }
    }
}
