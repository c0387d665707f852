import CaptureCore
import CaptureDriver
import CoreGraphics
import CoreMedia
@preconcurrency import CoreVideo
import Foundation
import ImageIO
import ImageProcessing

/// A photo in memory, exactly as Apple's class of the same name. Immutable, so it may be used on any thread.
open class AVCapturePhoto: NSObject {
    // Safe on any thread: nothing changes after initialisation; a client that writes into the pixel buffer synchronises that.

    /// The image itself.
    enum ImageContent: Sendable {
        /// A JPEG file without our metadata.
        case jpeg(Data)
        /// What HEIC files are made of.
        case heic(HEVCImage)
        /// Pixels.
        case pixels(CVPixelBuffer)
        /// There is none, because of an error.
        case none
    }

    /// All that a photo consists of.
    struct Values: @unchecked Sendable {
        // @unchecked: settings of brackets do not change.

        var image = ImageContent.none
        var timestamp = CMTime.invalid
        var preview: CVPixelBuffer?
        var thumbnail: PhotoThumbnail?
        var metadata: [String: PhotoMetadataValue] = [:]
        var depth: DepthRecord?
        /// From one.
        var photoCount = 1
        var sourceDeviceType: AVCaptureDevice.DeviceType?
        var bracketSettings: AVCaptureBracketedStillImageSettings?
    }

    let values: Values
    private let resolved: AVCaptureResolvedPhotoSettings

    init(_ values: Values, resolved: AVCaptureResolvedPhotoSettings) {
        self.values = values
        self.resolved = resolved
        super.init()
    }

    // MARK: The picture

    /// When the photo was taken, on the session's `synchronizationClock`; invalid after an error (S-168).
    open var timestamp: CMTime { values.timestamp }

    /// Whether it is a RAW photo: never.
    open var isRawPhoto: Bool { false }

    /// The pixels, as the sensor gave them: apply the orientation of `metadata`. `nil` for a compressed photo.
    open var pixelBuffer: CVPixelBuffer? {
        switch values.image {
        case .pixels(let buffer): buffer
        case .jpeg, .heic, .none: nil
        }
    }

    /// The preview; `nil` if none was asked for.
    open var previewPixelBuffer: CVPixelBuffer? { values.preview }

    /// The format of the thumbnail in the file, with its size; `nil` if none was asked for.
    open var embeddedThumbnailPhotoFormat: [String: Any]? {
        guard let thumbnail = values.thumbnail else { return nil }
        let size = resolved.embeddedThumbnailDimensions
        return [
            AVVideoCodecKey: thumbnail.codec,
            AVVideoWidthKey: NSNumber(value: size.width),
            AVVideoHeightKey: NSNumber(value: size.height),
        ]
    }

    /// Metadata with the keys of `CGImageProperties`.
    open var metadata: [String: Any] { values.metadata.photoMetadataObjects }

    // MARK: The request

    /// The settings that the request came down to.
    open var resolvedSettings: AVCaptureResolvedPhotoSettings { resolved }

    /// Which of the request's photos it is, from one to `resolvedSettings.expectedPhotoCount`.
    open var photoCount: Int { values.photoCount }

    /// The type of the camera that took it.
    open var sourceDeviceType: AVCaptureDevice.DeviceType? { values.sourceDeviceType }

    /// Its exposure, if it is part of a bracket.
    open var bracketSettings: AVCaptureBracketedStillImageSettings? { values.bracketSettings }

    /// Its place in the bracket, from one; zero if it is not part of one.
    open var sequenceCount: Int { values.bracketSettings == nil ? 0 : values.photoCount }

    /// How the lens was held steady: not at all, no camera here can.
    open var lensStabilizationStatus: AVCaptureDevice.LensStabilizationStatus { .unsupported }

    /// How far away everything is, as the sensor saw it: apply the orientation of `metadata`. `nil` unless it was asked for.
    open var depthData: AVDepthData? { values.depth.map(AVDepthData.init) }

    // MARK: What no camera here gives

    /// Always `nil`: no camera here gives mattes.
    open var portraitEffectsMatte: AVPortraitEffectsMatte? { nil }

