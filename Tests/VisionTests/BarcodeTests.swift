import CCairo
import ImageIO
import Testing
import Vision

/// Codes, drawn bar by bar from their definition.
@Suite("VNDetectBarcodesRequest")
struct BarcodeTests {
    /// Pride and Prejudice.
    private static let isbn = "9780141439518"

    @Test("R-PLAT-7: an EAN-13 is read with its digits and its place", arguments: [0, 90, 180, 270])
    func ean13(degrees: Int) throws {
        let picture = try EAN13Drawing.picture(Self.isbn, degrees: degrees)
        let request = VNDetectBarcodesRequest()
        try VNImageRequestHandler(cvPixelBuffer: picture).perform([request])
        let code = try #require(request.results?.first)
        #expect(request.results?.count == 1)
        #expect(code.payloadStringValue == Self.isbn)
        #expect(code.symbology == .ean13)
        #expect(abs(code.boundingBox.midX - 0.5) < 0.05)
        #expect(abs(code.boundingBox.midY - 0.5) < 0.15)
    }

    @Test("A CGImage is looked at like its pixels, turned as it is told")
    func cgImage() async throws {
        for orientation in [CGImagePropertyOrientation.up, .right, .left] {
            let pixels = try Stored.pixels(of: EAN13Drawing.picture(Self.isbn, degrees: 0), orientation: orientation)
            let image = try #require(PixelBufferImage.image(of: pixels))
            let request = VNDetectBarcodesRequest()
            try VNImageRequestHandler(cgImage: image, orientation: orientation).perform([request])
            #expect(request.results?.first?.payloadStringValue == Self.isbn)
            let codes = try await DetectBarcodesRequest().perform(on: image, orientation: orientation)
            #expect(codes.first?.payloadString == Self.isbn)
        }
    }

    @Test("Kinds that nobody asked for are not told, and one that cannot be read is an error")
    func kinds() throws {
        let picture = try EAN13Drawing.picture(Self.isbn, degrees: 0)
        let request = VNDetectBarcodesRequest()
        request.symbologies = [.qr]
        try VNImageRequestHandler(cvPixelBuffer: picture).perform([request])
        #expect(request.results?.isEmpty == true)
        request.symbologies = []
        try VNImageRequestHandler(cvPixelBuffer: picture).perform([request])
        #expect(request.results?.isEmpty == true)
        request.symbologies = [.msiPlessey]
        #expect {
            try VNImageRequestHandler(cvPixelBuffer: picture).perform([request])
        } throws: {
            ($0 as NSError).code == VNErrorCode.invalidArgument.rawValue
        }
        #expect(try !request.supportedSymbologies().contains(.msiPlessey))
    }

    @Test("A code whose check digit is wrong is none")
    func wrongCheckDigit() throws {
        let picture = try EAN13Drawing.picture("9780141439517", degrees: 0)
        let request = VNDetectBarcodesRequest()
        try VNImageRequestHandler(cvPixelBuffer: picture).perform([request])
        #expect(request.results?.isEmpty == true)
    }

    @Test("The Swift interface finds the same")
    func swiftInterface() async throws {
        let picture = try EAN13Drawing.picture(Self.isbn, degrees: 0)
        var request = DetectBarcodesRequest()
        request.symbologies = [.ean13]
        let codes = try await request.perform(on: picture)
        #expect(codes.map(\.payloadString) == [Self.isbn])
        #expect(codes.map(\.symbology) == [.ean13])
    }
}

/// An EAN-13 by the standard's tables.
enum EAN13Drawing {
    private static let left = [
        "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011",
    ]
    /// Which of the left digits have the mirrored pattern, by the first digit.
    private static let parities = [
        "000000", "001011", "001101", "001110", "010011", "011001", "011100", "010101", "010110", "011010",
    ]

    private static func modules(_ digits: String) -> String {
        let values = digits.compactMap(\.wholeNumberValue)
        let right = left.map { String($0.map { $0 == "0" ? "1" : "0" }) }
        var bars = "101"
        for (digit, parity) in zip(values[1...6], parities[values[0]]) {
            bars += parity == "0" ? left[digit] : String(right[digit].reversed())
        }
        bars += "01010"
        for digit in values[7...12] { bars += right[digit] }
        return bars + "101"
    }

    static func picture(_ digits: String, degrees: Int) throws -> CVPixelBuffer {
        let buffer = try DrawnText.picture([])
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        let surface = cairo_image_surface_create_for_data(
            CVPixelBufferGetBaseAddress(buffer)?.assumingMemoryBound(to: UInt8.self),
            CAIRO_FORMAT_RGB24,
            640,
            480,
            Int32(CVPixelBufferGetBytesPerRow(buffer))
        )
        let context = cairo_create(surface)
        defer {
            cairo_destroy(context)
            cairo_surface_destroy(surface)
        }
        cairo_translate(context, 320, 240)
        cairo_rotate(context, Double(degrees) * .pi / 180)
        for (index, module) in modules(digits).enumerated() where module == "1" {
            cairo_rectangle(context, Double(index) * 3 - 142.5, -60, 3, 120)
        }
        cairo_fill(context)
        cairo_surface_flush(surface)
        return buffer
    }
}
