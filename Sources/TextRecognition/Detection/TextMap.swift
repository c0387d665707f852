/// Where the detector thinks that text is: for each pixel, how sure it is, from 0 to 255.
struct TextMap {
    let width: Int
    let height: Int
    private(set) var values: [UInt8]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        values = [UInt8](repeating: 0, count: width * height)
    }

    subscript(_ x: Int, _ y: Int) -> UInt8 {
        get { values[y * width + x] }
        set { values[y * width + x] = newValue }
    }

    /// Copies a part of a detector's answer.
    /// - Parameters:
    ///   - answer: shares of 1, row by row.
    ///   - stride: the answer's columns.
    ///   - corner: which of its columns and rows is copied first.
    ///   - x: where that lies here; with the columns and rows that are copied from there on.
    mutating func copy(
        _ answer: UnsafeBufferPointer<Float>,
        stride: Int,
        corner: (x: Int, y: Int),
        x: Range<Int>,
        y: Range<Int>
    ) {
        for row in y {
            let from = (row - y.lowerBound + corner.y) * stride + corner.x
            for column in x {
                let share = answer[from + column - x.lowerBound]
                values[row * width + column] = UInt8(max(0, min(255, share * 255 + 0.5)))
            }
        }
    }
}
