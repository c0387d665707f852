import CoreVideo
import FoundationExtras

/// A label of a buffer or a track: a category, and one value of 64 bits.
///
/// Tags never change; they may be used from any thread. Two are equal if category and value are.
public class CMTag: @unchecked Sendable {
    // @unchecked: the class has a subclass; both have constants alone, and a category's functions are sendable.

    /// What kind of label it is, by four characters.
    public typealias RawCategory = FourCharCode

    /// A tag's value.
    public enum Value: Hashable, Sendable {
        /// A number with a sign.
        case int64(Int64)
        /// A number with a fraction.
        case float64(Float64)
        /// Four characters.
        case osType(OSType)
        /// A set of bits.
        case flags(UInt64)
    }

    /// What kind of label it is.
    public final let rawCategory: RawCategory
    /// Its value.
    public final let rawTagValue: Value

    /// Makes a tag of a category of one's own, or of a known one.
    public init(rawCategory: RawCategory, rawTagValue: Value) {
        self.rawCategory = rawCategory
        self.rawTagValue = rawTagValue
    }

    /// The value as a category's type; nil if the tag is of another category, or its value is none of that type's.
    public func value<T: Sendable>(onlyIfMatching category: CMTypedTag<T>.Category) -> T? {
        rawCategory == category.rawCategory ? category.value(for: rawTagValue) : nil
    }
}

extension CMTag: Hashable {
    /// Whether category and value are the same.
    public static func == (lhs: CMTag, rhs: CMTag) -> Bool {
        lhs.rawCategory == rhs.rawCategory && lhs.rawTagValue == rhs.rawTagValue
    }

    /// Hashes category and value.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rawCategory)
        hasher.combine(rawTagValue)
    }
}

extension CMTag: CustomStringConvertible {
    /// Category and value, for logs. UNKNOWN: Apple documents no form.
    public var description: String {
        let value =
            switch rawTagValue {
            case .int64(let number): "\(number)"
            case .float64(let number): "\(number)"
            case .osType(let code): fourCharacters(code)
            case .flags(let bits): "0x\(String(bits, radix: 16))"
            }
        return "\(fourCharacters(rawCategory)): \(value)"
    }
}

extension CMTag {
    /// The kind of media.
    public static func mediaType(
        _ value: CMFormatDescription.MediaType
    ) -> CMTypedTag<CMFormatDescription.MediaType> { CMTypedTag(category: .mediaType, value: value) }

    /// The codec or other coding.
    public static func mediaSubType(
        _ value: CMFormatDescription.MediaSubType
    ) -> CMTypedTag<CMFormatDescription.MediaSubType> { CMTypedTag(category: .mediaSubType, value: value) }

    /// A track of a file.
    public static func trackID(_ value: CMPersistentTrackID) -> CMTypedTag<CMPersistentTrackID> {
        CMTypedTag(category: .trackID, value: value)
    }

    /// A channel of video.
    public static func channelID(_ value: Int64) -> CMTypedTag<Int64> { CMTypedTag(category: .channelID, value: value) }

    /// A layer of multi-layer video.
    public static func videoLayerID(_ value: Int64) -> CMTypedTag<Int64> {
        CMTypedTag(category: .videoLayerID, value: value)
    }

    /// A format of pixels.
    public static func pixelFormat(_ value: OSType) -> CMTypedTag<OSType> {
        CMTypedTag(category: .pixelFormat, value: value)
    }

    /// How several views share a picture.
    public static func packingType(_ value: CMPackingType) -> CMTypedTag<CMPackingType> {
        CMTypedTag(category: .packingType, value: value)
    }

    /// How a picture lies on a sphere.
    public static func projectionType(_ value: CMProjectionType) -> CMTypedTag<CMProjectionType> {
        CMTypedTag(category: .projectionType, value: value)
    }

    /// Which eyes see a picture.
    public static func stereoView(_ value: CMStereoViewComponents) -> CMTypedTag<CMStereoViewComponents> {
        CMTypedTag(category: .stereoView, value: value)
    }

    /// What is unusual about the views.
    public static func stereoViewInterpretation(
        _ value: CMStereoViewInterpretationOptions
    ) -> CMTypedTag<CMStereoViewInterpretationOptions> {
        CMTypedTag(category: .stereoViewInterpretation, value: value)
    }
}

/// How several views share a picture.
public enum CMPackingType: UInt64, Sendable {
    /// They do not: `'none'`.
    case none = 0x6E6F_6E65
    /// One beside the other: `'side'`.
    case sideBySide = 0x7369_6465
    /// One above the other: `'over'`.
    case overUnder = 0x6F76_6572
}

/// How a picture lies on a sphere around who looks at it.
public enum CMProjectionType: UInt64, Sendable {
    /// It is flat: `'rect'`.
    case rectangular = 0x7265_6374
    /// All around, by longitude and latitude: `'equi'`.
    case equirectangular = 0x6571_7569
    /// Half of it, by longitude and latitude: `'hequ'`.
    case halfEquirectangular = 0x6865_7175
    /// By a fisheye lens: `'fish'`.
    case fisheye = 0x6669_7368
    /// By parameters of the lens: `'prim'`.
    case parametricImmersive = 0x7072_696D
}

/// Which eyes see a picture.
public struct CMStereoViewComponents: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt64

    /// Makes a set of its bits.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The left one.
    public static var leftEye: CMStereoViewComponents { CMStereoViewComponents(rawValue: 1) }
    /// The right one.
    public static var rightEye: CMStereoViewComponents { CMStereoViewComponents(rawValue: 2) }
}

/// What is unusual about a stereo picture's views.
public struct CMStereoViewInterpretationOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt64

    /// Makes a set of its bits.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The right eye's comes first.
    public static var stereoOrderReversed: CMStereoViewInterpretationOptions {
        CMStereoViewInterpretationOptions(rawValue: 1)
    }
    /// There are more than those of two eyes.
    public static var additionalViews: CMStereoViewInterpretationOptions {
        CMStereoViewInterpretationOptions(rawValue: 2)
    }
}

/// A buffer with tags that say what it is among others of the same time, such as the picture of one eye.
///
/// Its tags are sendable; its buffer is so as far as its class is.
public struct CMTaggedBuffer {
    /// What is tagged.
    public enum Buffer {
        /// A picture.
        case pixelBuffer(CVPixelBuffer)
        /// Samples with their times.
        case sampleBuffer(CMSampleBuffer)
    }

    /// What the buffer is.
    public let tags: [CMTag]
    /// The buffer.
    public let buffer: Buffer

    /// Tags a buffer.
    public init(tags: [CMTag], buffer: Buffer) {
        self.tags = tags
        self.buffer = buffer
    }

    /// Tags a picture.
    public init(tags: [CMTag], pixelBuffer: CVPixelBuffer) {
        self.init(tags: tags, buffer: .pixelBuffer(pixelBuffer))
    }

    /// Tags samples.
    public init(tags: [CMTag], sampleBuffer: CMSampleBuffer) {
        self.init(tags: tags, buffer: .sampleBuffer(sampleBuffer))
    }
}

extension CMTaggedBuffer: CustomStringConvertible {
    /// Tags and buffer, for logs. UNKNOWN: Apple documents no form.
    public var description: String { "\(tags) \(buffer)" }
}
