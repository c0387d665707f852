import Foundation

/// How well a movie's picture and sound go together, from markers: a flash in the picture and a click in the sound at once.
public struct SyncMarkers: Sendable {
    /// A flash and the click that belongs to it.
    public struct Pair: Sendable {
        /// When the picture flashes, in seconds of the movie.
        public var flash: Double
        /// When the click is heard, in seconds of the movie.
        public var click: Double
        /// By how many seconds the sound is late.
        public var offset: Double { click - flash }
    }

    public var pairs: [Pair]
    /// Flashes without a click near them.
    public var lonelyFlashes: [Double]
    /// Clicks without a flash near them.
    public var lonelyClicks: [Double]

    /// Puts flashes and clicks together that are at most a while apart.
    public init(flashes: [Double], clicks: [Double], within seconds: Double = 0.4) {
        pairs = []
        lonelyFlashes = []
        var free = clicks
        for flash in flashes {
            let nearest = free.indices.min { abs(free[$0] - flash) < abs(free[$1] - flash) }
            if let nearest, abs(free[nearest] - flash) <= seconds {
                pairs.append(Pair(flash: flash, click: free.remove(at: nearest)))
            } else {
                lonelyFlashes.append(flash)
            }
        }
        lonelyClicks = free
    }

    /// The worst offset of all, without its sign.
    public var worstOffset: Double? { pairs.map { abs($0.offset) }.max() }
}

extension MovieFileValidator {
    /// Finds flashes in the picture and clicks in the sound.
    public func syncMarkers() throws(ValidationFailure) -> SyncMarkers {
        SyncMarkers(flashes: try flashes(), clicks: try sound().clicks())
    }

    /// By how many seconds each click is heard too late, told from the timecode in the picture that is shown at that moment, and
    /// therefore to within a sample: nothing has to be known of when flashes are seen.
    ///
    /// - Parameter interval: markers happen at every whole multiple of so many seconds of the capture clock.
    public func clickOffsets(
        interval: Double,
        isMirrored: Bool = false
    ) throws(ValidationFailure) -> [(time: Double, offset: Double)] {
        let timecodes = try uprightTimecodes(isMirrored: isMirrored).sorted { $0.time < $1.time }
        var next = 0
        return try sound().clicks().compactMap { click in
            while next + 1 < timecodes.count, timecodes[next + 1].time <= click { next += 1 }
            guard next < timecodes.count, timecodes[next].time <= click else { return nil }
            let captured = timecodes[next].captureTime + click - timecodes[next].time
            return (click, captured - (captured / interval).rounded() * interval)
        }
    }
}
