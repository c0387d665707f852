import CoreVideo
import Foundation
import SeededRandom
import Testing

@testable import ImageProcessing

@Suite("MJPEGFrameCheck")
struct MJPEGFrameCheckTests {
    private static let size = PixelDimensions(width: 160, height: 120)

    private func frame() throws -> Data {
        let buffer = try ReferenceImage.make(.yuyv, width: 160, height: 120, color: Scene.color)
        return try JPEGEncoder().encode(buffer)
    }

    private func check(_ data: Data, _ expected: PixelDimensions? = Self.size) throws -> MJPEGFrameCheck.Frame {
        try data.withUnsafeBytes { try MJPEGFrameCheck.check($0, expected: expected) }
    }

    @Test("A whole frame passes, with padding and without")
    func whole() throws {
        let image = try frame()
        for padding in [0, 1, 4096] {
            let found = try check(image + Data(count: padding))
            #expect(found.dimensions == Self.size)
            #expect(found.byteCount == image.count)
            #expect(found.hasHuffmanTables)
        }
        #expect(try check(image, nil).dimensions == Self.size)
    }

    @Test("Restart markers, fill bytes and missing tables are nothing unusual")
    func unusual() throws {
        let image = try frame()
        var marked = image
        marked.insert(contentsOf: [0xFF, 0xD3, 0xFF, 0xFF, 0x00], at: image.count - 20)
        // The insertion may split a stuffed byte pair, but not here.
        #expect(image[image.count - 21] != 0xFF)
        #expect(try check(marked).byteCount == image.count + 5)
        let segments = try withBytes(image) { bytes throws(JPEGError) in try JPEGSegments.header(bytes) }
        var stripped = image
        for segment in segments.reversed() where segment.marker == JPEGSegments.huffmanTables {
            stripped.removeSubrange(segment.start..<segment.end)
        }
        #expect(try !check(stripped).hasHuffmanTables)
    }

    @Test("What cannot be shown is told apart")
    func problems() throws {
        let image = try frame()
        let scan = try withBytes(image) { bytes throws(JPEGError) in try JPEGSegments.header(bytes) }.last!.end
        var otherStart = image
        otherStart[1] = 0xD9
        var brokenLength = image
        brokenLength.replaceSubrange(4..<6, with: [0xFF, 0xFF])
        var shortLength = image
        shortLength.replaceSubrange(4..<6, with: [0, 1])
        let torn = image.prefix(scan + 40) + image
        let cases: [(Data, MJPEGFrameCheck.Problem)] = [
            (Data(), .tooShort(byteCount: 0)),
            (Data(count: 124), .tooShort(byteCount: 124)),
            (Data(count: 4096), .noStartOfImage),
            (otherStart, .noStartOfImage),
            (image.dropFirst(), .noStartOfImage),
            (brokenLength.prefix(30000), .damagedHeader),
            (shortLength, .damagedHeader),
            (image.prefix(scan - 3), .damagedHeader),
            (image.prefix(scan + 40), .noEndOfImage),
            (image.dropLast(), .noEndOfImage),
            (image.dropLast(2) + Data(count: 100), .noEndOfImage),
            (Data(torn), .markerInScan(offset: scan + 40)),
            (Data([0xFF, 0xD8]) + Data(repeating: 0xFF, count: 400), .damagedHeader),
        ]
        for (index, (data, problem)) in cases.enumerated() {
            #expect(throws: problem, "case \(index)") { try check(Data(data)) }
        }
        #expect(throws: MJPEGFrameCheck.Problem.wrongDimensions(Self.size)) {
            try check(image, PixelDimensions(width: 640, height: 480))
        }
    }

    @Test("Noise never crashes (seed 11)")
    func fuzz() {
        var random = SeededGenerator(seed: 11)
        for round in 0..<5000 {
            let count = Int.random(in: 0...600, using: &random)
            // Few values, so that markers are frequent.
            let values: [UInt8] = [0xFF, 0xD8, 0xD9, 0xDA, 0xC0, 0xC4, 0xE1, 0x00, 0x02, 0x08, 0x11]
            var bytes = (0..<count).map { _ in values.randomElement(using: &random)! }
            if count > 2, round % 2 == 0 { bytes.replaceSubrange(0..<2, with: [0xFF, 0xD8]) }
            bytes.withUnsafeBytes { _ = try? MJPEGFrameCheck.check($0, expected: nil) }
        }
    }
}
