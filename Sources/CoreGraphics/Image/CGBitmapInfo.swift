/// Where a pixel's alpha is, and whether its colours are multiplied by it.
public enum CGImageAlphaInfo: UInt32, Sendable {
    /// There is no alpha, and no room for it.
    case none = 0
    /// Colours multiplied by alpha, which comes last.
    case premultipliedLast
    /// Colours multiplied by alpha, which comes first.
    case premultipliedFirst
    /// Alpha comes last.
    case last
    /// Alpha comes first.
    case first
    /// The last component means nothing.
    case noneSkipLast
    /// The first component means nothing.
    case noneSkipFirst
    /// Nothing but alpha.
    case alphaOnly
}

/// In which order a pixel's bytes are.
public enum CGImageByteOrderInfo: UInt32, Sendable {
    /// The bits that tell the order.
    case orderMask = 0x7000
    /// As they are listed.
    case orderDefault = 0
    /// Pairs of bytes, the less significant one first.
    case order16Little = 0x1000
    /// Four bytes, the least significant one first.
    case order32Little = 0x2000
    /// Pairs of bytes, the more significant one first.
    case order16Big = 0x3000
    /// Four bytes, the most significant one first.
    case order32Big = 0x4000
}

/// How many bits a pixel's components have.
public enum CGImagePixelFormatInfo: UInt32, Sendable {
    /// The bits that tell the format.
    case mask = 0xF0000
    /// As many for each.
    case packed = 0
    /// Five for each of three.
    case RGB555 = 0x10000
    /// Six for green, five for red and blue.
    case RGB565 = 0x20000
    /// Ten for each of three, of the range of video.
    case RGB101010 = 0x30000
    /// Ten for each of three, and two.
    case RGBCIF10 = 0x40000
}

/// How a bitmap's pixels are laid out: a ``CGImageAlphaInfo`` with a ``CGImageByteOrderInfo``.
public struct CGBitmapInfo: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Makes the layout of an alpha.
    public init(alpha: CGImageAlphaInfo, byteOrder: CGImageByteOrderInfo = .orderDefault) {
        self.init(rawValue: alpha.rawValue | byteOrder.rawValue)
    }

    /// The bits of the alpha.
    public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
    /// The bits that tell whether components are floating-point numbers.
    public static let floatInfoMask = CGBitmapInfo(rawValue: 0xF00)
    /// Components are floating-point numbers.
    public static let floatComponents = CGBitmapInfo(rawValue: 0x100)
    /// The bits of the byte order.
    public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
    /// Bytes as they are listed.
    public static var byteOrderDefault: CGBitmapInfo { [] }
    /// Pairs of bytes, the less significant one first.
    public static let byteOrder16Little = CGBitmapInfo(rawValue: 0x1000)
    /// Four bytes, the least significant one first.
    public static let byteOrder32Little = CGBitmapInfo(rawValue: 0x2000)
    /// Pairs of bytes, the more significant one first.
    public static let byteOrder16Big = CGBitmapInfo(rawValue: 0x3000)
    /// Four bytes, the most significant one first.
    public static let byteOrder32Big = CGBitmapInfo(rawValue: 0x4000)

    /// The alpha's part; none for values that mean nothing.
    public var alpha: CGImageAlphaInfo {
        CGImageAlphaInfo(rawValue: rawValue & Self.alphaInfoMask.rawValue) ?? .none
    }

    /// The byte order's part; the default for values that mean nothing.
    public var byteOrder: CGImageByteOrderInfo {
        CGImageByteOrderInfo(rawValue: rawValue & Self.byteOrderMask.rawValue) ?? .orderDefault
    }
}
