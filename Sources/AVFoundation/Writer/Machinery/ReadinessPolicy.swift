import CoreMedia

/// Decides which inputs may be given more media: the back-pressure of a writer. Documented: S-189.
///
/// Whoever appends never waits: an input whose queue is full, or a disk that does not keep up, turns readiness off. A track
/// that does not come in real time is also held back while it is far ahead of the others, so that the file is interleaved
/// without being kept in memory.
struct ReadinessPolicy {
    /// The state of one input.
    struct Lane {
        /// Whether the source cannot wait (`expectsMediaDataInRealTime`).
        var isRealTime: Bool
        /// How many appended items may wait for their encoder.
        var capacity: Int
        /// How many wait.
        var waiting = 0
        /// The latest time that was appended, from the session's start.
        var latest: CMTime?
        /// Nothing more may be appended.
        var isFinished = false
    }

    /// How far ahead of the others a track may be.
    static let leeway = CMTime(value: 1, timescale: 1)
    /// How many encoded bytes may wait for the disk: many seconds of ordinary video, so that a disk that hangs for a while
    /// costs no frame.
    static let maximumUnwrittenBytes = 32 << 20

    /// The inputs.
    var lanes: [Lane]
    /// Whether fewer than ``maximumUnwrittenBytes`` wait for the disk.
    var diskKeepsUp = true

    /// Whether an input may be given more.
    func isReady(_ track: Int) -> Bool {
        let lane = lanes[track]
        guard !lane.isFinished, lane.waiting < lane.capacity, diskKeepsUp else { return false }
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
