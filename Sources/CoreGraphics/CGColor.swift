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

/// A space of colours, known by its name.
///
/// DEVIATION: colours are not matched. A space says what numbers mean and goes along with images; drawing an image of one RGB space into
/// a context of another takes its numbers as they are. Spaces made of ICC data, indexed spaces and patterns do not exist here.
public final class CGColorSpace: Sendable, CFTypeIdentified {
    private struct Info {
        var model: CGColorSpaceModel
        var isWideGamut = false
    }

    private static let known: [String: Info] = [
        sRGBName: Info(model: .rgb), "kCGColorSpaceLinearSRGB": Info(model: .rgb),
        "kCGColorSpaceExtendedSRGB": Info(model: .rgb, isWideGamut: true),
        "kCGColorSpaceExtendedLinearSRGB": Info(model: .rgb, isWideGamut: true),
        "kCGColorSpaceGenericRGBLinear": Info(model: .rgb), deviceRGBName: Info(model: .rgb),
        "kCGColorSpaceDisplayP3": Info(model: .rgb, isWideGamut: true),
        "kCGColorSpaceDCIP3": Info(model: .rgb, isWideGamut: true),
        "kCGColorSpaceAdobeRGB1998": Info(model: .rgb, isWideGamut: true),
        "kCGColorSpaceITUR_709": Info(model: .rgb), "kCGColorSpaceITUR_2020": Info(model: .rgb, isWideGamut: true),
        "kCGColorSpaceITUR_2100_HLG": Info(model: .rgb, isWideGamut: true),
        "kCGColorSpaceITUR_2100_PQ": Info(model: .rgb, isWideGamut: true),
        "kCGColorSpaceGenericGray": Info(model: .monochrome),
        "kCGColorSpaceGenericGrayGamma2_2": Info(model: .monochrome),
        "kCGColorSpaceLinearGray": Info(model: .monochrome), deviceGrayName: Info(model: .monochrome),
        deviceCMYKName: Info(model: .cmyk), "kCGColorSpaceGenericCMYK": Info(model: .cmyk),
    ]

    static let sRGBName = "kCGColorSpaceSRGB"
    private static let deviceRGBName = "kCGColorSpaceDeviceRGB"
    private static let deviceGrayName = "kCGColorSpaceDeviceGray"
    private static let deviceCMYKName = "kCGColorSpaceDeviceCMYK"

    static let deviceRGB = CGColorSpace(known: deviceRGBName, .rgb)
    static let deviceGray = CGColorSpace(known: deviceGrayName, .monochrome)
    static let deviceCMYK = CGColorSpace(known: deviceCMYKName, .cmyk)
    static let standardRGB = CGColorSpace(known: sRGBName, .rgb)
    static let genericGray = CGColorSpace(known: "kCGColorSpaceGenericGrayGamma2_2", .monochrome)

    private let identifier: String
    /// What the numbers of the space's colours are.
    public let model: CGColorSpaceModel
    /// Whether the space has colours that sRGB lacks.
    public let isWideGamutRGB: Bool

    private init(known identifier: String, _ model: CGColorSpaceModel) {
        self.identifier = identifier
        self.model = model
        isWideGamutRGB = false
    }

    /// Makes a space by its name, one of the constants of this class; nil for other names.
    public init?(name: CFString) {
        let identifier = name as String
        guard let info = Self.known[identifier] else { return nil }
        self.identifier = identifier
        model = info.model
        isWideGamutRGB = info.isWideGamut
    }

    /// The space's name.
    public var name: CFString? { identifier as CFString }

    /// How many numbers a colour has, its alpha not counted.
    public var numberOfComponents: Int {
        switch model {
        case .monochrome, .indexed: 1
        case .cmyk: 4
        default: 3
        }
    }

    /// Whether contexts and images can have the space: spaces for inks only describe colours.
    public var supportsOutput: Bool { model == .rgb || model == .monochrome }

    /// The type's number.
    public static var typeID: CFTypeID { CFTypeID(bitPattern: ObjectIdentifier(CGColorSpace.self)) }
}

