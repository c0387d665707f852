import CaptureDriver
import CoreMedia
import Foundation

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
