import CaptureDriver
import Foundation
import FoundationExtras
import simd

/// A pinhole camera in numbers: what `AVCameraCalibrationData` tells.
package struct CameraCalibration: Sendable, Equatable {
    /// The picture's size in pixels.
    package var dimensions: CGSize
    /// In pixels, along the picture's rows and columns.
    package var focalLength: SIMD2<Float>
    /// Where the optical axis meets the picture, in pixels.
    package var principalPoint: CGPoint
    /// In millimetres; 0 when unknown.
    package var pixelSize: Float

    /// - Parameters:
    ///   - dimensions: the picture's size in pixels.
    ///   - focalLength: in pixels, along the picture's rows and columns.
    ///   - principalPoint: where the optical axis meets the picture, in pixels.
    ///   - pixelSize: in millimetres; 0 when unknown.
    package init(dimensions: CGSize, focalLength: SIMD2<Float>, principalPoint: CGPoint, pixelSize: Float) {
        self.dimensions = dimensions
        self.focalLength = focalLength
        self.principalPoint = principalPoint
        self.pixelSize = pixelSize
    }

    /// The world of the camera itself: nothing turned, nothing moved.
    package static let ownWorld = matrix_float4x3(
        SIMD3(1, 0, 0),
        SIMD3(0, 1, 0),
        SIMD3(0, 0, 1),
        SIMD3(0, 0, 0)
    )

    /// The table of a lens that moves no point. `OBSERVED`: phones' tables have 42 entries.
    package static let noDistortion = Data(count: 42 * MemoryLayout<Float>.size)

    /// The intrinsic matrix.
    package var intrinsics: matrix_float3x3 {
        matrix_float3x3(
            SIMD3(focalLength.x, 0, 0),
            SIMD3(0, focalLength.y, 0),
            SIMD3(Float(principalPoint.x), Float(principalPoint.y), 1)
        )
    }

    /// The calibration of a picture that is turned and mirrored.
    package func oriented(_ orientation: CGImagePropertyOrientation) -> CameraCalibration {
        let map = OrientedPixels(orientation, width: Int(dimensions.width), height: Int(dimensions.height))
        var result = self
        result.dimensions = CGSize(width: map.width, height: map.height)
        if map.swapsAxes { result.focalLength = SIMD2(focalLength.y, focalLength.x) }
        result.principalPoint = map.point(ofSource: principalPoint)
        return result
    }
}

extension CameraCalibration {
    /// The calibration of a camera in a format, enlarged by a zoom factor; `nil` when the field of view is unknown.
    package init?(_ format: CaptureFormat, zoomFactor: Double, focalLength: Float) {
        let degrees = Double(format.traits.fieldOfView)
        guard degrees > 0, degrees < 180 else { return nil }
        let (width, height) = (Double(format.dimensions.width), Double(format.dimensions.height))
        let whole = width / 2 / tan(degrees / 2 * .pi / 180)
        dimensions = CGSize(width: width, height: height)
        self.focalLength = SIMD2(repeating: Float(whole * zoomFactor))
        // The middle of a picture lies between pixels whose middles have whole coordinates.
        principalPoint = CGPoint(x: (width - 1) / 2, y: (height - 1) / 2)
        pixelSize = focalLength / Float(whole * zoomFactor)
    }
}
