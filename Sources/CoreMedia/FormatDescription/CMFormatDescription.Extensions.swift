import CoreVideo
import FoundationExtras

extension CMFormatDescription {
    /// The extensions of a format: a dictionary with typed keys and values.
    public struct Extensions {
        private var storage: [CFString: CFPropertyList]

        /// Makes an empty set of extensions.
        public init() {
            storage = [:]
        }

        /// Makes extensions from a dictionary.
        public init(base: [CFString: CFPropertyList]?) {
            storage = base ?? [:]
        }

        init(dictionary: CFDictionary?) {
            storage = [:]
            for (key, value) in dictionary ?? [:] {
                guard let name = (key as AnyObject) as? NSString else { continue }
                storage[name] = value as AnyObject
            }
        }

        /// The extensions as the C-style functions take them; nil if there are none.
        var dictionary: CFDictionary? {
            if storage.isEmpty { return nil }
            let result = NSMutableDictionary()
            for (key, value) in storage { result.setObject(value, forKey: key) }
            return result
        }

        /// One extension under a documented key.
        public subscript(key: Key) -> Value? {
            get { storage[key.rawValue].map(Value.init) }
            set { storage[key.rawValue] = newValue?.propertyListRepresentation }
        }

        /// One extension under any key, as a property list.
        public subscript(key: CFString) -> CFPropertyList? {
            get { storage[key] }
            set { storage[key] = newValue }
        }
    }
}

extension CMFormatDescription.Extensions: Collection {
    /// A position in the extensions.
    public struct Index: Comparable {
        fileprivate let base: Dictionary<CFString, CFPropertyList>.Index

        /// Positions follow the order of iteration.
        public static func < (left: Index, right: Index) -> Bool { left.base < right.base }
    }

    /// The position of the first extension.
    public var startIndex: Index { Index(base: storage.startIndex) }
    /// The position behind the last extension.
    public var endIndex: Index { Index(base: storage.endIndex) }

    /// The next position.
    public func index(after i: Index) -> Index {
        Index(base: storage.index(after: i.base))
    }

    /// The extension at a position.
    public subscript(position: Index) -> (key: Key, value: Value) {
        let element = storage[position.base]
        return (Key(rawValue: element.key), Value(element.value))
    }
}

extension CMFormatDescription.Extensions: ExpressibleByDictionaryLiteral {
    /// Makes extensions from a literal.
    public init(dictionaryLiteral elements: (Key, Value)...) {
        self.init()
        for (key, value) in elements { self[key] = value }
    }
}

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

// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// Conforms to mpeg2 video profile.
nonisolated(unsafe) public let kCMFormatDescriptionConformsToMPEG2VideoProfile: CFString = "ConformsToMPEG2VideoProfile"
/// Extension key: metadata key table.
nonisolated(unsafe) public let kCMFormatDescriptionExtensionKey_MetadataKeyTable: CFString = "MetadataKeyTable"
/// Extension key: alpha channel mode.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_AlphaChannelMode: CFString =
    kCVImageBufferAlphaChannelModeKey
/// Extension key: alternative transfer characteristics.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_AlternativeTransferCharacteristics: CFString =
    "AlternativeTransferCharacteristics"
/// Extension key: ambient viewing environment.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_AmbientViewingEnvironment: CFString =
    kCVImageBufferAmbientViewingEnvironmentKey
/// Extension key: auxiliary type info.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_AuxiliaryTypeInfo: CFString = "AuxiliaryTypeInfo"
/// Extension key: bits per component.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_BitsPerComponent: CFString = "BitsPerComponent"
/// Extension key: bytes per row.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_BytesPerRow: CFString = "CVBytesPerRow"
/// Extension key: camera calibration data lens collection.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_CameraCalibrationDataLensCollection: CFString =
    "CameraCalibrationDataLensCollection"
/// Extension key: chroma location bottom field.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ChromaLocationBottomField: CFString =
    kCVImageBufferChromaLocationBottomFieldKey
/// Extension key: chroma location top field.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ChromaLocationTopField: CFString =
    kCVImageBufferChromaLocationTopFieldKey
/// Extension key: clean aperture.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_CleanAperture: CFString = kCVImageBufferCleanApertureKey
/// Extension key: color primaries.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ColorPrimaries: CFString = kCVImageBufferColorPrimariesKey
/// Extension key: contains alpha channel.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ContainsAlphaChannel: CFString = "ContainsAlphaChannel"
/// Extension key: content color volume.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ContentColorVolume: CFString = "ContentColorVolume"
/// Extension key: content light level info.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ContentLightLevelInfo: CFString =
    kCVImageBufferContentLightLevelInfoKey
/// Extension key: converted from external spherical tags.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ConvertedFromExternalSphericalTags: CFString =
    "ConvertedFromExternalSphericalTags"
