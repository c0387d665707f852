import CoreMedia

/// Decides which inputs may be given more media: the back-pressure of a writer. Documented: S-189.
///
/// Whoever appends never waits: an input whose queue is full, or a disk that does not keep up, turns readiness off. A track
/// that does not come in real time is also held back while it is far ahead of the others, so that the file is interleaved
/// without being kept in memory.
///
/// Readiness is lost by what is appended to the input itself and by its end, by nothing else: who has seen that the input is ready
/// may append, whatever encoder, disk and other inputs do meanwhile. What they do counts for the item after that.
package struct ReadinessPolicy {
    /// The state of one input.
    package struct Lane {
        /// Whether the source cannot wait (`expectsMediaDataInRealTime`).
        package var isRealTime: Bool
        /// How many appended items may wait for their encoder.
        package var capacity: Int
        /// Whether fewer may wait for a slow encoder: what waits is lost by a crash.
        package var limitsDelay = false
        /// How many wait, with the one that is being encoded.
        package fileprivate(set) var waiting = 0
        /// How long the encoder takes for an item, in seconds: a mean that follows an encoder that becomes slower at once, and one
        /// that becomes faster slowly.
        package private(set) var secondsPerItem = 0.0
        /// The latest time that was appended, from the session's start.
        package fileprivate(set) var latest: CMTime?
        /// Nothing more may be appended.
        package fileprivate(set) var isFinished = false
        /// Whether the next item is taken.
        fileprivate var isReady = true

        /// An input to which nothing was appended.
        package init(isRealTime: Bool, capacity: Int, limitsDelay: Bool = false) {
            self.isRealTime = isRealTime
            self.capacity = capacity
            self.limitsDelay = limitsDelay
        }

        /// An item has left the queue.
        ///
        /// - Parameter seconds: how long the encoder took for it.
        fileprivate mutating func release(after seconds: Double) {
            waiting -= 1
            secondsPerItem += (seconds - secondsPerItem) / (seconds > secondsPerItem ? 2 : 8)
        }

        /// How many items may wait for an encoder of this pace: as many as it encodes in ``maximumDelay``, and always one beside
        /// that which it works at.
        package var room: Int {
            guard limitsDelay, secondsPerItem > 0 else { return capacity }
            return max(2, Int(min(Double(capacity), maximumDelay / secondsPerItem)))
        }
    }

    /// How many seconds of an encoder's work may wait for it. Together with a fragment of half a second that is less than the
    /// second that a sudden end may cost.
    package static let maximumDelay = 0.4
    /// How far ahead of the others a track may be.
    package static let leeway = CMTime(value: 1, timescale: 1)
    /// How many encoded bytes may wait for the disk: many seconds of ordinary video, so that a disk that hangs for a while
    /// costs no frame.
    package static let maximumUnwrittenBytes = 32 << 20

    /// The inputs.
    package private(set) var lanes: [Lane]
    /// Whether fewer than ``maximumUnwrittenBytes`` wait for the disk.
    package var diskKeepsUp = true {
        didSet { openLanes() }
    }

    /// Begins with inputs to which nothing was appended.
    package init(lanes: [Lane]) {
        self.lanes = lanes
    }

    /// Whether an input may be given more.
    package func isReady(_ track: Int) -> Bool { lanes[track].isReady }

    /// Takes an item, if the input is ready.
    ///
    /// - Parameters:
    ///   - time: the item's, from the session's start.
    ///   - canBeDropped: whether there must be room for it now, as its source was promised nothing.
    /// - Returns: whether it was taken.
    package mutating func take(_ track: Int, at time: CMTime, canBeDropped: Bool = false) -> Bool {
        guard lanes[track].isReady, !canBeDropped || hasRoom(track) else { return false }
        lanes[track].waiting += 1
        lanes[track].latest = max(lanes[track].latest ?? time, time)
        lanes[track].isReady = false
        openLanes()
        return true
    }

    /// An item has left an input's queue.
    ///
    /// - Parameter seconds: how long the encoder took for it.
    package mutating func release(_ track: Int, after seconds: Double) {
        lanes[track].release(after: seconds)
        openLanes()
    }

    /// Nothing more may be appended to an input, and others need not wait for it.
    package mutating func finish(_ track: Int) {
        lanes[track].isFinished = true
        lanes[track].isReady = false
        openLanes()
    }

    private mutating func openLanes() {
        for track in lanes.indices where !lanes[track].isReady { lanes[track].isReady = hasRoom(track) }
    }

    private func hasRoom(_ track: Int) -> Bool {
        let lane = lanes[track]
        guard !lane.isFinished, lane.waiting < lane.room, diskKeepsUp else { return false }
        return lane.isRealTime || !isFarAhead(track)
    }

    /// Whether a track is ahead of one that can be waited for.
    private func isFarAhead(_ track: Int) -> Bool {
        guard let latest = lanes[track].latest else { return false }
        for (other, lane) in lanes.enumerated() where other != track && !lane.isFinished && !lane.isRealTime {
            if latest - (lane.latest ?? .zero) > Self.leeway { return true }
        }
        return false
    }
}

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
