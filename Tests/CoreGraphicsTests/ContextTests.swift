import CoreGraphics
import Testing

@Suite("Painting into bitmaps")
struct ContextTests {
    /// A layout, and where it keeps blue, green, red and alpha.
    struct Layout: CustomTestStringConvertible, Sendable {
        var name: String
        var info: UInt32
        var places: [Int]
        var testDescription: String { name }
    }

    static let layouts = [
        Layout(name: "BGRA", info: CGImageAlphaInfo.premultipliedFirst.rawValue | 0x2000, places: [0, 1, 2, 3]),
        Layout(name: "BGRX", info: CGImageAlphaInfo.noneSkipFirst.rawValue | 0x2000, places: [0, 1, 2]),
        Layout(name: "RGBA", info: CGImageAlphaInfo.premultipliedLast.rawValue, places: [2, 1, 0, 3]),
        Layout(name: "RGBX", info: CGImageAlphaInfo.noneSkipLast.rawValue | 0x4000, places: [2, 1, 0]),
        Layout(name: "ARGB", info: CGImageAlphaInfo.premultipliedFirst.rawValue, places: [3, 2, 1, 0]),
        Layout(name: "ABGR", info: CGImageAlphaInfo.premultipliedLast.rawValue | 0x2000, places: [1, 2, 3, 0]),
    ]

