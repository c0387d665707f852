import CoreVideo
import FoundationExtras

/// A tag that knows its value's type.
public final class CMTypedTag<TypedValue: Sendable>: CMTag, @unchecked Sendable {
    // @unchecked: constants alone.

    /// A kind of label, and how its values are stored.
    public struct Category: Sendable {
        /// What kind of label it is, by four characters.
        public let rawCategory: RawCategory
        private let decode: @Sendable (CMTag.Value) -> TypedValue?
        private let encode: @Sendable (TypedValue) -> CMTag.Value

        /// Makes a category.
        ///
        /// - Parameters:
        ///   - rawCategory: four characters.
        ///   - valueForTagValue: a stored value as the type; nil for what is none of it.
        ///   - tagValueForValue: how a value is stored. The other function must understand it.
        public init(
            rawCategory: RawCategory,
            valueForTagValue: @escaping @Sendable (CMTag.Value) -> TypedValue?,
            tagValueForValue: @escaping @Sendable (TypedValue) -> CMTag.Value
        ) {
            self.rawCategory = rawCategory
            decode = valueForTagValue
            encode = tagValueForValue
        }

        /// A stored value as the category's type; nil for what is none of it.
        public func value(for tagValue: CMTag.Value) -> TypedValue? { decode(tagValue) }

        /// How a value is stored.
        public func tagValue(for value: TypedValue) -> CMTag.Value { encode(value) }
    }

    /// What kind of label it is.
    public let category: Category
    /// Its value.
    public let value: TypedValue

    /// Makes a tag.
    public init(category: Category, value: TypedValue) {
        self.category = category
        self.value = value
        super.init(rawCategory: category.rawCategory, rawTagValue: category.tagValue(for: value))
    }

    /// A tag of a stored value; nil for another category, or a value that is none of its type.
    convenience init?(_ tag: CMTag, _ category: Category) {
        guard let value = tag.value(onlyIfMatching: category) else { return nil }
        self.init(category: category, value: value)
    }
}

extension Sequence where Element: CMTag {
    /// The first tag of a category; nil if there is none.
    public func first<T: Sendable>(matchingCategory category: CMTypedTag<T>.Category) -> CMTypedTag<T>? {
        for tag in self {
            if let typed = CMTypedTag(tag, category) { return typed }
        }
        return nil
    }

    /// The value of the first tag of a category; nil if there is none.
    public func firstValue<T: Sendable>(matchingCategory category: CMTypedTag<T>.Category) -> T? {
        first(matchingCategory: category)?.value
    }

    /// All tags of a category.
    public func filter<T: Sendable>(matchingCategory category: CMTypedTag<T>.Category) -> [CMTypedTag<T>] {
        compactMap { CMTypedTag($0, category) }
    }
}

extension CMTypedTag.Category {
    /// A category of values that are four characters.
    fileprivate static func codes<Code: RawRepresentable & Sendable>(
        _ rawCategory: CMTag.RawCategory,
        _: Code.Type
    ) -> CMTypedTag<Code>.Category where Code.RawValue: FixedWidthInteger {
        CMTypedTag<Code>.Category(
            rawCategory: rawCategory,
            valueForTagValue: {
                guard case .osType(let code) = $0 else { return nil }
                return Code(rawValue: Code.RawValue(code))
            },
            tagValueForValue: { .osType(OSType(truncatingIfNeeded: $0.rawValue)) }
        )
    }

    /// A category of values that are sets of bits.
    fileprivate static func flags<Flags: OptionSet & Sendable>(
        _ rawCategory: CMTag.RawCategory,
        _: Flags.Type
    ) -> CMTypedTag<Flags>.Category where Flags.RawValue == UInt64 {
        CMTypedTag<Flags>.Category(
            rawCategory: rawCategory,
            valueForTagValue: {
                guard case .flags(let bits) = $0 else { return nil }
                return Flags(rawValue: bits)
            },
            tagValueForValue: { .flags($0.rawValue) }
        )
    }

    /// A category of values that are numbers.
    fileprivate static func numbers<Number: FixedWidthInteger & Sendable>(
        _ rawCategory: CMTag.RawCategory,
        _: Number.Type
    ) -> CMTypedTag<Number>.Category {
        CMTypedTag<Number>.Category(
            rawCategory: rawCategory,
            valueForTagValue: {
                guard case .int64(let number) = $0 else { return nil }
                return Number(exactly: number)
            },
            tagValueForValue: { .int64(Int64($0)) }
        )
    }
}

extension CMTypedTag.Category where TypedValue == CMFormatDescription.MediaType {
    /// The kind of media: `'mdia'`.
    public static var mediaType: CMTypedTag<CMFormatDescription.MediaType>.Category {
        codes(0x6D64_6961, CMFormatDescription.MediaType.self)
    }
}

extension CMTypedTag.Category where TypedValue == CMFormatDescription.MediaSubType {
    /// The codec or other coding: `'msub'`.
    public static var mediaSubType: CMTypedTag<CMFormatDescription.MediaSubType>.Category {
        codes(0x6D73_7562, CMFormatDescription.MediaSubType.self)
    }
}

extension CMTypedTag.Category where TypedValue == CMPersistentTrackID {
    /// A track of a file: `'trak'`.
    public static var trackID: CMTypedTag<CMPersistentTrackID>.Category {
        numbers(0x7472_616B, CMPersistentTrackID.self)
    }
}

extension CMTypedTag.Category where TypedValue == Int64 {
    /// A layer of multi-layer video: `'vlay'`.
    public static var videoLayerID: CMTypedTag<Int64>.Category { numbers(0x766C_6179, Int64.self) }
    /// A channel of video: `'vchn'`.
    public static var channelID: CMTypedTag<Int64>.Category { numbers(0x7663_686E, Int64.self) }
}

extension CMTypedTag.Category where TypedValue == OSType {
    /// A format of pixels: `'pixf'`.
    public static var pixelFormat: CMTypedTag<OSType>.Category {
        CMTypedTag<OSType>.Category(
            rawCategory: 0x7069_7866,
            valueForTagValue: {
                guard case .osType(let code) = $0 else { return nil }
                return code
            },
            tagValueForValue: { .osType($0) }
        )
    }
}

extension CMTypedTag.Category where TypedValue == CMPackingType {
    /// How several views share a picture: `'pack'`.
    public static var packingType: CMTypedTag<CMPackingType>.Category { codes(0x7061_636B, CMPackingType.self) }
}

extension CMTypedTag.Category where TypedValue == CMProjectionType {
    /// How a picture lies on a sphere: `'proj'`.
    public static var projectionType: CMTypedTag<CMProjectionType>.Category {
        codes(0x7072_6F6A, CMProjectionType.self)
    }
}

extension CMTypedTag.Category where TypedValue == CMStereoViewComponents {
    /// Which eyes see a picture: `'eyes'`.
    public static var stereoView: CMTypedTag<CMStereoViewComponents>.Category {
        flags(0x6579_6573, CMStereoViewComponents.self)
    }
}

extension CMTypedTag.Category where TypedValue == CMStereoViewInterpretationOptions {
    /// What is unusual about the views: `'eyip'`.
    public static var stereoViewInterpretation: CMTypedTag<CMStereoViewInterpretationOptions>.Category {
        flags(0x6579_6970, CMStereoViewInterpretationOptions.self)
    }
}
