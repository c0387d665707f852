import CoreMedia

/// How long the latest photos took from frame to file.
package struct PhotoProcessingTimes: Sendable {
    private static let remembered = 8
    private var latest: [Double] = []

    /// No photo has been taken.
    package init() {}

    /// Notes how many seconds a photo took.
    package mutating func add(seconds: Double) {
        latest.append(max(0, seconds))
        if latest.count > Self.remembered { latest.removeFirst() }
    }

    /// From the shortest to the longest; zero before the first photo.
    package var range: CMTimeRange {
        guard let shortest = latest.min(), let longest = latest.max() else {
            return CMTimeRange(start: .zero, duration: .zero)
        }
        return CMTimeRange(
            start: CMTime(seconds: shortest, preferredTimescale: 1_000_000),
            end: CMTime(seconds: longest, preferredTimescale: 1_000_000)
        )
    }
}
