import CoreMedia

/// One format that a camera delivers.
public struct CaptureFormat: Sendable, Hashable {
    /// A range of frame durations that the hardware accepts.
    public struct FrameDurationRange: Sendable, Hashable {
        /// The shortest frame (highest rate).
        public var shortest: CMTime
        /// The longest frame (lowest rate). Equal to `shortest` for a discrete rate.
        public var longest: CMTime

        /// Makes a range.
        public init(shortest: CMTime, longest: CMTime) {
            self.shortest = shortest
            self.longest = longest
        }

        /// A single rate in frames per second.
        public static func rate(_ framesPerSecond: Int32) -> FrameDurationRange {
            let duration = CMTime(value: 1, timescale: framesPerSecond)
            return FrameDurationRange(shortest: duration, longest: duration)
        }

        /// Every rate from `lowest` to `highest` frames per second.
        public static func rates(_ lowest: Int32, _ highest: Int32) -> FrameDurationRange {
            FrameDurationRange(
                shortest: CMTime(value: 1, timescale: highest),
                longest: CMTime(value: 1, timescale: lowest)
            )
        }
    }

    /// Core Video pixel format, or Core Media codec type for compressed frames (`kCMVideoCodecType_JPEG`).
    public var mediaSubType: FourCharCode
    /// Size in pixels.
    public var dimensions: CaptureDimensions
    /// The accepted frame durations; at least one, highest rate first.
    public var frameDurations: [FrameDurationRange]
    /// What only some cameras know about a format.
    public var traits: Traits

    /// Makes a format.
    public init(
        mediaSubType: FourCharCode,
        dimensions: CaptureDimensions,
        frameDurations: [FrameDurationRange],
        traits: Traits = Traits()
    ) {
        self.mediaSubType = mediaSubType
        self.dimensions = dimensions
        self.frameDurations = frameDurations
        self.traits = traits
    }

    /// What phones know about a format and webcams do not; the defaults are a plain webcam's.
    public struct Traits: Sendable, Hashable {
        /// Horizontal field of view in degrees; 0 when unknown.
        public var fieldOfView: Float = 0
        /// Whether the sensor bins pixels.
        public var isBinned = false
        /// Whether the format may be used in a multi-camera session.
        public var isMultiCamSupported = false
        /// Whether it offers high dynamic range.
        public var isHDRSupported = false
        /// The highest zoom factor; 1 means no zoom by the hardware.
        public var maximumZoomFactor = 1.0
        /// The zoom factor above which the picture is scaled up.
        public var zoomUpscaleThreshold = 1.0
        /// ISO speeds; `nil` when unknown.
        public var isoRange: ClosedRange<Float>?
        /// Exposure durations; `nil` when unknown.
        public var exposureDurations: FrameDurationRange?
        /// Photo sizes, smallest first; empty means the format's own size.
        public var photoDimensions: [CaptureDimensions] = []
        /// Whether this is the format of the photo preset.
        public var isPhotoFormat = false
        /// Whether it takes photos of the highest quality.
        public var isHighestPhotoQualitySupported = false
        /// Colour spaces as raw values of Apple's `AVCaptureColorSpace`; sRGB (0) always is one.
        public var colorSpaces: [Int] = [0]
        /// Auto-focus system as raw value of Apple's `AVCaptureDevice.Format.AutoFocusSystem` (none 0, contrast 1, phase 2).
        public var autoFocusSystem = 0
        /// What depth maps can come with its frames, in the device's order of preference, the usual one last: pixel formats of depth or
        /// disparity, with a map's size, field of view and rates. Maps show what frames show, so they have their aspect ratio.
        public var depthFormats: [CaptureFormat] = []

        /// A plain webcam's traits.
        public init() {}
    }
}
