import CoreMedia
import CoreVideo
import Testing

/// A frame of 16 x 8 pixels, and its image.
func makeFrame(_ pts: Int64 = 5) throws -> (CMSampleBuffer, CVPixelBuffer) {
    var buffer: CVPixelBuffer?
    CVPixelBufferCreate(kCFAllocatorDefault, 16, 8, kCVPixelFormatType_32BGRA, nil, &buffer)
    let image = try #require(buffer)
    let format = try CMFormatDescription(imageBuffer: image)
    let timing = CMSampleTimingInfo(
        duration: CMTime(value: 1, timescale: 30),
        presentationTimeStamp: CMTime(value: pts, timescale: 30),
        decodeTimeStamp: .invalid
    )
    return (CMSampleBuffer(imageBuffer: image, formatDescription: format, timing: timing), image)
}
