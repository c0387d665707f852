import BarcodeDetection
import Foundation
import SeededRandom
import Testing

/// A code that can be drawn.
struct Sample: Sendable, CustomTestStringConvertible {
    var name: String
    var kind: BarcodeKinds
    var text: String
    /// What a reader says, if not what was written.
    var read: String?

    var testDescription: String { name }

    static let linear = [
        Sample(name: "EAN-13", kind: .ean13, text: "9780141439518"),
        Sample(name: "EAN-8", kind: .ean8, text: "96385074"),
        Sample(name: "UPC-E", kind: .upcE, text: "01234565"),
        Sample(name: "Code 39", kind: .code39, text: "HELLO39"),
        Sample(name: "Code 93", kind: .code93, text: "HELLO93"),
        Sample(name: "Code 128", kind: .code128, text: "Hello128"),
        Sample(name: "ITF-14", kind: .itf, text: "12345678901231"),
        Sample(name: "Interleaved 2 of 5", kind: .itf, text: "123456"),
        Sample(name: "Codabar", kind: .codabar, text: "A12345B", read: "12345"),
    ]
    static let matrix = [
        Sample(name: "QR", kind: .qr, text: "https://example.com/\u{e9}"),
        Sample(name: "Aztec", kind: .aztec, text: "HELLO AZTEC"),
        Sample(name: "Data Matrix", kind: .dataMatrix, text: "HELLO MATRIX"),
        Sample(name: "PDF417", kind: .pdf417, text: "HELLO PDF417"),
    ]

    func drawn() throws -> DrawnBarcode { try #require(DrawnBarcode(kind, text, barHeight: 50)) }
}

@Suite("Codes in pictures")
struct BarcodeReaderTests {
    @Test(
        "Every kind is read with its corners, whichever side is up",
        arguments: Sample.linear + Sample.matrix,
        [0.0, 90, 180, 270]
    )
    func kinds(sample: Sample, degrees: Double) throws {
        let code = try sample.drawn()
        var image = GrayImage()
        image.draw(code, degrees: degrees)
        let found = try image.codes()
        #expect(found.map(\.kind) == [sample.kind] && found.map(\.text) == [sample.read ?? sample.text])
        let truth = GrayImage.corners(code, CGPoint(x: 480, y: 270), 3, degrees)
        #expect(try #require(found.first).corners.distance(to: truth) < 4)
    }

    @Test("Linear codes at a slant have the corners of their bars", arguments: Sample.linear, [4.0, 10, 172, 262])
    func slant(sample: Sample, degrees: Double) throws {
        let code = try sample.drawn()
        var image = GrayImage()
        image.draw(code, degrees: degrees)
        let found = try image.codes()
        #expect(found.map(\.text) == [sample.read ?? sample.text])
        let truth = GrayImage.corners(code, CGPoint(x: 480, y: 270), 3, degrees)
        #expect(try #require(found.first).corners.distance(to: truth) < 12)
    }

    @Test(
        "Of an interleaved two of five at a slant no part is taken for a code",
        arguments: [15.0, 20, 25, 30, 35, 205]
    )
    func partialITF(degrees: Double) throws {
        let code = try #require(DrawnBarcode(.itf, "12345678901231", barHeight: 50))
        var image = GrayImage()
        image.draw(code, degrees: degrees)
        #expect(try image.codes().allSatisfy { $0.text == "12345678901231" })
    }

    @Test("Codes that say the same are all read: two copies of a book, and one read along rows and columns")
    func copies() throws {
        let code = try #require(DrawnBarcode(.ean13, "9780141439518"))
        var image = GrayImage(width: 1920, height: 1080)
        for (index, degrees) in [0.0, 90, 12, 0].enumerated() {
            let center = CGPoint(x: 450 + Double(index % 2) * 1000, y: 280 + Double(index / 2) * 500)
            image.draw(code, at: center, degrees: degrees)
        }
        let found = try image.codes()
        #expect(found.count == 4 && found.allSatisfy { $0.text == "9780141439518" })
        var slanted = GrayImage()
        slanted.draw(try #require(DrawnBarcode(.ean8, "96385074", barHeight: 80)), degrees: 45)
        #expect(try slanted.codes().map(\.text) == ["96385074"])
    }

    @Test("A UPC-A is an EAN-13 whose first digit is zero")
    func upcA() throws {
        var image = GrayImage()
        image.draw(try #require(DrawnBarcode(.ean13, "0036000291452")))
        #expect(try image.codes(.ean13).map(\.text) == ["0036000291452"])
    }

    @Test("Kinds that nobody asked for are not told")
    func unwanted() throws {
        var image = GrayImage()
        image.draw(try #require(DrawnBarcode(.qr, "HELLO")), module: 6)
        #expect(try image.codes(.ean13).isEmpty)
        #expect(try image.codes([]).isEmpty)
    }

    @Test("Pictures that show nothing, are too small or too large are harmless")
    func nothing() throws {
        #expect(try GrayImage(width: 1920, height: 1080, background: 0).codes().isEmpty)
        #expect(try GrayImage(width: 16, height: 16).codes().isEmpty)
        #expect(throws: BarcodeError.unsuitableImage(width: 15, height: 16)) {
            try GrayImage(width: 15, height: 16).codes()
        }
        var huge = GrayImage(width: 400, height: 400)
        huge.draw(try #require(DrawnBarcode(.qr, "HELLO")), module: 40)
        #expect(try huge.codes().isEmpty)
        var tiny = GrayImage(width: 400, height: 400)
        tiny.draw(try #require(DrawnBarcode(.qr, "HELLO")), module: 0.5)
        #expect(try tiny.codes().isEmpty)
        #expect(DrawnBarcode(.ean13, "not digits") == nil && DrawnBarcode(.microQR, "1") == nil)
        #expect(DrawnBarcode([.qr, .aztec], "1") == nil)
    }

    @Test("Damaged codes, also of a false length, are read right or not at all", arguments: 1...60)
    func damaged(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let samples = Sample.linear + Sample.matrix
        var image = GrayImage(width: 640, height: 480, background: UInt8.random(in: 0...255, using: &generator))
        for _ in 0..<3 {
            let code = try (samples.randomElement(using: &generator) ?? samples[0]).drawn()
            // In PDF417 the second word says how many there are; in the others a stripe takes what it meets.
            let (from, count) = (
                Int.random(in: 0..<code.width, using: &generator), Int.random(in: 0...20, using: &generator)
            )
            let noise = (0..<code.width * code.height).map { _ in Int.random(in: 0..<8, using: &generator) }
            image.draw(
                code,
                at: CGPoint(
                    x: Double.random(in: 0...640, using: &generator),
                    y: Double.random(in: 0...480, using: &generator)
                ),
                module: Double.random(in: 1...6, using: &generator),
                degrees: Double.random(in: 0..<360, using: &generator)
            ) { x, y in
                (from..<from + count).contains(x) ? noise[y * code.width + x] % 2 == 0 : nil
            }
        }
        image.addNoise(Int.random(in: 0...60, using: &generator), &generator)
        #expect(try image.codes().count < 20)
    }
}
