/// One thing that was found out, in words for the user.
public struct Finding: Sendable, Hashable, Codable {
    /// What was found, for programs; stable.
    public var code: Code
    /// How bad it is.
    public var severity: Severity
    /// What was seen.
    public var seen: String
    /// What it means; empty when that goes without saying.
    public var meaning: String
    /// What to do; empty when there is nothing to do.
    public var advice: String

    /// Makes a finding.
    public init(_ code: Code, _ severity: Severity, seen: String, meaning: String = "", advice: String = "") {
        self.code = code
        self.severity = severity
        self.seen = seen
        self.meaning = meaning
        self.advice = advice
    }

    /// The kinds of findings. `docs/doctor.md` explains each.
    public enum Code: String, Sendable, Hashable, Codable, CaseIterable {
        // The machine.
        case noCameras = "no-cameras"
        case cameraWithoutDriver = "camera-without-driver"
        case noHotplugService = "no-hotplug-service"
        case sharedBus = "shared-bus"
        case noSuchCamera = "no-such-camera"
        case noMicrophones = "no-microphones"
        case audioWithoutDriver = "sound-without-driver"
        case portTaken = "port-taken"
        // A device, camera or microphone.
        case denied
        case busy
        case gone
        case noAnswer = "no-answer"
        case failed
        case usedElsewhere = "used-elsewhere"
        // A camera.
        case multiplanarOnly = "multiplanar-only"
        case cannotStream = "cannot-stream"
        case noUsableFormat = "no-usable-format"
        case formatRefused = "format-refused"
        case noBandwidth = "no-bandwidth"
        case rawOnlyOnUSB2 = "raw-only-on-usb2"
        case slowUSB = "slow-usb"
        case largestIsSlow = "largest-is-slow"
        // A camera's stream.
        case delivers
        case noFrames = "no-frames"
        case slowStart = "slow-start"
        case stalled
        case slowRate = "slow-rate"
        case fastRate = "fast-rate"
        case noPromise = "no-promise"
        case lostFrames = "lost-frames"
        case corruptFrames = "corrupt-frames"
        case wrongTimestamps = "wrong-timestamps"
        case unevenFrames = "uneven-frames"
        // A microphone.
        case hears
        case noAudio = "no-sound"
        case silence
        case clipping
        case overruns
        case wrongRate = "wrong-rate"
        case notPaced = "not-paced"
    }
}

extension [Finding] {
    /// The worst severity; `ok` when there is none.
    var worst: Severity { map(\.severity).max() ?? .ok }
}
