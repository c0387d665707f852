import CoreVideo
import FoundationExtras

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
