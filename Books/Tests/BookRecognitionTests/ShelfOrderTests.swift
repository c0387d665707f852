import BookMatching
import BookRecognition
import Testing

@Suite("The order of books on a shelf")
struct ShelfOrderTests {
    @Test("Board by board from the top, on each from the left to the right; what lies in a pile stands where it lies")
    func order() {
        let books = [
            book("upper right", x: 300, y: 100, height: 180), book("lower left", x: 20, y: 400, height: 200),
            book("upper left", x: 100, y: 120, height: 150), book("pile", x: 200, y: 160, height: 20),
            book("lower right", x: 250, y: 390, height: 220),
        ]
        #expect(
            books.inShelfOrder.map(\.title) == ["upper left", "pile", "upper right", "lower left", "lower right"]
        )
    }

    private func book(_ title: String, x: Double, y: Double, height: Double) -> ShelfBook {
        let (top, bottom) = (y - height / 2, y + height / 2)
        return ShelfBook(
            title: title,
            author: "",
            isbn: nil,
            score: 0,
            isAccepted: false,
            text: [title],
            box: [SIMD2(x + 5, top), SIMD2(x + 5, bottom), SIMD2(x - 5, bottom), SIMD2(x - 5, top)]
        )
    }
}
