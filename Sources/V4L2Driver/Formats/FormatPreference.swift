import CaptureDriver
import CoreMedia

/// The order of a camera's formats: which one a webcam program would take when nobody chooses.
///
/// Fluent motion comes first: 1080p, else 720p, else the largest size up to 1080p that reaches 30 frames per second.
/// Pixels are preferred to JPEG where they are fast enough; above 640x480 a USB 2 bus mostly has room for 30 frames per
/// second only if they are compressed, and then the compressed format wins. Formats that never reach 24 frames per
/// second come after those that do; sizes above 1080p come last, because they cost much and are asked for by name.
enum FormatPreference {
    /// Rates from here on count as fluent; slightly below 30, because 30000/1001 and drivers' roundings should count.
    static let fluent = 29.0
    /// Rates below this count as slow.
    static let slow = 23.0

    /// Sorts formats, best first; formats that rank the same stay in the driver's order.
    static func sorted(_ formats: [CaptureFormat]) -> [CaptureFormat] {
        formats.enumerated()
            .sorted { a, b in
                let (rankA, rankB) = (rank(a.element), rank(b.element))
                return rankA == rankB ? a.offset < b.offset : rankA.lexicographicallyPrecedes(rankB)
            }
            .map(\.element)
    }

    /// Smaller is better, first number first.
    private static func rank(_ format: CaptureFormat) -> [Int] {
        let rate = format.highestRate
        let speed = rate >= fluent ? 0 : rate >= slow ? 1 : 2
        let isHuge = format.dimensions.area > 1_920 * 1_080
        let isCompressed = format.mediaSubType == kCMVideoCodecType_JPEG
        return [
            isHuge ? 1 : 0, speed, favourite(format.dimensions), -format.dimensions.area, isCompressed ? 1 : 0,
        ]
    }

    private static func favourite(_ size: CaptureDimensions) -> Int {
        switch (size.width, size.height) {
        case (1_920, 1_080): 0
        case (1_280, 720): 1
        default: 2
        }
    }
}

extension CaptureFormat {
    /// Frames per second at best; 0 when unknown.
    var highestRate: Double {
        frameDurations.map { range in
            let seconds = CMTimeGetSeconds(range.shortest)
            return seconds > 0 ? 1 / seconds : 0
        }.max() ?? 0
    }
}
