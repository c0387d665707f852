import Foundation
import FoundationExtras

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
