import CoreGraphics

/// How the pixels of a bitmap are laid out. Of Apple's formats these are the ones of eight bits a sample that bitmaps can have here.
public struct CIFormat: RawRepresentable, Hashable, Sendable {
    /// The format's number. UNKNOWN: Apple documents no numbers.
    public let rawValue: Int32

    /// Makes a format of its number.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Alpha, red, green and blue, which are multiplied by alpha.
    public static let ARGB8 = CIFormat(rawValue: 1)
    /// Blue, green and red, which are multiplied by alpha, and alpha.
    public static let BGRA8 = CIFormat(rawValue: 2)
    /// Red, green and blue, which are multiplied by alpha, and alpha.
    public static let RGBA8 = CIFormat(rawValue: 3)
    /// Alpha, blue, green and red, which are multiplied by alpha.
    public static let ABGR8 = CIFormat(rawValue: 4)
    /// Brightness.
    public static let L8 = CIFormat(rawValue: 5)

    /// The format as Core Graphics has it; nil for numbers of no format.
    var bitmapInfo: CGBitmapInfo? {
        switch self {
        case .ARGB8: CGBitmapInfo(alpha: .premultipliedFirst)
        case .BGRA8: CGBitmapInfo(alpha: .premultipliedFirst, byteOrder: .order32Little)
        case .RGBA8: CGBitmapInfo(alpha: .premultipliedLast)
        case .ABGR8: CGBitmapInfo(alpha: .premultipliedLast, byteOrder: .order32Little)
        case .L8: CGBitmapInfo()
        default: nil
        }
    }

    /// Bytes from one pixel to the next.
    var bytesPerPixel: Int { self == .L8 ? 1 : 4 }

    /// The space of a bitmap of the format: the given one, or the usual one; nil if they do not go together.
    func space(_ given: CGColorSpace?) -> CGColorSpace? {
        let usual = self == .L8 ? CGColorSpaceCreateDeviceGray() : CGColorSpace(name: CGColorSpace.sRGB)
        guard let space = given ?? usual else { return nil }
        return space.model == (self == .L8 ? .monochrome : .rgb) ? space : nil
    }
}
