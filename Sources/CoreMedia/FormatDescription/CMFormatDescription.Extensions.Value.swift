import FoundationExtras

extension CMFormatDescription.Extensions {
    /// The value of an extension: a property list made by one of the functions below.
    public struct Value {
        /// The value as it stands in the dictionary of extensions.
        public var propertyListRepresentation: CFPropertyList

        /// Makes a value of any property list.
        public init(_ plist: CFPropertyList) {
            propertyListRepresentation = plist
        }

        /// A string.
        public static func string(_ value: CFString) -> Value { Value(value) }
        /// A string.
        public static func string(_ value: String) -> Value { Value(NSString(string: value)) }
        /// Bytes.
        public static func data(_ value: CFData) -> Value { Value(value) }
        /// A number.
        public static func number<T: Numeric>(_ value: T) -> Value { Value(object(value)) }
        /// How alpha is mixed into colours.
        public static func alphaChannelMode(_ alphaChannelMode: AlphaChannelMode) -> Value {
            Value(alphaChannelMode.rawValue)
        }
        /// Where chroma samples lie.
        public static func chromaLocation(_ chromaLocation: ChromaLocation) -> Value { Value(chromaLocation.rawValue) }
        /// The primaries of the colour space.
        public static func colorPrimaries(_ colorPrimaries: ColorPrimaries) -> Value { Value(colorPrimaries.rawValue) }
        /// The order of the fields.
        public static func fieldDetail(_ fieldDetail: FieldDetail) -> Value { Value(fieldDetail.rawValue) }
        /// The transfer function.
        public static func transferFunction(_ transferFunction: TransferFunction) -> Value {
            Value(transferFunction.rawValue)
        }
        /// The matrix from RGB to YCbCr.
        public static func yCbCrMatrix(_ yCbCrMatrix: YCbCrMatrix) -> Value { Value(yCbCrMatrix.rawValue) }
        /// Who made the compressor, in four characters.
        public static func vendor(_ fourCC: String) -> Value { Value(NSString(string: fourCC)) }
        /// Who made the compressor.
        public static func vendor(_ vendor: Vendor) -> Value { Value(vendor.rawValue) }

        /// The shape of a pixel.
        public static func pixelAspectRatio<Horizontal: Numeric, Vertical: Numeric>(
            horizontalSpacing: Horizontal,
            verticalSpacing: Vertical
        ) -> Value {
            dictionary([
                (kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing, object(horizontalSpacing)),
                (kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing, object(verticalSpacing)),
            ])
        }

        /// The part of the picture to be shown; offsets are from centre to centre, in pixels.
        public static func cleanAperture<Width: Numeric, Height: Numeric, Horizontal: Numeric, Vertical: Numeric>(
            width: Width,
            height: Height,
            horizontalOffet: Horizontal,
            verticalOffset: Vertical
        ) -> Value {
            dictionary([
                (kCMFormatDescriptionKey_CleanApertureWidth, object(width)),
                (kCMFormatDescriptionKey_CleanApertureHeight, object(height)),
                (kCMFormatDescriptionKey_CleanApertureHorizontalOffset, object(horizontalOffet)),
                (kCMFormatDescriptionKey_CleanApertureVerticalOffset, object(verticalOffset)),
            ])
        }

        /// The part of the picture to be shown, in exact fractions of pixels.
        public static func cleanAperture(
            width: (numerator: Int, denominator: Int),
            height: (numerator: Int, denominator: Int),
            horizontalOffet: (numerator: Int, denominator: Int),
            verticalOffset: (numerator: Int, denominator: Int)
        ) -> Value {
            dictionary([
                (kCMFormatDescriptionKey_CleanApertureWidthRational, pair(width)),
                (kCMFormatDescriptionKey_CleanApertureHeightRational, pair(height)),
                (kCMFormatDescriptionKey_CleanApertureHorizontalOffsetRational, pair(horizontalOffet)),
                (kCMFormatDescriptionKey_CleanApertureVerticalOffsetRational, pair(verticalOffset)),
            ])
        }

        /// The name of a time code's source, with a QuickTime language code.
        public static func sourceReferenceName(value: String, langCode: Int) -> Value {
            dictionary([
                (kCMTimeCodeFormatDescriptionKey_Value, NSString(string: value)),
                (kCMTimeCodeFormatDescriptionKey_LangCode, NSNumber(value: langCode)),
            ])
        }

        private static func dictionary(_ entries: [(CFString, AnyObject)]) -> Value {
            Value(NSDictionary(objects: entries.map(\.1), forKeys: entries.map(\.0)))
        }

        private static func pair(_ fraction: (numerator: Int, denominator: Int)) -> AnyObject {
            NSArray(array: [NSNumber(value: fraction.numerator), NSNumber(value: fraction.denominator)])
        }

        private static func object<Number: Numeric>(_ number: Number) -> AnyObject {
            // Only Foundation knows how to put each of Swift's number types into an NSNumber.
            number as AnyObject
        }
    }
}
