// C's functions for vectors and matrices.

// MARK: Matrices

/// The product of two matrices.
@inlinable
public func simd_mul<M: SquareMatrix>(_ left: M, _ right: M) -> M { left * right }

/// What a matrix makes of a column.
@inlinable
public func simd_mul<M: SquareMatrix>(_ matrix: M, _ column: M.Column) -> M.Column { matrix * column }

/// What a matrix makes of a row.
@inlinable
public func simd_mul<M: SquareMatrix>(_ row: M.Column, _ matrix: M) -> M.Column { row * matrix }

/// The matrix with each number multiplied.
@inlinable
public func simd_mul<M: SquareMatrix>(_ scalar: M.Scalar, _ matrix: M) -> M { scalar * matrix }

/// The sum of two matrices.
@inlinable
public func simd_add<M: SquareMatrix>(_ left: M, _ right: M) -> M { left + right }

/// The difference of two matrices.
@inlinable
public func simd_sub<M: SquareMatrix>(_ left: M, _ right: M) -> M { left - right }

/// The matrix that undoes another.
@inlinable
public func simd_inverse<M: SquareMatrix>(_ matrix: M) -> M { matrix.inverse }

/// The matrix with rows and columns exchanged.
@inlinable
public func simd_transpose<M: SquareMatrix>(_ matrix: M) -> M { matrix.transpose }

/// How many times larger a matrix makes areas or volumes.
@inlinable
public func simd_determinant<M: SquareMatrix>(_ matrix: M) -> M.Scalar { matrix.determinant }

/// Whether two matrices are equal.
@inlinable
public func simd_equal<M: SquareMatrix>(_ left: M, _ right: M) -> Bool { left == right }

/// Whether no numbers at the same place differ by more than a tolerance.
@inlinable
public func simd_almost_equal_elements<M: SquareMatrix>(_ left: M, _ right: M, _ tolerance: M.Scalar) -> Bool {
    (0..<M.size).allSatisfy { column in
        (0..<M.size).allSatisfy { abs(left[column][$0] - right[column][$0]) <= tolerance }
    }
}

/// The product of two matrices.
@inlinable
public func matrix_multiply<M: SquareMatrix>(_ left: M, _ right: M) -> M { left * right }

/// What a matrix makes of a column.
@inlinable
public func matrix_multiply<M: SquareMatrix>(_ matrix: M, _ column: M.Column) -> M.Column { matrix * column }

/// The matrix that undoes another.
@inlinable
public func matrix_invert<M: SquareMatrix>(_ matrix: M) -> M { matrix.inverse }

/// The matrix with rows and columns exchanged.
@inlinable
public func matrix_transpose<M: SquareMatrix>(_ matrix: M) -> M { matrix.transpose }

/// How many times larger a matrix makes areas or volumes.
@inlinable
public func matrix_determinant<M: SquareMatrix>(_ matrix: M) -> M.Scalar { matrix.determinant }

// MARK: Vectors

/// The sum of the products of what is at the same place.
@inlinable
public func dot<V: SIMD>(_ left: V, _ right: V) -> V.Scalar where V.Scalar: MatrixScalar { (left * right).sum() }

/// The sum of the products of what is at the same place.
@inlinable
public func simd_dot<V: SIMD>(_ left: V, _ right: V) -> V.Scalar where V.Scalar: MatrixScalar { dot(left, right) }

/// The square of a vector's length.
@inlinable
public func length_squared<V: SIMD>(_ vector: V) -> V.Scalar where V.Scalar: MatrixScalar { dot(vector, vector) }

/// The square of a vector's length.
@inlinable
public func simd_length_squared<V: SIMD>(_ vector: V) -> V.Scalar where V.Scalar: MatrixScalar { dot(vector, vector) }

/// A vector's length.
@inlinable
public func length<V: SIMD>(_ vector: V) -> V.Scalar where V.Scalar: MatrixScalar { dot(vector, vector).squareRoot() }

