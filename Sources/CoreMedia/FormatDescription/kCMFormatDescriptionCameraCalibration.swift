import FoundationExtras

// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// Camera calibration extrinsic origin source: stereo camera system baseline.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibrationExtrinsicOriginSource_StereoCameraSystemBaseline:
    CFString = "StereoCameraSystemBaseline"
/// Camera calibration lens algorithm kind: parametric lens.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibrationLensAlgorithmKind_ParametricLens: CFString =
    "ParametricLens"
/// Camera calibration lens domain: color.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibrationLensDomain_Color: CFString = "Color"
/// Camera calibration lens role: left.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibrationLensRole_Left: CFString = "Left"
/// Camera calibration lens role: mono.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibrationLensRole_Mono: CFString = "Mono"
/// Camera calibration lens role: right.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibrationLensRole_Right: CFString = "Right"
/// Camera calibration: extrinsic orientation quaternion.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibration_ExtrinsicOrientationQuaternion: CFString =
    "ExtrinsicOrientationQuaternion"
/// Camera calibration: extrinsic origin source.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibration_ExtrinsicOriginSource: CFString =
    "ExtrinsicOriginSource"
/// Camera calibration: intrinsic matrix.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibration_IntrinsicMatrix: CFString = "IntrinsicMatrix"
/// Camera calibration: intrinsic matrix projection offset.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibration_IntrinsicMatrixProjectionOffset: CFString =
    "IntrinsicMatrixProjectionOffset"
/// Camera calibration: intrinsic matrix reference dimensions.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibration_IntrinsicMatrixReferenceDimensions: CFString =
    "IntrinsicMatrixReferenceDimensions"
/// Camera calibration: lens algorithm kind.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibration_LensAlgorithmKind: CFString = "LensAlgorithmKind"
/// Camera calibration: lens distortions.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibration_LensDistortions: CFString = "LensDistortions"
/// Camera calibration: lens domain.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibration_LensDomain: CFString = "LensDomain"
/// Camera calibration: lens frame adjustments polynomial x.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibration_LensFrameAdjustmentsPolynomialX: CFString =
    "LensFrameAdjustmentsPolynomialX"
/// Camera calibration: lens frame adjustments polynomial y.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibration_LensFrameAdjustmentsPolynomialY: CFString =
    "LensFrameAdjustmentsPolynomialY"
/// Camera calibration: lens identifier.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibration_LensIdentifier: CFString = "LensIdentifier"
/// Camera calibration: lens role.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibration_LensRole: CFString = "LensRole"
/// Camera calibration: radial angle limit.
nonisolated(unsafe) public let kCMFormatDescriptionCameraCalibration_RadialAngleLimit: CFString = "RadialAngleLimit"