/// Extension key: depth.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_Depth: CFString = "Depth"
/// Extension key: field count.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_FieldCount: CFString = kCVImageBufferFieldCountKey
/// Extension key: field detail.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_FieldDetail: CFString = kCVImageBufferFieldDetailKey
/// Extension key: format name.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_FormatName: CFString = "FormatName"
/// Extension key: full range video.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_FullRangeVideo: CFString = "FullRangeVideo"
/// Extension key: gamma level.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_GammaLevel: CFString = kCVImageBufferGammaLevelKey
/// Extension key: has additional views.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_HasAdditionalViews: CFString = "HasAdditionalViews"
/// Extension key: has left stereo eye view.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_HasLeftStereoEyeView: CFString = "HasLeftStereoEyeView"
/// Extension key: has right stereo eye view.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_HasRightStereoEyeView: CFString = "HasRightStereoEyeView"
/// Extension key: hero eye.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_HeroEye: CFString = "HeroEye"
/// Extension key: horizontal disparity adjustment.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_HorizontalDisparityAdjustment: CFString =
    "HorizontalDisparityAdjustment"
/// Extension key: horizontal field of view.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_HorizontalFieldOfView: CFString = "HorizontalFieldOfView"
/// Extension key: ICC profile.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ICCProfile: CFString = kCVImageBufferICCProfileKey
/// Extension key: log transfer function.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_LogTransferFunction: CFString =
    kCVImageBufferLogTransferFunctionKey
/// Extension key: mastering display color volume.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_MasteringDisplayColorVolume: CFString =
    kCVImageBufferMasteringDisplayColorVolumeKey
/// Extension key: original compression settings.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_OriginalCompressionSettings: CFString =
    "OriginalCompressionSettings"
/// Extension key: pixel aspect ratio.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_PixelAspectRatio: CFString =
    kCVImageBufferPixelAspectRatioKey
/// Extension key: projection kind.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ProjectionKind: CFString = "ProjectionKind"
/// Extension key: protected content original format.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ProtectedContentOriginalFormat: CFString =
    "ProtectedContentOriginalFormat"
/// Extension key: revision level.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_RevisionLevel: CFString = "RevisionLevel"
/// Extension key: sample description extension atoms.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms: CFString =
    "SampleDescriptionExtensionAtoms"
/// Extension key: spatial quality.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_SpatialQuality: CFString = "SpatialQuality"
/// Extension key: stereo camera baseline.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_StereoCameraBaseline: CFString = "StereoCameraBaseline"
/// Extension key: temporal quality.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_TemporalQuality: CFString = "TemporalQuality"
/// Extension key: transfer function.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_TransferFunction: CFString =
    kCVImageBufferTransferFunctionKey
/// Extension key: vendor.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_Vendor: CFString = "Vendor"
/// Extension key: verbatim ISO sample entry.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_VerbatimISOSampleEntry: CFString = "VerbatimISOSampleEntry"
/// Extension key: verbatim image description.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_VerbatimImageDescription: CFString =
    "VerbatimImageDescription"
/// Extension key: verbatim sample description.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_VerbatimSampleDescription: CFString =
    "VerbatimSampleDescription"
/// Extension key: version.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_Version: CFString = "Version"
/// Extension key: view packing kind.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ViewPackingKind: CFString = "ViewPackingKind"
/// Extension key: y cb cr matrix.
nonisolated(unsafe) public let kCMFormatDescriptionExtension_YCbCrMatrix: CFString = kCVImageBufferYCbCrMatrixKey

// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// Alpha channel mode: premultiplied alpha.
nonisolated(unsafe) public let kCMFormatDescriptionAlphaChannelMode_PremultipliedAlpha: CFString =
    kCVImageBufferAlphaChannelMode_PremultipliedAlpha
/// Alpha channel mode: straight alpha.
nonisolated(unsafe) public let kCMFormatDescriptionAlphaChannelMode_StraightAlpha: CFString =
    kCVImageBufferAlphaChannelMode_StraightAlpha
/// Chroma location: bottom.
nonisolated(unsafe) public let kCMFormatDescriptionChromaLocation_Bottom: CFString = kCVImageBufferChromaLocation_Bottom
/// Chroma location: bottom left.
nonisolated(unsafe) public let kCMFormatDescriptionChromaLocation_BottomLeft: CFString =
    kCVImageBufferChromaLocation_BottomLeft
