/// Lends an image's planes as the two arrays that TurboJPEG takes.
///
/// A pointer to a tuple's first element would not do: the optimiser need not keep the others beside it.
func withPlaneArrays<Result>(
    _ image: PixelView,
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int32>) -> Result
) -> Result {
    withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<UInt8>?.self, capacity: 3) { bases in
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 3) { strides in
            for index in 0..<3 {
                bases.initializeElement(at: index, to: image.plane(index).base)
                strides.initializeElement(at: index, to: image.plane(index).stride)
            }
            return body(bases.baseAddress!, strides.baseAddress!)
        }
    }
}
