/// A number that matrices are made of: `Float` or `Double`.
public protocol MatrixScalar: BinaryFloatingPoint, SIMDScalar, Codable, Sendable
where SIMD2Storage: Sendable, SIMD4Storage: Sendable {}

extension Float: MatrixScalar {}
extension Double: MatrixScalar {}

/// A matrix with as many rows as columns, kept column by column. What all sizes have in common.
public protocol SquareMatrix<Scalar>: Equatable, Sendable {
    /// The kind of number.
    associatedtype Scalar: MatrixScalar
    /// A column, or a row.
    associatedtype Column: SIMD<Scalar>

    /// Makes the matrix of nothing but zeros.
    init()

    /// A column.
    subscript(column: Int) -> Column { get set }
}

extension SquareMatrix {
    /// The number of columns.
    @inlinable
    static var size: Int { Column.scalarCount }

    /// Makes a matrix with the same number at each place from the upper left to the lower right, and zeros elsewhere.
    @inlinable
    public init(_ scalar: Scalar) {
        self.init(diagonal: Column(repeating: scalar))
    }

    /// Makes a matrix with numbers from the upper left to the lower right, and zeros elsewhere.
    @inlinable
    public init(diagonal: Column) {
        self.init()
        for index in 0..<Self.size { self[index][index] = diagonal[index] }
    }

    /// Makes a matrix of columns, of which there must be as many as it has.
    @inlinable
    public init(_ columns: [Column]) {
        precondition(columns.count == Self.size, "a matrix needs all of its columns")
        self.init()
        for index in 0..<Self.size { self[index] = columns[index] }
    }

    /// Makes a matrix of columns, of which there must be as many as it has.
    @inlinable
    public init(columns: [Column]) {
        self.init(columns)
    }

    /// Makes a matrix of rows, of which there must be as many as it has.
    @inlinable
    public init(rows: [Column]) {
        self.init(rows)
        self = transpose
    }

    /// A number.
    @inlinable
    public subscript(column: Int, row: Int) -> Scalar {
        get { self[column][row] }
        set { self[column][row] = newValue }
    }

    /// The matrix with rows and columns exchanged.
    @inlinable
    public var transpose: Self {
        var result = Self()
        for column in 0..<Self.size {
            for row in 0..<Self.size { result[row][column] = self[column][row] }
        }
        return result
    }

    /// How many times larger the matrix makes areas or volumes; negative if it mirrors.
    @inlinable
    public var determinant: Scalar { eliminated().determinant }

    /// The matrix that undoes this one; of infinities and what is no number if nothing does.
    @inlinable
    public var inverse: Self { eliminated().inverse }

    /// Determinant and inverse, by Gauss and Jordan, each time with the largest number that there is.
    @inlinable
    func eliminated() -> (determinant: Scalar, inverse: Self) {
        var (rest, result) = (self, Self(1))
        var determinant: Scalar = 1
        for step in 0..<Self.size {
            // Columns are exchanged and added, which does the same for the transposed matrices as rows do.
            let pivot = (step..<Self.size).max { abs(rest[$0][step]) < abs(rest[$1][step]) } ?? step
            if pivot != step {
                (rest[step], rest[pivot]) = (rest[pivot], rest[step])
                (result[step], result[pivot]) = (result[pivot], result[step])
                determinant.negate()
            }
            let divisor = rest[step][step]
            determinant *= divisor
            rest[step] = rest[step] / divisor
            result[step] = result[step] / divisor
            for other in 0..<Self.size where other != step {
                let factor = rest[other][step]
                rest[other] = rest[other] - rest[step] * factor
                result[other] = result[other] - result[step] * factor
            }
        }
        return (determinant.isNaN ? 0 : determinant, result)
    }

    /// The sum.
    @inlinable
    public static func + (left: Self, right: Self) -> Self {
        var result = left
        for index in 0..<size { result[index] += right[index] }
        return result
    }

    /// The difference.
    @inlinable
    public static func - (left: Self, right: Self) -> Self {
        var result = left
        for index in 0..<size { result[index] -= right[index] }
        return result
    }

    /// The matrix with all signs changed.
    @inlinable
    public static prefix func - (matrix: Self) -> Self { Self() - matrix }

    /// The matrix with each number multiplied.
    @inlinable
    public static func * (scalar: Scalar, matrix: Self) -> Self { matrix * scalar }

    /// The matrix with each number multiplied.
    @inlinable
    public static func * (matrix: Self, scalar: Scalar) -> Self {
        var result = matrix
        for index in 0..<size { result[index] *= scalar }
        return result
    }

    /// What the matrix makes of a column.
    @inlinable
    public static func * (matrix: Self, column: Column) -> Column {
        var result = Column()
        for index in 0..<size { result += matrix[index] * column[index] }
        return result
    }

    /// What the matrix makes of a row.
    @inlinable
    public static func * (row: Column, matrix: Self) -> Column { matrix.transpose * row }

    /// The matrix that does what the right one does, and then what the left one does.
    @inlinable
    public static func * (left: Self, right: Self) -> Self {
        var result = Self()
        for index in 0..<size { result[index] = left * right[index] }
        return result
    }

    /// Adds a matrix.
    @inlinable
    public static func += (left: inout Self, right: Self) { left = left + right }

    /// Subtracts a matrix.
    @inlinable
    public static func -= (left: inout Self, right: Self) { left = left - right }

    /// Multiplies by a matrix from the right.
    @inlinable
    public static func *= (left: inout Self, right: Self) { left = left * right }

    /// Multiplies each number.
    @inlinable
    public static func *= (left: inout Self, right: Scalar) { left = left * right }
}
