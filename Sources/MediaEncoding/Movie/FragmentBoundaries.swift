import CoreMedia

/// Decides where the fragments of a file end: a pure value.
///
/// A fragment ends once one of its tracks has filled the interval, or once the movie has gone on for as long. It does not end
/// because a track that lags behind and one that is ahead are an interval apart: their samples come in turns, and each turn
/// would be a fragment.
struct FragmentBoundaries {
    /// How long the first fragment is, and how long the others are.
    private let intervals: (first: CMTime, others: CMTime)
    /// How long the current fragment is to be.
    private var interval: CMTime
    /// Each track's first time in the current fragment.
    private var beginnings: [CMTime?]
    /// Where the movie was when the current fragment began.
    private var base: CMTime?
    /// The latest time of all tracks.
    private var latest: CMTime?
    /// Whether the current fragment is long enough.
    private(set) var isCutDue = false

    init(first: CMTime, others: CMTime, trackCount: Int) {
        intervals = (first, others)
        interval = first
        beginnings = Array(repeating: nil, count: trackCount)
    }

    /// Counts a sample of the current fragment.
    mutating func add(_ time: CMTime, track: Int) {
        let now = max(latest ?? time, time)
        latest = now
        let movieBegan = base ?? now
        base = movieBegan
        let trackBegan = beginnings[track] ?? time
        beginnings[track] = trackBegan
        if now >= movieBegan + interval || time >= trackBegan + interval { isCutDue = true }
    }

    /// Begins a fragment.
    mutating func cut() {
        interval = intervals.others
        beginnings = Array(repeating: nil, count: beginnings.count)
        base = latest
        isCutDue = false
    }
}
