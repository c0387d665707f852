import CaptureDriver
import CoreMedia
import Foundation

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

/// How bad a finding is.
public enum Severity: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// As it should be.
    case ok
    /// Worth knowing; nothing needs to be done.
    case note
    /// It works, but not as promised.
    case warning
    /// It does not work.
    case problem

    /// From good to bad.
    public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

    private var rank: Int {
        switch self {
        case .ok: 0
        case .note: 1
        case .warning: 2
        case .problem: 3
        }
    }
}

/// How numbers and formats are written.
enum Formatting {
    /// A number with at most so many digits after the point, without trailing zeros.
    static func number(_ value: Double, digits: Int = 1) -> String {
        var text = String(format: "%.\(digits)f", value)
        if text.contains(".") {
            while text.hasSuffix("0") { text.removeLast() }
            if text.hasSuffix(".") { text.removeLast() }
        }
        return text
    }

    /// A share in percent.
    static func percent(_ part: Int, of whole: Int) -> String {
        number(whole == 0 ? 0 : 100 * Double(part) / Double(whole)) + " %"
    }

    /// A count with its noun.
    static func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }

    /// `1920x1080 420v`.
    static func format(_ format: CaptureFormat) -> String {
        "\(format.dimensions) \(PixelFormatName.text(format.mediaSubType))"
    }

    /// A loudness in decibels below full scale.
    static func decibels(_ level: Double) -> String {
        level > 0 ? number(20 * log10(level), digits: 0) + " dB" : "no sound at all"
    }
}

/// Names of pixel formats and codecs.
public enum PixelFormatName {
    /// The code's four characters; Core Video's small numbers, which are no characters, by their names; anything else in
    /// hexadecimal.
    public static func text(_ code: FourCharCode) -> String {
        if let name = numbered[code] { return name }
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
        guard bytes.allSatisfy({ (32...126).contains($0) }) else { return "0x" + String(code, radix: 16) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The part of Core Video's constants after `kCVPixelFormatType_`.
    private static let numbered: [FourCharCode: String] = [
        1: "1Monochrome", 2: "2Indexed", 4: "4Indexed", 8: "8Indexed", 16: "16BE555", 24: "24RGB", 32: "32ARGB",
        33: "1IndexedGray_WhiteIsZero", 34: "2IndexedGray_WhiteIsZero", 36: "4IndexedGray_WhiteIsZero",
        40: "8IndexedGray_WhiteIsZero",
    ]
}

extension CaptureFormat {
    /// Frames per second at best; 0 when unknown.
    var bestRate: Double {
        frameDurations.map { range in
            let seconds = CMTimeGetSeconds(range.shortest)
            return seconds > 0 ? 1 / seconds : 0
        }.max() ?? 0
    }

    /// Whether frames are compressed by the camera.
    var isCompressed: Bool { mediaSubType == kCMVideoCodecType_JPEG }
}
