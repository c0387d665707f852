// The names of C for Swift's vectors.

/// Two numbers.
public typealias simd_float2 = SIMD2<Float>
/// Three numbers, in the room of four.
public typealias simd_float3 = SIMD3<Float>
/// Four numbers.
public typealias simd_float4 = SIMD4<Float>
/// Two numbers.
public typealias simd_double2 = SIMD2<Double>
/// Three numbers, in the room of four.
public typealias simd_double3 = SIMD3<Double>
/// Four numbers.
public typealias simd_double4 = SIMD4<Double>
/// Two whole numbers.
public typealias simd_int2 = SIMD2<Int32>
/// Three whole numbers, in the room of four.
public typealias simd_int3 = SIMD3<Int32>
/// Four whole numbers.
public typealias simd_int4 = SIMD4<Int32>
/// Two whole numbers that are not negative.
public typealias simd_uint2 = SIMD2<UInt32>
/// Three whole numbers that are not negative, in the room of four.
public typealias simd_uint3 = SIMD3<UInt32>
/// Four whole numbers that are not negative.
public typealias simd_uint4 = SIMD4<UInt32>

/// Two numbers.
public typealias vector_float2 = SIMD2<Float>
/// Three numbers, in the room of four.
public typealias vector_float3 = SIMD3<Float>
/// Four numbers.
public typealias vector_float4 = SIMD4<Float>
/// Two numbers.
public typealias float2 = SIMD2<Float>
/// Three numbers, in the room of four.
public typealias float3 = SIMD3<Float>
/// Four numbers.
public typealias float4 = SIMD4<Float>

/// Two columns of two numbers.
public typealias simd_float2x2 = Matrix2x2<Float>
/// Three columns of three numbers, each in the room of four: 48 bytes, as in a camera's intrinsic matrix.
public typealias simd_float3x3 = Matrix3x3<Float>
/// Four columns of four numbers.
public typealias simd_float4x4 = Matrix4x4<Float>
/// Four columns of three numbers, each in the room of four: 64 bytes, as a camera's extrinsic matrix.
public typealias simd_float4x3 = Matrix4x3<Float>
/// Two columns of two numbers.
public typealias simd_double2x2 = Matrix2x2<Double>
/// Three columns of three numbers, each in the room of four.
public typealias simd_double3x3 = Matrix3x3<Double>
/// Four columns of four numbers.
public typealias simd_double4x4 = Matrix4x4<Double>
/// Two columns of two numbers.
public typealias float2x2 = Matrix2x2<Float>
/// Three columns of three numbers.
public typealias float3x3 = Matrix3x3<Float>
/// Four columns of four numbers.
public typealias float4x4 = Matrix4x4<Float>
/// Four columns of three numbers.
public typealias float4x3 = Matrix4x3<Float>
/// Two columns of two numbers.
public typealias double2x2 = Matrix2x2<Double>
/// Three columns of three numbers.
public typealias double3x3 = Matrix3x3<Double>
/// Four columns of four numbers.
public typealias double4x4 = Matrix4x4<Double>
/// Two columns of two numbers.
public typealias matrix_float2x2 = Matrix2x2<Float>
/// Three columns of three numbers.
public typealias matrix_float3x3 = Matrix3x3<Float>
/// Four columns of four numbers.
public typealias matrix_float4x4 = Matrix4x4<Float>
/// Four columns of three numbers.
public typealias matrix_float4x3 = Matrix4x3<Float>
/// Three columns of three numbers.
public typealias matrix_double3x3 = Matrix3x3<Double>
/// Four columns of four numbers.
public typealias matrix_double4x4 = Matrix4x4<Double>

/// The matrix that changes nothing.
public let matrix_identity_float2x2 = simd_float2x2(1)
/// The matrix that changes nothing.
public let matrix_identity_float3x3 = simd_float3x3(1)
/// The matrix that changes nothing.
public let matrix_identity_float4x4 = simd_float4x4(1)
/// The matrix that changes nothing.
public let matrix_identity_double3x3 = simd_double3x3(1)
/// The matrix that changes nothing.
public let matrix_identity_double4x4 = simd_double4x4(1)