/// Chroma location: center.
nonisolated(unsafe) public let kCMFormatDescriptionChromaLocation_Center: CFString = kCVImageBufferChromaLocation_Center
/// Chroma location: DV420.
nonisolated(unsafe) public let kCMFormatDescriptionChromaLocation_DV420: CFString = kCVImageBufferChromaLocation_DV420
/// Chroma location: left.
nonisolated(unsafe) public let kCMFormatDescriptionChromaLocation_Left: CFString = kCVImageBufferChromaLocation_Left
/// Chroma location: top.
nonisolated(unsafe) public let kCMFormatDescriptionChromaLocation_Top: CFString = kCVImageBufferChromaLocation_Top
/// Chroma location: top left.
nonisolated(unsafe) public let kCMFormatDescriptionChromaLocation_TopLeft: CFString =
    kCVImageBufferChromaLocation_TopLeft
/// Colour primaries: DCI P3.
nonisolated(unsafe) public let kCMFormatDescriptionColorPrimaries_DCI_P3: CFString = kCVImageBufferColorPrimaries_DCI_P3
/// Colour primaries: EBU 3213.
nonisolated(unsafe) public let kCMFormatDescriptionColorPrimaries_EBU_3213: CFString =
    kCVImageBufferColorPrimaries_EBU_3213
/// Colour primaries: ITU r 2020.
nonisolated(unsafe) public let kCMFormatDescriptionColorPrimaries_ITU_R_2020: CFString =
    kCVImageBufferColorPrimaries_ITU_R_2020
/// Colour primaries: ITU r 709 2.
nonisolated(unsafe) public let kCMFormatDescriptionColorPrimaries_ITU_R_709_2: CFString =
    kCVImageBufferColorPrimaries_ITU_R_709_2
/// Colour primaries: P22.
nonisolated(unsafe) public let kCMFormatDescriptionColorPrimaries_P22: CFString = kCVImageBufferColorPrimaries_P22
/// Colour primaries: P3 D65.
nonisolated(unsafe) public let kCMFormatDescriptionColorPrimaries_P3_D65: CFString = kCVImageBufferColorPrimaries_P3_D65
/// Colour primaries: SMPTE c.
nonisolated(unsafe) public let kCMFormatDescriptionColorPrimaries_SMPTE_C: CFString =
    kCVImageBufferColorPrimaries_SMPTE_C
/// Field order: spatial first line early.
nonisolated(unsafe) public let kCMFormatDescriptionFieldDetail_SpatialFirstLineEarly: CFString =
    kCVImageBufferFieldDetailSpatialFirstLineEarly
/// Field order: spatial first line late.
nonisolated(unsafe) public let kCMFormatDescriptionFieldDetail_SpatialFirstLineLate: CFString =
    kCVImageBufferFieldDetailSpatialFirstLineLate
/// Field order: temporal bottom first.
nonisolated(unsafe) public let kCMFormatDescriptionFieldDetail_TemporalBottomFirst: CFString =
    kCVImageBufferFieldDetailTemporalBottomFirst
/// Field order: temporal top first.
nonisolated(unsafe) public let kCMFormatDescriptionFieldDetail_TemporalTopFirst: CFString =
    kCVImageBufferFieldDetailTemporalTopFirst
/// Hero eye: left.
nonisolated(unsafe) public let kCMFormatDescriptionHeroEye_Left: CFString = "Left"
/// Hero eye: right.
nonisolated(unsafe) public let kCMFormatDescriptionHeroEye_Right: CFString = "Right"
/// Key inside an extension: clean aperture height.
nonisolated(unsafe) public let kCMFormatDescriptionKey_CleanApertureHeight: CFString =
    kCVImageBufferCleanApertureHeightKey
/// Key inside an extension: clean aperture height rational.
nonisolated(unsafe) public let kCMFormatDescriptionKey_CleanApertureHeightRational: CFString = "HeightRational"
/// Key inside an extension: clean aperture horizontal offset.
nonisolated(unsafe) public let kCMFormatDescriptionKey_CleanApertureHorizontalOffset: CFString =
    kCVImageBufferCleanApertureHorizontalOffsetKey
/// Key inside an extension: clean aperture horizontal offset rational.
nonisolated(unsafe) public let kCMFormatDescriptionKey_CleanApertureHorizontalOffsetRational: CFString =
    "HorizontalOffsetRational"
/// Key inside an extension: clean aperture vertical offset.
nonisolated(unsafe) public let kCMFormatDescriptionKey_CleanApertureVerticalOffset: CFString =
    kCVImageBufferCleanApertureVerticalOffsetKey
/// Key inside an extension: clean aperture vertical offset rational.
nonisolated(unsafe) public let kCMFormatDescriptionKey_CleanApertureVerticalOffsetRational: CFString =
    "VerticalOffsetRational"
/// Key inside an extension: clean aperture width.
nonisolated(unsafe) public let kCMFormatDescriptionKey_CleanApertureWidth: CFString =
    kCVImageBufferCleanApertureWidthKey
