import CaptureDriver
import CoreMedia

/// Judges what a stream delivered by the numbers alone. Pure.
struct FrameAccounting {
    let entries: [StreamLog.Entry]

    /// What is wrong with the frames' numbers: each has to be one more than the one before, plus the frames reported lost
    /// in between.
    var sequenceFindings: [String] {
        var findings: [String] = []
        var last: UInt64?
        var reported = 0
        for entry in entries {
            switch entry {
            case .event:
                continue
            case .drop(let drop):
                if drop.count < 1 { findings.append("A loss of \(drop.count) frames was reported.") }
                reported += drop.count
            case .frame(let frame):
                if let last, frame.sequence <= last {
                    findings.append("Frame \(frame.sequence) followed frame \(last); numbers have to grow.")
                } else if let last, frame.sequence - last - 1 != UInt64(clamping: reported) {
                    findings.append(
                        "\(frame.sequence - last - 1) frames are missing between \(last) and \(frame.sequence), "
                            + "\(reported) were reported as lost."
                    )
                }
                last = frame.sequence
                reported = 0
            }
        }
        return findings
    }

    private var frames: [FrameRecord] {
        entries.compactMap { if case .frame(let frame) = $0 { frame } else { nil } }
    }

    /// How many frame periods lie between the first frame and the last by the numbers and by the clock.
    private func span(period: Double) -> (numbered: Double, timed: Double)? {
        guard let first = frames.first, let last = frames.last, last.sequence > first.sequence else { return nil }
        return (
            Double(last.sequence - first.sequence), CMTimeSubtract(last.time, first.time).seconds / period
        )
    }

    /// Whether frames vanished, or were made up, without the numbers telling.
    func countFinding(period: Double, rateError: Double) -> String? {
        guard let span = span(period: period) else { return "Fewer than two frames came." }
        guard abs(span.timed - span.numbered) > 1 + span.numbered * rateError else { return nil }
        return "Frames were numbered from 0 to \(Int(span.numbered)) in the time of \(rounded(span.timed)) frames."
    }

    /// Whether the average period is another one than promised.
    func rateFinding(period: Double, rateError: Double, jitter: Double) -> String? {
        guard let span = span(period: period) else { return "Fewer than two frames came." }
        guard abs(span.timed - span.numbered) > span.numbered * rateError + jitter else { return nil }
        let measured = period * span.timed / span.numbered
        return "A frame lasts \(rounded(measured * 1000)) ms on average, promised were \(rounded(period * 1000)) ms."
    }

    /// What is wrong with the frames' times.
    ///
    /// - Parameters:
    ///   - start: when the stream was asked for.
    ///   - period: seconds.
    func timeFindings(since start: CMTime, period: Double, limits: ConformanceLimits) -> [String] {
        var findings: [String] = []
        if let first = frames.first, CMTimeSubtract(first.time, start).seconds < -period {
            findings.append("The first frame was taken before the stream was started.")
        }
        for (before, frame) in zip(frames, frames.dropFirst()) {
            let step = CMTimeSubtract(frame.time, before.time).seconds
            if step <= 0 {
                findings.append("Frame \(frame.sequence) is \(rounded(-step * 1000)) ms older than the one before it.")
            }
            let expected = Double(frame.sequence) - Double(before.sequence)
            if abs(step / period - expected) > limits.jitter {
                findings.append(
                    "Frame \(frame.sequence) comes \(rounded(step * 1000)) ms after frame \(before.sequence), "
                        + "not \(rounded(expected * period * 1000)) ms."
                )
            }
        }
        for frame in frames {
            let age = CMTimeSubtract(frame.arrival, frame.time).seconds
            if age < 0 {
                findings.append("Frame \(frame.sequence) lies \(rounded(-age * 1000)) ms in the future.")
            } else if age > limits.latency {
                findings.append("Frame \(frame.sequence) was \(rounded(age * 1000)) ms old on delivery.")
            }
        }
        return findings
    }
}

/// Two digits after the point are enough for people.
func rounded(_ number: Double) -> Double {
    (number * 100).rounded() / 100
}
