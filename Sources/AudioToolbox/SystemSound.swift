import Foundation

/// A short sound: one channel of samples.
struct SystemSound: Equatable, Sendable {
    /// The longest that Apple's documentation allows, in seconds.
    static let longestDuration = 30

    /// Samples a second.
    let rate: Int
    let samples: [Int16]

    /// How long it is, in seconds.
    var duration: Double { Double(samples.count) / Double(rate) }

    /// The sounds that the system has under a number. UNKNOWN: Apple documents neither numbers nor sounds; these are the numbers that
    /// apps use for the shutter, for the beginning and the end of a recording, and for a tap. Others are silent.
    static let builtIn: [UInt32: SystemSound] = [
        1057: tone([(880, 0.05)]), 1104: tone([(1200, 0.015)]), 1105: tone([(1200, 0.015)]),
        1108: shutter, 1117: tone([(660, 0.09), (880, 0.09)]), 1118: tone([(880, 0.09), (660, 0.09)]),
    ]

    private static let builtInRate = 44100

    /// Tones one after the other, each a frequency and its duration, fading.
    private static func tone(_ parts: [(frequency: Double, duration: Double)]) -> SystemSound {
        let samples = parts.flatMap { part in
            let count = Int(part.duration * Double(builtInRate))
            return (0..<count).map { index in
                let time = Double(index) / Double(builtInRate)
                return Int16(9000 * sin(2 * .pi * part.frequency * time) * exp(-3 * time / part.duration))
            }
        }
        return SystemSound(rate: builtInRate, samples: samples)
    }

    /// Two bursts of noise, as of a mirror that goes up and comes down.
    private static let shutter: SystemSound = {
        var noise: UInt32 = 1
        let samples = (0..<builtInRate / 8).map { index in
            noise = noise &* 1_664_525 &+ 1_013_904_223
            let time = Double(index) / Double(builtInRate)
            let strength = exp(-90 * time) + (time > 0.06 ? exp(-70 * (time - 0.06)) : 0)
            return Int16(Double(Int32(bitPattern: noise)) / Double(Int32.max) * 8000 * min(1, strength))
        }
        return SystemSound(rate: builtInRate, samples: samples)
    }()
}

extension SystemSound {
    /// The sound of a WAV file with linear samples of 8 or 16 bits, its channels added up.
    ///
    /// - Returns: nil for other files, damaged ones, and such that have no sound.
    init?(wave file: Data) {
        let bytes = [UInt8](file.prefix(64 << 20))
        guard bytes.count >= 12, bytes.prefix(4) == Array("RIFF".utf8)[...], bytes[8..<12] == Array("WAVE".utf8)[...]
        else { return nil }
        func number(_ place: Int, _ size: Int) -> Int {
            (0..<size).reduce(0) { $0 | Int(bytes[place + $1]) << ($1 * 8) }
        }
        var format: (channels: Int, rate: Int, bits: Int)?
        var place = 12
        while place + 8 <= bytes.count {
            let name = String(decoding: bytes[place..<place + 4], as: UTF8.self)
            let end = min(bytes.count, place + 8 + number(place + 4, 4))
            let content = place + 8..<end
            if name == "fmt ", content.count >= 16, number(content.lowerBound, 2) == 1 {
                format = (
                    number(content.lowerBound + 2, 2), number(content.lowerBound + 4, 4),
                    number(content.lowerBound + 14, 2)
                )
            }
            if name == "data", let format {
                self.init(bytes[content], format.channels, format.rate, format.bits)
                return
            }
            place = end + end % 2
        }
        return nil
    }

    private init?(_ bytes: ArraySlice<UInt8>, _ channels: Int, _ rate: Int, _ bits: Int) {
        guard (1...8).contains(channels), (4000...192_000).contains(rate), bits == 8 || bits == 16 else { return nil }
        let size = channels * bits / 8
        let frames = bytes.count / size
        guard frames > 0 else { return nil }
        self.rate = rate
        samples = (0..<frames).map { frame in
            let sum = (0..<channels).reduce(0) { sum, channel in
                let place = bytes.startIndex + frame * size + channel * bits / 8
                if bits == 8 { return sum + (Int(bytes[place]) - 128) << 8 }
                return sum + Int(Int16(truncatingIfNeeded: Int(bytes[place]) | Int(bytes[place + 1]) << 8))
            }
            return Int16(clamping: sum / channels)
        }
    }
}
