import CaptureCore
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

    /// Makes the sample buffer. How the frame was exposed is attached to it as `{Exif}`, as far as the camera tells.
    ///
    /// - Throws: whatever the decoder or the converter says about a spoilt frame.
    func sample(from frame: CaptureFrame, wanted request: Request) throws -> CMSampleBuffer? {
        let sample = try unmarkedSample(from: frame, wanted: request)
        sample?.attach(FrameExposure(frame.exposure))
        return sample
    }

    private func unmarkedSample(from frame: CaptureFrame, wanted request: Request) throws -> CMSampleBuffer? {
        let timing = CMSampleTimingInfo(
            duration: frame.duration,
            presentationTimeStamp: frame.presentationTime,
            decodeTimeStamp: .invalid
        )
        if case .compressed(let data) = frame.content, request.form == .native {
            return compressedSample(data, frame: frame, timing: timing)
        }
        let source = try pixels(of: frame, form: request.form)
        let image = try transform(source, request: request)
        return CMSampleBuffer(
            imageBuffer: image,
            formatDescription: image === source && isUncompressed(frame)
                ? frame.formatDescription : try descriptions.description(of: image),
            timing: timing
        )
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
        _ data: CMBlockBuffer,
        frame: CaptureFrame,
        timing: CMSampleTimingInfo
    ) -> CMSampleBuffer? {
        var timing = timing
        var size = CMBlockBufferGetDataLength(data)
        var sample: CMSampleBuffer?
        CMSampleBufferCreateReady(
            allocator: kCFAllocatorDefault,
            dataBuffer: data,
            formatDescription: frame.formatDescription,
            sampleCount: 1,
            sampleTimingEntryCount: 1,
            sampleTimingArray: &timing,
            sampleSizeEntryCount: 1,
            sampleSizeArray: &size,
            sampleBufferOut: &sample
        )
        return sample
    }

    /// The frame's pixels; a compressed one is decoded into the wanted format at once.
    private func pixels(of frame: CaptureFrame, form: VideoSettings.Form) throws -> CVPixelBuffer {
        switch frame.content {
        case .image(let buffer):
            return buffer
        case .compressed(let data):
            let type = pixelFormat(for: form, native: frame.formatDescription.mediaSubType.rawValue)
            let decoder = try decoder(for: type)
            return try data.withContiguousBytes { try decoder.decode($0) }
        }
    }

    private func decoder(for type: OSType) throws -> JPEGDecoder {
        if let decoder, decoder.pixelFormat == type { return decoder }
        let made = try JPEGDecoder(pixelFormat: type)
        decoder = made
        return made
    }

    private func pixelFormat(for form: VideoSettings.Form, native: FourCharCode) -> OSType {
        switch form {
        case .native: native
        case .pixels(let wanted): wanted ?? Self.defaultPixelFormat(for: native)
        }
    }

    private func transform(_ source: CVPixelBuffer, request: Request) throws -> CVPixelBuffer {
        let type = pixelFormat(for: request.form, native: CVPixelBufferGetPixelFormatType(source))
        let transformer = try transformer(type, size: outputSize(of: source, request: request))
        return try transformer.transform(
            source,
            crop: SoftwareZoom.crop(request.zoomFactor),
            rotation: PixelRotation(degrees: Double(request.rotationAngle)) ?? .none,
            mirrored: request.isMirrored
        )
    }

    private func transformer(_ type: OSType, size: PixelDimensions?) throws -> PixelTransformer {
        if let transformer, transformer.pixelFormat == type, transformer.dimensions == size { return transformer }
        let made = try PixelTransformer(pixelFormat: type, dimensions: size)
        transformer = made
        return made
    }

    /// The size of the delivered picture, after rotation; `nil` keeps the source's.
    private func outputSize(of source: CVPixelBuffer, request: Request) -> PixelDimensions? {
        if let size = request.explicitSize { return PixelDimensions(size) }
        guard request.prefersPreviewSize else { return nil }
        let native = CaptureDimensions(
            width: Int32(CVPixelBufferGetWidth(source)),
            height: Int32(CVPixelBufferGetHeight(source))
        )
        let isTurned = request.rotationAngle % 180 != 0
        let turned = isTurned ? CaptureDimensions(width: native.height, height: native.width) : native
        return PixelDimensions(Self.previewSize(for: turned))
    }

    /// `UNKNOWN`: Apple does not say how large a preview is. Here: as large as fits into a square of 1440 pixels, both
    /// sides even, never larger than the picture.
    static func previewSize(for frameSize: CaptureDimensions) -> CaptureDimensions {
        let longest = max(frameSize.width, frameSize.height)
        guard longest > 1440 else { return frameSize }
        let scale = 1440 / Double(longest)
        let even = { (side: Int32) in Int32((Double(side) * scale / 2).rounded()) * 2 }
        return CaptureDimensions(width: even(frameSize.width), height: even(frameSize.height))
    }
}

extension FrameExposure {
    /// What a driver tells of an exposure, in the terms of Core Media.
    fileprivate init(_ exposure: CaptureExposure) {
        self.init(
            duration: exposure.duration,
            iso: exposure.iso,
            bias: exposure.bias,
            aperture: exposure.aperture,
            focalLength: exposure.focalLength
        )
    }
}

extension PixelDimensions {
    /// The same size in the terms of image processing.
    init(_ dimensions: CaptureDimensions) {
        self.init(width: Int(dimensions.width), height: Int(dimensions.height))
    }
}

extension CMBlockBuffer {
    /// Lends the bytes in one piece; drivers deliver compressed frames so.
    func withContiguousBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
        var length = 0
        var start: UnsafeMutablePointer<CChar>?
        let status = CMBlockBufferGetDataPointer(
            self,
            atOffset: 0,
            lengthAtOffsetOut: &length,
            totalLengthOut: nil,
            dataPointerOut: &start
        )
        guard status == kCMBlockBufferNoErr, let start, length == CMBlockBufferGetDataLength(self) else {
            throw AVError(.unknown)
        }
        return try body(UnsafeRawBufferPointer(start: start, count: length))
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
            allocator: kCFAllocatorDefault,
            imageBuffer: image,
            formatDescriptionOut: &made
        )
        guard let made else { throw AVError(.unknown) }
        last = made
        return made
    }
}
