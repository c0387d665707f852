import CoreGraphics
import Foundation

/// A colour of filters: red, green, blue and alpha.
///
/// Immutable, and may be used on any thread.
open class CIColor: NSObject, NSCopying, @unchecked Sendable {
    // @unchecked: nothing changes after initialisation.
    let color: CGColor
    /// The share of red.
    public let red: CGFloat
    /// The share of green.
    public let green: CGFloat
    /// The share of blue.
    public let blue: CGFloat
    /// How much the colour covers, from 0 to 1.
    public let alpha: CGFloat

    /// Makes a colour of a Core Graphics colour. Inks are taken as what remains of white.
    public init(cgColor color: CGColor) {
        let numbers = color.components ?? []
        let alpha = color.alpha
        func number(_ index: Int) -> CGFloat { index < numbers.count ? numbers[index] : 0 }
        (red, green, blue) =
            switch color.colorSpace?.model {
            case .monochrome: (number(0), number(0), number(0))
            case .cmyk:
                (
                    (1 - number(0)) * (1 - number(3)), (1 - number(1)) * (1 - number(3)),
                    (1 - number(2)) * (1 - number(3))
                )
            default: (number(0), number(1), number(2))
            }
        self.color = color
        self.alpha = alpha
        super.init()
    }

    /// Makes a colour of sRGB.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(cgColor: CGColor(red: red, green: green, blue: blue, alpha: alpha))
    }

    /// Makes a colour of sRGB that covers everything.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat) {
        self.init(red: red, green: green, blue: blue, alpha: 1)
    }

    /// Makes a colour of a space; nil for spaces other than RGB's.
    public convenience init?(
        red: CGFloat,
        green: CGFloat,
        blue: CGFloat,
        alpha: CGFloat,
        colorSpace: CGColorSpace
    ) {
        guard
            colorSpace.model == .rgb,
            let color = CGColor(colorSpace: colorSpace, components: [red, green, blue, alpha])
        else { return nil }
        self.init(cgColor: color)
    }

    /// Makes an opaque colour of a space; nil for spaces other than RGB's.
    public convenience init?(red: CGFloat, green: CGFloat, blue: CGFloat, colorSpace: CGColorSpace) {
        self.init(red: red, green: green, blue: blue, alpha: 1, colorSpace: colorSpace)
    }

    /// What the numbers mean.
    open var colorSpace: CGColorSpace { color.colorSpace ?? CGColorSpaceCreateDeviceRGB() }

    /// How many numbers there are, alpha among them.
    open var numberOfComponents: Int { color.numberOfComponents }

    /// The numbers as text, with spaces between them.
    open var stringRepresentation: String { "\(red) \(green) \(blue) \(alpha)" }

    /// The same colour.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether another object is the same colour.
    open override func isEqual(_ object: Any?) -> Bool { (object as? CIColor)?.color == color }

    /// A number that equal colours share.
    open override var hash: Int { color.hashValue }

    /// Black.
    open class var black: CIColor { CIColor(red: 0, green: 0, blue: 0) }
    /// White.
    open class var white: CIColor { CIColor(red: 1, green: 1, blue: 1) }
    /// Half as bright as white.
    open class var gray: CIColor { CIColor(red: 0.5, green: 0.5, blue: 0.5) }
    /// Red.
    open class var red: CIColor { CIColor(red: 1, green: 0, blue: 0) }
    /// Green.
    open class var green: CIColor { CIColor(red: 0, green: 1, blue: 0) }
    /// Blue.
    open class var blue: CIColor { CIColor(red: 0, green: 0, blue: 1) }
    /// Green and blue.
    open class var cyan: CIColor { CIColor(red: 0, green: 1, blue: 1) }
    /// Red and blue.
    open class var magenta: CIColor { CIColor(red: 1, green: 0, blue: 1) }
    /// Red and green.
    open class var yellow: CIColor { CIColor(red: 1, green: 1, blue: 0) }
    /// A colour that covers nothing.
    open class var clear: CIColor { CIColor(red: 0, green: 0, blue: 0, alpha: 0) }
}

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
