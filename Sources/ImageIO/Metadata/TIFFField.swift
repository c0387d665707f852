/// Where a TIFF structure keeps a tag.
enum TIFFDirectory: CaseIterable, Sendable {
    case image
    case exif
    case gps
}

/// A tag that has a key among the properties of images.
struct TIFFField: Sendable {
    /// How a tag is stored, and what it is among the properties.
    enum Kind: Sendable {
        /// A text.
        case text
        /// A whole number.
        case integer
        /// Whole numbers.
        case integers
        /// A number that is not negative.
        case fraction
        /// Numbers that are not negative.
        case fractions
        /// A number.
        case signedFraction
        /// Four digits, told as numbers: 0232 is 2, 3, 2.
        case version
        /// A byte of no format.
        case byteOfNoFormat
        /// Bytes of no format.
        case bytesOfNoFormat
        /// A byte.
        case byte
        /// Bytes.
        case bytes
        /// A text whose encoding is told by its first eight bytes.
        case comment
        /// Degrees, minutes and seconds, told as degrees.
        case angle
        /// Hours, minutes and seconds, told as text.
        case clock
    }

    let tag: UInt16
    let key: String
    let kind: Kind

    init(_ tag: UInt16, _ key: String, _ kind: Kind) {
        self.tag = tag
        self.key = key
        self.kind = kind
    }

    static func all(_ directory: TIFFDirectory) -> [TIFFField] {
        switch directory {
        case .image: image
        case .exif: exif
        case .gps: gps
        }
    }

    private static let image: [TIFFField] = [
        TIFFField(0x0103, "Compression", .integer), TIFFField(0x010D, "DocumentName", .text),
        TIFFField(0x010E, "ImageDescription", .text), TIFFField(0x010F, "Make", .text),
        TIFFField(0x0110, "Model", .text), TIFFField(0x0112, "Orientation", .integer),
        TIFFField(0x011A, "XResolution", .fraction), TIFFField(0x011B, "YResolution", .fraction),
        TIFFField(0x0128, "ResolutionUnit", .integer), TIFFField(0x0131, "Software", .text),
        TIFFField(0x0132, "DateTime", .text), TIFFField(0x013B, "Artist", .text),
        TIFFField(0x013C, "HostComputer", .text), TIFFField(0x013E, "WhitePoint", .fractions),
        TIFFField(0x013F, "PrimaryChromaticities", .fractions), TIFFField(0x8298, "Copyright", .text),
    ]

    private static let exif: [TIFFField] = [
        TIFFField(0x829A, "ExposureTime", .fraction), TIFFField(0x829D, "FNumber", .fraction),
        TIFFField(0x8822, "ExposureProgram", .integer), TIFFField(0x8824, "SpectralSensitivity", .text),
        TIFFField(0x8827, "ISOSpeedRatings", .integers), TIFFField(0x8830, "SensitivityType", .integer),
        TIFFField(0x8831, "StandardOutputSensitivity", .integer),
        TIFFField(0x8832, "RecommendedExposureIndex", .integer), TIFFField(0x9000, "ExifVersion", .version),
        TIFFField(0x9003, "DateTimeOriginal", .text), TIFFField(0x9004, "DateTimeDigitized", .text),
        TIFFField(0x9010, "OffsetTime", .text), TIFFField(0x9011, "OffsetTimeOriginal", .text),
        TIFFField(0x9012, "OffsetTimeDigitized", .text),
        TIFFField(0x9101, "ComponentsConfiguration", .bytesOfNoFormat),
        TIFFField(0x9102, "CompressedBitsPerPixel", .fraction),
        TIFFField(0x9201, "ShutterSpeedValue", .signedFraction), TIFFField(0x9202, "ApertureValue", .fraction),
        TIFFField(0x9203, "BrightnessValue", .signedFraction),
        TIFFField(0x9204, "ExposureBiasValue", .signedFraction), TIFFField(0x9205, "MaxApertureValue", .fraction),
        TIFFField(0x9206, "SubjectDistance", .fraction), TIFFField(0x9207, "MeteringMode", .integer),
        TIFFField(0x9208, "LightSource", .integer), TIFFField(0x9209, "Flash", .integer),
        TIFFField(0x920A, "FocalLength", .fraction), TIFFField(0x9214, "SubjectArea", .integers),
        TIFFField(0x9286, "UserComment", .comment), TIFFField(0x9290, "SubsecTime", .text),
        TIFFField(0x9291, "SubsecTimeOriginal", .text), TIFFField(0x9292, "SubsecTimeDigitized", .text),
        TIFFField(0xA000, "FlashPixVersion", .version), TIFFField(0xA001, "ColorSpace", .integer),
        TIFFField(0xA002, "PixelXDimension", .integer), TIFFField(0xA003, "PixelYDimension", .integer),
        TIFFField(0xA20B, "FlashEnergy", .fraction), TIFFField(0xA20E, "FocalPlaneXResolution", .fraction),
        TIFFField(0xA20F, "FocalPlaneYResolution", .fraction),
        TIFFField(0xA210, "FocalPlaneResolutionUnit", .integer), TIFFField(0xA215, "ExposureIndex", .fraction),
        TIFFField(0xA217, "SensingMethod", .integer), TIFFField(0xA300, "FileSource", .byteOfNoFormat),
        TIFFField(0xA301, "SceneType", .byteOfNoFormat), TIFFField(0xA401, "CustomRendered", .integer),
        TIFFField(0xA402, "ExposureMode", .integer), TIFFField(0xA403, "WhiteBalance", .integer),
        TIFFField(0xA404, "DigitalZoomRatio", .fraction), TIFFField(0xA405, "FocalLenIn35mmFilm", .integer),
        TIFFField(0xA406, "SceneCaptureType", .integer), TIFFField(0xA407, "GainControl", .integer),
        TIFFField(0xA408, "Contrast", .integer), TIFFField(0xA409, "Saturation", .integer),
        TIFFField(0xA40A, "Sharpness", .integer), TIFFField(0xA40C, "SubjectDistRange", .integer),
        TIFFField(0xA420, "ImageUniqueID", .text), TIFFField(0xA430, "CameraOwnerName", .text),
        TIFFField(0xA431, "BodySerialNumber", .text), TIFFField(0xA432, "LensSpecification", .fractions),
        TIFFField(0xA433, "LensMake", .text), TIFFField(0xA434, "LensModel", .text),
        TIFFField(0xA435, "LensSerialNumber", .text), TIFFField(0xA460, "CompositeImage", .integer),
    ]

