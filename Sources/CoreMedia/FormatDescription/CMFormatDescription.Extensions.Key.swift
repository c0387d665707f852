import FoundationExtras

extension CMFormatDescription.Extensions {
    /// The name of an extension.
    // @unchecked: keys are immutable strings.
    public struct Key: RawRepresentable, Hashable, @unchecked Sendable {
        /// The key as the C-style functions take it.
        public let rawValue: CFString

        /// Makes a key.
        public init(rawValue: CFString) {
            self.rawValue = rawValue
        }

        /// Alpha channel mode: `kCMFormatDescriptionExtension_AlphaChannelMode`.
        public static let alphaChannelMode = Key(rawValue: kCMFormatDescriptionExtension_AlphaChannelMode)
        /// Alternative transfer characteristics: `kCMFormatDescriptionExtension_AlternativeTransferCharacteristics`.
        public static let alternativeTransferCharacteristics = Key(
            rawValue: kCMFormatDescriptionExtension_AlternativeTransferCharacteristics
        )
        /// Ambient viewing environment: `kCMFormatDescriptionExtension_AmbientViewingEnvironment`.
        public static let ambientViewingEnvironment = Key(
            rawValue: kCMFormatDescriptionExtension_AmbientViewingEnvironment
        )
        /// Auxiliary type info: `kCMFormatDescriptionExtension_AuxiliaryTypeInfo`.
        public static let auxiliaryTypeInfo = Key(rawValue: kCMFormatDescriptionExtension_AuxiliaryTypeInfo)
        /// Background color: `kCMTextFormatDescriptionExtension_BackgroundColor`.
        public static let backgroundColor = Key(rawValue: kCMTextFormatDescriptionExtension_BackgroundColor)
        /// Bits per component: `kCMFormatDescriptionExtension_BitsPerComponent`.
        public static let bitsPerComponent = Key(rawValue: kCMFormatDescriptionExtension_BitsPerComponent)
        /// Bytes per row: `kCMFormatDescriptionExtension_BytesPerRow`.
        public static let bytesPerRow = Key(rawValue: kCMFormatDescriptionExtension_BytesPerRow)
        /// Chroma location bottom field: `kCMFormatDescriptionExtension_ChromaLocationBottomField`.
        public static let chromaLocationBottomField = Key(
            rawValue: kCMFormatDescriptionExtension_ChromaLocationBottomField
        )
        /// Chroma location top field: `kCMFormatDescriptionExtension_ChromaLocationTopField`.
        public static let chromaLocationTopField = Key(rawValue: kCMFormatDescriptionExtension_ChromaLocationTopField)
        /// Clean aperture: `kCMFormatDescriptionExtension_CleanAperture`.
        public static let cleanAperture = Key(rawValue: kCMFormatDescriptionExtension_CleanAperture)
        /// Color primaries: `kCMFormatDescriptionExtension_ColorPrimaries`.
        public static let colorPrimaries = Key(rawValue: kCMFormatDescriptionExtension_ColorPrimaries)
        /// Conforms to mpeg2 video profile: `kCMFormatDescriptionConformsToMPEG2VideoProfile`.
        public static let conformsToMPEG2VideoProfile = Key(rawValue: kCMFormatDescriptionConformsToMPEG2VideoProfile)
        /// Contains alpha channel: `kCMFormatDescriptionExtension_ContainsAlphaChannel`.
        public static let containsAlphaChannel = Key(rawValue: kCMFormatDescriptionExtension_ContainsAlphaChannel)
        /// Content light level info: `kCMFormatDescriptionExtension_ContentLightLevelInfo`.
        public static let contentLightLevelInfo = Key(rawValue: kCMFormatDescriptionExtension_ContentLightLevelInfo)
        /// Default font name: `kCMTextFormatDescriptionExtension_DefaultFontName`.
        public static let defaultFontName = Key(rawValue: kCMTextFormatDescriptionExtension_DefaultFontName)
        /// Default style: `kCMTextFormatDescriptionExtension_DefaultStyle`.
        public static let defaultStyle = Key(rawValue: kCMTextFormatDescriptionExtension_DefaultStyle)
        /// Default text box: `kCMTextFormatDescriptionExtension_DefaultTextBox`.
        public static let defaultTextBox = Key(rawValue: kCMTextFormatDescriptionExtension_DefaultTextBox)
        /// Depth: `kCMFormatDescriptionExtension_Depth`.
        public static let depth = Key(rawValue: kCMFormatDescriptionExtension_Depth)
        /// Display flags: `kCMTextFormatDescriptionExtension_DisplayFlags`.
        public static let displayFlags = Key(rawValue: kCMTextFormatDescriptionExtension_DisplayFlags)
        /// Field count: `kCMFormatDescriptionExtension_FieldCount`.
        public static let fieldCount = Key(rawValue: kCMFormatDescriptionExtension_FieldCount)
        /// Field detail: `kCMFormatDescriptionExtension_FieldDetail`.
        public static let fieldDetail = Key(rawValue: kCMFormatDescriptionExtension_FieldDetail)
        /// Font table: `kCMTextFormatDescriptionExtension_FontTable`.
        public static let fontTable = Key(rawValue: kCMTextFormatDescriptionExtension_FontTable)
        /// Format name: `kCMFormatDescriptionExtension_FormatName`.
        public static let formatName = Key(rawValue: kCMFormatDescriptionExtension_FormatName)
        /// Full range video: `kCMFormatDescriptionExtension_FullRangeVideo`.
        public static let fullRangeVideo = Key(rawValue: kCMFormatDescriptionExtension_FullRangeVideo)
        /// Gamma level: `kCMFormatDescriptionExtension_GammaLevel`.
        public static let gammaLevel = Key(rawValue: kCMFormatDescriptionExtension_GammaLevel)
        /// Horizontal justification: `kCMTextFormatDescriptionExtension_HorizontalJustification`.
        public static let horizontalJustification = Key(
            rawValue: kCMTextFormatDescriptionExtension_HorizontalJustification
        )
        /// Icc profile: `kCMFormatDescriptionExtension_ICCProfile`.
        public static let iccProfile = Key(rawValue: kCMFormatDescriptionExtension_ICCProfile)
        /// Mastering display color volume: `kCMFormatDescriptionExtension_MasteringDisplayColorVolume`.
        public static let masteringDisplayColorVolume = Key(
            rawValue: kCMFormatDescriptionExtension_MasteringDisplayColorVolume
        )
        /// Metadata key table: `kCMFormatDescriptionExtensionKey_MetadataKeyTable`.
        public static let metadataKeyTable = Key(rawValue: kCMFormatDescriptionExtensionKey_MetadataKeyTable)
        /// Original compression settings: `kCMFormatDescriptionExtension_OriginalCompressionSettings`.
        public static let originalCompressionSettings = Key(
            rawValue: kCMFormatDescriptionExtension_OriginalCompressionSettings
        )
        /// Pixel aspect ratio: `kCMFormatDescriptionExtension_PixelAspectRatio`.
        public static let pixelAspectRatio = Key(rawValue: kCMFormatDescriptionExtension_PixelAspectRatio)
        /// Revision level: `kCMFormatDescriptionExtension_RevisionLevel`.
        public static let revisionLevel = Key(rawValue: kCMFormatDescriptionExtension_RevisionLevel)
        /// Sample description extension atoms: `kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms`.
        public static let sampleDescriptionExtensionAtoms = Key(
            rawValue: kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
        )
        /// Source reference name: `kCMTimeCodeFormatDescriptionExtension_SourceReferenceName`.
        public static let sourceReferenceName = Key(rawValue: kCMTimeCodeFormatDescriptionExtension_SourceReferenceName)
        /// Spatial quality: `kCMFormatDescriptionExtension_SpatialQuality`.
        public static let spatialQuality = Key(rawValue: kCMFormatDescriptionExtension_SpatialQuality)
        /// Temporal quality: `kCMFormatDescriptionExtension_TemporalQuality`.
        public static let temporalQuality = Key(rawValue: kCMFormatDescriptionExtension_TemporalQuality)
        /// Text justification: `kCMTextFormatDescriptionExtension_TextJustification`.
        public static let textJustification = Key(rawValue: kCMTextFormatDescriptionExtension_TextJustification)
        /// Transfer function: `kCMFormatDescriptionExtension_TransferFunction`.
        public static let transferFunction = Key(rawValue: kCMFormatDescriptionExtension_TransferFunction)
        /// Vendor: `kCMFormatDescriptionExtension_Vendor`.
        public static let vendor = Key(rawValue: kCMFormatDescriptionExtension_Vendor)
        /// Verbatim iso sample entry: `kCMFormatDescriptionExtension_VerbatimISOSampleEntry`.
        public static let verbatimISOSampleEntry = Key(rawValue: kCMFormatDescriptionExtension_VerbatimISOSampleEntry)
        /// Verbatim sample description: `kCMFormatDescriptionExtension_VerbatimSampleDescription`.
        public static let verbatimSampleDescription = Key(
            rawValue: kCMFormatDescriptionExtension_VerbatimSampleDescription
        )
        /// Version: `kCMFormatDescriptionExtension_Version`.
        public static let version = Key(rawValue: kCMFormatDescriptionExtension_Version)
        /// Vertical justification: `kCMTextFormatDescriptionExtension_VerticalJustification`.
        public static let verticalJustification = Key(rawValue: kCMTextFormatDescriptionExtension_VerticalJustification)
        /// Y cb cr matrix: `kCMFormatDescriptionExtension_YCbCrMatrix`.
        public static let yCbCrMatrix = Key(rawValue: kCMFormatDescriptionExtension_YCbCrMatrix)
    }
}
