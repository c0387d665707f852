import CoreGraphics
import Foundation
import ImageIO
import SeededRandom
import Testing

@testable import ImageProcessing

@Suite("Reading image files")
struct SourceTests {
    @Test(
        "A source tells type and number, and decodes what is stored",
        arguments: ["public.jpeg", "public.png", "public.heic"]
    )
    func decodes(_ type: String) throws {
        let written = try file(try testImage(64, 48), type, [kCGImagePropertyOrientation: 6])
        let source = try source(written)
        #expect(CGImageSourceGetType(source) as String? == type)
        #expect(CGImageSourceGetCount(source) == 1 && CGImageSourceGetPrimaryImageIndex(source) == 0)
        #expect(CGImageSourceGetStatus(source) == .statusComplete)
        let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
        #expect(image.width == 64 && image.height == 48)
        #expect(try isRed(pixel(image, 3, 3)) && !isRed(pixel(image, 60, 3)))
        #expect(CGImageSourceCreateImageAtIndex(source, 1, nil) == nil)
        #expect(CGImageSourceCopyPropertiesAtIndex(source, 1, nil) == nil)
    }

    @Test(
        "Thumbnails have the size that is asked for, and are upright if that is asked for",
        arguments: 1...8,
        ["public.jpeg", "public.heic"]
    )
    func thumbnails(_ orientation: Int, _ type: String) throws {
        // The red corner is at the upper left of what is stored.
        let written = try file(try testImage(400, 200), type, [kCGImagePropertyOrientation: orientation])
        let options: [CFString: Any] = [
            kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceThumbnailMaxPixelSize: 100,
            kCGImageSourceCreateThumbnailWithTransform: true,
        ]
        let source = try source(written)
        let upright = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary))
        let (width, height) = orientation < 5 ? (100, 50) : (50, 100)
        #expect(upright.width == width && upright.height == height)
        // EXIF names where the first row and the first column are.
        let isRight = [2, 3, 6, 7].contains(orientation)
        let isBottom = [3, 4, 7, 8].contains(orientation)
        let corner = (isRight ? width - 4 : 3, isBottom ? height - 4 : 3)
        #expect(isRed(try pixel(upright, corner.0, corner.1)))
        let stored = options.merging([kCGImageSourceCreateThumbnailWithTransform: false]) { $1 }
        let plain = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, stored as CFDictionary))
        #expect(try plain.width == 100 && isRed(pixel(plain, 3, 3)))
    }

    @Test("A thumbnail is never larger than its image")
    func smallImage() throws {
        let options: [CFString: Any] = [
            kCGImageSourceCreateThumbnailFromImageIfAbsent: true, kCGImageSourceThumbnailMaxPixelSize: 1000,
        ]
        let source = try source(try file(try testImage(30, 21), "public.png"))
        let thumbnail = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary))
        #expect(thumbnail.width == 30 && thumbnail.height == 21)
        #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, nil) == nil)
    }

    @Test("The thumbnail that a file has is used, unless another is asked for")
    func embeddedThumbnail() throws {
        var metadata = ExifMetadata(timeZone: .gmt)
        metadata.thumbnail = try file(try testImage(16, 8), "public.jpeg")
        let photo = try ExifWriter.replacingMetadata(metadata, in: try file(try testImage(64, 32), "public.jpeg"))
        let source = try source(photo)
        #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, nil)?.width == 16)
        let ifAbsent: [CFString: Any] = [kCGImageSourceCreateThumbnailFromImageIfAbsent: true]
        #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, ifAbsent as CFDictionary)?.width == 16)
        let always: [CFString: Any] = [kCGImageSourceCreateThumbnailFromImageAlways: true]
        #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, always as CFDictionary)?.width == 64)
    }

    @Test("A file that comes bit by bit is complete in the end")
    func incremental() throws {
        let written = try file(try testImage(64, 48), "public.jpeg")
        let source = CGImageSourceCreateIncremental(nil)
        #expect(CGImageSourceGetStatus(source) == .statusReadingHeader)
        CGImageSourceUpdateData(source, written.prefix(written.count - 10) as CFData, false)
        #expect(CGImageSourceGetStatus(source) == .statusIncomplete)
        #expect(CGImageSourceCopyPropertiesAtIndex(source, 0, nil) != nil)
        #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) == nil)
        CGImageSourceUpdateData(source, written as CFData, true)
        #expect(CGImageSourceGetStatus(source) == .statusComplete)
        #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) != nil)
    }

    @Test("What is no image has no images")
    func noImage() throws {
        let text = try source(Data("no image at all".utf8))
        #expect(CGImageSourceGetCount(text) == 0 && CGImageSourceGetType(text) == nil)
        #expect(CGImageSourceGetStatus(text) == .statusUnknownType)
        #expect(CGImageSourceCreateImageAtIndex(text, 0, nil) == nil)
        #expect(CGImageSourceCreateThumbnailAtIndex(text, 0, nil) == nil)
        #expect(CGImageSourceCreateWithData(NSData(), nil) == nil)
        #expect(CGImageSourceCreateWithURL(URL(fileURLWithPath: "/no/such/file") as CFURL, nil) == nil)
    }

    @Test("A file that claims more pixels than any camera has is refused before memory is asked for")
    func bomb() throws {
        var png = try file(try testImage(16, 16), "public.png")
        // Width and height of the header, and a checksum that libpng would refuse anyway.
        png.replaceSubrange(16..<24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
        #expect(CGImageSourceCreateImageAtIndex(try source(png), 0, nil) == nil)
        var jpeg = try file(try testImage(16, 16), "public.jpeg")
        let frame = try #require(jpeg.range(of: Data([0xFF, 0xC0])))
        jpeg.replaceSubrange(frame.upperBound + 3..<frame.upperBound + 7, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(CGImageSourceCreateImageAtIndex(try source(jpeg), 0, nil) == nil)
    }

    @Test(
        "Damaged files give something or nothing, and nothing else",
        arguments: [("public.jpeg", 400), ("public.png", 400), ("public.heic", 100)]
    )
    func damaged(_ type: String, _ rounds: Int) throws {
        let whole = try file(try testImage(48, 32), type, DestinationTests.camera)
        var random = SeededGenerator(seed: 20_261_123)
        let always: [CFString: Any] = [
            kCGImageSourceCreateThumbnailFromImageIfAbsent: true, kCGImageSourceThumbnailMaxPixelSize: 20,
            kCGImageSourceCreateThumbnailWithTransform: true,
        ]
        for round in 0..<rounds {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                // Most of the damage goes to the head, where the structures are.
                let end = round % 2 == 0 ? min(700, bytes.count) : bytes.count
                bytes[Int.random(in: 0..<end, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if round % 5 == 0 { bytes = bytes.prefix(Int.random(in: 1...bytes.count, using: &random)) }
            let source = try source(bytes)
            _ = CGImageSourceCopyPropertiesAtIndex(source, 0, nil)
            _ = CGImageSourceCreateImageAtIndex(source, 0, nil)
            _ = CGImageSourceCreateThumbnailAtIndex(source, 0, always as CFDictionary)
            let copy = NSMutableData()
            let destination = try #require(CGImageDestinationCreateWithData(copy, type as CFString, 1, nil))
            let change: [CFString: Any] = [kCGImagePropertyOrientation: 3]
            CGImageDestinationAddImageFromSource(destination, source, 0, change as CFDictionary)
            _ = CGImageDestinationFinalize(destination)
        }
    }
}