    /// Always `nil`: no camera here gives mattes.
    open func semanticSegmentationMatte(
        for semanticSegmentationMatteType: AVSemanticSegmentationMatte.MatteType
    ) -> AVSemanticSegmentationMatte? { nil }

    /// Always `nil`: only photos of a virtual camera's constituents have it. Depth data have their own.
    open var cameraCalibrationData: AVCameraCalibrationData? { nil }

    /// Always `nil`: constant colour is not supported.
    open var constantColorConfidenceMap: CVPixelBuffer? { nil }

    /// Always zero, the documented default: constant colour is not supported.
    open var constantColorCenterWeightedMeanConfidenceLevel: Float { 0 }

    /// Always false: constant colour is not supported.
    open var isConstantColorFallbackPhoto: Bool { false }
}

extension AVCapturePhoto {
    /// The photo as an image, as the sensor gave it: apply the orientation of `metadata`. Decodes a compressed photo anew with each call, on
    /// the caller's thread; `nil` after an error.
    public func cgImageRepresentation() -> CGImage? {
        if let pixelBuffer { return PixelBufferImage.image(of: pixelBuffer) }
        guard let file = fileDataRepresentation() else { return nil }
        return CGImageSourceCreateWithData(file as CFData, nil).flatMap { CGImageSourceCreateImageAtIndex($0, 0, nil) }
    }

    /// The preview as an image, as the sensor gave it; `nil` if none was asked for.
    public func previewCGImageRepresentation() -> CGImage? {
        previewPixelBuffer.flatMap(PixelBufferImage.image(of:))
    }
}

extension AVCapturePhoto {
    /// The photo as a file: HEIC or JPEG with its metadata and thumbnail. `nil` for uncompressed photos, for which no file type is
    /// here, and after an error. Makes a new file with each call, on the caller's thread; nothing is compressed for that.
    public func fileDataRepresentation() -> Data? {
        fileData(metadata: values.metadata, thumbnail: values.thumbnail)
    }

    /// The photo as a file, with metadata of the client's choice. Calls the customizer before it returns.
    public func fileDataRepresentation(with customizer: any AVCapturePhotoFileDataRepresentationCustomizer) -> Data? {
        let metadata = customizer.replacementMetadata(for: self)
        return fileData(metadata: Dictionary(photoMetadata: metadata ?? [:]), thumbnail: values.thumbnail)
    }

    /// The photo as a file, with metadata and thumbnail of the client's choice.
    ///
    /// - Parameters:
    ///   - replacementMetadata: `metadata` to keep them, `nil` to leave them out, or others.
    ///   - replacementEmbeddedThumbnailPhotoFormat: `embeddedThumbnailPhotoFormat` to keep the thumbnail, `nil` to leave it
    ///     out, or the format of another, of which there is no file if this kind of file cannot have it.
    ///   - replacementEmbeddedThumbnailPixelBuffer: another thumbnail.
    ///   - replacementDepthData: there are none.
    @available(*, deprecated, message: "Use fileDataRepresentation(with:) instead.")
    public func fileDataRepresentation(
        withReplacementMetadata replacementMetadata: [String: Any]?,
        replacementEmbeddedThumbnailPhotoFormat: [String: Any]?,
        replacementEmbeddedThumbnailPixelBuffer: CVPixelBuffer?,
        replacementDepthData: AVDepthData?
    ) -> Data? {
        var thumbnail: PhotoThumbnail?
        if let format = replacementEmbeddedThumbnailPhotoFormat.map(PhotoThumbnailFormat.init) {
            thumbnail =
                if let pixels = replacementEmbeddedThumbnailPixelBuffer {
                    PhotoProcessor.thumbnail(of: pixels, format: format)
                } else {
                    values.thumbnail
                }
        }
        return fileData(metadata: Dictionary(photoMetadata: replacementMetadata ?? [:]), thumbnail: thumbnail)
    }

    private func fileData(metadata: [String: PhotoMetadataValue], thumbnail: PhotoThumbnail?) -> Data? {
        switch (values.image, thumbnail) {
        case (.jpeg(let bytes), nil): PhotoFile.jpeg(bytes, metadata: metadata, thumbnail: nil)
        case (.jpeg(let bytes), .jpeg(let small)?): PhotoFile.jpeg(bytes, metadata: metadata, thumbnail: small)
        case (.heic(let image), _): PhotoFile.heic(image, metadata: metadata, thumbnail: thumbnail)
        case (.jpeg, .hevc?), (.pixels, _), (.none, _): nil
        }
    }
}

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

