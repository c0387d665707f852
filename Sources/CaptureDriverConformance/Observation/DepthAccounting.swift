import CaptureDriver
import CoreMedia

/// Judges when a stream's depth maps came. Pure.
struct DepthAccounting {
    let frames: [FrameRecord]

    /// What is wrong with which frames have maps: the first one, and those that come an interval after the last map or later. A map
    /// that was reported as lost counts as one.
    ///
    /// - Parameters:
    ///   - interval: the least time from one map to the next, in seconds.
    ///   - slack: by how much frames' times may stray, in seconds.
    func findings(interval: Double, slack: Double) -> [String] {
        var findings: [String] = []
        var last: CMTime?
        for frame in frames {
            let age = last.map { CMTimeSubtract(frame.time, $0).seconds }
            switch frame.depth {
            case .map, .lost:
                if let age, age < interval - slack {
                    findings.append(
                        "Frame \(frame.sequence) has a depth map \(rounded(age * 1000)) ms after the last one, "
                            + "asked for was one in \(rounded(interval * 1000)) ms."
                    )
                }
                last = frame.time
            case .none:
                guard age.map({ $0 > interval + slack }) ?? true else { continue }
                findings.append("Frame \(frame.sequence) has no depth map, though one is due.")
                last = frame.time
            }
        }
        return findings
    }

    /// What is wrong with a stream that nobody asked for maps.
    var unaskedFindings: [String] {
        frames.filter { $0.depth != .none }.map { "Frame \($0.sequence) has a depth map that nobody asked for." }
    }
}
