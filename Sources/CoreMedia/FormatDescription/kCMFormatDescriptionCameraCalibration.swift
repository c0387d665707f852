import FoundationExtras

/// Camera calibration extrinsic origin source: stereo camera system baseline.
public let kCMFormatDescriptionCameraCalibrationExtrinsicOriginSource_StereoCameraSystemBaseline: CFString = "StereoCameraSystemBaseline"
/// Camera calibration lens algorithm kind: parametric lens.
public let kCMFormatDescriptionCameraCalibrationLensAlgorithmKind_ParametricLens: CFString = "ParametricLens"
/// Camera calibration lens domain: color.
public let kCMFormatDescriptionCameraCalibrationLensDomain_Color: CFString = "Color"
/// Camera calibration lens role: left.
public let kCMFormatDescriptionCameraCalibrationLensRole_Left: CFString = "Left"
/// Camera calibration lens role: mono.
public let kCMFormatDescriptionCameraCalibrationLensRole_Mono: CFString = "Mono"
/// Camera calibration lens role: right.
public let kCMFormatDescriptionCameraCalibrationLensRole_Right: CFString = "Right"
/// Camera calibration: extrinsic orientation quaternion.
public let kCMFormatDescriptionCameraCalibration_ExtrinsicOrientationQuaternion: CFString = "ExtrinsicOrientationQuaternion"
/// Camera calibration: extrinsic origin source.
public let kCMFormatDescriptionCameraCalibration_ExtrinsicOriginSource: CFString = "ExtrinsicOriginSource"
/// Camera calibration: intrinsic matrix.
public let kCMFormatDescriptionCameraCalibration_IntrinsicMatrix: CFString = "IntrinsicMatrix"
/// Camera calibration: intrinsic matrix projection offset.
public let kCMFormatDescriptionCameraCalibration_IntrinsicMatrixProjectionOffset: CFString = "IntrinsicMatrixProjectionOffset"
/// Camera calibration: intrinsic matrix reference dimensions.
public let kCMFormatDescriptionCameraCalibration_IntrinsicMatrixReferenceDimensions: CFString = "IntrinsicMatrixReferenceDimensions"
/// Camera calibration: lens algorithm kind.
public let kCMFormatDescriptionCameraCalibration_LensAlgorithmKind: CFString = "LensAlgorithmKind"
/// Camera calibration: lens distortions.
public let kCMFormatDescriptionCameraCalibration_LensDistortions: CFString = "LensDistortions"
/// Camera calibration: lens domain.
public let kCMFormatDescriptionCameraCalibration_LensDomain: CFString = "LensDomain"
/// Camera calibration: lens frame adjustments polynomial x.
public let kCMFormatDescriptionCameraCalibration_LensFrameAdjustmentsPolynomialX: CFString = "LensFrameAdjustmentsPolynomialX"
/// Camera calibration: lens frame adjustments polynomial y.
public let kCMFormatDescriptionCameraCalibration_LensFrameAdjustmentsPolynomialY: CFString = "LensFrameAdjustmentsPolynomialY"
/// Camera calibration: lens identifier.
public let kCMFormatDescriptionCameraCalibration_LensIdentifier: CFString = "LensIdentifier"
/// Camera calibration: lens role.
public let kCMFormatDescriptionCameraCalibration_LensRole: CFString = "LensRole"
/// Camera calibration: radial angle limit.
public let kCMFormatDescriptionCameraCalibration_RadialAngleLimit: CFString = "RadialAngleLimit"