/// A vector's length.
@inlinable
public func simd_length<V: SIMD>(_ vector: V) -> V.Scalar where V.Scalar: MatrixScalar { length(vector) }

/// The distance between two points.
@inlinable
public func distance<V: SIMD>(_ left: V, _ right: V) -> V.Scalar where V.Scalar: MatrixScalar { length(left - right) }

/// The distance between two points.
@inlinable
public func simd_distance<V: SIMD>(_ left: V, _ right: V) -> V.Scalar where V.Scalar: MatrixScalar {
    length(left - right)
}

/// The vector of the same direction and the length 1.
@inlinable
public func normalize<V: SIMD>(_ vector: V) -> V where V.Scalar: MatrixScalar { vector / length(vector) }

/// The vector of the same direction and the length 1.
@inlinable
public func simd_normalize<V: SIMD>(_ vector: V) -> V where V.Scalar: MatrixScalar { normalize(vector) }

/// The vector at right angles to two others, as long as the area between them.
@inlinable
public func cross<S: MatrixScalar>(_ left: SIMD3<S>, _ right: SIMD3<S>) -> SIMD3<S> {
    SIMD3(
        left.y * right.z - left.z * right.y,
        left.z * right.x - left.x * right.z,
        left.x * right.y - left.y * right.x
    )
}

/// The vector at right angles to two others, as long as the area between them.
@inlinable
public func simd_cross<S: MatrixScalar>(_ left: SIMD3<S>, _ right: SIMD3<S>) -> SIMD3<S> { cross(left, right) }

/// The point at a share of the way from one to another.
@inlinable
public func mix<V: SIMD>(_ from: V, _ to: V, t: V.Scalar) -> V where V.Scalar: MatrixScalar { from + (to - from) * t }

/// The point at a share of the way from one to another.
@inlinable
public func simd_mix<V: SIMD>(_ from: V, _ to: V, _ share: V) -> V where V.Scalar: MatrixScalar {
    from + (to - from) * share
}

/// The numbers, none below or above those of the limits.
@inlinable
public func simd_clamp<V: SIMD>(_ vector: V, _ lower: V, _ upper: V) -> V where V.Scalar: MatrixScalar {
    vector.clamped(lowerBound: lower, upperBound: upper)
}

/// The numbers without their signs.
@inlinable
public func simd_abs<V: SIMD>(_ vector: V) -> V where V.Scalar: MatrixScalar {
    vector.replacing(with: V.zero - vector, where: vector .< V.zero)
}

/// The smaller numbers of two vectors.
@inlinable
public func simd_min<V: SIMD>(_ left: V, _ right: V) -> V where V.Scalar: MatrixScalar {
    pointwiseMin(left, right)
}

/// The larger numbers of two vectors.
@inlinable
public func simd_max<V: SIMD>(_ left: V, _ right: V) -> V where V.Scalar: MatrixScalar {
    pointwiseMax(left, right)
}

/// Makes two numbers.
@inlinable
public func simd_make_float2(_ x: Float, _ y: Float) -> simd_float2 { simd_float2(x, y) }

/// Makes three numbers.
@inlinable
public func simd_make_float3(_ x: Float, _ y: Float, _ z: Float) -> simd_float3 { simd_float3(x, y, z) }

/// The first three of four numbers.
@inlinable
public func simd_make_float3(_ vector: simd_float4) -> simd_float3 { simd_float3(vector.x, vector.y, vector.z) }

/// Makes four numbers.
@inlinable
public func simd_make_float4(_ x: Float, _ y: Float, _ z: Float, _ w: Float) -> simd_float4 { simd_float4(x, y, z, w) }

/// Three numbers and a fourth.
@inlinable
public func simd_make_float4(_ vector: simd_float3, _ w: Float) -> simd_float4 { simd_float4(vector, w) }
