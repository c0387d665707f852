import BarcodeDetection
import BookCatalogue
import BookMatching
import Foundation
import FoundationExtras
import ImageProcessing
import ScanProtocol
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

extension PhotoResult {
    /// What stands on a shelf, in the order in which it stands.
    /// - Parameters:
    ///   - name: the photo's name or path.
    ///   - catalogue: what the photo is compared with; `nil` for its text alone.
    /// - Throws: what the catalogue throws.
    public init(_ photo: ShelfPhoto, named name: String, catalogue: BookCatalogue?) throws {
        let shelf = ShelfReading(photo.lines, codes: photo.codes)
        let books = try catalogue?.books(on: shelf) ?? shelf.books()
        self.init(photo: name, books: books.inShelfOrder.compactMap(RecognizedBook.init))
    }
}

extension RecognizedBook {
    /// - Returns: `nil` for a book without a place.
    fileprivate init?(_ book: ShelfBook) {
        guard book.box.count == 4 else { return nil }
        let corners = book.box.map { PixelPoint(x: $0.x.rounded(to: 10), y: $0.y.rounded(to: 10)) }
        self.init(
            title: book.title,
            author: book.author,
            isbn: book.isbn?.description,
            score: min(1, max(0, book.score)).rounded(to: 10_000),
            accepted: book.isAccepted,
            text: book.text,
            box: Quadrilateral(
                topLeft: corners[0],
                topRight: corners[1],
                bottomRight: corners[2],
                bottomLeft: corners[3]
            )
        )
    }
}

extension Double {
    /// The nearest multiple of a fraction. More digits would say nothing.
    fileprivate func rounded(to fractions: Double) -> Double { (self * fractions).rounded() / fractions }
}

extension [ShelfBook] {
    /// The books in the order in which they stand: board by board from the top, on each from the left to the right.
    public var inShelfOrder: [ShelfBook] {
        var boards: [(top: Double, bottom: Double, books: [ShelfBook])] = []
        // Tall books say where a board is; what lies in piles joins them.
        for book in sorted(by: { $0.extent.length > $1.extent.length }) {
            let extent = book.extent
            let middle = (extent.top + extent.bottom) / 2
            if let index = boards.firstIndex(where: { ($0.top...$0.bottom).contains(middle) }) {
                boards[index].books.append(book)
            } else {
                boards.append((extent.top, extent.bottom, [book]))
            }
        }
        return boards.sorted { $0.top < $1.top }.flatMap { board in
            board.books.sorted { ($0.center.x, $0.center.y) < ($1.center.x, $1.center.y) }
        }
    }
}

extension ShelfBook {
    fileprivate var center: SIMD2<Double> { box.reduce(.zero, +) / Double(Swift.max(1, box.count)) }

    /// From its highest corner to its lowest one.
    fileprivate var extent: (top: Double, bottom: Double, length: Double) {
        let heights = box.map(\.y)
        let (top, bottom) = (heights.min() ?? 0, heights.max() ?? 0)
        return (top, bottom, bottom - top)
    }
}
