/// What Y'CbCr numbers mean: matrix and range together.
struct ColorEncoding: Equatable {
    var matrix: YCbCrMatrix
    var range: SampleRange

    /// What a JFIF file holds.
    static let jfif = ColorEncoding(matrix: .bt601, range: .full)
}
