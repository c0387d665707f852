/// What matters of a camera's format when it is chosen by size and rate: for movies, and for several cameras at once.
struct MultiCamFormat: Sendable, Hashable {
    /// Its place in the camera's list.
    var index: Int
    var width: Int
    var height: Int
    /// The rates that it has, in frames a second.
    var rates: [ClosedRange<Double>]
    /// Whether it may be used together with another camera's.
    var isMultiCamSupported = true
    /// Whether pixels are added up, which takes less time to read.
    var isBinned = false
    /// Whether the pictures come compressed, which takes less of a bus that cameras share.
    var isCompressed = false
    /// Whether black and white are those of video, not of JPEG.
    var isVideoRange = true
    /// The sizes that its photos may have.
    var photoSizes: [PhotoSize] = []

    var area: Int { width * height }

    /// The largest pictures (R-MULTI-2), and the smallest that are chosen if there are larger ones.
    static let widths = 640...1920
    static let greatestHeight = 1440
    /// Frames a second (R-MULTI-2).
    static let usualRate = 30.0
    /// With fewer frames a second a picture does not move any more.
    static let leastRate = 15.0

    /// The highest rate that the format has, up to a limit; `nil` if it has none.
    func rate(atMost limit: Double) -> Double? {
        rates.compactMap { range in
            // A rate as the kernel tells it may be a little off.
            range.upperBound <= limit + 0.5 ? range.upperBound : range.lowerBound <= limit ? limit : nil
        }.max()
    }

    /// The highest of its rates.
    var fastest: Double { rates.map(\.upperBound).max() ?? 0 }

    /// The formats in which a camera may be used, the best one first: what the ladder of costs goes down.
    ///
    /// Only those that may be used together with other cameras', not larger than 1920 x 1440, at 30 frames a second; of a size the
    /// one that costs least. Wide pictures are preferred, as movies are wide: others only if there are no wide ones.
    ///
    /// - Parameter photos: the size that photos are to have; the smallest format for that is the first one then.
    static func choices(_ formats: [MultiCamFormat], photos: PhotoSizeRequest? = nil) -> [MultiCamFormat] {
        let allowed = formats.filter { format in
            format.isMultiCamSupported && format.width <= widths.upperBound && format.height <= greatestHeight
                && (format.rate(atMost: usualRate) ?? 0) >= leastRate
        }
        let large = allowed.filter { $0.width >= widths.lowerBound }
        let usable = large.isEmpty ? allowed : large
        let fast = usable.filter { ($0.rate(atMost: usualRate) ?? 0) >= usualRate - 0.5 }
        let candidates = fast.isEmpty ? usable : fast
        let wide = candidates.filter { abs(Double($0.width) / Double($0.height) - 16.0 / 9) < 0.05 }
        let family = wide.isEmpty || photos != nil ? candidates : wide
        let best = Dictionary(grouping: family) { [$0.width, $0.height] }.compactMap {
            $1.min { $0.costsLess(than: $1) }
        }
        let sorted = best.sorted { ($0.area, $0.width) > ($1.area, $1.width) }
        guard let size = photos?.selection(among: sorted.flatMap(\.photoSizes)),
            let first = sorted.lastIndex(where: { $0.photoSizes.contains(size) })
        else { return sorted }
        return Array(sorted[first...])
    }

    /// The formats in which a camera may be used when a movie is to have one of them: that one first, then smaller ones as
    /// ``choices(_:photos:)`` has them.
    static func choices(_ formats: [MultiCamFormat], movie: MultiCamFormat) -> [MultiCamFormat] {
        [movie] + choices(formats).filter { $0.area < movie.area }
    }

    private func costsLess(than other: MultiCamFormat) -> Bool {
        if isCompressed != other.isCompressed { return isCompressed }
        if fastest != other.fastest { return fastest < other.fastest }
        if isBinned != other.isBinned { return isBinned }
        if isVideoRange != other.isVideoRange { return isVideoRange }
        return index < other.index
    }
}
