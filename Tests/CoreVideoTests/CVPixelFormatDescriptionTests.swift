import CoreVideo
import Testing

@Suite("Pixel format descriptions")
struct CVPixelFormatDescriptionTests {
    @Test("Known formats are listed and described")
    func known() throws {
        let all = try #require(CVPixelFormatDescriptionArrayCreateWithAllPixelFormatTypes(nil) as? [NSNumber])
        #expect(all.contains(NSNumber(value: kCVPixelFormatType_32BGRA)))
        let description = try #require(
            CVPixelFormatDescriptionCreateWithPixelFormatType(nil, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
                as? [String: Any]
        )
        #expect(description[kCVPixelFormatContainsYCbCr as String] as? Bool == true)
        #expect(
            description[kCVPixelFormatComponentRange as String] as? NSString == kCVPixelFormatComponentRange_VideoRange
        )
        #expect((description[kCVPixelFormatPlanes as String] as? [Any])?.count == 2)
        #expect(CVPixelFormatDescriptionCreateWithPixelFormatType(nil, 0x1234_5678) == nil)
    }

    @Test("A registered format can be created")
    func registration() throws {
        let type: OSType = 0x7465_7374
        let half: [CFString: Any] = [kCVPixelFormatBitsPerBlock: 24, kCVPixelFormatHorizontalSubsampling: 2]
        let description: [CFString: Any] = [
            kCVPixelFormatPlanes: [[kCVPixelFormatBitsPerBlock: 8] as CFDictionary, half as CFDictionary],
            kCVPixelFormatContainsRGB: true,
        ]
        CVPixelFormatDescriptionRegisterDescriptionWithPixelFormatType(description as CFDictionary, type)
        let buffer = try makeBuffer(type, 20, 10, [kCVPixelBufferBytesPerRowAlignmentKey: 1])
        #expect(CVPixelBufferGetPlaneCount(buffer) == 2)
        #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, 1) == 30)
    }

    @Test("A description without block sizes stops the process")
    func badRegistration() async {
        await #expect(processExitsWith: .failure) {
            CVPixelFormatDescriptionRegisterDescriptionWithPixelFormatType([:] as CFDictionary, 0x7465_7374)
        }
    }

    @Test("Codes print as characters, numbers as numbers")
    func fourCharCodes() {
        #expect(CVPixelFormatTypeCopyFourCharCodeString(kCVPixelFormatType_32BGRA) == "BGRA")
        #expect(CVPixelFormatTypeCopyFourCharCodeString(kCVPixelFormatType_32ARGB) == "32")
    }

    @Test("The host clock runs in nanoseconds and does not go back")
    func hostClock() {
        let first = CVGetCurrentHostTime()
        #expect(CVGetCurrentHostTime() >= first)
        #expect(CVGetHostClockFrequency() == 1e9)
    }
}
