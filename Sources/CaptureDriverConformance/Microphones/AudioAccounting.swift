import CaptureDriver
import CoreMedia

/// Examines a stream's packets: what they are, how they follow each other, and whether the count of frames fits the time.
struct AudioAccounting {
    let records: [AudioRecord]
    let configuration: CaptureAudioConfiguration
    let limits: MicrophoneLimits

    /// All that is wrong, as sentences; of each kind the first few.
    func findings(since begin: CMTime) -> [String] {
        let kinds = [formatFindings, gapFindings, timeFindings(since: begin), countFindings]
        return kinds.flatMap { $0.prefix(3) }
    }

    private var formatFindings: [String] {
        let format = configuration.format
        var found: [String] = []
        for (number, record) in records.enumerated() {
            if record.format != format {
                found.append("Packet \(number) is \(record.format.label), not \(format.label).")
            }
            if record.bytes != record.frames * format.bytesPerFrame || record.frames <= 0 {
                found.append("Packet \(number) has \(record.bytes) bytes for \(record.frames) frames.")
            }
            if !(0...record.frames).contains(record.bridged) {
                found.append(
                    "Packet \(number) says that \(record.bridged) of its \(record.frames) frames are a bridge."
                )
            }
        }
        if Set(records.map(\.description)).count > 1 { found.append("Packets have several format descriptions.") }
        return found
    }

    private var gapFindings: [String] {
        zip(records, records.dropFirst()).enumerated().compactMap { number, pair in
            let duration = Double(pair.0.frames) / configuration.format.sampleRate
            let step = CMTimeSubtract(pair.1.time, pair.0.time).seconds
            // Two nanoseconds for rounding.
            guard abs(step - duration) > duration * CaptureAudioPacket.largestCorrection + 2e-9 else { return nil }
            return "Packet \(number + 1) comes \(step) s after one that lasts \(duration) s."
        }
    }

    private func timeFindings(since begin: CMTime) -> [String] {
        records.enumerated().compactMap { number, record in
            let duration = Double(record.frames) / configuration.format.sampleRate
            let sinceBegin = CMTimeSubtract(record.time, begin).seconds
            let age = CMTimeSubtract(record.arrival, record.time).seconds - duration
            if sinceBegin < -limits.timeError { return "Packet \(number) was heard \(-sinceBegin) s before the start." }
            if age < -limits.timeError { return "Packet \(number) came \(-age) s before its end was heard." }
            if age > limits.latency { return "Packet \(number) came \(age) s after its end was heard." }
            return nil
        }
    }

    private var countFindings: [String] {
        guard let first = records.first, let last = records.last, records.count > 2 else { return [] }
        let frames = records.dropLast().reduce(0) { $0 + $1.frames }
        let rate = Double(frames) / CMTimeSubtract(last.time, first.time).seconds
        let error = rate / configuration.format.sampleRate - 1
        guard abs(error) > limits.rateError else { return [] }
        return ["\(frames) frames came in a time that makes \(rate) frames per second."]
    }
}

extension CaptureAudioFormat {
    /// `48000 Hz, 2 channels, int16`.
    fileprivate var label: String { "\(sampleRate) Hz, \(channels) channels, \(sampleFormat.rawValue)" }
}

extension CaptureAudioFormat? {
    fileprivate var label: String { map(\.label) ?? "no format of a microphone's" }
}
