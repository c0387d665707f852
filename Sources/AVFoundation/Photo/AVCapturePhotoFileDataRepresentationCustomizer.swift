import Foundation

/// Decides what goes into a photo's file besides the picture, exactly as Apple's protocol of the same name. Called
/// synchronously by `AVCapturePhoto.fileDataRepresentation(with:)`, on its thread.
///
/// DEVIATION: Apple's method that replaces the thumbnail returns its format through an Objective-C out-parameter, which
/// Linux lacks; the thumbnail is kept.
public protocol AVCapturePhotoFileDataRepresentationCustomizer: NSObjectProtocol {
    /// The metadata to write: `photo.metadata` to keep it, `nil` to leave it out, or something else to replace it.
    func replacementMetadata(for photo: AVCapturePhoto) -> [String: Any]?

    /// The depth data to write. Photos here have none; what is returned is not written.
    func replacementDepthData(for photo: AVCapturePhoto) -> AVDepthData?

    /// The portrait effects matte to write. Photos here have none; what is returned is not written.
    func replacementPortraitEffectsMatte(for photo: AVCapturePhoto) -> AVPortraitEffectsMatte?

    /// The segmentation matte to write. Photos here have none; what is returned is not written.
    func replacementSemanticSegmentationMatte(
        ofType semanticSegmentationMatteType: AVSemanticSegmentationMatte.MatteType,
        for photo: AVCapturePhoto
    ) -> AVSemanticSegmentationMatte?

    /// How to compress a ProRAW photo. Never called here: there are none.
    func replacementAppleProRAWCompressionSettings(
        for photo: AVCapturePhoto,
        defaultSettings: [String: Any],
        maximumBitDepth: Int
    ) -> [String: Any]
}

// Apple's methods are optional.
extension AVCapturePhotoFileDataRepresentationCustomizer {
    /// Keeps the metadata.
    public func replacementMetadata(for photo: AVCapturePhoto) -> [String: Any]? { photo.metadata }

    /// Keeps what there is: nothing.
    public func replacementDepthData(for photo: AVCapturePhoto) -> AVDepthData? { photo.depthData }

    /// Keeps what there is: nothing.
    public func replacementPortraitEffectsMatte(for photo: AVCapturePhoto) -> AVPortraitEffectsMatte? {
        photo.portraitEffectsMatte
    }

    /// Keeps what there is: nothing.
    public func replacementSemanticSegmentationMatte(
        ofType semanticSegmentationMatteType: AVSemanticSegmentationMatte.MatteType,
        for photo: AVCapturePhoto
    ) -> AVSemanticSegmentationMatte? {
        photo.semanticSegmentationMatte(for: semanticSegmentationMatteType)
    }

    /// Keeps the defaults.
    public func replacementAppleProRAWCompressionSettings(
        for photo: AVCapturePhoto,
        defaultSettings: [String: Any],
        maximumBitDepth: Int
    ) -> [String: Any] { defaultSettings }
}