/// Key inside an extension: clean aperture width rational.
nonisolated(unsafe) public let kCMFormatDescriptionKey_CleanApertureWidthRational: CFString = "WidthRational"
/// Key inside an extension: pixel aspect ratio horizontal spacing.
nonisolated(unsafe) public let kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing: CFString =
    kCVImageBufferPixelAspectRatioHorizontalSpacingKey
/// Key inside an extension: pixel aspect ratio vertical spacing.
nonisolated(unsafe) public let kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing: CFString =
    kCVImageBufferPixelAspectRatioVerticalSpacingKey
/// Log transfer function: apple log.
nonisolated(unsafe) public let kCMFormatDescriptionLogTransferFunction_AppleLog: CFString =
    kCVImageBufferLogTransferFunction_AppleLog
/// Projection kind: apple immersive video.
nonisolated(unsafe) public let kCMFormatDescriptionProjectionKind_AppleImmersiveVideo: CFString = "AppleImmersiveVideo"
/// Projection kind: equirectangular.
nonisolated(unsafe) public let kCMFormatDescriptionProjectionKind_Equirectangular: CFString = "Equirectangular"
/// Projection kind: half equirectangular.
nonisolated(unsafe) public let kCMFormatDescriptionProjectionKind_HalfEquirectangular: CFString = "HalfEquirectangular"
/// Projection kind: parametric immersive.
nonisolated(unsafe) public let kCMFormatDescriptionProjectionKind_ParametricImmersive: CFString = "ParametricImmersive"
/// Projection kind: rectilinear.
nonisolated(unsafe) public let kCMFormatDescriptionProjectionKind_Rectilinear: CFString = "Rectilinear"
/// Transfer function: ITU r 2020.
nonisolated(unsafe) public let kCMFormatDescriptionTransferFunction_ITU_R_2020: CFString =
    kCVImageBufferTransferFunction_ITU_R_2020
/// Transfer function: ITU r 2100 HLG.
nonisolated(unsafe) public let kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG: CFString =
    kCVImageBufferTransferFunction_ITU_R_2100_HLG
/// Transfer function: ITU r 709 2.
nonisolated(unsafe) public let kCMFormatDescriptionTransferFunction_ITU_R_709_2: CFString =
    kCVImageBufferTransferFunction_ITU_R_709_2
/// Transfer function: linear.
nonisolated(unsafe) public let kCMFormatDescriptionTransferFunction_Linear: CFString =
    kCVImageBufferTransferFunction_Linear
/// Transfer function: SMPTE 240 m 1995.
nonisolated(unsafe) public let kCMFormatDescriptionTransferFunction_SMPTE_240M_1995: CFString =
    kCVImageBufferTransferFunction_SMPTE_240M_1995
/// Transfer function: SMPTE ST 2084 PQ.
nonisolated(unsafe) public let kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ: CFString =
    kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ
/// Transfer function: SMPTE ST 428 1.
nonisolated(unsafe) public let kCMFormatDescriptionTransferFunction_SMPTE_ST_428_1: CFString =
    kCVImageBufferTransferFunction_SMPTE_ST_428_1
/// Transfer function: use gamma.
nonisolated(unsafe) public let kCMFormatDescriptionTransferFunction_UseGamma: CFString =
    kCVImageBufferTransferFunction_UseGamma
/// Transfer function: s RGB.
nonisolated(unsafe) public let kCMFormatDescriptionTransferFunction_sRGB: CFString = kCVImageBufferTransferFunction_sRGB
/// Vendor: apple.
nonisolated(unsafe) public let kCMFormatDescriptionVendor_Apple: CFString = "appl"
/// View packing kind: over under.
nonisolated(unsafe) public let kCMFormatDescriptionViewPackingKind_OverUnder: CFString = "OverUnder"
/// View packing kind: side by side.
nonisolated(unsafe) public let kCMFormatDescriptionViewPackingKind_SideBySide: CFString = "SideBySide"
/// YCbCr matrix: ITU r 2020.
nonisolated(unsafe) public let kCMFormatDescriptionYCbCrMatrix_ITU_R_2020: CFString =
    kCVImageBufferYCbCrMatrix_ITU_R_2020
/// YCbCr matrix: ITU r 601 4.
nonisolated(unsafe) public let kCMFormatDescriptionYCbCrMatrix_ITU_R_601_4: CFString =
    kCVImageBufferYCbCrMatrix_ITU_R_601_4
/// YCbCr matrix: ITU r 709 2.
nonisolated(unsafe) public let kCMFormatDescriptionYCbCrMatrix_ITU_R_709_2: CFString =
    kCVImageBufferYCbCrMatrix_ITU_R_709_2
/// YCbCr matrix: SMPTE 240 m 1995.
nonisolated(unsafe) public let kCMFormatDescriptionYCbCrMatrix_SMPTE_240M_1995: CFString =
    kCVImageBufferYCbCrMatrix_SMPTE_240M_1995
