/// Brings 4:2:0 pixels with interleaved chroma from one matrix to another, by way of RGB, in which both mean the same colour. What RGB
/// does not have is cut off.
///
/// Not thread-safe: its owner works on one image at a time.
final class MatrixChange {
    /// The matrix of the images that come.
    let from: YCbCrMatrix
    private let wanted: ColorEncoding
    private let decoder = PixelWorkspace()
    private let encoder = PixelWorkspace()
    /// A plan is made once for a run of images of the same size.
    private var planned: (size: PixelDimensions, decoding: TransformPlan, encoding: TransformPlan)?

    /// - Parameters:
    ///   - matrix: that of the images that come.
    ///   - wanted: the results' matrix, and the range of both.
    init(from matrix: YCbCrMatrix, to wanted: ColorEncoding) {
        from = matrix
        self.wanted = wanted
    }

    /// - Returns: an image of the same size; valid until the next call.
    func change(_ image: PixelView) throws(PixelTransformError) -> PixelView {
        let size = PixelDimensions(width: image.width, height: image.height)
        let plans = planned.flatMap { $0.size == size ? $0 : nil } ?? plan(size)
        planned = plans
        let colors = try decoder.run(plans.decoding, image, into: nil)
        return try encoder.run(plans.encoding, colors, into: nil)
    }

    private func plan(
        _ size: PixelDimensions
    ) -> (size: PixelDimensions, decoding: TransformPlan, encoding: TransformPlan) {
        let pixels = PixelFormatTraits(arrangement: .biplanar420, range: wanted.range)
        let colors = PixelFormatTraits(arrangement: .bgra, range: .full)
        func plan(_ source: PixelFormatTraits, _ target: PixelFormatTraits, _ matrix: YCbCrMatrix) -> TransformPlan {
            TransformPlan(
                source: source,
                region: PixelRegion(x: 0, y: 0, width: size.width, height: size.height),
                matrix: matrix,
                size: size,
                rotation: .none,
                mirrored: false,
                destination: target
            )
        }
        return (size, plan(pixels, colors, from), plan(colors, pixels, wanted.matrix))
    }
}
