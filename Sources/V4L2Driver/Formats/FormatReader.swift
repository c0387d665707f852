import CVideo4Linux
import CaptureDriver
import CoreMedia
import Glibc

/// Asks a video node which formats, sizes and frame durations it has.
///
/// Every list ends with `EINVAL`. Any other error ends it too: what was read so far is what the camera has. Lists are
/// bounded, because a wrong driver that never says `EINVAL` must not hold the caller for ever.
struct FormatReader {
    /// The longest list that is read.
    static let longestList: UInt32 = 256

    let node: VideoNode

    /// A format as the camera lists it, with the kernel's code to ask for it.
    struct Entry: Sendable, Hashable {
        var encoding: PixelEncoding
        var format: CaptureFormat
    }

    /// All usable formats in the driver's order.
    func read() -> [Entry] {
        let current = currentFormat()
        let isFullRange = current.map { Colorimetry($0).isFullRange } ?? false
        var types: Set<FourCharCode> = []
        var entries: [Entry] = []
        for code in pixelFormats() {
            guard let encoding = PixelEncoding.encoding(code: code) else { continue }
            guard let type = encoding.mediaSubType(isFullRange: isFullRange) else { continue }
            guard types.insert(type).inserted else { continue }
            let listed = sizes(code).sizes(current: current.map(Self.size))
            // A camera without a list of sizes has the one that is set.
            let sizes = listed.isEmpty ? FrameSizeList.discrete(current.map { [Self.size($0)] } ?? []).sizes() : listed
            entries += sizes.map { size in
                Entry(
                    encoding: encoding,
                    format: CaptureFormat(
                        mediaSubType: type,
                        dimensions: size,
                        frameDurations: durations(code, size),
                        traits: Self.traits
                    )
                )
            }
        }
        return entries
    }

    /// Whether several cameras' streams fit the bus is known only when they start; nothing rules out a format beforehand.
    private static let traits: CaptureFormat.Traits = {
        var traits = CaptureFormat.Traits()
        traits.isMultiCamSupported = true
        return traits
    }()

    /// The format that is set now; asking for it costs no traffic to the camera, unlike trying formats.
    private func currentFormat() -> v4l2_pix_format? {
        var format = v4l2_format()
        format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        do {
            try node.request(.getFormat, &format)
            return format.fmt.pix
        } catch {
            return nil
        }
    }

    private static func size(_ format: v4l2_pix_format) -> CaptureDimensions {
        CaptureDimensions(width: Int32(clamping: format.width), height: Int32(clamping: format.height))
    }

    private func pixelFormats() -> [UInt32] {
        var codes: [UInt32] = []
        for index in 0..<Self.longestList {
            var description = v4l2_fmtdesc()
            description.index = index
            description.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
            do {
                try node.request(.enumerateFormats, &description)
            } catch {
                break
            }
            codes.append(description.pixelformat)
        }
        return codes
    }

    private func sizes(_ code: UInt32) -> FrameSizeList {
        var sizes: [CaptureDimensions] = []
        for index in 0..<Self.longestList {
            var size = v4l2_frmsizeenum()
            size.index = index
            size.pixel_format = code
            do {
                try node.request(.enumerateFrameSizes, &size)
            } catch {
                break
            }
            guard size.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue else { return .stepwise(Self.range(size.stepwise)) }
            sizes.append(
                CaptureDimensions(
                    width: Int32(clamping: size.discrete.width),
                    height: Int32(clamping: size.discrete.height)
                )
            )
        }
        return .discrete(sizes)
    }

    private static func range(_ sizes: v4l2_frmsize_stepwise) -> FrameSizeList.Range {
        FrameSizeList.Range(
            minimum: CaptureDimensions(
                width: Int32(clamping: sizes.min_width),
                height: Int32(clamping: sizes.min_height)
            ),
            maximum: CaptureDimensions(
                width: Int32(clamping: sizes.max_width),
                height: Int32(clamping: sizes.max_height)
            ),
            step: CaptureDimensions(
                width: Int32(clamping: sizes.step_width),
                height: Int32(clamping: sizes.step_height)
            )
        )
    }

    /// The frame durations of a size; at least one.
    ///
    /// UNKNOWN: HDMI grabbers and old drivers list none. Then the duration that is set now counts, and where that is
    /// missing or nonsense too, 30 frames per second, which is a guess that only paces the stall watchdog.
    private func durations(_ code: UInt32, _ size: CaptureDimensions) -> [CaptureFormat.FrameDurationRange] {
        let listed = intervals(code, size).durations
        if !listed.isEmpty { return listed }
        if let current = FrameRateSetting.read(node), current.interval.isPlausible {
            let time = current.interval.time
            return [CaptureFormat.FrameDurationRange(shortest: time, longest: time)]
        }
        return [.rate(30)]
    }

    private func intervals(_ code: UInt32, _ size: CaptureDimensions) -> FrameIntervalList {
        var intervals: [FrameInterval] = []
        for index in 0..<Self.longestList {
            var interval = v4l2_frmivalenum()
            interval.index = index
            interval.pixel_format = code
            interval.width = UInt32(size.width)
            interval.height = UInt32(size.height)
            do {
                try node.request(.enumerateFrameIntervals, &interval)
            } catch {
                break
            }
            guard interval.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue else {
                return .range(
                    shortest: FrameInterval(interval.stepwise.min),
                    longest: FrameInterval(interval.stepwise.max)
                )
            }
            intervals.append(FrameInterval(interval.discrete))
        }
        return .discrete(intervals)
    }
}

extension FrameInterval {
    /// The kernel's fraction.
    init(_ fraction: v4l2_fract) {
        self.init(numerator: fraction.numerator, denominator: fraction.denominator)
    }
}

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
