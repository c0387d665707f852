import Foundation
import ImageProcessing
import Synchronization
import Vision

/// What handlers were told.
final class ToldErrors: Sendable {
    private let told = Mutex<(codes: [Int], shares: [Double])>(([], []))

    var codes: [Int] { told.withLock { $0.codes } }
    var shares: [Double] { told.withLock { $0.shares } }

    func record(_ error: (any Error)?) {
        if let error { told.withLock { $0.codes.append((error as NSError).code) } }
    }

    func record(share: Double) {
        told.withLock { $0.shares.append(share) }
    }
}

/// How the pixels of an upright picture lie in one of another orientation.
enum Stored {
    static func pixels(of upright: CVPixelBuffer, orientation: CGImagePropertyOrientation) throws -> CVPixelBuffer {
        // What undoes each orientation's turn: mirroring first would turn the other way.
        let (rotation, mirrored): (PixelRotation, Bool) =
            switch orientation {
            case .up: (.none, false)
            case .upMirrored: (.none, true)
            case .down: (.upsideDown180, false)
            case .downMirrored: (.upsideDown180, true)
            case .leftMirrored: (.clockwise90, true)
            case .right: (.clockwise270, false)
            case .rightMirrored: (.clockwise270, true)
            case .left: (.clockwise90, false)
            }
        return try PixelTransformer(pixelFormat: kCVPixelFormatType_32BGRA)
            .transform(upright, rotation: rotation, mirrored: mirrored)
    }
}
