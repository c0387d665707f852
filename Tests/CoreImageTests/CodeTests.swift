import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation
import Testing

@Suite("Codes that are drawn, and found again")
struct CodeTests {
    private let detector = CIDetector(
        ofType: CIDetectorTypeQRCode,
        context: nil,
        options: [CIDetectorAccuracy: CIDetectorAccuracyHigh]
    )

    private func code(_ text: String, _ level: String = "M") throws -> CIImage {
        let filter = CIFilter.qrCodeGenerator()
        filter.message = Data(text.utf8)
        filter.correctionLevel = level
        return try #require(filter.outputImage)
    }

    @Test("A QR code has one pixel for each square, and a margin of one; the more may be lost, the larger it is")
    func size() throws {
        #expect(try code("https://example.com").extent == CGRect(x: 0, y: 0, width: 27, height: 27))
        let sides = try ["L", "M", "Q", "H"].map { try code(String(repeating: "pinhole ", count: 20), $0).extent.width }
        #expect(sides == sides.sorted() && Set(sides).count == 4)
    }

    @Test("What was drawn is found, with its corners as it lies", arguments: [0, 90, 180, 270])
    func roundTrip(degrees: Int) throws {
        let text = "Grüße an 写真 \(degrees)"
        let large = try code(text).transformed(by: CGAffineTransform(scaleX: 8, y: 8))
        let side = large.extent.width
        let turned = large.transformed(by: CGAffineTransform(translationX: -side / 2, y: -side / 2))
            .transformed(by: CGAffineTransform(rotationAngle: CGFloat(degrees) * .pi / 180))
            .transformed(by: CGAffineTransform(translationX: 500, y: 300))
        let page = turned.composited(
            over: CIImage(color: .white).cropped(to: CGRect(x: 200, y: 50, width: 640, height: 480))
        )
        let found = try #require(detector?.features(in: page) as? [CIQRCodeFeature])
        #expect(found.map(\.messageString) == [text])
        let feature = try #require(found.first)
        #expect(feature.type == CIFeatureTypeQRCode)
        // From the middle to the upper left corner of an upright code it is 135 degrees.
        let direction = atan2(feature.topLeft.y - 300, feature.topLeft.x - 500) * 180 / .pi
        let expected = CGFloat((135 + degrees + 180) % 360 - 180)
        #expect(abs(direction - expected) < 3, "\(direction)")
        #expect(feature.bounds.contains(CGPoint(x: 500, y: 300)) && abs(feature.bounds.width - (side - 16)) < 12)
    }

    @Test("Nothing is found where nothing is, and nothing else is looked for")
    func nothing() throws {
        let plain = CIImage(color: .white)
        #expect(detector?.features(in: plain) == [])
        #expect(detector?.features(in: plain.cropped(to: CGRect(x: 0, y: 0, width: 300, height: 200))) == [])
        #expect(detector?.features(in: plain.cropped(to: CGRect(x: 0, y: 0, width: 1, height: 1))) == [])
        for type in [CIDetectorTypeFace, CIDetectorTypeRectangle, CIDetectorTypeText, "?"] {
            #expect(CIDetector(ofType: type, context: nil, options: nil) == nil)
        }
    }

    @Test("Messages that cannot be drawn make no image")
    func refused() throws {
        let filter = try #require(CIFilter(name: "CIQRCodeGenerator"))
        #expect(filter.outputImage == nil)
        for (message, level) in [("", "M"), ("a\0b", "M"), ("a", "X"), (String(repeating: "a", count: 3000), "L")] {
            filter.setValue(Data(message.utf8), forKey: "inputMessage")
            filter.setValue(level, forKey: "inputCorrectionLevel")
            #expect(filter.outputImage == nil, "\(message.prefix(9)) \(level)")
        }
        filter.setValue(NSData(data: Data([0xC4, 0xD6])), forKey: "inputMessage")
        filter.setValue("L", forKey: "inputCorrectionLevel")
        #expect(filter.outputImage != nil)
    }

    @Test("A linear code has its bars, its height and its margin")
    func linear() throws {
        let filter = CIFilter.code128BarcodeGenerator()
        filter.message = Data("PINHOLE".utf8)
        let usual = try #require(filter.outputImage)
        #expect(usual.extent.height == 32)
        filter.quietSpace = 0
        filter.barcodeHeight = 10
        let small = try #require(filter.outputImage)
        #expect(small.extent.height == 10 && usual.extent.width - small.extent.width == 20)
        // Begins and ends with a bar.
        let row = try rendered(small)[5]
        #expect(row.first == [0, 0, 0, 255] && row.last == [0, 0, 0, 255])
        filter.message = Data("ÄÖ".utf8)
        #expect(filter.outputImage == nil || filter.outputImage?.extent.isEmpty == false)
    }
}
