import BarcodeDetection
import Foundation
import Testing

@Suite("Codes in the frames of a camera")
struct BarcodeSearchTests {
    private static let area = CGRect(x: 0, y: 0, width: 1920, height: 1080)

    private func frame(_ codes: [(DrawnBarcode, CGPoint, Double)] = []) -> GrayImage {
        var image = GrayImage(width: 1920, height: 1080)
        for (code, center, module) in codes { image.draw(code, at: center, module: module) }
        return image
    }

    /// How many searches it takes until so many codes are in sight; `nil` for more than 60.
    private func searchCount(
        _ search: BarcodeSearch,
        at image: GrayImage,
        area: CGRect = Self.area,
        until count: Int = 1
    ) throws -> Int? {
        for number in 1...60 {
            let found = try image.withPlane { try search.detect(in: $0, area: area, kinds: [.qr, .ean13, .code128]) }
            if found.count == count { return number }
        }
        return nil
    }

    @Test("A code of usual size is found at once, lying or standing soon")
    func usual() throws {
        let code = try #require(DrawnBarcode(.ean13, "9780141439518"))
        #expect(try searchCount(BarcodeSearch(), at: frame([(code, CGPoint(x: 960, y: 540), 5)])) == 1)
        var standing = frame()
        standing.draw(code, module: 5, degrees: 90)
        #expect(try #require(try searchCount(BarcodeSearch(), at: standing)) <= 3)
    }

    @Test("Small codes are found at full resolution, in the middle soon, at the edge at last")
    func small() throws {
        let code = try #require(DrawnBarcode(.code128, "Small but there"))
        #expect(try #require(try searchCount(BarcodeSearch(), at: frame([(code, CGPoint(x: 960, y: 540), 1.5)]))) <= 2)
        let search = BarcodeSearch()
        let image = frame([(code, CGPoint(x: 1600, y: 950), 1.5)])
        #expect(try searchCount(search, at: image) != nil)
        // Found once, it stays in sight.
        for _ in 0..<8 {
            let found = try image.withPlane {
                try search.detect(in: $0, area: Self.area, kinds: .code128.union(.qr).union(.ean13))
            }
            #expect(found.map(\.text) == ["Small but there"])
        }
    }

    @Test("Codes are followed, found beside others, and gone two searches after they left")
    func following() throws {
        let search = BarcodeSearch()
        let (a, b) = (try #require(DrawnBarcode(.qr, "A")), try #require(DrawnBarcode(.qr, "B")))
        func detect(_ image: GrayImage) throws -> [FoundBarcode] {
            try image.withPlane { try search.detect(in: $0, area: Self.area, kinds: .qr) }
        }
        for step in 0..<6 {
            let center = CGPoint(x: 500 + Double(step) * 40, y: 400)
            let found = try detect(frame([(a, center, 8)]))
            #expect(found.map(\.text) == ["A"])
            #expect(abs(try #require(found.first).corners.center.x - center.x) < 4)
        }
        let both = frame([(a, CGPoint(x: 700, y: 400), 8), (b, CGPoint(x: 1500, y: 700), 8)])
        var found: [FoundBarcode] = []
        for _ in 0..<6 { found = try detect(both) }
        #expect(found.map(\.text) == ["A", "B"])
        #expect(try detect(frame()).count == 2)
        #expect(try detect(frame()).isEmpty)
    }

    @Test("Nothing is looked for outside of the area, and a small area is looked at in full resolution")
    func area() throws {
        let code = try #require(DrawnBarcode(.code128, "Small but there"))
        let image = frame([(code, CGPoint(x: 400, y: 300), 1.5)])
        let area = CGRect(x: 100, y: 100, width: 600, height: 400)
        #expect(try searchCount(BarcodeSearch(), at: image, area: area) == 1)
        #expect(
            try searchCount(BarcodeSearch(), at: image, area: CGRect(x: 1000, y: 500, width: 600, height: 400)) == nil
        )
        #expect(try searchCount(BarcodeSearch(), at: image, area: .null) == nil)
        #expect(try searchCount(BarcodeSearch(), at: image, area: CGRect(x: 5000, y: 0, width: 10, height: 10)) == nil)
    }
}
