import CaptureCore
import CoreVideo
import Foundation
import FoundationExtras
import ImageIO

/// A matte that tells people from the background, exactly as Apple's class of the same name.
///
/// No camera here makes one: mattes come from dictionaries of files' auxiliary data only.
///
/// `DEVIATION`: cannot be subclassed, as Swift then could not say that derived mattes are objects of the same class.
public final class AVPortraitEffectsMatte: NSObject {
    // Safe on any thread: immutable.

    private let matte: AuxiliaryMatte

    private init(_ matte: AuxiliaryMatte) {
        self.matte = matte
        super.init()
    }

    /// The matte of a file's auxiliary data.
    ///
    /// - Throws: `AVError.unknown` for a dictionary that is none, or whose data do not fit their description.
    public convenience init(
        fromDictionaryRepresentation imageSourceAuxDataInfoDictionary: [AnyHashable: Any]
    ) throws {
        self.init(try AuxiliaryMatte(imageSourceAuxDataInfoDictionary))
    }

    /// The pixel format of the matte: `kCVPixelFormatType_OneComponent8`.
    public var pixelFormatType: OSType { CVPixelBufferGetPixelFormatType(matte.image) }

    /// White where people are, black elsewhere.
    public var mattingImage: CVPixelBuffer { matte.image }

    /// The same matte turned and mirrored as an EXIF orientation says.
    public func applyingExifOrientation(_ exifOrientation: CGImagePropertyOrientation) -> AVPortraitEffectsMatte {
        let selector = "AVPortraitEffectsMatte portraitEffectsMatteByApplyingExifOrientation:"
        return AVPortraitEffectsMatte(matte.oriented(exifOrientation, selector))
    }

    /// A matte with another image, such as an edited one.
    ///
    /// - Throws: `AVError.unknown` for a buffer that is no `kCVPixelFormatType_OneComponent8`.
    public func replacingPortraitEffectsMatte(with pixelBuffer: CVPixelBuffer) throws -> AVPortraitEffectsMatte {
        AVPortraitEffectsMatte(try AuxiliaryMatte(pixelBuffer))
    }

    /// The matte with its description, as auxiliary data of files.
    ///
    /// - Parameter outAuxDataType: receives ImageIO's type of the data.
    public func dictionaryRepresentation(
        forAuxiliaryDataType outAuxDataType: UnsafeMutablePointer<NSString?>?
    ) -> [AnyHashable: Any]? {
        outAuxDataType?.pointee = kCGImageAuxiliaryDataTypePortraitEffectsMatte
        return matte.dictionary
    }
}

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

/// A picture of one byte a pixel that tells something from the rest: what mattes consist of.
struct AuxiliaryMatte: @unchecked Sendable {
    // @unchecked: the picture's memory is not written to any more.

    /// White where it is, black elsewhere.
    let image: CVPixelBuffer

    /// - Throws: `AVError.unknown` for another kind of picture. `UNKNOWN`: which error Apple throws.
    init(_ image: CVPixelBuffer) throws {
        guard CVPixelBufferGetPixelFormatType(image) == kCVPixelFormatType_OneComponent8 else {
            throw AVError(.unknown)
        }
        self.image = image
    }

    /// Reads one of ImageIO's dictionaries.
    ///
    /// - Throws: `AVError.unknown` for one that is none, or whose data do not fit their description.
    init(_ dictionary: [AnyHashable: Any]) throws {
        guard let map = AuxiliaryMap(dictionary), map.pixelFormat == kCVPixelFormatType_OneComponent8,
            let image = map.makeBuffer(bytesPerPixel: 1)
        else { throw AVError(.unknown) }
        self.image = image
    }

    /// The same matte, turned and mirrored. Stops the program when memory is short.
    func oriented(_ orientation: CGImagePropertyOrientation, _ selector: String) -> AuxiliaryMatte {
        guard let turned = DepthMap.orient(image, orientation), let matte = try? AuxiliaryMatte(turned) else {
            programmerError(.generic, "*** -[\(selector)] Out of memory")
        }
        return matte
    }

    /// What ImageIO's dictionaries say of it.
    var dictionary: [AnyHashable: Any] { AuxiliaryMap(image).dictionary }
}
