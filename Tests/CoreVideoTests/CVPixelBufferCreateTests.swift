import Testing

@testable import CoreVideo

/// What a format's buffer of 34 by 18 pixels must look like.
private struct Expectation: CustomTestStringConvertible {
    var type: OSType
    /// Width, height and bytes per row of every plane.
    var planes: [[Int]]

    init(_ type: OSType, _ planes: [Int]...) {
        self.type = type
        self.planes = planes
    }

    var testDescription: String { fourCharCodeString(type) }
}

private let expectations: [Expectation] = [
    Expectation(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, [34, 18, 64], [17, 9, 64]),
    Expectation(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, [34, 18, 64], [17, 9, 64]),
    Expectation(kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, [34, 18, 128], [17, 9, 128]),
    Expectation(kCVPixelFormatType_420YpCbCr10BiPlanarFullRange, [34, 18, 128], [17, 9, 128]),
    Expectation(kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, [34, 18, 64], [17, 18, 64]),
    Expectation(kCVPixelFormatType_444YpCbCr8BiPlanarFullRange, [34, 18, 64], [34, 18, 128]),
    Expectation(kCVPixelFormatType_420YpCbCr8Planar, [34, 18, 64], [17, 9, 64], [17, 9, 64]),
    Expectation(kCVPixelFormatType_420YpCbCr8PlanarFullRange, [34, 18, 64], [17, 9, 64], [17, 9, 64]),
    Expectation(kCVPixelFormatType_420YpCbCr8VideoRange_8A_TriPlanar, [34, 18, 64], [17, 9, 64], [34, 18, 64]),
    Expectation(kCVPixelFormatType_32BGRA, [34, 18, 192]),
    Expectation(kCVPixelFormatType_32ARGB, [34, 18, 192]),
    Expectation(kCVPixelFormatType_32RGBA, [34, 18, 192]),
    Expectation(kCVPixelFormatType_24RGB, [34, 18, 128]),
    Expectation(kCVPixelFormatType_24BGR, [34, 18, 128]),
    Expectation(kCVPixelFormatType_422YpCbCr8_yuvs, [34, 18, 128]),
    Expectation(kCVPixelFormatType_422YpCbCr8, [34, 18, 128]),
    Expectation(kCVPixelFormatType_422YpCbCr10, [34, 18, 128]),
    Expectation(kCVPixelFormatType_OneComponent8, [34, 18, 64]),
    Expectation(kCVPixelFormatType_OneComponent16, [34, 18, 128]),
    Expectation(kCVPixelFormatType_DepthFloat16, [34, 18, 128]),
    Expectation(kCVPixelFormatType_DepthFloat32, [34, 18, 192]),
    Expectation(kCVPixelFormatType_DisparityFloat16, [34, 18, 128]),
    Expectation(kCVPixelFormatType_DisparityFloat32, [34, 18, 192]),
    Expectation(kCVPixelFormatType_1Monochrome, [34, 18, 64]),
]

@Suite("CVPixelBufferCreate")
struct CVPixelBufferCreateTests {
    @Test("Planes have the format's sizes and rows of whole 64 bytes", arguments: expectations)
    fileprivate func planes(_ expected: Expectation) throws {
        let buffer = try makeBuffer(expected.type, 34, 18)
        #expect(CVPixelBufferGetWidth(buffer) == 34 && CVPixelBufferGetHeight(buffer) == 18)
        #expect(CVPixelBufferGetPixelFormatType(buffer) == expected.type)
        #expect(CVPixelBufferIsPlanar(buffer) == (expected.planes.count > 1))
        #expect(CVPixelBufferGetPlaneCount(buffer) == (expected.planes.count > 1 ? expected.planes.count : 0))
        for (index, plane) in expected.planes.enumerated() {
            let found = buffer.plane(index)
            #expect([found.width, found.height, found.bytesPerRow] == plane)
            #expect(UInt(bitPattern: found.baseAddress).isMultiple(of: 64))
        }
    }

