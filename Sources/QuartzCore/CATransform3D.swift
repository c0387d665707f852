import CoreGraphics
import Foundation

/// A transform of space: a point is a row (x, y, z, 1), multiplied from the left to the matrix.
public struct CATransform3D: Sendable {
    public var m11: CGFloat
    public var m12: CGFloat
    public var m13: CGFloat
    public var m14: CGFloat
    public var m21: CGFloat
    public var m22: CGFloat
    public var m23: CGFloat
    public var m24: CGFloat
    public var m31: CGFloat
    public var m32: CGFloat
    public var m33: CGFloat
    public var m34: CGFloat
    public var m41: CGFloat
    public var m42: CGFloat
    public var m43: CGFloat
    public var m44: CGFloat

    /// Makes the matrix of nothing but zeros.
    public init() {
        self.init(rows: [[CGFloat]](repeating: [0, 0, 0, 0], count: 4))
    }

    /// Makes a transform of its matrix, row by row.
    public init(
        m11: CGFloat,
        m12: CGFloat,
        m13: CGFloat,
        m14: CGFloat,
        m21: CGFloat,
        m22: CGFloat,
        m23: CGFloat,
        m24: CGFloat,
        m31: CGFloat,
        m32: CGFloat,
        m33: CGFloat,
        m34: CGFloat,
        m41: CGFloat,
        m42: CGFloat,
        m43: CGFloat,
        m44: CGFloat
    ) {
        self.init(rows: [
            [m11, m12, m13, m14], [m21, m22, m23, m24], [m31, m32, m33, m34], [m41, m42, m43, m44],
        ])
    }

    init(rows: [[CGFloat]]) {
        (m11, m12, m13, m14) = (rows[0][0], rows[0][1], rows[0][2], rows[0][3])
        (m21, m22, m23, m24) = (rows[1][0], rows[1][1], rows[1][2], rows[1][3])
        (m31, m32, m33, m34) = (rows[2][0], rows[2][1], rows[2][2], rows[2][3])
        (m41, m42, m43, m44) = (rows[3][0], rows[3][1], rows[3][2], rows[3][3])
    }

    var rows: [[CGFloat]] {
        [[m11, m12, m13, m14], [m21, m22, m23, m24], [m31, m32, m33, m34], [m41, m42, m43, m44]]
    }
}

/// The transform that changes nothing.
public let CATransform3DIdentity = CATransform3DMakeScale(1, 1, 1)

/// Whether a transform changes nothing.
public func CATransform3DIsIdentity(_ t: CATransform3D) -> Bool {
    CATransform3DEqualToTransform(t, CATransform3DIdentity)
}

/// Whether two transforms are the same.
public func CATransform3DEqualToTransform(_ a: CATransform3D, _ b: CATransform3D) -> Bool { a.rows == b.rows }

/// A move.
public func CATransform3DMakeTranslation(_ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat) -> CATransform3D {
    CATransform3D(rows: [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [tx, ty, tz, 1]])
}

/// A change of size.
public func CATransform3DMakeScale(_ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
    CATransform3D(rows: [[sx, 0, 0, 0], [0, sy, 0, 0], [0, 0, sz, 0], [0, 0, 0, 1]])
}

/// A rotation around an axis, in radians; of an axis without a length, none.
public func CATransform3DMakeRotation(_ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
    let length = (x * x + y * y + z * z).squareRoot()
    guard length > 0 else { return CATransform3DIdentity }
    let (x, y, z) = (x / length, y / length, z / length)
    let (sine, cosine) = (sin(angle), cos(angle))
    let rest = 1 - cosine
    return CATransform3D(rows: [
        [cosine + x * x * rest, x * y * rest + z * sine, x * z * rest - y * sine, 0],
        [y * x * rest - z * sine, cosine + y * y * rest, y * z * rest + x * sine, 0],
        [z * x * rest + y * sine, z * y * rest - x * sine, cosine + z * z * rest, 0],
        [0, 0, 0, 1],
    ])
}

/// A transform preceded by a move.
public func CATransform3DTranslate(_ t: CATransform3D, _ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat) -> CATransform3D {
    CATransform3DConcat(CATransform3DMakeTranslation(tx, ty, tz), t)
}

/// A transform preceded by a change of size.
public func CATransform3DScale(_ t: CATransform3D, _ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
    CATransform3DConcat(CATransform3DMakeScale(sx, sy, sz), t)
}

/// A transform preceded by a rotation.
public func CATransform3DRotate(
    _ t: CATransform3D,
    _ angle: CGFloat,
    _ x: CGFloat,
    _ y: CGFloat,
    _ z: CGFloat
) -> CATransform3D {
    CATransform3DConcat(CATransform3DMakeRotation(angle, x, y, z), t)
}

/// A transform followed by another.
public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D {
    let (left, right) = (a.rows, b.rows)
    return CATransform3D(
        rows: left.map { row in
            (0..<4).map { column in
                row[0] * right[0][column] + row[1] * right[1][column] + row[2] * right[2][column]
                    + row[3] * right[3][column]
            }
        }
    )
}

/// The transform that undoes another; the same one if it cannot be undone.
public func CATransform3DInvert(_ t: CATransform3D) -> CATransform3D {
    var rows = t.rows
    var result = CATransform3DIdentity.rows
    for step in 0..<4 {
        guard let pivot = (step..<4).max(by: { abs(rows[$0][step]) < abs(rows[$1][step]) }) else { return t }
        let divisor = rows[pivot][step]
        guard divisor != 0, divisor.isFinite else { return t }
        rows.swapAt(step, pivot)
        result.swapAt(step, pivot)
        rows[step] = rows[step].map { $0 / divisor }
        result[step] = result[step].map { $0 / divisor }
        for other in 0..<4 where other != step {
            let factor = rows[other][step]
            rows[other] = zip(rows[other], rows[step]).map { $0 - factor * $1 }
            result[other] = zip(result[other], result[step]).map { $0 - factor * $1 }
        }
    }
    return CATransform3D(rows: result)
}

/// A transform of the plane as one of space.
public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D {
    CATransform3D(rows: [[m.a, m.b, 0, 0], [m.c, m.d, 0, 0], [0, 0, 1, 0], [m.tx, m.ty, 0, 1]])
}

/// Whether a transform is one of the plane.
public func CATransform3DIsAffine(_ t: CATransform3D) -> Bool {
    let rest = [t.m13, t.m14, t.m23, t.m24, t.m31, t.m32, t.m34, t.m43]
    return rest.allSatisfy { $0 == 0 } && t.m33 == 1 && t.m44 == 1
}

/// The part of a transform that is one of the plane.
public func CATransform3DGetAffineTransform(_ t: CATransform3D) -> CGAffineTransform {
    CGAffineTransform(a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: t.m41, ty: t.m42)
}
