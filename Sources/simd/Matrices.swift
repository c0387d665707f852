// One structure for each size, as C has them: their columns are members, and lie one after the other in memory.

/// A matrix of two columns of two numbers.
@frozen
public struct Matrix2x2<Scalar: MatrixScalar>: SquareMatrix {
    /// The columns.
    public var columns: (SIMD2<Scalar>, SIMD2<Scalar>)

    /// Makes the matrix of nothing but zeros.
    @inlinable
    public init() {
        columns = (.zero, .zero)
    }

    /// Makes a matrix of columns.
    @inlinable
    public init(columns: (SIMD2<Scalar>, SIMD2<Scalar>)) {
        self.columns = columns
    }

    /// Makes a matrix of columns.
    @inlinable
    public init(
        _ col0: SIMD2<Scalar>,
        _ col1: SIMD2<Scalar>
    ) {
        columns = (col0, col1)
    }

    /// A column.
    @inlinable
    public subscript(column: Int) -> SIMD2<Scalar> {
        get {
            switch column {
            case 0: columns.0
            case 1: columns.1
            default: preconditionFailure("a matrix has no column \(column)")
            }
        }
        set {
            switch column {
            case 0: columns.0 = newValue
            case 1: columns.1 = newValue
            default: preconditionFailure("a matrix has no column \(column)")
            }
        }
    }

    /// Whether all numbers are equal.
    @inlinable
    public static func == (left: Self, right: Self) -> Bool {
        left.columns.0 == right.columns.0 && left.columns.1 == right.columns.1
    }
}

extension Matrix2x2: CustomDebugStringConvertible {
    /// The columns.
    public var debugDescription: String { "2x2(\((0..<2).map { "\(self[$0])" }.joined(separator: ", ")))" }
}

/// A matrix of three columns of three numbers.
@frozen
public struct Matrix3x3<Scalar: MatrixScalar>: SquareMatrix {
    /// The columns.
    public var columns: (SIMD3<Scalar>, SIMD3<Scalar>, SIMD3<Scalar>)

    /// Makes the matrix of nothing but zeros.
    @inlinable
    public init() {
        columns = (.zero, .zero, .zero)
    }

    /// Makes a matrix of columns.
    @inlinable
    public init(columns: (SIMD3<Scalar>, SIMD3<Scalar>, SIMD3<Scalar>)) {
        self.columns = columns
    }

    /// Makes a matrix of columns.
    @inlinable
    public init(
        _ col0: SIMD3<Scalar>,
        _ col1: SIMD3<Scalar>,
        _ col2: SIMD3<Scalar>
    ) {
        columns = (col0, col1, col2)
    }

    /// A column.
    @inlinable
    public subscript(column: Int) -> SIMD3<Scalar> {
        get {
            switch column {
            case 0: columns.0
            case 1: columns.1
            case 2: columns.2
            default: preconditionFailure("a matrix has no column \(column)")
            }
        }
        set {
            switch column {
            case 0: columns.0 = newValue
            case 1: columns.1 = newValue
            case 2: columns.2 = newValue
            default: preconditionFailure("a matrix has no column \(column)")
            }
        }
    }

    /// Whether all numbers are equal.
    @inlinable
    public static func == (left: Self, right: Self) -> Bool {
        left.columns.0 == right.columns.0 && left.columns.1 == right.columns.1 && left.columns.2 == right.columns.2
    }
}

extension Matrix3x3: CustomDebugStringConvertible {
    /// The columns.
    public var debugDescription: String { "3x3(\((0..<3).map { "\(self[$0])" }.joined(separator: ", ")))" }
}

/// A matrix of four columns of four numbers.
@frozen
public struct Matrix4x4<Scalar: MatrixScalar>: SquareMatrix {
    /// The columns.
    public var columns: (SIMD4<Scalar>, SIMD4<Scalar>, SIMD4<Scalar>, SIMD4<Scalar>)

    /// Makes the matrix of nothing but zeros.
    @inlinable
    public init() {
        columns = (.zero, .zero, .zero, .zero)
    }

    /// Makes a matrix of columns.
    @inlinable
    public init(columns: (SIMD4<Scalar>, SIMD4<Scalar>, SIMD4<Scalar>, SIMD4<Scalar>)) {
        self.columns = columns
    }

    /// Makes a matrix of columns.
    @inlinable
    public init(
        _ col0: SIMD4<Scalar>,
        _ col1: SIMD4<Scalar>,
        _ col2: SIMD4<Scalar>,
        _ col3: SIMD4<Scalar>
    ) {
        columns = (col0, col1, col2, col3)
    }

    /// A column.
    @inlinable
    public subscript(column: Int) -> SIMD4<Scalar> {
        get { element(column, of: columns) }
        set { setElement(column, of: &columns, to: newValue) }
    }

    /// Whether all numbers are equal.
    @inlinable
    public static func == (left: Self, right: Self) -> Bool {
        left.columns == right.columns
    }
}

extension Matrix4x4: CustomDebugStringConvertible {
    /// The columns.
    public var debugDescription: String { "4x4(\((0..<4).map { "\(self[$0])" }.joined(separator: ", ")))" }
}

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

// What matrices of four columns have in common, however many rows they have.

/// One of four columns.
@inlinable
func element<Column>(_ index: Int, of columns: (Column, Column, Column, Column)) -> Column {
    switch index {
    case 0: columns.0
    case 1: columns.1
    case 2: columns.2
    case 3: columns.3
    default: preconditionFailure("a matrix has no column \(index)")
    }
}

/// Puts another one in the place of one of four columns.
@inlinable
func setElement<Column>(_ index: Int, of columns: inout (Column, Column, Column, Column), to new: Column) {
    switch index {
    case 0: columns.0 = new
    case 1: columns.1 = new
    case 2: columns.2 = new
    case 3: columns.3 = new
    default: preconditionFailure("a matrix has no column \(index)")
    }
}
