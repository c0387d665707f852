import CaptureDriver
import CoreMedia
import CoreVideo
import Foundation
import FoundationExtras
import ImageProcessing

/// Turns a camera's frame into the sample buffer that a client asked for: decoded, cropped, scaled, rotated, mirrored and
/// converted as needed, and untouched when nothing is.
///
/// Keeps its converters and their buffer pools from frame to frame. One thread at a time.
final class FramePreparer {
    /// What the client asked for.
    struct Request: Equatable {
        var form: VideoSettings.Form
        var explicitSize: CaptureDimensions?
        var prefersPreviewSize: Bool
        var rotationAngle: Int
        var isMirrored: Bool
        var zoomFactor: Double
    }

    private var decoder: JPEGDecoder?
    private var transformer: PixelTransformer?
    private var descriptions = ImageDescriptionCache()

    /// Makes the sample buffer.
    ///
    /// - Throws: whatever the decoder or the converter says about a spoilt frame.
    func sample(from frame: CaptureFrame, wanted request: Request) throws -> CMSampleBuffer? {
        let timing = CMSampleTimingInfo(
            duration: frame.duration, presentationTimeStamp: frame.presentationTime, decodeTimeStamp: .invalid)
        if case .compressed(let data) = frame.content, request.form == .native {
            return compressedSample(data, frame: frame, timing: timing)
        }
        let source = try pixels(of: frame)
        let picture = try transform(source, request: request)
        return CMSampleBuffer(
            imageBuffer: picture,
            formatDescription: picture === source && isUncompressed(frame)
                ? frame.formatDescription : try descriptions.description(of: picture),
            timing: timing)
    }

    /// The pixel format that clients get when they name none: the camera's own if it is one of those on offer.
    static func defaultPixelFormat(for native: FourCharCode) -> OSType {
        VideoSettings.availablePixelFormats.contains(native)
            ? native : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    }

    private func isUncompressed(_ frame: CaptureFrame) -> Bool {
        if case .image = frame.content { return true }
        return false
    }

    private func compressedSample(
        _ data: CMBlockBuffer, frame: CaptureFrame, timing: CMSampleTimingInfo
    ) -> CMSampleBuffer? {
        var timing = timing
        var size = CMBlockBufferGetDataLength(data)
        var sample: CMSampleBuffer?
        CMSampleBufferCreateReady(
            allocator: kCFAllocatorDefault, dataBuffer: data, formatDescription: frame.formatDescription, sampleCount: 1,
            sampleTimingEntryCount: 1, sampleTimingArray: &timing, sampleSizeEntryCount: 1, sampleSizeArray: &size,
            sampleBufferOut: &sample)
        return sample
    }

    /// The frame's pixels, decoded if it is compressed.
    private func pixels(of frame: CaptureFrame) throws -> CVPixelBuffer {
        switch frame.content {
        case .image(let buffer):
            return buffer
        case .compressed(let data):
            let decoder = decoder ?? JPEGDecoder()
            self.decoder = decoder
            return try decoder.decode(data)
        }
    }

    private func transform(_ source: CVPixelBuffer, request: Request) throws -> CVPixelBuffer {
        let native = CVPixelBufferGetPixelFormatType(source)
        let type: OSType =
            switch request.form {
            case .native: native
            case .pixels(let wanted): wanted ?? Self.defaultPixelFormat(for: native)
            }
        let size = outputSize(of: source, request: request)
        if transformer?.pixelFormat != type || transformer?.dimensions != size {
            transformer = PixelTransformer(pixelFormat: type, dimensions: size)
        }
        guard let transformer else { return source }
        return try transformer.transform(
            source, crop: Self.centreCrop(request.zoomFactor), rotation: request.rotationAngle,
            mirrored: request.isMirrored)
    }

    /// The part of the picture that is left at a zoom factor; `nil` for all of it.
    static func centreCrop(_ factor: Double) -> CGRect? {
        guard factor > 1 else { return nil }
        let side = 1 / factor
        return CGRect(x: (1 - side) / 2, y: (1 - side) / 2, width: side, height: side)
    }

    /// The size of the delivered picture, after rotation; `nil` keeps the source's.
    private func outputSize(of source: CVPixelBuffer, request: Request) -> CMVideoDimensions? {
        if let size = request.explicitSize { return size.videoDimensions }
        guard request.prefersPreviewSize else { return nil }
        let native = CaptureDimensions(
            width: Int32(CVPixelBufferGetWidth(source)), height: Int32(CVPixelBufferGetHeight(source)))
        let isTurned = request.rotationAngle % 180 != 0
        let turned = isTurned ? CaptureDimensions(width: native.height, height: native.width) : native
        return Self.previewSize(for: turned).videoDimensions
    }

    /// `UNKNOWN`: Apple does not say how large a preview is. Here: as large as fits into a square of 1440 pixels, both
    /// sides even, never larger than the picture.
    static func previewSize(for picture: CaptureDimensions) -> CaptureDimensions {
        let longest = max(picture.width, picture.height)
        guard longest > 1440 else { return picture }
        let scale = 1440 / Double(longest)
        let even = { (side: Int32) in Int32((Double(side) * scale / 2).rounded()) * 2 }
        return CaptureDimensions(width: even(picture.width), height: even(picture.height))
    }
}

/// Keeps the format description of the last kind of picture, so that frames alike share one.
struct ImageDescriptionCache {
    private var last: CMFormatDescription?

    /// The description of a picture.
    ///
    /// - Throws: `AVError.unknown` if Core Media can't describe it.
    mutating func description(of image: CVPixelBuffer) throws -> CMFormatDescription {
        if let last, CMVideoFormatDescriptionMatchesImageBuffer(last, imageBuffer: image) { return last }
        var made: CMVideoFormatDescription?
        CMVideoFormatDescriptionCreateForImageBuffer(
            allocator: kCFAllocatorDefault, imageBuffer: image, formatDescriptionOut: &made)
        guard let made else { throw AVError(.unknown) }
        last = made
        return made
    }
}
