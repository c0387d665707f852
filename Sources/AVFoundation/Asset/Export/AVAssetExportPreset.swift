/// Samples as they are.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"
/// Small pictures, for slow networks.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
/// Pictures of medium size, for sharing.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// Pictures of the asset's own size.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// HEVC, pictures of the asset's own size.
public let AVAssetExportPresetHEVCHighestQuality = "AVAssetExportPresetHEVCHighestQuality"
/// H.264, at most 640 x 480.
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
/// H.264, at most 960 x 540.
public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
/// H.264, at most 1280 x 720.
public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
/// H.264, at most 1920 x 1080.
public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
/// H.264, at most 3840 x 2160.
public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"
/// HEVC, at most 1920 x 1080.
public let AVAssetExportPresetHEVC1920x1080 = "AVAssetExportPresetHEVC1920x1080"
/// HEVC, at most 3840 x 2160.
public let AVAssetExportPresetHEVC3840x2160 = "AVAssetExportPresetHEVC3840x2160"
/// Sound alone, AAC.
public let AVAssetExportPresetAppleM4A = "AVAssetExportPresetAppleM4A"
