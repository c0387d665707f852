import CoreImage
import Foundation
import Testing

@Suite("Images of files, and files of images")
struct FileTests {
    private static let space = CGColorSpace(name: CGColorSpace.sRGB) ?? CGColorSpaceCreateDeviceRGB()

    /// Red above, blue below.
    private static let flag = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 16, width: 32, height: 16))
        .composited(over: CIImage(color: .blue)).cropped(to: CGRect(x: 0, y: 0, width: 32, height: 32))

    private func isFlag(_ image: CIImage, _ upper: Pixel = red, _ lower: Pixel = blue) throws -> Bool {
        let result = try rendered(image)
        return result.count == 32 && isNear(result[4][16], upper) && isNear(result[27][16], lower)
    }

    private func isNear(_ pixel: Pixel, _ expected: Pixel) -> Bool {
        zip(pixel, expected).allSatisfy { found, wanted in abs(Int(found) - Int(wanted)) <= 8 }
    }

    @Test("What was written is read")
    func roundTrip() throws {
        let context = CIContext()
        let files = [
            context.jpegRepresentation(of: Self.flag, colorSpace: Self.space),
            context.pngRepresentation(of: Self.flag, format: .RGBA8, colorSpace: Self.space),
            context.heifRepresentation(of: Self.flag, format: .RGBA8, colorSpace: Self.space),
        ]
        for file in files {
            let data = try #require(file)
            let image = try #require(CIImage(data: data))
            #expect(image.extent == Self.flag.extent)
            #expect(try isFlag(image))
            #expect(image.properties[kCGImagePropertyPixelWidth as String] as? Int == 32)
        }
    }

    @Test("Quality counts; its key is one of Image I/O's")
    func quality() throws {
        let rows = (0..<32).map { row -> [Pixel] in
            (0..<32).map { column -> Pixel in
                let red = UInt8((column * 37 + row * 91) % 256)
                return [red, UInt8(row * 8), UInt8(column * 8), 255]
            }
        }
        let noise = CIImage(cvPixelBuffer: try buffer(rows))
        let key = kCGImageDestinationLossyCompressionQuality as CIImageRepresentationOption
        let sizes = [0.1, 0.9].map {
            CIContext().jpegRepresentation(of: noise, colorSpace: Self.space, options: [key: $0])?.count ?? 0
        }
        #expect(sizes[0] > 0 && sizes[0] < sizes[1])
    }

    @Test("Properties are written, and orientation is applied when asked for")
    func properties() throws {
        let marked = Self.flag.settingProperties([
            kCGImagePropertyOrientation as String: 3,
            kCGImagePropertyExifDictionary as String: [kCGImagePropertyExifUserComment as String: "flag"],
        ])
        let file = try #require(CIContext().jpegRepresentation(of: marked, colorSpace: Self.space))
        let stored = try #require(CIImage(data: file))
        #expect((stored.properties[kCGImagePropertyOrientation as String] as? NSNumber)?.intValue == 3)
        let exif = stored.properties[kCGImagePropertyExifDictionary as String] as? [String: Any]
        #expect(exif?[kCGImagePropertyExifUserComment as String] as? String == "flag")
        #expect(try isFlag(stored))
        let upright = try #require(CIImage(data: file, options: [.applyOrientationProperty: true]))
        #expect(upright.properties[kCGImagePropertyOrientation as String] == nil)
        #expect(try isFlag(upright, blue, red))
        let bare = try #require(CIImage(data: file, options: [.properties: NSNull()]))
        #expect(bare.properties.isEmpty)
    }

    @Test("Files are written and read by their place")
    func urls() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("flag.png")
        let context = CIContext()
        try context.writePNGRepresentation(of: Self.flag, to: url, format: .RGBA8, colorSpace: Self.space)
        let image = try #require(CIImage(contentsOf: url))
        #expect(image.url == url && image.cgImage?.width == 32)
        #expect(try isFlag(image))
        #expect(CIImage(contentsOf: folder.appendingPathComponent("none.png")) == nil)
        #expect(throws: CocoaError.self) {
            try context.writeJPEGRepresentation(of: CIImage(color: .red), to: url, colorSpace: Self.space)
        }
    }

    @Test("Damaged files are no images, or cannot be rendered")
    func damaged() throws {
        #expect(CIImage(data: Data()) == nil && CIImage(data: Data("no image".utf8)) == nil)
        let file = try #require(CIContext().jpegRepresentation(of: Self.flag, colorSpace: Self.space))
        #expect(CIImage(data: file.prefix(20)) == nil)
        let half = CIImage(data: file.prefix(file.count - 40))
        #expect(half.map { CIContext().createCGImage($0, from: $0.extent) == nil } ?? true)
    }

    @Test("What is transparent is black in JPEG")
    func transparent() throws {
        let half = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 16, width: 32, height: 16))
            .composited(over: CIImage(color: .clear)).cropped(to: Self.flag.extent)
        let file = try #require(CIContext().jpegRepresentation(of: half, colorSpace: Self.space))
        #expect(try isFlag(try #require(CIImage(data: file)), red, [0, 0, 0, 255]))
    }

    @Test("Rows of bytes make an image, or an empty one")
    func bitmapData() throws {
        let size = CGSize(width: 2, height: 1)
        let bytes = Data(red + green)
        let image = CIImage(bitmapData: bytes, bytesPerRow: 8, size: size, format: .BGRA8, colorSpace: nil)
        #expect(try rendered(image) == [[red, green]])
        let short = CIImage(bitmapData: bytes, bytesPerRow: 4, size: size, format: .BGRA8, colorSpace: nil)
        #expect(short.extent.isEmpty)
    }
}