extension CGColorSpace: Hashable {
    /// Spaces are equal when they have the same name.
    public static func == (left: CGColorSpace, right: CGColorSpace) -> Bool {
        left.identifier == right.identifier
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(identifier)
    }
}

// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are constants.
extension CGColorSpace {
    /// Red, green and blue of IEC 61966-2-1.
    nonisolated(unsafe) public static let sRGB: CFString = "kCGColorSpaceSRGB"
    /// As ``sRGB``, with a linear scale.
    nonisolated(unsafe) public static let linearSRGB: CFString = "kCGColorSpaceLinearSRGB"
    /// As ``sRGB``, with numbers below 0 and above 1.
    nonisolated(unsafe) public static let extendedSRGB: CFString = "kCGColorSpaceExtendedSRGB"
    /// As ``linearSRGB``, with numbers below 0 and above 1.
    nonisolated(unsafe) public static let extendedLinearSRGB: CFString = "kCGColorSpaceExtendedLinearSRGB"
    /// Generic RGB with a linear scale.
    nonisolated(unsafe) public static let genericRGBLinear: CFString = "kCGColorSpaceGenericRGBLinear"
    /// The colours of P3 with the white and the scale of sRGB.
    nonisolated(unsafe) public static let displayP3: CFString = "kCGColorSpaceDisplayP3"
    /// The colours of digital cinema.
    nonisolated(unsafe) public static let dcip3: CFString = "kCGColorSpaceDCIP3"
    /// Adobe's RGB of 1998.
    nonisolated(unsafe) public static let adobeRGB1998: CFString = "kCGColorSpaceAdobeRGB1998"
    /// High-definition television.
    nonisolated(unsafe) public static let itur_709: CFString = "kCGColorSpaceITUR_709"
    /// Ultra-high-definition television.
    nonisolated(unsafe) public static let itur_2020: CFString = "kCGColorSpaceITUR_2020"
    /// Television with a high dynamic range, hybrid log-gamma.
    nonisolated(unsafe) public static let itur_2100_HLG: CFString = "kCGColorSpaceITUR_2100_HLG"
    /// Television with a high dynamic range, perceptual quantizer.
    nonisolated(unsafe) public static let itur_2100_PQ: CFString = "kCGColorSpaceITUR_2100_PQ"
    /// Brightness with a gamma of 2.2.
    nonisolated(unsafe) public static let genericGrayGamma2_2: CFString = "kCGColorSpaceGenericGrayGamma2_2"
    /// Brightness with a linear scale.
    nonisolated(unsafe) public static let linearGray: CFString = "kCGColorSpaceLinearGray"
    /// Generic inks.
    nonisolated(unsafe) public static let genericCMYK: CFString = "kCGColorSpaceGenericCMYK"
}

/// The space of red, green and blue of no particular device.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { .deviceRGB }

/// The space of brightness of no particular device.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { .deviceGray }

/// The space of inks of no particular device. Images and contexts cannot have it here.
public func CGColorSpaceCreateDeviceCMYK() -> CGColorSpace { .deviceCMYK }

/// What the numbers of a colour are.
public enum CGColorSpaceModel: Int32, Sendable {
    /// Not known.
    case unknown = -1
    /// A brightness.
    case monochrome = 0
    /// Red, green and blue.
    case rgb
    /// Inks.
    case cmyk
    /// Lightness and two opponent colours.
    case lab
    /// Any number of inks.
    case deviceN
    /// A place in a table.
    case indexed
    /// A pattern.
    case pattern
    /// The XYZ space of 1931.
    case XYZ
}

/// What becomes of colours that the destination does not have.
public enum CGColorRenderingIntent: Int32, Sendable {
    /// The context's choice.
    case defaultIntent = 0
    /// The nearest colour, with the white of the source.
    case absoluteColorimetric
    /// The nearest colour, with the white of the destination.
    case relativeColorimetric
    /// All colours move, and keep their relations.
    case perceptual
    /// Saturation is kept.
    case saturation
}
