import FoundationExtras

extension CMFormatDescription.Extensions.Value {
    /// How alpha is mixed into colours.
    // @unchecked: values are immutable strings.
    public struct AlphaChannelMode: RawRepresentable, Hashable, @unchecked Sendable {
        /// The value as it stands in the extensions.
        public let rawValue: CFString

        /// Makes a value.
        public init(rawValue: CFString) {
            self.rawValue = rawValue
        }

        /// `kCMFormatDescriptionAlphaChannelMode_PremultipliedAlpha`.
        public static let premultipliedAlpha = AlphaChannelMode(
            rawValue: kCMFormatDescriptionAlphaChannelMode_PremultipliedAlpha
        )
        /// `kCMFormatDescriptionAlphaChannelMode_StraightAlpha`.
        public static let straightAlpha = AlphaChannelMode(rawValue: kCMFormatDescriptionAlphaChannelMode_StraightAlpha)
    }

    /// Where chroma samples lie.
    // @unchecked: values are immutable strings.
    public struct ChromaLocation: RawRepresentable, Hashable, @unchecked Sendable {
        /// The value as it stands in the extensions.
        public let rawValue: CFString

        /// Makes a value.
        public init(rawValue: CFString) {
            self.rawValue = rawValue
        }

        /// `kCMFormatDescriptionChromaLocation_Bottom`.
        public static let bottom = ChromaLocation(rawValue: kCMFormatDescriptionChromaLocation_Bottom)
        /// `kCMFormatDescriptionChromaLocation_BottomLeft`.
        public static let bottomLeft = ChromaLocation(rawValue: kCMFormatDescriptionChromaLocation_BottomLeft)
        /// `kCMFormatDescriptionChromaLocation_Center`.
        public static let center = ChromaLocation(rawValue: kCMFormatDescriptionChromaLocation_Center)
        /// `kCMFormatDescriptionChromaLocation_DV420`.
        public static let dv420 = ChromaLocation(rawValue: kCMFormatDescriptionChromaLocation_DV420)
        /// `kCMFormatDescriptionChromaLocation_Left`.
        public static let left = ChromaLocation(rawValue: kCMFormatDescriptionChromaLocation_Left)
        /// `kCMFormatDescriptionChromaLocation_Top`.
        public static let top = ChromaLocation(rawValue: kCMFormatDescriptionChromaLocation_Top)
        /// `kCMFormatDescriptionChromaLocation_TopLeft`.
        public static let topLeft = ChromaLocation(rawValue: kCMFormatDescriptionChromaLocation_TopLeft)
    }

    /// The primaries of the colour space.
    // @unchecked: values are immutable strings.
    public struct ColorPrimaries: RawRepresentable, Hashable, @unchecked Sendable {
        /// The value as it stands in the extensions.
        public let rawValue: CFString

        /// Makes a value.
        public init(rawValue: CFString) {
            self.rawValue = rawValue
        }

        /// `kCMFormatDescriptionColorPrimaries_DCI_P3`.
        public static let dci_P3 = ColorPrimaries(rawValue: kCMFormatDescriptionColorPrimaries_DCI_P3)
        /// `kCMFormatDescriptionColorPrimaries_EBU_3213`.
        public static let ebu_3213 = ColorPrimaries(rawValue: kCMFormatDescriptionColorPrimaries_EBU_3213)
        /// `kCMFormatDescriptionColorPrimaries_ITU_R_2020`.
        public static let itu_R_2020 = ColorPrimaries(rawValue: kCMFormatDescriptionColorPrimaries_ITU_R_2020)
        /// `kCMFormatDescriptionColorPrimaries_ITU_R_709_2`.
        public static let itu_R_709_2 = ColorPrimaries(rawValue: kCMFormatDescriptionColorPrimaries_ITU_R_709_2)
        /// `kCMFormatDescriptionColorPrimaries_P22`.
        public static let p22 = ColorPrimaries(rawValue: kCMFormatDescriptionColorPrimaries_P22)
        /// `kCMFormatDescriptionColorPrimaries_P3_D65`.
        public static let p3_D65 = ColorPrimaries(rawValue: kCMFormatDescriptionColorPrimaries_P3_D65)
        /// `kCMFormatDescriptionColorPrimaries_SMPTE_C`.
        public static let smpte_C = ColorPrimaries(rawValue: kCMFormatDescriptionColorPrimaries_SMPTE_C)
    }

    /// The order of the fields.
    // @unchecked: values are immutable strings.
    public struct FieldDetail: RawRepresentable, Hashable, @unchecked Sendable {
        /// The value as it stands in the extensions.
        public let rawValue: CFString

        /// Makes a value.
        public init(rawValue: CFString) {
            self.rawValue = rawValue
        }

