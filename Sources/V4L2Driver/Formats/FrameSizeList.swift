import CaptureDriver

/// The sizes that a driver lists for a pixel format.
enum FrameSizeList: Sendable, Hashable {
    /// Just these.
    case discrete([CaptureDimensions])
    /// Everything in a range that lies on its grid.
    case stepwise(Range)

    /// A range of sizes.
    struct Range: Sendable, Hashable {
        var minimum: CaptureDimensions
        var maximum: CaptureDimensions
        /// The grid's mesh; 1 for a continuous range.
        var step: CaptureDimensions

        /// Whether a size is one of the range's.
        func contains(_ size: CaptureDimensions) -> Bool {
            Self.contains(size.width, minimum.width, maximum.width, step.width)
                && Self.contains(size.height, minimum.height, maximum.height, step.height)
        }

        private static func contains(_ value: Int32, _ low: Int32, _ high: Int32, _ step: Int32) -> Bool {
            // Some drivers give a step of 0 for a fixed size.
            low <= value && value <= high && (step <= 1 || (value - low) % step == 0)
        }
    }

    /// The sizes that are offered of a range: those that people and presets ask for.
    static let standard: [CaptureDimensions] = [
        (160, 120), (320, 180), (320, 240), (352, 288), (640, 360), (640, 480), (800, 600), (960, 540), (1024, 768),
        (1280, 720), (1280, 960), (1600, 1200), (1920, 1080), (1920, 1440), (2560, 1440), (2592, 1944), (3264, 2448),
        (3840, 2160), (4032, 3024), (4096, 2160),
    ].map { CaptureDimensions(width: $0.0, height: $0.1) }

    /// A range that reaches beyond so many pixels is a scaler's: its largest size shows nothing that smaller ones don't.
    static let largestSensor = 64_000_000

    /// The sizes to offer, without nonsense and without doubles, in the driver's order. Of a range the standard sizes, the
    /// one that is set now (that of the signal, for a grabber), and the largest one if a sensor may be so large.
    ///
    /// - Parameter current: the size that is set now, if that is known.
    func sizes(current: CaptureDimensions? = nil) -> [CaptureDimensions] {
        let candidates: [CaptureDimensions]
        switch self {
        case .discrete(let sizes):
            candidates = sizes
        case .stepwise(let range):
            let largest = range.maximum.area <= Self.largestSensor ? [range.maximum] : []
            let signal = [current].compactMap { $0 }.filter(range.contains)
            candidates = Self.standard.filter(range.contains) + signal + largest
        }
        var seen: Set<CaptureDimensions> = []
        return candidates.filter { Self.isPlausible($0) && seen.insert($0).inserted }
    }

    private static func isPlausible(_ size: CaptureDimensions) -> Bool {
        let believed = 1...Int32(ImageLayout.largestDimension)
        return believed.contains(size.width) && believed.contains(size.height)
    }
}