    @Test(
        "Every known format can be created, filled to the last byte and described",
        arguments: PixelFormatRegistry.types
    )
    func everyFormat(_ type: OSType) throws {
        let buffer = try makeBuffer(type, 35, 19)
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        for index in buffer.layout.planes.indices {
            let plane = buffer.plane(index)
            memset(plane.baseAddress, 0xFF, plane.bytesPerRow * plane.height)
            let end = plane.baseAddress + plane.bytesPerRow * plane.height
            #expect(end <= buffer.baseAddress + CVPixelBufferGetDataSize(buffer))
        }
        #expect(CVPixelFormatDescriptionCreateWithPixelFormatType(nil, type) != nil)
    }

    @Test("Planes do not overlap and odd sizes round chroma up")
    func oddSizes() throws {
        let buffer = try makeBuffer(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, 1281, 721)
        #expect(CVPixelBufferGetWidthOfPlane(buffer, 1) == 641)
        #expect(CVPixelBufferGetHeightOfPlane(buffer, 1) == 361)
        #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, 0) == 1344)
        #expect(buffer.plane(1).baseAddress - buffer.plane(0).baseAddress >= 1344 * 721)
    }

    @Test(
        "Formats without a layout here are refused",
        arguments: [
            0, kCVPixelFormatType_Lossy_32BGRA, kCVPixelFormatType_Lossless_420YpCbCr8BiPlanarFullRange,
        ]
    )
    func unknownFormat(_ type: OSType) {
        var buffer: CVPixelBuffer?
        #expect(CVPixelBufferCreate(nil, 16, 16, type, nil, &buffer) == kCVReturnInvalidPixelFormat)
        #expect(buffer == nil)
        #expect(!CVIsCompressedPixelFormatAvailable(type))
    }

