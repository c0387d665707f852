import CoreVideo
import Testing

@Suite("CVImageBuffer")
struct CVImageBufferTests {
    @Test("Without attachments every size is the encoded one")
    func plain() throws {
        let buffer = try makeBuffer(kCVPixelFormatType_32BGRA, 720, 480)
        #expect(CVImageBufferGetEncodedSize(buffer) == CGSize(width: 720, height: 480))
        #expect(CVImageBufferGetDisplaySize(buffer) == CGSize(width: 720, height: 480))
        #expect(CVImageBufferGetCleanRect(buffer) == CGRect(x: 0, y: 0, width: 720, height: 480))
        #expect(CVImageBufferIsFlipped(buffer))
    }

    @Test("A DV frame has a clean rectangle at 8, 0 of 704 by 480 and is shown as 640 by 480")
    func digitalVideo() throws {
        let buffer = try makeBuffer(kCVPixelFormatType_32BGRA, 720, 480)
        let aperture: [CFString: Any] = [
            kCVImageBufferCleanApertureWidthKey: 704, kCVImageBufferCleanApertureHeightKey: 480,
            kCVImageBufferCleanApertureHorizontalOffsetKey: 0, kCVImageBufferCleanApertureVerticalOffsetKey: 0,
        ]
        let aspect: [CFString: Any] = [
            kCVImageBufferPixelAspectRatioHorizontalSpacingKey: 10,
            kCVImageBufferPixelAspectRatioVerticalSpacingKey: 11,
        ]
        CVBufferSetAttachment(buffer, kCVImageBufferCleanApertureKey, aperture as CFDictionary, .shouldPropagate)
        CVBufferSetAttachment(buffer, kCVImageBufferPixelAspectRatioKey, aspect as CFDictionary, .shouldPropagate)
        #expect(CVImageBufferGetCleanRect(buffer) == CGRect(x: 8, y: 0, width: 704, height: 480))
        #expect(CVImageBufferGetDisplaySize(buffer) == CGSize(width: 640, height: 480))
        let display: [CFString: Any] = [kCVImageBufferDisplayWidthKey: 654, kCVImageBufferDisplayHeightKey: 480]
        CVBufferSetAttachment(buffer, kCVImageBufferDisplayDimensionsKey, display as CFDictionary, .shouldPropagate)
        #expect(CVImageBufferGetDisplaySize(buffer) == CGSize(width: 654, height: 480))
    }

    @Test("Colour names and H.273 code points convert both ways")
    func codePoints() {
        #expect(CVColorPrimariesGetIntegerCodePointForString(kCVImageBufferColorPrimaries_ITU_R_709_2) == 1)
        #expect(CVTransferFunctionGetIntegerCodePointForString(kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ) == 16)
        #expect(CVYCbCrMatrixGetIntegerCodePointForString(kCVImageBufferYCbCrMatrix_ITU_R_601_4) == 6)
        #expect(CVYCbCrMatrixGetIntegerCodePointForString("nonsense") == 2)
        #expect(CVYCbCrMatrixGetIntegerCodePointForString(nil) == 2)
        #expect(
            CVColorPrimariesGetStringForIntegerCodePoint(12)?.takeUnretainedValue()
                === kCVImageBufferColorPrimaries_P3_D65
        )
        #expect(
            CVYCbCrMatrixGetStringForIntegerCodePoint(5)?.takeUnretainedValue() == kCVImageBufferYCbCrMatrix_ITU_R_601_4
        )
        #expect(CVTransferFunctionGetStringForIntegerCodePoint(99) == nil)
    }
}
