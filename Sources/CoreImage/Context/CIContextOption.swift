import FoundationExtras

/// What a context is made with.
///
/// Of Apple's options these are the ones that programs set. Those about graphics processors, caches and colour spaces are accepted and
/// change nothing: everything is computed by the processor, nothing is cached, and colours are not matched.
public struct CIContextOption: RawRepresentable, Hashable, Sendable, _StringNewtype {
    /// The option's name.
    public let rawValue: String

    /// Makes an option of its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The space that images made by `createCGImage(_:from:)` say they have: a `CGColorSpace`.
    public static let outputColorSpace = CIContextOption(rawValue: "output_color_space")
    /// The space in which is computed. It is always that of the images.
    public static let workingColorSpace = CIContextOption(rawValue: "working_color_space")
    /// The format of intermediate results. It always has 8 bits a sample.
    public static let workingFormat = CIContextOption(rawValue: "working_format")
    /// Whether images in a smaller size are interpolated as well as possible.
    public static let highQualityDownsample = CIContextOption(rawValue: "high_quality_downsample")
    /// Whether intermediate results are kept. They never are.
    public static let cacheIntermediates = CIContextOption(rawValue: "kCIContextCacheIntermediates")
    /// Whether the processor computes. It always does.
    public static let useSoftwareRenderer = CIContextOption(rawValue: "software_renderer")
    /// Whether others of the graphics processor go first. There is none.
    public static let priorityRequestLow = CIContextOption(rawValue: "priority_request_low")
    /// Which graphics processor computes. None does.
    public static let allowLowPower = CIContextOption(rawValue: "kCIContextAllowLowPower")
    /// A name for developers' tools.
    public static let name = CIContextOption(rawValue: "kCIContextName")
}