    @Test(
        "Sizes that are not positive or overflow are refused",
        arguments: [
            (0, 16), (16, 0), (-1, 16), (Int.max, 2), (1 << 40, 1 << 40),
        ]
    )
    func badSize(_ width: Int, _ height: Int) {
        var buffer: CVPixelBuffer?
        #expect(
            CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_32BGRA, nil, &buffer) == kCVReturnInvalidSize
        )
    }

    @Test("Row and plane alignments are honoured; other than powers of two are refused")
    func alignment() throws {
        let attributes: [CFString: Any] = [
            kCVPixelBufferBytesPerRowAlignmentKey: 256, kCVPixelBufferPlaneAlignmentKey: 4096,
        ]
        let buffer = try makeBuffer(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, 100, 50, attributes)
        #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, 0) == 256)
        #expect(UInt(bitPattern: buffer.plane(1).baseAddress).isMultiple(of: 4096))
        let packed = try makeBuffer(kCVPixelFormatType_24RGB, 10, 10, [kCVPixelBufferBytesPerRowAlignmentKey: 1])
        #expect(CVPixelBufferGetBytesPerRow(packed) == 30)
        var refused: CVPixelBuffer?
        let wrong = [kCVPixelBufferBytesPerRowAlignmentKey: 3] as CFDictionary
        #expect(
            CVPixelBufferCreate(nil, 16, 16, kCVPixelFormatType_32BGRA, wrong, &refused)
                == kCVReturnInvalidPixelBufferAttributes
        )
    }

    @Test("Creation attributes come back with format and size")
    func creationAttributes() throws {
        let buffer = try makeBuffer(kCVPixelFormatType_32BGRA, 20, 10, [kCVPixelBufferMetalCompatibilityKey: true])
        let attributes = CVPixelBufferCopyCreationAttributes(buffer) as? [String: Any]
        #expect(attributes?[kCVPixelBufferWidthKey as String] as? Int == 20)
        #expect(attributes?[kCVPixelBufferHeightKey as String] as? Int == 10)
        #expect(attributes?[kCVPixelBufferPixelFormatTypeKey as String] as? UInt32 == kCVPixelFormatType_32BGRA)
        #expect(attributes?[kCVPixelBufferMetalCompatibilityKey as String] as? Bool == true)
    }

    @Test("Extended pixels surround the image and are filled from its edges")
    func extendedPixels() throws {
        let attributes: [CFString: Any] = [
            kCVPixelBufferExtendedPixelsLeftKey: 2, kCVPixelBufferExtendedPixelsRightKey: 4,
            kCVPixelBufferExtendedPixelsTopKey: 2, kCVPixelBufferExtendedPixelsBottomKey: 6,
        ]
        let buffer = try makeBuffer(kCVPixelFormatType_420YpCbCr8Planar, 4, 4, attributes)
        var (left, right, top, bottom) = (0, 0, 0, 0)
        CVPixelBufferGetExtendedPixels(buffer, &left, &right, &top, &bottom)
        #expect((left, right, top, bottom) == (2, 4, 2, 6))
        for index in 0..<3 {
            let plane = buffer.plane(index)
            for row in 0..<plane.height {
                for column in 0..<plane.width {
                    let value = UInt8(index * 100 + row * 10 + column)
                    plane.baseAddress.storeBytes(
                        of: value,
                        toByteOffset: row * plane.bytesPerRow + column,
                        as: UInt8.self
                    )
                }
            }
        }
        #expect(CVPixelBufferFillExtendedPixels(buffer) == kCVReturnSuccess)
        let luma = buffer.plane(0)
        func byte(_ column: Int, _ row: Int) -> UInt8 {
            (luma.baseAddress + row * luma.bytesPerRow + column).load(as: UInt8.self)
        }
        #expect([byte(-2, -2), byte(-1, 0), byte(7, 1), byte(2, -2), byte(7, 9)] == [0, 0, 13, 2, 33])
        let chroma = buffer.plane(2)
        #expect((chroma.baseAddress - chroma.bytesPerRow - 1).load(as: UInt8.self) == 200)
    }

    @Test("Attribute dictionaries resolve to one that satisfies all, or not at all")
    func resolvedAttributes() throws {
        let first: [CFString: Any] = [
            kCVPixelBufferPixelFormatTypeKey: [kCVPixelFormatType_32BGRA, kCVPixelFormatType_32ARGB],
            kCVPixelBufferWidthKey: 640, kCVPixelBufferBytesPerRowAlignmentKey: 16,
        ]
        let second: [CFString: Any] = [
            kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32ARGB, kCVPixelBufferWidthKey: 640,
            kCVPixelBufferBytesPerRowAlignmentKey: 128,
        ]
        var resolved: CFDictionary?
        #expect(
            CVPixelBufferCreateResolvedAttributesDictionary(nil, [first, second] as CFArray, &resolved)
                == kCVReturnSuccess
        )
        let dictionary = try #require(resolved as? [String: Any])
        #expect(dictionary[kCVPixelBufferPixelFormatTypeKey as String] as? UInt32 == kCVPixelFormatType_32ARGB)
        #expect(dictionary[kCVPixelBufferBytesPerRowAlignmentKey as String] as? Int == 128)
        let contradiction = [kCVPixelBufferWidthKey: 320]
        #expect(
            CVPixelBufferCreateResolvedAttributesDictionary(nil, [first, contradiction] as CFArray, &resolved)
                == kCVReturnInvalidPixelBufferAttributes
        )
        #expect(resolved == nil)
    }

    @Test("Compatibility looks at format, size, alignment and extended pixels")
    func compatibility() throws {
        let buffer = try makeBuffer(kCVPixelFormatType_32BGRA, 16, 16)
        func compatible(_ attributes: [CFString: Any]) -> Bool {
            CVPixelBufferIsCompatibleWithAttributes(buffer, attributes as CFDictionary)
        }
        #expect(CVPixelBufferIsCompatibleWithAttributes(buffer, nil))
        #expect(compatible([kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA, kCVPixelBufferWidthKey: 16]))
        #expect(!compatible([kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32ARGB]))
        #expect(!compatible([kCVPixelBufferHeightKey: 17]))
        #expect(!compatible([kCVPixelBufferBytesPerRowAlignmentKey: 128]))
        #expect(!compatible([kCVPixelBufferExtendedPixelsLeftKey: 1]))
    }
}
