import CoreVideo
import Testing

@testable import ImageProcessing

@Suite("PixelTransformer: formats and colours")
struct PixelConversionTests {
    /// Rounding to eight bits in Y'CbCr and libyuv's eight-bit factors move a channel by at most this much.
    private let tolerance = 5.0

    private func expectSamePicture(
        _ source: ReferenceFormat,
        _ target: ReferenceFormat,
        matrix: YCbCrMatrix,
        width: Int,
        height: Int,
        alignment: Int = 64
    ) throws {
        let input = try ReferenceImage.make(
            source,
            width: width,
            height: height,
            matrix: matrix,
            alignment: alignment
        )
        let transformer = try PixelTransformer(pixelFormat: target.type)
        let output = try transformer.transform(input)
        #expect(CVPixelBufferGetPixelFormatType(output) == target.type)
        let before = ReferenceImage.colors(input, source, matrix: matrix)
        let after = ReferenceImage.colors(output, target, matrix: matrix)
        try #require(after.count == height && after[0].count == width)
        var worst = (distance: 0.0, x: 0, y: 0)
        for y in 0..<height {
            for x in 0..<width {
                let distance = expected(before[y][x], source, target, matrix).distance(to: after[y][x])
                if distance > worst.distance { worst = (distance, x, y) }
            }
        }
        let (x, y) = (worst.x, worst.y)
        #expect(
            worst.distance <= tolerance,
            "\(source) to \(target): \(x),\(y): \(before[y][x]) became \(after[y][x])"
        )
    }

    /// Luma alone is that of the picture's own matrix; between RGB and luma it is BT.601's.
    private func expected(
        _ color: ReferenceColor,
        _ source: ReferenceFormat,
        _ target: ReferenceFormat,
        _ matrix: YCbCrMatrix
    ) -> ReferenceColor {
        guard target.isGray else { return color }
        return source.isRGB ? color.asGray : luma(color, matrix)
    }

    private func luma(_ color: ReferenceColor, _ matrix: YCbCrMatrix) -> ReferenceColor {
        let y = ReferenceMatrix(matrix, isFull: true).encode(color).y
        return ReferenceColor(red: y, green: y, blue: y)
    }

    @Test("Every format becomes every other one with the right colours in BT.601", arguments: ReferenceFormat.all)
    func everyPair601(source: ReferenceFormat) throws {
        for target in ReferenceFormat.all {
            try expectSamePicture(source, target, matrix: .bt601, width: 64, height: 48)
        }
    }

    @Test("Every format becomes every other one with the right colours in BT.709", arguments: ReferenceFormat.all)
    func everyPair709(source: ReferenceFormat) throws {
        for target in ReferenceFormat.all {
            try expectSamePicture(source, target, matrix: .bt709, width: 64, height: 48)
        }
    }

    @Test("BT.2020 is honoured in both directions", arguments: [ReferenceFormat.nv12Video, .tenBitVideo, .bgra])
    func wideGamut(source: ReferenceFormat) throws {
        for target in [ReferenceFormat.bgra, .nv12Full, .nv12Video] {
            try expectSamePicture(source, target, matrix: .bt2020, width: 64, height: 48)
        }
    }

    @Test(
        "Odd sizes and rows without padding are converted whole",
        arguments: ReferenceFormat.all,
        [YCbCrMatrix.bt601, .bt709]
    )
    func oddSizes(source: ReferenceFormat, matrix: YCbCrMatrix) throws {
        for target in ReferenceFormat.all {
            try expectSamePicture(source, target, matrix: matrix, width: 41, height: 27, alignment: 2)
        }
    }

    @Test(
        "Every width is right up to its last pixel, for vectors and their remainders",
        arguments: [YCbCrMatrix.bt601, .bt709]
    )
    func everyWidth(matrix: YCbCrMatrix) throws {
        for width in 1...80 {
            for source in [ReferenceFormat.yuyv, .uyvy, .nv12Video, .bgra] {
                for target in [ReferenceFormat.nv12Full, .i420Full, .bgra, .yuyv] {
                    try expectSamePicture(source, target, matrix: matrix, width: width, height: 8)
                }
            }
        }
    }

    @Test("Widely padded rows are read where they are", arguments: ReferenceFormat.all)
    func paddedRows(source: ReferenceFormat) throws {
        for target in [ReferenceFormat.nv12Full, .bgra, .yuyv, .gray] {
            try expectSamePicture(source, target, matrix: .bt601, width: 48, height: 32, alignment: 512)
        }
    }

    @Test("All 256 values change their range exactly, rounded and clamped")
    func exactRanges() throws {
        let input = try ReferenceImage.buffer(ReferenceFormat.nv12Video.type, width: 256, height: 2)
        CVPixelBufferLockBaseAddress(input, [])
        for plane in 0..<2 {
            let base = CVPixelBufferGetBaseAddressOfPlane(input, plane)!.assumingMemoryBound(to: UInt8.self)
            for value in 0..<256 { base[value] = UInt8(value) }
        }
        CVPixelBufferUnlockBaseAddress(input, [])
        let output = try PixelTransformer(pixelFormat: ReferenceFormat.nv12Full.type).transform(input)
        CVPixelBufferLockBaseAddress(output, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(output, .readOnly) }
        let luma = CVPixelBufferGetBaseAddressOfPlane(output, 0)!.assumingMemoryBound(to: UInt8.self)
        let chroma = CVPixelBufferGetBaseAddressOfPlane(output, 1)!.assumingMemoryBound(to: UInt8.self)
        for value in 0..<256 {
            let fullLuma = min(max((Double(value - 16) * 255 / 219).rounded(), 0), 255)
            let fullChroma = min(max((Double(value - 128) * 255 / 224 + 128).rounded(), 0), 255)
            #expect(Double(luma[value]) == fullLuma)
            // Halves may round either way.
            #expect(abs(Double(chroma[value]) - fullChroma) <= (value == 16 || value == 240 ? 1 : 0))
        }
    }

    @Test("Pictures without a matrix are taken for BT.709 from HD on and for BT.601 below")
    func assumedMatrix() throws {
        #expect(YCbCrMatrix.assumed(width: 640, height: 480) == .bt601)
        #expect(YCbCrMatrix.assumed(width: 720, height: 576) == .bt601)
        #expect(YCbCrMatrix.assumed(width: 1280, height: 720) == .bt709)
        let input = try ReferenceImage.make(.nv12Video, width: 1280, height: 16, matrix: .bt709)
        CVBufferRemoveAllAttachments(input)
        let output = try PixelTransformer(pixelFormat: ReferenceFormat.bgra.type).transform(input)
        let colors = ReferenceImage.colors(output, .bgra)
        #expect(colors[4][20].distance(to: ReferenceImage.color(x: 20, y: 4)) <= tolerance)
    }

    @Test("Nothing to do gives the same buffer back")
    func identity() throws {
        for format in ReferenceFormat.all {
            let input = try ReferenceImage.make(format, width: 32, height: 16)
            let transformer = try PixelTransformer(
                pixelFormat: format.type,
                dimensions: PixelDimensions(width: 32, height: 16)
            )
            #expect(try transformer.transform(input) === input)
        }
    }

    @Test("Attachments go along, results in Y'CbCr name their matrix, a stale clean aperture is dropped")
    func attachments() throws {
        let input = try ReferenceImage.make(.nv12Video, width: 64, height: 32, matrix: .bt709)
        let value = kCVImageBufferColorPrimaries_EBU_3213
        CVBufferSetAttachment(input, kCVImageBufferColorPrimariesKey, value, .shouldPropagate)
        CVBufferSetAttachment(input, kCVImageBufferCleanApertureKey, value, .shouldPropagate)
        let output = try PixelTransformer(pixelFormat: ReferenceFormat.nv12Full.type)
            .transform(input, rotation: .clockwise90)
        #expect(CVBufferHasAttachment(output, kCVImageBufferColorPrimariesKey))
        #expect(!CVBufferHasAttachment(output, kCVImageBufferCleanApertureKey))
        #expect(YCbCrMatrix(attachmentOf: output) == .bt709)
        let plain = try ReferenceImage.make(.bgra, width: 64, height: 32)
        CVBufferRemoveAllAttachments(plain)
        let encoded = try PixelTransformer(pixelFormat: ReferenceFormat.nv12Full.type).transform(plain)
        #expect(YCbCrMatrix(attachmentOf: encoded) == .bt601)
    }

    @Test("A buffer that nobody holds any more is the next result: no allocation in the steady state")
    func reuse() throws {
        let input = try ReferenceImage.make(.nv12Video, width: 64, height: 32)
        let transformer = try PixelTransformer(pixelFormat: ReferenceFormat.bgra.type)
        var addresses: Set<UnsafeMutableRawPointer> = []
        for _ in 0..<20 {
            let output = try transformer.transform(input, rotation: .clockwise90)
            CVPixelBufferLockBaseAddress(output, .readOnly)
            addresses.insert(CVPixelBufferGetBaseAddress(output)!)
            CVPixelBufferUnlockBaseAddress(output, .readOnly)
        }
        #expect(addresses.count == 1)
        let held = try (0..<3).map { _ in try transformer.transform(input, rotation: .clockwise90) }
        #expect(Set(held.map(ObjectIdentifier.init)).count == 3)
    }

    @Test("Formats and sizes that cannot be made are typed errors")
    func errors() throws {
        #expect(throws: PixelTransformError.unsupportedPixelFormat(kCVPixelFormatType_64ARGB)) {
            try PixelTransformer(pixelFormat: kCVPixelFormatType_64ARGB)
        }
        let size = PixelDimensions(width: 0, height: 4)
        #expect(throws: PixelTransformError.invalidDimensions(size)) {
            try PixelTransformer(pixelFormat: kCVPixelFormatType_32BGRA, dimensions: size)
        }
        let input = try ReferenceImage.buffer(kCVPixelFormatType_64ARGB, width: 16, height: 16)
        let transformer = try PixelTransformer(pixelFormat: kCVPixelFormatType_32BGRA)
        #expect(throws: PixelTransformError.unsupportedPixelFormat(kCVPixelFormatType_64ARGB)) {
            try transformer.transform(input)
        }
    }
}
