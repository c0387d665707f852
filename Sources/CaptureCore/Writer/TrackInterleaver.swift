import CoreMedia

/// Brings the samples of several tracks into the order in which a file is best read: by decode time.
///
/// A sample leaves when it is certain that no other track will bring an earlier one, or when waiting for a silent track has
/// taken long enough. The order within a track is kept as it comes.
package struct TrackInterleaver<Sample> {
    private struct Lane {
        var waiting: [(time: CMTime, sample: Sample)] = []
        /// Where the first waiting sample lies; what is before it has left.
        var first = 0
        var latest: CMTime?
        var isFinished = false

        var head: CMTime? { first < waiting.count ? waiting[first].time : nil }

        mutating func removeFirst() -> Sample {
            let sample = waiting[first].sample
            first += 1
            if first == waiting.count {
                waiting.removeAll(keepingCapacity: true)
                first = 0
            } else if first >= 64 {
                waiting.removeFirst(first)
                first = 0
            }
            return sample
        }
    }

    private var lanes: [Lane]
    private let patience: CMTime

    /// - Parameters:
    ///   - trackCount: how many tracks there are.
    ///   - patience: how much of the other tracks' time is held back for a track that brings nothing.
    package init(trackCount: Int, patience: CMTime) {
        lanes = Array(repeating: Lane(), count: trackCount)
        self.patience = patience
    }

    /// Whether nothing is held back.
    package var isEmpty: Bool { lanes.allSatisfy { $0.head == nil } }

    /// Takes a sample of a track.
    package mutating func add(_ sample: Sample, at time: CMTime, track: Int) {
        lanes[track].waiting.append((time, sample))
        if lanes[track].latest.map({ $0 < time }) ?? true { lanes[track].latest = time }
    }

    /// Takes note that a track brings nothing more.
    package mutating func finish(track: Int) {
        lanes[track].isFinished = true
    }

    /// The next sample of the file; `nil` if none may leave yet.
    package mutating func next() -> (track: Int, sample: Sample)? {
        var earliest: (track: Int, time: CMTime)?
        var isCertain = true
        for (track, lane) in lanes.enumerated() {
            if let head = lane.head {
                if earliest.map({ head < $0.time }) ?? true { earliest = (track, head) }
            } else if !lane.isFinished {
                isCertain = false
            }
        }
        guard let earliest else { return nil }
        guard isCertain || hasWaitedLongEnough(for: earliest.time) else { return nil }
        return (earliest.track, lanes[earliest.track].removeFirst())
    }

    private func hasWaitedLongEnough(for time: CMTime) -> Bool {
        lanes.contains { lane in lane.latest.map { $0 - time > patience } ?? false }
    }
}
