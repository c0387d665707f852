import CoreVideo
import Testing

/// A buffer of a format and size, or a failed test.
func makeBuffer(
    _ format: OSType,
    _ width: Int,
    _ height: Int,
    _ attributes: [CFString: Any]? = nil
) throws -> CVPixelBuffer {
    var buffer: CVPixelBuffer?
    let result = CVPixelBufferCreate(
        kCFAllocatorDefault,
        width,
        height,
        format,
        attributes.map { $0 as CFDictionary },
        &buffer
    )
    try #require(result == kCVReturnSuccess)
    return try #require(buffer)
}
