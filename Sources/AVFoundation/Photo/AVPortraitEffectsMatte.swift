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
