import CoreMedia
import Foundation

/// Orders a movie's samples in time before they are written: the decisions, without any file.
///
/// Until every track has shown its first sample, or long enough, samples wait: then the movie's start is known. After that
/// one sample of each track waits until the next tells how long it lasts.
struct MovieTimeline {
    /// A sample that is ready to be written, with times in its track's units from the movie's start.
    struct Ready {
        var sample: EncodedSample
        var track: Int
        var decoded: Int64
        var delay: Int32
        var duration: Int64
    }

    private struct Held {
        var sample: EncodedSample
        var decoded: Int64
    }

    private struct Lane {
        var timescale: Int32 = 0
        var startTick: Int64 = 0
        var held: Held?
        var lastDecoded = Int64.min
        var lastDecodeTime = CMTime.invalid
        var first: EncodedSample?
    }

    private var lanes: [Lane]
    private var early: [(EncodedSample, Int)] = []
    /// Bytes of the samples that wait for the movie's start.
    private(set) var earlyBytes = 0
    private(set) var hasBegun = false
    /// The movie's start, once it is known.
    private(set) var start = CMTime.invalid
    /// The latest end of a sample, from the start.
    private(set) var end = CMTime.zero

    init(trackCount: Int) {
        lanes = (0..<trackCount).map { _ in Lane() }
    }

    /// Sets the start before the first sample.
    mutating func setStart(_ time: CMTime) {
        start = time
    }

    /// Whether every track in the list has a sample.
    func haveSamples(_ tracks: [Int]) -> Bool { tracks.allSatisfy { lanes[$0].first != nil } }

    /// How long the movie has waited for its start, by its samples' times.
    var waited: CMTime {
        let times = early.map(\.0.decodeTime)
        guard let first = times.min(by: <), let last = times.max(by: <) else { return .zero }
        return last - first
    }

    /// Whether any sample came.
    var isEmpty: Bool { early.isEmpty && !hasBegun }

    /// Times are counted in 64 bits from zero: so many seconds fit in the finest units.
    private static let farthest = 4e9

    /// Checks a sample.
    ///
    /// - Parameter timescale: the track's units per second. From one sample to the next, and from decoding to showing, a file
    ///   counts in 31 bits.
    mutating func accept(_ sample: EncodedSample, track: Int, timescale: Int32) throws(MediaEncodingError) {
        let last = lanes[track].lastDecodeTime
        func refuse(_ advice: String) -> MediaEncodingError {
            MediaEncodingError(
                kind: .invalidSample,
                operation: "appending a sample at \(sample.presentationTime.seconds) s to track \(track)",
                advice: advice
            )
        }
        guard sample.presentationTime.isNumeric, sample.decodeTime.isNumeric, sample.byteCount > 0,
            sample.decodeTime <= sample.presentationTime, !last.isNumeric || sample.decodeTime > last
        else { throw refuse("Append samples with numeric times, in the order of decoding.") }
        let longest = Double(Int32.max / 2) / Double(timescale)
        guard abs(sample.decodeTime.seconds) < Self.farthest, sample.byteCount < 1 << 30,
            (sample.presentationTime - sample.decodeTime).seconds < longest,
            !last.isNumeric || (sample.decodeTime - last).seconds < longest
        else { throw refuse("The clock jumped: finish this movie and begin another.") }
        lanes[track].lastDecodeTime = sample.decodeTime
        if lanes[track].first == nil { lanes[track].first = sample }
        guard !hasBegun else { return }
        early.append((sample, track))
        earlyBytes += sample.byteCount
    }

    /// Fixes the start, and how much earlier than it each track's times may begin.
    ///
    /// - Parameter timescales: the tracks' units per second.
    /// - Returns: each track's lead, in its units.
    mutating func begin(timescales: [Int32]) -> [Int64] {
        let firsts = lanes.compactMap(\.first)
        if !start.isNumeric { start = firsts.map(\.presentationTime).min(by: <) ?? .zero }
        let origin = firsts.map(\.decodeTime).min(by: <).map { min($0, start) } ?? start
        hasBegun = true
        return lanes.indices.map { index in
            lanes[index].timescale = timescales[index]
            lanes[index].startTick = Self.tick(start, timescales[index])
            return lanes[index].startTick - Self.tick(origin, timescales[index])
        }
    }

    /// The samples that waited for the start, in the order in which they came.
    mutating func removeEarly() -> [(EncodedSample, Int)] {
        defer {
            early = []
            earlyBytes = 0
        }
        return early
    }

    /// Takes a sample and gives the one before it.
    mutating func advance(_ sample: EncodedSample, track: Int) -> Ready? {
        let tick = Self.tick(sample.decodeTime, lanes[track].timescale) - lanes[track].startTick
        // Times that differ by less than a unit must not become equal.
        let decoded = lanes[track].lastDecoded == .min ? tick : max(tick, lanes[track].lastDecoded + 1)
        lanes[track].lastDecoded = decoded
        let before = lanes[track].held
        lanes[track].held = Held(sample: sample, decoded: decoded)
        record(sample)
        return before.map { ready($0, track, duration: decoded - $0.decoded) }
    }

    /// The samples that waited for the next, with their own durations.
    mutating func removeHeld() -> [Ready] {
        lanes.indices.compactMap { track in
            guard let held = lanes[track].held else { return nil }
            lanes[track].held = nil
            let length = held.sample.duration
            let seconds = length.isNumeric ? max(0, length.seconds) : 0
            let isSensible = seconds * Double(lanes[track].timescale) < Double(Int32.max / 2)
            let ticks = isSensible ? Self.tick(length.isNumeric ? length : .zero, lanes[track].timescale) : 0
            return ready(held, track, duration: max(1, ticks))
        }
    }

    private func ready(_ held: Held, _ track: Int, duration: Int64) -> Ready {
        let shown = Self.tick(held.sample.presentationTime, lanes[track].timescale) - lanes[track].startTick
        let isReordered = held.sample.presentationTime != held.sample.decodeTime
        return Ready(
            sample: held.sample,
            track: track,
            decoded: held.decoded,
            delay: isReordered ? Int32(clamping: max(0, shown - held.decoded)) : 0,
            duration: duration
        )
    }

    private mutating func record(_ sample: EncodedSample) {
        let length = sample.duration.isNumeric ? sample.duration : .zero
        let until = sample.presentationTime + length - start
        if until > end { end = until }
    }

    private static func tick(_ time: CMTime, _ timescale: Int32) -> Int64 {
        CMTimeConvertScale(time, timescale: timescale, method: .roundHalfAwayFromZero).value
    }
}
