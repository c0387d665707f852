import Foundation

@testable import ImageProcessing

/// What is read of a HEIF file before and beside libheif.
enum HEIFHarness {
    static func run(_ bytes: UnsafeRawBufferPointer) {
        let file = Data(bytes)
        _ = try? HEVCParameters.largestSize(in: file)
        let size = PixelDimensions(width: 64, height: 64)
        if let image = HEVCImage(file: bytes, dimensions: size, codedDimensions: size, matrix: .bt601) {
            precondition(image.byteCount <= bytes.count, "an image that is longer than its file")
        }
        _ = try? HEIFDecoder.metadata(of: file)
    }
}

#if FUZZER
    let harness = HEIFHarness.run
#endif
