import CVideo4Linux
import CaptureDriver
import CoreMedia

/// A frame's duration as the kernel writes it: a fraction of a second.
struct FrameInterval: Sendable, Hashable {
    var numerator: UInt32
    var denominator: UInt32

    /// The longest duration that is believed: an hour's exposure is no video.
    static let longestSeconds = 3_600.0
    /// The highest rate that is believed.
    static let highestRate = 10_000.0

    /// Seconds, or `nil` for nonsense such as 0/0, which drivers do deliver.
    var seconds: Double? {
        guard numerator > 0, denominator > 0 else { return nil }
        let seconds = Double(numerator) / Double(denominator)
        return seconds <= Self.longestSeconds && seconds >= 1 / Self.highestRate ? seconds : nil
    }

    /// Whether the fraction makes sense.
    var isPlausible: Bool { seconds != nil }

    /// Core Media's time; invalid for nonsense.
    var time: CMTime {
        guard isPlausible else { return .invalid }
        let divisor = Self.greatestCommonDivisor(numerator, denominator)
        let (value, scale) = (numerator / divisor, denominator / divisor)
        guard let timescale = Int32(exactly: scale) else {
            // UVC's interval is a multiple of 100 ns; a scale beyond 32 bits is rounded to nanoseconds.
            return CMTime(seconds: Double(value) / Double(scale), preferredTimescale: 1_000_000_000)
        }
        return CMTime(value: Int64(value), timescale: timescale)
    }

    init(numerator: UInt32, denominator: UInt32) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The fraction nearest to a time that the kernel can be given; `nil` for a time that is no duration of a frame.
    init?(_ time: CMTime) {
        guard CMTIME_IS_NUMERIC(time), time.value > 0 else { return nil }
        var (value, scale) = (time.value, Int64(time.timescale))
        while value > UInt32.max {
            value >>= 1
            scale >>= 1
        }
        self.init(numerator: UInt32(value), denominator: UInt32(clamping: scale))
        guard isPlausible else { return nil }
    }

    private static func greatestCommonDivisor(_ a: UInt32, _ b: UInt32) -> UInt32 {
        var (a, b) = (a, b)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }
}

/// The frame durations that a driver lists for a format and size.
enum FrameIntervalList: Sendable, Hashable {
    /// Just these.
    case discrete([FrameInterval])
    /// Everything from the shortest to the longest; a stepwise list is treated the same, since the driver rounds what
    /// it is given to the next step anyway.
    case range(shortest: FrameInterval, longest: FrameInterval)

    /// What makes sense of it in the seam's terms, highest rate first; empty if nothing does.
    var durations: [CaptureFormat.FrameDurationRange] {
        switch self {
        case .discrete(let intervals):
            let times = Set(intervals).filter(\.isPlausible).sorted { ($0.seconds ?? 0) < ($1.seconds ?? 0) }
            return times.map { CaptureFormat.FrameDurationRange(shortest: $0.time, longest: $0.time) }
        case .range(let shortest, let longest):
            guard let low = shortest.seconds, let high = longest.seconds, low <= high else { return [] }
            return [CaptureFormat.FrameDurationRange(shortest: shortest.time, longest: longest.time)]
        }
    }
}

/// A video node's frame duration as it is set.
struct FrameRateSetting: Sendable, Hashable {
    /// The duration.
    var interval: FrameInterval
    /// Whether the driver lets it be set.
    var isSettable: Bool

    /// Reads the setting; `nil` where the driver has none.
    static func read(_ node: VideoNode) -> FrameRateSetting? {
        var parameters = v4l2_streamparm()
        parameters.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        do {
            try node.request(.getParameters, &parameters)
        } catch {
            return nil
        }
        return FrameRateSetting(parameters)
    }

    /// Asks for a duration and tells what the driver made of it: drivers round silently to what the size allows.
    static func write(_ interval: FrameInterval, to node: VideoNode) throws(Errno) -> FrameRateSetting {
        var parameters = v4l2_streamparm()
        parameters.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        parameters.parm.capture.timeperframe = v4l2_fract(
            numerator: interval.numerator,
            denominator: interval.denominator
        )
        try node.request(.setParameters, &parameters)
        return FrameRateSetting(parameters)
    }

    private init(_ parameters: v4l2_streamparm) {
        interval = FrameInterval(parameters.parm.capture.timeperframe)
        isSettable = parameters.parm.capture.capability & UInt32(V4L2_CAP_TIMEPERFRAME) != 0
    }
}

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