        /// `kCMFormatDescriptionFieldDetail_SpatialFirstLineEarly`.
        public static let spatialFirstLineEarly = FieldDetail(
            rawValue: kCMFormatDescriptionFieldDetail_SpatialFirstLineEarly
        )
        /// `kCMFormatDescriptionFieldDetail_SpatialFirstLineLate`.
        public static let spatialFirstLineLate = FieldDetail(
            rawValue: kCMFormatDescriptionFieldDetail_SpatialFirstLineLate
        )
        /// `kCMFormatDescriptionFieldDetail_TemporalBottomFirst`.
        public static let temporalBottomFirst = FieldDetail(
            rawValue: kCMFormatDescriptionFieldDetail_TemporalBottomFirst
        )
        /// `kCMFormatDescriptionFieldDetail_TemporalTopFirst`.
        public static let temporalTopFirst = FieldDetail(rawValue: kCMFormatDescriptionFieldDetail_TemporalTopFirst)
    }

    /// The transfer function.
    // @unchecked: values are immutable strings.
    public struct TransferFunction: RawRepresentable, Hashable, @unchecked Sendable {
        /// The value as it stands in the extensions.
        public let rawValue: CFString

        /// Makes a value.
        public init(rawValue: CFString) {
            self.rawValue = rawValue
        }

        /// `kCMFormatDescriptionTransferFunction_ITU_R_2020`.
        public static let itu_R_2020 = TransferFunction(rawValue: kCMFormatDescriptionTransferFunction_ITU_R_2020)
        /// `kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG`.
        public static let itu_R_2100_HLG = TransferFunction(
            rawValue: kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG
        )
        /// `kCMFormatDescriptionTransferFunction_ITU_R_709_2`.
        public static let itu_R_709_2 = TransferFunction(rawValue: kCMFormatDescriptionTransferFunction_ITU_R_709_2)
        /// `kCMFormatDescriptionTransferFunction_Linear`.
        public static let linear = TransferFunction(rawValue: kCMFormatDescriptionTransferFunction_Linear)
        /// `kCMFormatDescriptionTransferFunction_SMPTE_240M_1995`.
        public static let smpte_240M_1995 = TransferFunction(
            rawValue: kCMFormatDescriptionTransferFunction_SMPTE_240M_1995
        )
        /// `kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ`.
        public static let smpte_ST_2084_PQ = TransferFunction(
            rawValue: kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ
        )
        /// `kCMFormatDescriptionTransferFunction_SMPTE_ST_428_1`.
        public static let smpte_ST_428_1 = TransferFunction(
            rawValue: kCMFormatDescriptionTransferFunction_SMPTE_ST_428_1
        )
        /// `kCMFormatDescriptionTransferFunction_sRGB`.
        public static let sRGB = TransferFunction(rawValue: kCMFormatDescriptionTransferFunction_sRGB)
        /// `kCMFormatDescriptionTransferFunction_UseGamma`.
        public static let useGamma = TransferFunction(rawValue: kCMFormatDescriptionTransferFunction_UseGamma)
    }

    /// Who made the compressor.
    // @unchecked: values are immutable strings.
    public struct Vendor: RawRepresentable, Hashable, @unchecked Sendable {
        /// The value as it stands in the extensions.
        public let rawValue: CFString

        /// Makes a value.
        public init(rawValue: CFString) {
            self.rawValue = rawValue
        }

        /// `kCMFormatDescriptionVendor_Apple`.
        public static let apple = Vendor(rawValue: kCMFormatDescriptionVendor_Apple)
    }

    /// The matrix from RGB to YCbCr.
    // @unchecked: values are immutable strings.
    public struct YCbCrMatrix: RawRepresentable, Hashable, @unchecked Sendable {
        /// The value as it stands in the extensions.
        public let rawValue: CFString

        /// Makes a value.
        public init(rawValue: CFString) {
            self.rawValue = rawValue
        }

        /// `kCMFormatDescriptionYCbCrMatrix_ITU_R_2020`.
        public static let itu_R_2020 = YCbCrMatrix(rawValue: kCMFormatDescriptionYCbCrMatrix_ITU_R_2020)
        /// `kCMFormatDescriptionYCbCrMatrix_ITU_R_601_4`.
        public static let itu_R_601_4 = YCbCrMatrix(rawValue: kCMFormatDescriptionYCbCrMatrix_ITU_R_601_4)
        /// `kCMFormatDescriptionYCbCrMatrix_ITU_R_709_2`.
        public static let itu_R_709_2 = YCbCrMatrix(rawValue: kCMFormatDescriptionYCbCrMatrix_ITU_R_709_2)
        /// `kCMFormatDescriptionYCbCrMatrix_SMPTE_240M_1995`.
        public static let smpted_240M_1995 = YCbCrMatrix(rawValue: kCMFormatDescriptionYCbCrMatrix_SMPTE_240M_1995)
    }
}
