import BookCatalogue
import BookMatching
import ScanProtocol

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
