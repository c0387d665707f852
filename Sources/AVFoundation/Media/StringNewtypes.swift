import FoundationExtras

// What Apple imports as structs around strings bridges to `NSString`.

extension AVAssetWriterInput.MediaDataLocation: _StringNewtype {}
extension AVCaptureDevice.AspectRatio: _StringNewtype {}
extension AVCaptureDevice.DeviceType: _StringNewtype {}
extension AVCaptureDevice.SystemPressureState.Level: _StringNewtype {}
extension AVCaptureReactionType: _StringNewtype {}
extension AVCaptureSceneMonitoringStatus: _StringNewtype {}
extension AVCaptureSession.Preset: _StringNewtype {}
extension AVFileType: _StringNewtype {}
extension AVFileTypeProfile: _StringNewtype {}
extension AVLayerVideoGravity: _StringNewtype {}
extension AVMediaCharacteristic: _StringNewtype {}
extension AVMediaType: _StringNewtype {}
extension AVMetadataExtraAttributeKey: _StringNewtype {}
extension AVMetadataIdentifier: _StringNewtype {}
extension AVMetadataKey: _StringNewtype {}
extension AVMetadataKeySpace: _StringNewtype {}
extension AVMetadataObject.ObjectType: _StringNewtype {}
extension AVOutputSettingsPreset: _StringNewtype {}
extension AVSemanticSegmentationMatte.MatteType: _StringNewtype {}
extension AVSpatialCaptureDiscomfortReason: _StringNewtype {}
extension AVVideoApertureMode: _StringNewtype {}
extension AVVideoCodecType: _StringNewtype {}
extension AVVideoRange: _StringNewtype {}
