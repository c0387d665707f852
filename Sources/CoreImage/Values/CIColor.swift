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
