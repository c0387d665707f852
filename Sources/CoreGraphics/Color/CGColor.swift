import Foundation
import FoundationExtras

/// A colour: numbers of a space, and how much it covers.
public final class CGColor: Sendable, CFTypeIdentified {
    private let space: CGColorSpace
    /// The numbers, and alpha as the last. It stays where it is as long as the colour lives.
    private let storage: [CGFloat]

    init(_ space: CGColorSpace, _ storage: [CGFloat]) {
        self.space = space
        self.storage = storage
    }

    /// Makes a colour.
    ///
    /// - Parameters:
    ///   - space: what the numbers mean.
    ///   - components: as many numbers as the space has, and alpha.
    public init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
        self.space = space
        storage = Array(UnsafeBufferPointer(start: components, count: space.numberOfComponents + 1))
    }

    /// Makes a colour of sRGB.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        space = .standardRGB
        storage = [red, green, blue, alpha]
    }

    /// Makes a colour of sRGB.
    public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// Makes a shade of gray.
    public init(gray: CGFloat, alpha: CGFloat) {
        space = .genericGray
        storage = [gray, alpha]
    }

    /// Makes a shade of gray with a gamma of 2.2.
    public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
        self.init(gray: gray, alpha: alpha)
    }

    /// Black.
    public static let black = CGColor(gray: 0, alpha: 1)
    /// White.
    public static let white = CGColor(gray: 1, alpha: 1)
    /// A colour that covers nothing.
    public static let clear = CGColor(gray: 0, alpha: 0)

    /// The space of the numbers.
    public var colorSpace: CGColorSpace? { space }

    /// How much the colour covers, from 0 to 1.
    public var alpha: CGFloat { storage[storage.count - 1] }

    /// How many numbers there are, alpha among them.
    public var numberOfComponents: Int { storage.count }

    /// The numbers, and alpha as the last.
    public var components: [CGFloat]? { storage }

    /// The same colour.
    public func copy() -> CGColor? { self }

    /// The colour, covering more or less.
    public func copy(alpha: CGFloat) -> CGColor? {
        CGColor(space, storage.dropLast() + [alpha])
    }

    /// The type's number.
    public static var typeID: CFTypeID { CFTypeID(bitPattern: ObjectIdentifier(CGColor.self)) }
}

extension CGColor: Hashable {
    /// Colours are equal when space and numbers are.
    public static func == (left: CGColor, right: CGColor) -> Bool {
        left.space == right.space && left.storage == right.storage
    }

    /// Hashes space and numbers.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(space)
        hasher.combine(storage)
    }
}

extension CGColor {
    /// Red, green, blue and alpha.
    package var rgba: (red: Double, green: Double, blue: Double, alpha: Double) {
        switch space.model {
        case .monochrome:
            return (storage[0], storage[0], storage[0], storage[1])
        case .cmyk:
            let paper = 1 - storage[3]
            return ((1 - storage[0]) * paper, (1 - storage[1]) * paper, (1 - storage[2]) * paper, storage[4])
        default:
            return (storage[0], storage[1], storage[2], storage[3])
        }
    }
}
