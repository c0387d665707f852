import CoreVideo
import Foundation
import ImageProcessing
import RecognitionService
import Testing
import VisionModel

@Suite("Photos as models get them")
struct PreparedPhotoTests {
    /// A picture that is bright in its upper left corner alone, as a JPEG that is to be turned.
    private static func photo(width: Int, height: Int, orientation: Int) throws -> Data {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(kCFAllocatorDefault, width, height, kCVPixelFormatType_32BGRA, nil, &made)
        let pixels = try #require(made)
        CVPixelBufferLockBaseAddress(pixels, [])
        let base = try #require(CVPixelBufferGetBaseAddress(pixels))
        for row in 0..<height {
            let line = base + row * CVPixelBufferGetBytesPerRow(pixels)
            memset(line, 0, width * 4)
            if row < height / 2 { memset(line, 255, width / 2 * 4) }
        }
        CVPixelBufferUnlockBaseAddress(pixels, [])
        let jpeg = try JPEGEncoder().withEncodedBytes(of: pixels, options: JPEGEncodingOptions()) { Data($0) }
        return try oriented(jpeg, orientation)
    }

    /// Puts an APP1 segment with nothing but the orientation behind the file's beginning.
    private static func oriented(_ jpeg: Data, _ orientation: Int) throws -> Data {
        let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0]
        let tiff: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1] + entry + [0, 0, 0, 0]
        let exif = Array("Exif\0\0".utf8) + tiff
        let segment: [UInt8] = [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif
        return jpeg.prefix(2) + Data(segment) + jpeg.dropFirst(2)
    }

    @Test(
        "Every orientation becomes upright, and is made no larger than wanted",
        arguments: [(1, 0, 0), (2, 1, 0), (3, 1, 1), (4, 0, 1), (5, 0, 0), (6, 1, 0), (7, 1, 1), (8, 0, 1)]
    )
    func orientation(number: Int, brightColumn: Int, brightRow: Int) throws {
        let photo = try PreparedPhoto(file: Self.photo(width: 400, height: 300, orientation: number), longestSide: 200)
        let isTurned = number >= 5
        #expect(photo.photoSize == (isTurned ? PixelSize(width: 300, height: 400) : PixelSize(width: 400, height: 300)))
        #expect(photo.imageSize == (isTurned ? PixelSize(width: 150, height: 200) : PixelSize(width: 200, height: 150)))
        let image = try JPEGDecoder(pixelFormat: kCVPixelFormatType_OneComponent8).decode(photo.image)
        #expect(CVPixelBufferGetWidth(image) == photo.imageSize.width && photo.mediaType == "image/jpeg")
        CVPixelBufferLockBaseAddress(image, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(image, .readOnly) }
        let base = try #require(CVPixelBufferGetBaseAddress(image)).assumingMemoryBound(to: UInt8.self)
        for (column, row) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let x = photo.imageSize.width * (1 + 2 * column) / 4
            let y = photo.imageSize.height * (1 + 2 * row) / 4
            let isBright = base[y * CVPixelBufferGetBytesPerRow(image) + x] > 128
            #expect(isBright == ((column, row) == (brightColumn, brightRow)), "\(column) \(row)")
        }
    }

    @Test("A photo that is small stays as it is; one that was reduced tells its own size")
    func size() throws {
        let small = try PreparedPhoto(file: Self.photo(width: 64, height: 48, orientation: 1))
        #expect(small.imageSize == PixelSize(width: 64, height: 48) && small.photoSize == small.imageSize)
        let large = try PreparedPhoto(file: Self.photo(width: 1600, height: 1200, orientation: 1), longestSide: 200)
        #expect(large.photoSize == PixelSize(width: 1600, height: 1200))
        #expect(large.imageSize == PixelSize(width: 200, height: 150))
    }

    @Test(
        "What is no photo is said to be none",
        arguments: [Data(), Data("text".utf8), Data([0xFF, 0xD8, 0xFF, 0xE0])]
    )
    func damaged(file: Data) {
        #expect(throws: UnrecognizablePhoto.self) { try PreparedPhoto(file: file) }
    }
}
