/// A matrix of four columns of three numbers: a rotation and, in the last column, a translation, as a camera's extrinsic matrix.
@frozen
public struct Matrix4x3<Scalar: MatrixScalar>: Equatable, Sendable {
    /// The columns.
    public var columns: (SIMD3<Scalar>, SIMD3<Scalar>, SIMD3<Scalar>, SIMD3<Scalar>)

    /// Makes the matrix of nothing but zeros.
    @inlinable
    public init() {
        columns = (.zero, .zero, .zero, .zero)
    }

    /// Makes a matrix of columns.
    @inlinable
    public init(columns: (SIMD3<Scalar>, SIMD3<Scalar>, SIMD3<Scalar>, SIMD3<Scalar>)) {
        self.columns = columns
    }

    /// Makes a matrix of columns.
    @inlinable
    public init(_ col0: SIMD3<Scalar>, _ col1: SIMD3<Scalar>, _ col2: SIMD3<Scalar>, _ col3: SIMD3<Scalar>) {
        columns = (col0, col1, col2, col3)
    }

    /// A column.
    @inlinable
    public subscript(column: Int) -> SIMD3<Scalar> {
        get { element(column, of: columns) }
        set { setElement(column, of: &columns, to: newValue) }
    }

    /// A number.
    @inlinable
    public subscript(column: Int, row: Int) -> Scalar {
        get { self[column][row] }
        set { self[column][row] = newValue }
    }

    /// Whether all numbers are equal.
    @inlinable
    public static func == (left: Self, right: Self) -> Bool {
        left.columns == right.columns
    }
}

extension Matrix4x3: CustomDebugStringConvertible {
    /// The columns.
    public var debugDescription: String { "4x3(\((0..<4).map { "\(self[$0])" }.joined(separator: ", ")))" }
}