    static func context(_ width: Int, _ height: Int, _ info: UInt32 = 1) throws -> CGContext {
        try #require(
            CGContext(
                data: nil,
                width: width,
                height: height,
                bitsPerComponent: 8,
                bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: info
            )
        )
    }

    static func bytes(_ context: CGContext, _ column: Int, _ row: Int) throws -> [UInt8] {
        let start = try #require(context.data) + row * context.bytesPerRow + column * context.bitsPerPixel / 8
        return Array(UnsafeRawBufferPointer(start: start, count: context.bitsPerPixel / 8))
    }

    @Test("Each layout has its samples where it says", arguments: layouts)
    func layout(_ layout: Layout) throws {
        let context = try Self.context(5, 4, layout.info)
        context.setFillColor(red: 1, green: 0.6, blue: 0.2, alpha: 1)
        context.fill(CGRect(x: 1, y: 1, width: 2, height: 1))
        let inside = try Self.bytes(context, 1, 2)
        #expect(layout.places.map { inside[$0] } == [51, 153, 255, 255].prefix(layout.places.count).map { $0 })
        let outside = try Self.bytes(context, 1, 1)
        #expect(layout.places.prefix(3).allSatisfy { outside[$0] == 0 })
        #expect(context.makeImage()?.bitmapInfo == context.bitmapInfo)
    }

    @Test(
        "The origin is the lower left corner; an image is drawn upright, and once more is the same",
        arguments: layouts
    )
    func drawsUpright(_ layout: Layout) throws {
        let image = try ImageTests.ramp(6, 4)
        let context = try Self.context(6, 4, layout.info)
        context.draw(image, in: CGRect(x: 0, y: 0, width: 6, height: 4))
        for (column, row) in [(0, 0), (5, 0), (2, 3)] {
            let pixel = try Self.bytes(context, column, row)
            #expect(layout.places.prefix(3).map { pixel[$0] } == [7, UInt8(row), UInt8(column)])
        }
        let again = try Self.context(6, 4)
        again.draw(try #require(context.makeImage()), in: CGRect(x: 0, y: 0, width: 6, height: 4))
        #expect(try Self.bytes(again, 5, 3) == [5, 3, 7, 255])
    }

    @Test("A client's memory shows what was painted, and is painted upon")
    func clientMemory() throws {
        var memory = [UInt8](repeating: 40, count: 3 * 3 * 4)
        try memory.withUnsafeMutableBytes { buffer in
            let context = try #require(
                CGContext(
                    data: buffer.baseAddress,
                    width: 3,
                    height: 3,
                    bitsPerComponent: 8,
                    bytesPerRow: 12,
                    space: CGColorSpaceCreateDeviceRGB(),
                    bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue
                )
            )
            context.setFillColor(red: 1, green: 1, blue: 1, alpha: 0.5)
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
            // Changed behind the context's back.
            buffer[12 * 2 + 4] = 200
            context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
        }
        #expect(memory[0] == 40)
        #expect((147...149).contains(memory[24]))
        #expect((226...229).contains(memory[28]))
        #expect((147...149).contains(memory[29]))
    }

    @Test("Gray bitmaps hold brightness")
    func gray() throws {
        let context = try #require(
            CGContext(
                data: nil,
                width: 4,
                height: 2,
                bitsPerComponent: 8,
                bytesPerRow: 4,
                space: CGColorSpaceCreateDeviceGray(),
                bitmapInfo: CGImageAlphaInfo.none.rawValue
            )
        )
        context.setFillColor(gray: 0.4, alpha: 1)
        context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
        context.setFillColor(red: 0, green: 1, blue: 0, alpha: 1)
        context.fill(CGRect(x: 2, y: 0, width: 2, height: 2))
        #expect(try Self.bytes(context, 0, 0) == [102])
        #expect(try Self.bytes(context, 3, 1) == [182])
    }

    @Test("Transforms, clips and saved states")
    func states() throws {
        let context = try Self.context(10, 10)
        context.saveGState()
        context.translateBy(x: 5, y: 5)
        context.scaleBy(x: 2, y: 2)
        #expect(context.ctm == CGAffineTransform(a: 2, b: 0, c: 0, d: 2, tx: 5, ty: 5))
        #expect(context.convertToDeviceSpace(CGPoint(x: 1, y: 0)) == CGPoint(x: 7, y: 5))
        context.clip(to: CGRect(x: 0, y: 0, width: 1, height: 1))
        context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
        context.fill(CGRect(x: -10, y: -10, width: 30, height: 30))
        context.restoreGState()
        #expect(context.ctm == .identity)
        #expect(try Self.bytes(context, 5, 4) == [255, 0, 0, 255])
        #expect(try Self.bytes(context, 7, 4)[3] == 0)
        context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        #expect(try Self.bytes(context, 0, 9) == [0, 0, 0, 255])
    }

    @Test("Lines have the width that they were given, wherever the path was made")
    func strokes() throws {
        let context = try Self.context(20, 20)
        context.setStrokeColor(CGColor(red: 0, green: 0, blue: 1, alpha: 1))
        context.stroke(CGRect(x: 5, y: 5, width: 10, height: 10), width: 2)
        #expect(try Self.bytes(context, 4, 10) == [0, 0, 255, 255])
        #expect(try Self.bytes(context, 5, 10) == [0, 0, 255, 255])
        #expect(try Self.bytes(context, 6, 10)[3] == 0)
        context.setLineWidth(1)
        context.scaleBy(x: 4, y: 4)
        context.strokeLineSegments(between: [CGPoint(x: 0, y: 2.5), CGPoint(x: 5, y: 2.5)])
        #expect(try Self.bytes(context, 10, 9)[2] == 255)
        #expect(try Self.bytes(context, 10, 12)[3] == 0)
        #expect(context.isPathEmpty)
    }

    @Test("The even-odd rule leaves a hole; clearing makes transparent")
    func fillRules() throws {
        let context = try Self.context(9, 9)
        context.addRects([CGRect(x: 0, y: 0, width: 9, height: 9), CGRect(x: 3, y: 3, width: 3, height: 3)])
        context.fillPath(using: .evenOdd)
        #expect(try Self.bytes(context, 4, 4)[3] == 0)
        #expect(try Self.bytes(context, 1, 1)[3] == 255)
        context.clear(CGRect(x: 0, y: 0, width: 3, height: 9))
        #expect(try Self.bytes(context, 1, 1)[3] == 0)
    }

    @Test("Images are made smaller by averaging, and larger without smoothing if that is asked for")
    func scaling() throws {
        let bytes = Data((0..<16).flatMap { $0 % 2 == 0 ? [0, 0, 0, 255] as [UInt8] : [200, 200, 200, 255] })
        let image = try #require(ImageTests.image(bytes, 16, 1, bytesPerRow: 64))
        let small = try Self.context(1, 1)
        small.draw(image, in: CGRect(x: 0, y: 0, width: 1, height: 1))
        #expect((95...105).contains(try Self.bytes(small, 0, 0)[0]))
        let large = try Self.context(64, 1)
        large.interpolationQuality = .none
        large.draw(image, in: CGRect(x: 0, y: 0, width: 64, height: 1))
        let samples = try (0..<8).map { try Self.bytes(large, $0, 0)[0] }
        #expect(samples == [0, 0, 0, 0, 200, 200, 200, 200])
    }

    @Test("What cannot be painted leaves the context usable")
    func nonsense() throws {
        let context = try Self.context(4, 4)
        context.saveGState()
        context.scaleBy(x: 0, y: 1)
        context.stroke(CGRect(x: 0, y: 0, width: 2, height: 2))
        context.draw(try ImageTests.ramp(2, 2), in: CGRect(x: 0, y: 0, width: 2, height: 2))
        context.restoreGState()
        context.restoreGState()
        context.fill(CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1))
        context.draw(try ImageTests.ramp(2, 2), in: CGRect(x: CGFloat.nan, y: 0, width: 2, height: 2))
        context.fill(.null)
        context.fill(.infinite)
        context.clear(CGRect(x: 0, y: 0, width: 4, height: 4))
        context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
        #expect(try Self.bytes(context, 3, 3) == [0, 0, 0, 255])
    }

    @Test("Sizes and layouts that are not possible give no context")
    func refused() {
        func make(_ width: Int, _ height: Int, bits: Int = 8, bytesPerRow: Int = 0, info: CGImageAlphaInfo)
            -> CGContext?
        {
            CGContext(
                data: nil,
                width: width,
                height: height,
                bitsPerComponent: bits,
                bytesPerRow: bytesPerRow,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: info.rawValue
            )
        }
        #expect(make(4, 4, info: .premultipliedLast) != nil)
        #expect(make(0, 4, info: .premultipliedLast) == nil)
        #expect(make(40_000, 4, info: .premultipliedLast) == nil)
        #expect(make(4, 4, bits: 16, info: .premultipliedLast) == nil)
        #expect(make(4, 4, bytesPerRow: 15, info: .premultipliedLast) == nil)
        #expect(make(4, 4, info: .last) == nil)
    }
}
