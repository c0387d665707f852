import BookMatching

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
