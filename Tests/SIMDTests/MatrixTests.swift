import Testing
import simd

@Suite("Matrices")
struct MatrixTests {
    /// A camera's: focal lengths, and the principal point in the last column.
    static let intrinsics = matrix_float3x3(
        columns: (SIMD3(2400, 0, 0), SIMD3(0, 2410, 0), SIMD3(960, 540, 1))
    )

    @Test("Three columns lie in 48 bytes, each in the room of four numbers, as in Core Media's attachment")
    func memory() {
        #expect(MemoryLayout<matrix_float3x3>.size == 48 && MemoryLayout<simd_float4x4>.size == 64)
        withUnsafeBytes(of: Self.intrinsics) { bytes in
            #expect(bytes.loadUnaligned(fromByteOffset: 32, as: Float.self) == 960)
        }
        #expect(Self.intrinsics[2][0] == 960 && Self.intrinsics[2, 1] == 540)
        #expect(Self.intrinsics.columns.1.y == 2410)
    }

    @Test("A point of space is projected, and back again")
    func projection() {
        let point = SIMD3<Float>(0.5, -0.25, 2)
        let image = Self.intrinsics * point
        #expect(SIMD2(image.x, image.y) / image.z == SIMD2(960 + 600, 540 - 301.25))
        let back = Self.intrinsics.inverse * image
        #expect(simd_distance(back, point) < 1e-4)
    }

    @Test("Inverse, determinant and transpose", arguments: [1, 2, 3])
    func inverses(_ seed: Int) {
        var matrix = double4x4()
        for column in 0..<4 {
            for row in 0..<4 { matrix[column][row] = Double((column * 7 + row * 5 + seed * 3) % 11) - 4 }
            // Large enough for the columns to be independent, and not in the place where elimination looks first.
            matrix[column][(column + seed) % 4] += 40
        }
        let identity = matrix * matrix.inverse
        #expect(simd_almost_equal_elements(identity, matrix_identity_double4x4, 1e-9))
        #expect(abs(matrix.inverse.determinant * matrix.determinant - 1) < 1e-9)
        #expect(matrix.transpose.transpose == matrix)
        #expect(abs(matrix.transpose.determinant - matrix.determinant) < 1e-9)
    }

    @Test("A matrix that has its rows exchanged has the negative determinant; a flat one has none")
    func determinants() {
        #expect(float3x3(diagonal: SIMD3(2, 3, 4)).determinant == 24)
        #expect(float3x3([SIMD3(0, 1, 0), SIMD3(1, 0, 0), SIMD3(0, 0, 1)]).determinant == -1)
        #expect(float2x2([SIMD2(1, 2), SIMD2(2, 4)]).determinant == 0)
        #expect(float2x2([SIMD2(0, 0), SIMD2(0, 0)]).determinant == 0)
    }

    @Test("Products run from right to left")
    func products() {
        let scale = float2x2(diagonal: SIMD2(2, 3))
        let turn = float2x2(rows: [SIMD2(0, -1), SIMD2(1, 0)])
        #expect(turn * SIMD2(1, 0) == SIMD2(0, 1))
        #expect((scale * turn) * SIMD2(1, 0) == SIMD2(0, 3))
        #expect(SIMD2(1, 0) * turn == SIMD2(0, -1))
        #expect(simd_mul(scale, turn) == scale * turn)
    }

    @Test("Vectors")
    func vectors() {
        #expect(simd_cross(SIMD3<Float>(1, 0, 0), SIMD3(0, 1, 0)) == SIMD3(0, 0, 1))
        #expect(simd_length(SIMD2<Float>(3, 4)) == 5)
        #expect(simd_normalize(SIMD2<Double>(0, 9)) == SIMD2(0, 1))
        #expect(simd_dot(SIMD4<Float>(1, 2, 3, 4), SIMD4(repeating: 1)) == 10)
        #expect(simd_abs(SIMD2<Float>(-1, 2)) == SIMD2(1, 2))
    }
}
