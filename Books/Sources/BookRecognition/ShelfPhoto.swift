import BarcodeDetection
import BookMatching
import Foundation
import FoundationExtras
import ImageProcessing
import TextRecognition

/// What can be read in a photo of a shelf: lines of text, and ISBN codes. Places are pixels of the upright photo as it is stored.
public struct ShelfPhoto: Sendable {
    public var lines: [ReadLine]
    public var codes: [ReadCode]
    /// Pixels of the upright photo.
    public var width: Int
    public var height: Int

    /// Photos of more pixels are refused before memory is asked for.
    public static let maximumPixelCount = 100_000_000
    /// JPEG photos of more pixels are reduced while they are decoded: letters of a shelf that fills the photo are large then.
    public static let usefulPixelCount = 24_000_000

    /// Reads a photo. Takes about a second for ten books, on two processors.
    ///
    /// - Parameters:
    ///   - file: a whole JPEG, PNG or HEIC file. How it says that it is turned counts.
    ///   - reader: has the models.
    ///   - progress: told the share that is done, from 0 to 1; on the caller's thread.
    ///   - isCancelled: asked now and then.
    /// - Throws: `StillError` for what is no photo, `TextRecognitionError`.
    public init(
        file: Data,
        reader: TextReader = .shared,
        progress: (Double) -> Void = { _ in },
        isCancelled: () -> Bool = { false }
    ) throws {
        let still = try StillDecoder.decode(
            file,
            maximumPixelCount: Self.maximumPixelCount,
            usefulPixelCount: Self.usefulPixelCount
        )
        let orientation = CGImagePropertyOrientation(rawValue: UInt32(still.orientation)) ?? .up
        let image = try UprightImage(still.pixels, orientation: orientation)
        let pixels = try image.whole()
        let read = try reader.read(pixels, options: .thorough(pixels), progress: progress, isCancelled: isCancelled)
        let scale = Double(still.reduction)
        width = image.width * still.reduction
        height = image.height * still.reduction
        lines = read.map { ReadLine($0, scale: scale) }
        codes = try Self.codes(in: image).compactMap { ReadCode($0, scale: scale) }
    }

    private static func codes(in image: UprightImage) throws -> [FoundBarcode] {
        try image.luma(x: 0..<image.width, y: 0..<image.height) { luma, bytesPerRow in
            let plane = LumaPlane(
                pixels: luma,
                width: image.width,
                height: image.height,
                bytesPerRow: bytesPerRow
            )
            return try BarcodeReader.find(in: plane, kinds: .ean13)
        }
    }
}

extension ReadLine {
    fileprivate init(_ line: TextLine, scale: Double) {
        self.init(
            corners: line.quad.corners.map { SIMD2($0.x, $0.y) * scale },
            confidence: line.confidence,
            letters: line.read.letters.map {
                Letter(text: $0.text, confidence: $0.confidence, position: $0.position)
            }
        )
    }
}

extension ReadCode {
    /// - Returns: `nil` for a code that is no book's.
    fileprivate init?(_ code: FoundBarcode, scale: Double) {
        guard let isbn = ISBN(code.text) else { return nil }
        let corners = [code.corners.topLeft, code.corners.topRight, code.corners.bottomRight, code.corners.bottomLeft]
        self.init(isbn: isbn, corners: corners.map { SIMD2($0.x, $0.y) * scale })
    }
}
