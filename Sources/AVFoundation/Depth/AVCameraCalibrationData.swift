import CaptureCore
import Foundation
import simd

/// How a camera maps the world to its picture, exactly as Apple's class of the same name. Immutable, so it may be used on any thread.
///
/// Cameras that give depth know it; see `AVDepthData.cameraCalibrationData`.
open class AVCameraCalibrationData: NSObject {
    // Safe on any thread: immutable.

    private let calibration: CameraCalibration

    init(_ calibration: CameraCalibration) {
        self.calibration = calibration
        super.init()
    }

    /// The focal lengths and the principal point, in pixels of a picture of `intrinsicMatrixReferenceDimensions`:
    /// `[fx 0 cx; 0 fy cy; 0 0 1]`, with the origin in the middle of the pixel at the top left.
    open var intrinsicMatrix: matrix_float3x3 { calibration.intrinsics }

    /// The size of the picture that the intrinsic matrix is about.
    open var intrinsicMatrixReferenceDimensions: CGSize { calibration.dimensions }

    /// Where the camera stands and how it is turned, in the world of the camera that others refer to: `[R | t]`, in millimetres. A
    /// camera whose depth lies in its own picture is that camera itself.
    open var extrinsicMatrix: matrix_float4x3 { CameraCalibration.ownWorld }

    /// The size of a pixel in millimetres; 0 when the focal length is unknown.
    open var pixelSize: Float { calibration.pixelSize }

    /// By how much the lens moves points outward, from the centre of distortion to the farthest corner, as `Float`s. A simulated camera's
    /// lens distorts nothing: the table has zeros only.
    open var lensDistortionLookupTable: Data? { CameraCalibration.noDistortion }

    /// The inverse of `lensDistortionLookupTable`.
    open var inverseLensDistortionLookupTable: Data? { CameraCalibration.noDistortion }

    /// The centre of the lens's distortion, in the coordinates of the intrinsic matrix: the principal point.
    open var lensDistortionCenter: CGPoint { calibration.principalPoint }
}
