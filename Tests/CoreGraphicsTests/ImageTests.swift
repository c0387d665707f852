import CoreGraphics
import Testing

@Suite("Images in memory")
struct ImageTests {
    /// Pixels whose red is the column and whose green is the row.
    static func ramp(_ width: Int, _ height: Int, padding: Int = 0) throws -> CGImage {
        var bytes: [UInt8] = []
        for row in 0..<height {
            for column in 0..<width { bytes += [UInt8(column), UInt8(row), 7, 255] }
            bytes += [UInt8](repeating: 99, count: padding)
        }
        return try #require(image(Data(bytes), width, height, bytesPerRow: width * 4 + padding))
    }

    static func image(
        _ bytes: Data,
        _ width: Int,
        _ height: Int,
        bits: (component: Int, pixel: Int) = (8, 32),
        bytesPerRow: Int,
        info: CGImageAlphaInfo = .premultipliedLast,
        space: CGColorSpace = CGColorSpaceCreateDeviceRGB()
    ) -> CGImage? {
        CGDataProvider(data: bytes as CFData).flatMap {
            CGImage(
                width: width,
                height: height,
                bitsPerComponent: bits.component,
                bitsPerPixel: bits.pixel,
                bytesPerRow: bytesPerRow,
                space: space,
                bitmapInfo: CGBitmapInfo(rawValue: info.rawValue),
                provider: $0,
                decode: nil,
                shouldInterpolate: true,
                intent: .defaultIntent
            )
        }
    }

    @Test("An image tells what it was made of")
    func properties() throws {
        let image = try Self.ramp(3, 2, padding: 4)
        #expect(image.width == 3 && image.height == 2)
        #expect(image.bitsPerComponent == 8 && image.bitsPerPixel == 32 && image.bytesPerRow == 16)
        #expect(image.alphaInfo == .premultipliedLast && image.byteOrderInfo == .orderDefault)
        #expect(image.colorSpace == CGColorSpaceCreateDeviceRGB())
        #expect(image.dataProvider?.data?.length == 32)
        #expect(CFGetTypeID(image) == CGImage.typeID)
    }

    @Test("Too few bytes, contradictions and layouts that are not supported give no image")
    func refused() {
        let bytes = Data(count: 64)
        #expect(Self.image(bytes, 4, 4, bytesPerRow: 16) != nil)
        // The last row needs no padding.
        #expect(Self.image(bytes, 2, 3, bytesPerRow: 28) != nil)
        #expect(Self.image(bytes, 4, 5, bytesPerRow: 16) == nil)
        #expect(Self.image(bytes, 5, 2, bytesPerRow: 16) == nil)
        #expect(Self.image(bytes, 0, 4, bytesPerRow: 16) == nil)
        #expect(Self.image(bytes, .max, .max, bytesPerRow: .max) == nil)
        #expect(Self.image(bytes, 2, 2, bits: (16, 64), bytesPerRow: 16) == nil)
        #expect(Self.image(bytes, 2, 2, bits: (8, 24), bytesPerRow: 8) == nil)
        #expect(Self.image(bytes, 2, 2, bytesPerRow: 8, space: CGColorSpaceCreateDeviceCMYK()) == nil)
    }

    @Test("A part of an image shares its bytes and is cut off at the borders")
    func cropping() throws {
        let image = try Self.ramp(8, 6, padding: 12)
        let part = try #require(image.cropping(to: CGRect(x: 2.5, y: 1, width: 2, height: 40)))
        #expect(part.width == 3 && part.height == 5)
        let bytes = try #require(part.dataProvider?.data) as Data
        #expect(bytes.prefix(3) == Data([2, 1, 7]))
        #expect(part.bytesPerRow == image.bytesPerRow)
        #expect(Array(part.unmultiplied(1, 2).prefix(2)) == [3, 3])
        #expect(image.cropping(to: CGRect(x: 8, y: 0, width: 2, height: 2)) == nil)
        #expect(image.cropping(to: .null) == nil)
        // Of a part again.
        let inner = try #require(part.cropping(to: CGRect(x: 1, y: 1, width: 1, height: 1)))
        #expect(Array((try #require(inner.dataProvider?.data) as Data).prefix(2)) == [3, 2])
    }

    @Test("Somebody's bytes are not copied, and go back when nobody needs them")
    func releasedBytes() throws {
        let owner = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
        owner.initialize(to: 0)
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 4)
        bytes.initializeMemory(as: UInt8.self, repeating: 3, count: 16)
        defer {
            bytes.deallocate()
            owner.deallocate()
        }
        do {
            let provider = CGDataProvider(dataInfo: owner, data: bytes, size: 16) { info, _, size in
                info?.assumingMemoryBound(to: Int32.self).pointee += Int32(size)
            }
            #expect(try #require(provider?.data).length == 16)
            #expect(owner.pointee == 0)
        }
        #expect(owner.pointee == 16)
    }

    @Test("Colour spaces have names, models and numbers of components")
    func spaces() throws {
        let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
        #expect(p3.model == .rgb && p3.numberOfComponents == 3 && p3.isWideGamutRGB)
        #expect(p3.name as String? == "kCGColorSpaceDisplayP3")
        #expect(CGColorSpaceCreateDeviceGray().numberOfComponents == 1)
        #expect(CGColorSpace(name: "no such space") == nil)
    }

    @Test("Colours have components with alpha as the last")
    func colors() {
        let red = CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)
        #expect(red.components == [1, 0, 0, 0.5] && red.alpha == 0.5 && red.numberOfComponents == 4)
        #expect(red.copy(alpha: 1) == CGColor(red: 1, green: 0, blue: 0, alpha: 1))
        #expect(CGColor.white.components == [1, 1])
    }
}

extension CGImage {
    /// Red, green and so on of a pixel.
    func unmultiplied(_ column: Int, _ row: Int) -> [UInt8] {
        let pixels = unmultipliedPixels()
        let size = pixels.count / (width * height)
        let start = (row * width + column) * size
        return Array(pixels[start..<start + size])
    }
}
