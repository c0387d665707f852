import CoreVideo
import Testing

@Suite("CVPixelBufferCreate")
struct CVPixelBufferCreateTests {
    @Test("A 420v buffer has two planes, half-size chroma and rows of whole 64 bytes")
    func biPlanar() throws {
        var buffer: CVPixelBuffer?
        #expect(
            CVPixelBufferCreate(nil, 1281, 721, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, nil, &buffer)
                == kCVReturnSuccess)
        let pixels = try #require(buffer)
        #expect(CVPixelBufferIsPlanar(pixels))
        #expect(CVPixelBufferGetPlaneCount(pixels) == 2)
        #expect(CVPixelBufferGetWidthOfPlane(pixels, 1) == 641)
        #expect(CVPixelBufferGetHeightOfPlane(pixels, 1) == 361)
        #expect(CVPixelBufferGetBytesPerRowOfPlane(pixels, 0) == 1344)
        #expect(CVPixelBufferGetBytesPerRowOfPlane(pixels, 1) == 1344)
    }
}
