import CoreVideo
import FoundationExtras

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
