import CoreMedia
import CoreVideo
import Foundation

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
