import CoreGraphics
import Foundation

/// Some numbers: a point, a rectangle, or coefficients.
///
/// Immutable, and may be used on any thread.
open class CIVector: NSObject, NSCopying, @unchecked Sendable {
    // @unchecked: nothing changes after initialisation.
    private let numbers: [CGFloat]

    private init(_ numbers: [CGFloat]) {
        self.numbers = numbers
        super.init()
    }

    /// Makes a vector of as many numbers as `count` says.
    public convenience init(values: UnsafePointer<CGFloat>, count: Int) {
        self.init(Array(UnsafeBufferPointer(start: values, count: count)))
    }

    /// Makes a vector of one number.
    public convenience init(x: CGFloat) { self.init([x]) }

    /// Makes a vector of two numbers.
    public convenience init(x: CGFloat, y: CGFloat) { self.init([x, y]) }

    /// Makes a vector of three numbers.
    public convenience init(x: CGFloat, y: CGFloat, z: CGFloat) { self.init([x, y, z]) }

    /// Makes a vector of four numbers.
    public convenience init(x: CGFloat, y: CGFloat, z: CGFloat, w: CGFloat) { self.init([x, y, z, w]) }

    /// Makes a vector of a point.
    public convenience init(cgPoint point: CGPoint) { self.init([point.x, point.y]) }

    /// Makes a vector of a rectangle: its origin, width and height.
    public convenience init(cgRect rect: CGRect) {
        self.init([rect.origin.x, rect.origin.y, rect.size.width, rect.size.height])
    }

    /// How many numbers there are.
    open var count: Int { numbers.count }

    /// A number; 0 beyond the last.
    open func value(at index: Int) -> CGFloat { numbers.indices.contains(index) ? numbers[index] : 0 }

    /// The first number.
    open var x: CGFloat { value(at: 0) }
    /// The second number.
    open var y: CGFloat { value(at: 1) }
    /// The third number.
    open var z: CGFloat { value(at: 2) }
    /// The fourth number.
    open var w: CGFloat { value(at: 3) }
    /// The first two numbers as a point.
    open var cgPointValue: CGPoint { CGPoint(x: x, y: y) }
    /// The first four numbers as a rectangle.
    open var cgRectValue: CGRect { CGRect(x: x, y: y, width: z, height: w) }

    /// The same vector.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether another object has the same numbers.
    open override func isEqual(_ object: Any?) -> Bool { (object as? CIVector)?.numbers == numbers }

    /// A number that equal vectors share.
    open override var hash: Int { numbers.hashValue }
}
