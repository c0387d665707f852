import CoreMedia

/// How long the latest photos took from frame to file.
struct PhotoProcessingTimes: Sendable {
    private static let remembered = 8
    private var latest: [Double] = []

    /// Notes how many seconds a photo took.
    mutating func add(seconds: Double) {
        latest.append(max(0, seconds))
        if latest.count > Self.remembered { latest.removeFirst() }
    }

    /// From the shortest to the longest; zero before the first photo.
    var range: CMTimeRange {
        guard let shortest = latest.min(), let longest = latest.max() else {
            return CMTimeRange(start: .zero, duration: .zero)
        }
        return CMTimeRange(
            start: CMTime(seconds: shortest, preferredTimescale: 1_000_000),
            end: CMTime(seconds: longest, preferredTimescale: 1_000_000)
        )
    }
}
