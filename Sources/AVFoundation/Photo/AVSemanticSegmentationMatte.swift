import CoreVideo
import Foundation
import FoundationExtras
import ImageIO

/// A matte that tells hair, skin or teeth from the rest, exactly as Apple's class of the same name.
///
/// No camera here makes one: mattes come from dictionaries of files' auxiliary data only.
///
/// `DEVIATION`: cannot be subclassed, as Swift then could not say that derived mattes are objects of the same class.
public final class AVSemanticSegmentationMatte: NSObject {
    // Safe on any thread: immutable.

    /// What a matte tells from the rest.
    public struct MatteType: RawRepresentable, Hashable, Sendable {
        /// Apple's name of the type.
        public let rawValue: String

        /// A type by Apple's name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Skin.
        public static let skin = MatteType(rawValue: "AVSemanticSegmentationMatteTypeSkin")
        /// Hair.
        public static let hair = MatteType(rawValue: "AVSemanticSegmentationMatteTypeHair")
        /// Teeth.
        public static let teeth = MatteType(rawValue: "AVSemanticSegmentationMatteTypeTeeth")
        /// Glasses.
        public static let glasses = MatteType(rawValue: "AVSemanticSegmentationMatteTypeGlasses")

        /// ImageIO's names of the types.
        fileprivate var auxiliaryType: CFString? {
            switch self {
            case .skin: kCGImageAuxiliaryDataTypeSemanticSegmentationSkinMatte
            case .hair: kCGImageAuxiliaryDataTypeSemanticSegmentationHairMatte
            case .teeth: kCGImageAuxiliaryDataTypeSemanticSegmentationTeethMatte
            case .glasses: kCGImageAuxiliaryDataTypeSemanticSegmentationGlassesMatte
            default: nil
            }
        }

        fileprivate static let all: [MatteType] = [.skin, .hair, .teeth, .glasses]
    }

    /// What it tells from the rest.
    public let matteType: MatteType
    private let matte: AuxiliaryMatte

    private init(_ matte: AuxiliaryMatte, _ matteType: MatteType) {
        self.matte = matte
        self.matteType = matteType
        super.init()
    }

    /// The matte of a file's auxiliary data.
    ///
    /// - Throws: `AVError.unknown` for a type that there is no matte of, and for a dictionary that is none, or whose data do not fit
    ///   their description.
    public convenience init(
        fromImageSourceAuxiliaryDataType imageSourceAuxiliaryDataType: CFString,
        dictionaryRepresentation imageSourceAuxiliaryDataInfoDictionary: [AnyHashable: Any]
    ) throws {
        guard let type = MatteType.all.first(where: { $0.auxiliaryType == imageSourceAuxiliaryDataType }) else {
            throw AVError(.unknown)
        }
        self.init(try AuxiliaryMatte(imageSourceAuxiliaryDataInfoDictionary), type)
    }

    /// The pixel format of the matte: `kCVPixelFormatType_OneComponent8`.
    public var pixelFormatType: OSType { CVPixelBufferGetPixelFormatType(matte.image) }

    /// White where it is, black elsewhere.
    public var mattingImage: CVPixelBuffer { matte.image }

    /// The same matte turned and mirrored as an EXIF orientation says.
    public func applyingExifOrientation(_ exifOrientation: CGImagePropertyOrientation) -> AVSemanticSegmentationMatte {
        let selector = "AVSemanticSegmentationMatte semanticSegmentationMatteByApplyingExifOrientation:"
        return AVSemanticSegmentationMatte(matte.oriented(exifOrientation, selector), matteType)
    }

    /// A matte with another image, such as an edited one.
    ///
    /// - Throws: `AVError.unknown` for a buffer that is no `kCVPixelFormatType_OneComponent8`.
    public func replacingSemanticSegmentationMatte(
        with pixelBuffer: CVPixelBuffer
    ) throws -> AVSemanticSegmentationMatte {
        AVSemanticSegmentationMatte(try AuxiliaryMatte(pixelBuffer), matteType)
    }

    /// The matte with its description, as auxiliary data of files.
    ///
    /// - Parameter outAuxDataType: receives ImageIO's type of the data.
    public func dictionaryRepresentation(
        forAuxiliaryDataType outAuxDataType: UnsafeMutablePointer<NSString?>?
    ) -> [AnyHashable: Any]? {
        outAuxDataType?.pointee = matteType.auxiliaryType
        return matte.dictionary
    }
}
