import CaptureCore
import CoreVideo
import Foundation
import FoundationExtras

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
