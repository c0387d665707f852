import ALSADriver
import CaptureDriver

/// All that was found out about a microphone.
struct MicrophoneInspection: Sendable {
    /// How listening went.
    enum Outcome: Sendable {
        /// It was opened, and this came.
        case listened(MicrophoneMeasurement)
        /// It could not be opened or set up.
        case refused(CaptureDriverError)
        /// It hung for so many seconds.
        case noAnswer(seconds: Double)
    }

    /// Which one.
    var microphone: MicrophoneDescription
    /// Its node; `nil` for one that has none of its own.
    var path: String?
    /// Who may use the node.
    var permission: NodePermission?
    /// Who has it open.
    var holders = Holders()
    /// Whether the system's default input works, through which most programs listen.
    var defaultWorks = false
    /// How listening went.
    var outcome: Outcome
}
