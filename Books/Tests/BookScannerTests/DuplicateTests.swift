import BookScanner
import CoreVideo
import Foundation
import ImageProcessing
import SeededRandom
import Testing

@Suite("Duplicates (R-SCAN-6)")
struct DuplicateTests {
    /// A shelf of spines of random widths, heights and brightness, with bands for titles.
    private func shelf(seed: UInt64, shift: Double = 0, gain: Double = 1, noise: Double = 0) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        var spines: [(end: Double, luma: Double, top: Double, band: (Double, Double, Double))] = []
        var x = 0.0
        while x < 80 {
            x += 2.5 + random.nextUnit() * 6
            let start = random.nextUnit() * 0.7
            spines.append(
                (
                    x, 30 + random.nextUnit() * 200, random.nextUnit() * 16,
                    (start, start + 0.25, random.nextUnit() * 255)
                )
            )
        }
        return (0..<64).flatMap { y in
            (0..<64).map { x in
                let spine = spines.first { $0.end > Double(x) + shift }!
                let height = (Double(y) - spine.top) / (64 - spine.top)
                let luma = height < 0 ? 20 : height > spine.band.0 && height < spine.band.1 ? spine.band.2 : spine.luma
                return UInt8(max(0, min(255, luma * gain + (random.nextUnit() - 0.5) * noise)))
            }
        }
    }

    @Test("What is no photo has no hash")
    func noPhoto() {
        #expect(ImageHash(jpeg: Data()) == nil)
        #expect(ImageHash(jpeg: Data("no photo at all".utf8)) == nil)
    }

    @Test("A HEIC of a shelf has the hash of its JPEG")
    func heic() throws {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, 256, 256, kCVPixelFormatType_OneComponent8, nil, &made)
        let picture = try #require(made)
        let luma = shelf(seed: 7)
        CVPixelBufferLockBaseAddress(picture, [])
        let base = try #require(CVPixelBufferGetBaseAddress(picture)).assumingMemoryBound(to: UInt8.self)
        for y in 0..<256 {
            for x in 0..<256 { base[y * CVPixelBufferGetBytesPerRow(picture) + x] = luma[y / 4 * 64 + x / 4] }
        }
        CVPixelBufferUnlockBaseAddress(picture, [])
        let jpeg = try #require(ImageHash(jpeg: try JPEGEncoder().encode(picture)))
        let file = try HEICFile(image: try HEIFEncoder().encode(picture, quality: 80)).encoded()
        let heic = try #require(ImageHash(jpeg: file))
        #expect(heic.distance(to: jpeg) <= 8)
    }

    @Test(
        "Brightness, noise and a small shift stay within the distance of duplicates; other shelves do not",
        arguments: 0..<20
    )
    func imageHash(seed: Int) throws {
        let seed = UInt64(seed)
        let hash = try #require(ImageHash(luma: shelf(seed: seed)))
        for same in [shelf(seed: seed, gain: 0.8), shelf(seed: seed, noise: 12), shelf(seed: seed, shift: 0.6)] {
            let other = try #require(ImageHash(luma: same))
            #expect(hash.distance(to: other) <= ImageHash.duplicateDistance)
        }
        let other = try #require(ImageHash(luma: shelf(seed: seed + 1000)))
        #expect(hash.distance(to: other) > ImageHash.duplicateDistance)
        #expect(ImageHash(data: hash.data) == hash)
    }

    @Test("Anything but 64 x 64 bytes has no hash")
    func wrongSize() {
        #expect(ImageHash(luma: [UInt8](repeating: 0, count: 4095)) == nil)
        #expect(ImageHash(data: Data(count: 31)) == nil)
    }

    @Test("ISBN of 10 and 13 digits are one; wrong check digits are none")
    func isbn() {
        #expect(BookIdentity.isbn13("0-306-40615-2") == "9780306406157")
        #expect(BookIdentity.isbn13("978-0-306-40615-7") == "9780306406157")
        #expect(BookIdentity.isbn13("080442957X") == "9780804429573")
        #expect(BookIdentity.isbn13("978-0-306-40615-8") == nil)
        #expect(BookIdentity.isbn13("0-306-40615-3") == nil)
        #expect(BookIdentity.isbn13("4006381333931") == nil, "an EAN that is no ISBN")
        #expect(BookIdentity.isbn13("") == nil)
    }

    @Test("Titles are the same whatever their case, accents and punctuation, authors in any order")
    func titles() {
        let one = BookIdentity(title: "Cien años de soledad", author: "Gabriel García Márquez", isbn: nil)
        let other = BookIdentity(title: "CIEN ANOS  DE SOLEDAD.", author: "Garcia Marquez, Gabriel", isbn: nil)
        #expect(one.titleAndAuthor == other.titleAndAuthor)
        #expect(BookIdentity(title: " ... ", author: "x", isbn: nil).titleAndAuthor == nil)
        #expect(BookIdentity(title: "戦争と平和", author: "", isbn: nil).titleAndAuthor != nil)
    }
}