extension AVCapturePhoto {
    /// The photo as the older delegate method wants it: a file's data or pixels; `nil` after an error.
    var sampleBuffer: CMSampleBuffer? {
        switch values.image {
        case .jpeg:
            return fileDataRepresentation().flatMap {
                Self.sampleBuffer($0, .jpeg, resolvedSettings.photoDimensions, timing)
            }
        case .heic:
            return fileDataRepresentation().flatMap {
                Self.sampleBuffer($0, .hevc, resolvedSettings.photoDimensions, timing)
            }
        case .pixels(let buffer):
            return Self.sampleBuffer(buffer, timing)
        case .none:
            return nil
        }
    }

    /// The preview as the older delegate method wants it.
    var previewSampleBuffer: CMSampleBuffer? {
        values.preview.flatMap { Self.sampleBuffer($0, timing) }
    }

    private var timing: CMSampleTimingInfo {
        CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: timestamp, decodeTimeStamp: .invalid)
    }

    private static func sampleBuffer(_ pixels: CVPixelBuffer, _ timing: CMSampleTimingInfo) -> CMSampleBuffer? {
        guard let format = try? CMVideoFormatDescription(imageBuffer: pixels) else { return nil }
        return try? CMSampleBuffer(imageBuffer: pixels, formatDescription: format, sampleTiming: timing)
    }

    private static func sampleBuffer(
        _ file: Data,
        _ codec: CMFormatDescription.MediaSubType,
        _ dimensions: CMVideoDimensions,
        _ timing: CMSampleTimingInfo
    ) -> CMSampleBuffer? {
        guard let block = try? CMBlockBuffer(length: file.count),
            (try? file.withUnsafeBytes({ try block.replaceDataBytes(with: $0) })) != nil,
            let format = try? CMVideoFormatDescription(
                videoCodecType: codec,
                width: Int(dimensions.width),
                height: Int(dimensions.height)
            )
        else { return nil }
        return try? CMSampleBuffer(
            dataBuffer: block,
            formatDescription: format,
            numSamples: 1,
            sampleTimings: [timing],
            sampleSizes: [file.count]
        )
    }
}

extension AVCapturePhotoOutput {
    /// The JPEG file in a sample buffer of the older delegate method. The buffer holds a whole file already.
    ///
    /// - Parameters:
    ///   - JPEGSampleBuffer: as delivered.
    ///   - previewPhotoSampleBuffer: a thumbnail to put into the file, `nil` to leave it as it is.
    /// - Returns: `nil` if the buffer holds no JPEG data.
    @available(*, deprecated, message: "Use AVCapturePhoto.fileDataRepresentation() instead.")
    public class func jpegPhotoDataRepresentation(
        forJPEGSampleBuffer JPEGSampleBuffer: CMSampleBuffer,
        previewPhotoSampleBuffer: CMSampleBuffer?
    ) -> Data? {
        guard JPEGSampleBuffer.formatDescription?.mediaSubType == .jpeg,
            let file = try? CMSampleBufferGetDataBuffer(JPEGSampleBuffer)?.dataBytes()
        else { return nil }
        guard let preview = previewPhotoSampleBuffer.flatMap({ CMSampleBufferGetImageBuffer($0) }) else { return file }
        return PhotoFile.jpeg(file, thumbnailOf: preview)
    }

    /// There are no RAW photos here.
    @available(*, unavailable, message: "No camera here gives RAW.")
    public class func dngPhotoDataRepresentation(
        forRawSampleBuffer rawSampleBuffer: CMSampleBuffer,
        previewPhotoSampleBuffer: CMSampleBuffer?
    ) -> Data? { nil }
}

/// Stands for a photo that is processed later, exactly as Apple's class of the same name. No photo is here, so there are
/// no objects of this class (`isAutoDeferredPhotoDeliverySupported` is false).
open class AVCaptureDeferredPhotoProxy: AVCapturePhoto {
    // Safe on any thread: adds nothing to its superclass.
}
