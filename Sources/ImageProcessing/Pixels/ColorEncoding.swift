/// What Y'CbCr numbers mean: matrix and range together.
struct ColorEncoding: Equatable {
    var matrix: YCbCrMatrix
    var range: SampleRange
}