    private static let gps: [TIFFField] = [
        TIFFField(0x00, "GPSVersion", .bytes), TIFFField(0x01, "LatitudeRef", .text),
        TIFFField(0x02, "Latitude", .angle), TIFFField(0x03, "LongitudeRef", .text),
        TIFFField(0x04, "Longitude", .angle), TIFFField(0x05, "AltitudeRef", .byte),
        TIFFField(0x06, "Altitude", .fraction), TIFFField(0x07, "TimeStamp", .clock),
        TIFFField(0x08, "Satellites", .text), TIFFField(0x09, "Status", .text),
        TIFFField(0x0A, "MeasureMode", .text), TIFFField(0x0B, "DOP", .fraction),
        TIFFField(0x0C, "SpeedRef", .text), TIFFField(0x0D, "Speed", .fraction),
        TIFFField(0x0E, "TrackRef", .text), TIFFField(0x0F, "Track", .fraction),
        TIFFField(0x10, "ImgDirectionRef", .text), TIFFField(0x11, "ImgDirection", .fraction),
        TIFFField(0x12, "MapDatum", .text), TIFFField(0x13, "DestLatitudeRef", .text),
        TIFFField(0x14, "DestLatitude", .angle), TIFFField(0x15, "DestLongitudeRef", .text),
        TIFFField(0x16, "DestLongitude", .angle), TIFFField(0x17, "DestBearingRef", .text),
        TIFFField(0x18, "DestBearing", .fraction), TIFFField(0x19, "DestDistanceRef", .text),
        TIFFField(0x1A, "DestDistance", .fraction), TIFFField(0x1B, "ProcessingMethod", .comment),
        TIFFField(0x1C, "AreaInformation", .comment), TIFFField(0x1D, "DateStamp", .text),
        TIFFField(0x1E, "Differental", .integer), TIFFField(0x1F, "HPositioningError", .fraction),
    ]
}

/// The numbers of TIFF's formats.
enum TIFFFormat: UInt16 {
    case byte = 1
    case ascii
    case short
    case long
    case rational
    case signedByte
    case undefined
    case signedShort
    case signedLong
    case signedRational

    var size: Int {
        switch self {
        case .byte, .ascii, .signedByte, .undefined: 1
        case .short, .signedShort: 2
        case .long, .signedLong: 4
        case .rational, .signedRational: 8
        }
    }
}

/// Tags that lead to directories and to the thumbnail.
enum TIFFPointer {
    static let exif: UInt16 = 0x8769
    static let gps: UInt16 = 0x8825
    static let thumbnail: UInt16 = 0x0201
    static let thumbnailLength: UInt16 = 0x0202
}
