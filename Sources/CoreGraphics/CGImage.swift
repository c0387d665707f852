import Foundation
import FoundationExtras

/// An image in memory: pixels of eight bits a sample, gray or RGB, with or without alpha.
///
/// Immutable, and may be used on any thread.
public final class CGImage: Sendable, CFTypeIdentified {
    /// Pixels across.
    public let width: Int
    /// Pixels down.
    public let height: Int
    /// Bits of each sample.
    public let bitsPerComponent: Int
    /// Bits from one pixel to the next.
    public let bitsPerPixel: Int
    /// Bytes from one row to the next.
    public let bytesPerRow: Int
    /// How pixels are laid out.
    public let bitmapInfo: CGBitmapInfo
    /// Whether enlarging the image interpolates.
    public let shouldInterpolate: Bool
    /// What becomes of colours that the destination does not have. Kept only: colours are not matched here.
    public let renderingIntent: CGColorRenderingIntent

    private let space: CGColorSpace?
    private let provider: CGDataProvider
    let layout: BitmapLayout

    /// Makes an image of bytes.
    ///
    /// - Parameters:
    ///   - width: pixels across.
    ///   - height: pixels down.
    ///   - bitsPerComponent: bits of each sample.
    ///   - bitsPerPixel: bits from one pixel to the next.
    ///   - bytesPerRow: bytes from one row to the next.
    ///   - space: what the samples mean.
    ///   - bitmapInfo: where they are.
    ///   - provider: the rows, from the top.
    ///   - decode: must be nil: samples are not mapped to other ranges here.
    ///   - shouldInterpolate: whether enlarging interpolates.
    ///   - intent: what becomes of colours that the destination does not have.
    /// - Returns: nil for layouts that are not supported here (other than eight bits a sample, floating-point numbers, inks),
    ///   for parameters that contradict each other, and for too few bytes.
    public init?(
        width: Int,
        height: Int,
        bitsPerComponent: Int,
        bitsPerPixel: Int,
        bytesPerRow: Int,
        space: CGColorSpace,
        bitmapInfo: CGBitmapInfo,
        provider: CGDataProvider,
        decode: UnsafePointer<CGFloat>?,
        shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        let layout = BitmapLayout(
            bitsPerComponent: bitsPerComponent,
            bitsPerPixel: bitsPerPixel,
            model: space.model,
            info: bitmapInfo
        )
        guard
            let layout, decode == nil,
            Self.isEnough(provider.bytes.count, width, height, bytesPerRow, layout)
        else { return nil }
        self.width = width
        self.height = height
        self.bitsPerComponent = bitsPerComponent
        self.bitsPerPixel = bitsPerPixel
        self.bytesPerRow = bytesPerRow
        self.bitmapInfo = bitmapInfo
        self.shouldInterpolate = shouldInterpolate
        renderingIntent = intent
        self.space = bitmapInfo.alpha == .alphaOnly ? nil : space
        self.provider = provider
        self.layout = layout
    }

    /// A part of an image, or an image that differs in its space.
    private init(_ image: CGImage, width: Int, height: Int, space: CGColorSpace?, provider: CGDataProvider) {
        self.width = width
        self.height = height
        bitsPerComponent = image.bitsPerComponent
        bitsPerPixel = image.bitsPerPixel
        bytesPerRow = image.bytesPerRow
        bitmapInfo = image.bitmapInfo
        shouldInterpolate = image.shouldInterpolate
        renderingIntent = image.renderingIntent
        self.space = space
        self.provider = provider
        layout = image.layout
    }

    private static func isEnough(
        _ count: Int,
        _ width: Int,
        _ height: Int,
        _ bytesPerRow: Int,
        _ layout: BitmapLayout
    ) -> Bool {
        guard width > 0, height > 0, bytesPerRow > 0 else { return false }
        let (row, rowOverflow) = width.multipliedReportingOverflow(by: layout.bytesPerPixel)
        let (before, overflow) = bytesPerRow.multipliedReportingOverflow(by: height - 1)
        guard !rowOverflow, !overflow, row <= bytesPerRow else { return false }
        return before <= count && count - before >= row
    }

    /// What the samples mean; nil for an image of nothing but alpha.
    public var colorSpace: CGColorSpace? { space }

    /// Where a pixel's alpha is.
    public var alphaInfo: CGImageAlphaInfo { bitmapInfo.alpha }

    /// In which order a pixel's bytes are.
    public var byteOrderInfo: CGImageByteOrderInfo { bitmapInfo.byteOrder }

    /// How many bits a pixel's components have: as many for each.
    public var pixelFormatInfo: CGImagePixelFormatInfo { .packed }

    /// The rows, from the top. Of a part of an image they begin with the part's first pixel, and are as far apart as the image's.
    public var dataProvider: CGDataProvider? { provider }

    /// Nil: samples are not mapped to other ranges.
    public var decode: UnsafePointer<CGFloat>? { nil }

    /// Whether the image is a mask: never.
    public var isMask: Bool { false }

    /// The same image.
    public func copy() -> CGImage? { self }

    /// The image with its samples taken for those of another space.
    ///
    /// - Returns: nil if the space has another number of components.
    public func copy(colorSpace space: CGColorSpace) -> CGImage? {
        guard let own = self.space, own.numberOfComponents == space.numberOfComponents else { return nil }
        return CGImage(self, width: width, height: height, space: space, provider: provider)
    }

    /// A part of the image, which shares its bytes.
    ///
    /// - Parameter rect: in pixels, from the upper left corner. Made larger to whole pixels, and cut off at the image's borders.
    /// - Returns: nil if nothing is left.
    public func cropping(to rect: CGRect) -> CGImage? {
        let whole = CGRect(x: 0, y: 0, width: width, height: height)
        let isSomewhere = ![rect.origin.x, rect.origin.y, rect.size.width, rect.size.height].contains(where: \.isNaN)
        guard isSomewhere else { return nil }
        let part = rect.isInfinite ? whole : rect.integral.intersection(whole)
        guard !part.isNull, part.width >= 1, part.height >= 1 else { return nil }
        let (columns, rows) = (Int(part.width), Int(part.height))
        let start = Int(part.minY) * bytesPerRow + Int(part.minX) * layout.bytesPerPixel
        let length = (rows - 1) * bytesPerRow + columns * layout.bytesPerPixel
        let first = provider.bytes.startIndex + start
        let bytes = provider.bytes[first..<first + length]
        return CGImage(self, width: columns, height: rows, space: space, provider: CGDataProvider(bytes: bytes))
    }

    /// The type's number.
    public static var typeID: CFTypeID { CFTypeID(bitPattern: ObjectIdentifier(CGImage.self)) }
}

extension CGImage: Hashable {
    /// Images are equal when they are the same object.
    public static func == (left: CGImage, right: CGImage) -> Bool { left === right }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension CGImage {
    /// Pixels as cairo takes them: blue, green, red and multiplied alpha, or a byte that means nothing.
    package struct NativePixels {
        /// The first row.
        package let rows: UnsafeRawPointer
        /// Bytes from one row to the next.
        package let bytesPerRow: Int
        /// Whether the fourth byte means nothing.
        package let isOpaque: Bool
    }

    /// Lends the pixels, without copying them if they are stored as cairo takes them.
    package func withNativePixels<Result>(_ body: (NativePixels) throws -> Result) rethrows -> Result {
        try provider.bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { preconditionFailure("an image has bytes") }
            if layout.isNative, bytesPerRow % 4 == 0, Int(bitPattern: start) % 4 == 0 {
                return try body(NativePixels(rows: start, bytesPerRow: bytesPerRow, isOpaque: layout.alpha == nil))
            }
            let stride = width * 4
            return try withUnsafeTemporaryAllocation(byteCount: stride * height, alignment: 16) { copy in
                guard let target = copy.baseAddress else { preconditionFailure("an image has rows") }
                for row in 0..<height {
                    layout.load(
                        (start + row * bytesPerRow).assumingMemoryBound(to: UInt8.self),
                        into: (target + row * stride).assumingMemoryBound(to: UInt8.self),
                        count: width
                    )
                }
                return try body(NativePixels(rows: target, bytesPerRow: stride, isOpaque: false))
            }
        }
    }
}

extension CGImage {
    /// Whether pixels have an alpha.
    package var hasAlpha: Bool { layout.alpha != nil }

    /// Whether there is nothing but brightness, and perhaps alpha.
    package var isGray: Bool { layout.isGray }

    /// The pixels without gaps between rows: brightness, or red, green and blue, and then alpha, which nothing is multiplied by. What has
    /// no alpha gets none.
    package func unmultipliedPixels() -> [UInt8] {
        let bytes = dataProvider?.bytes ?? Data()
        let (colors, extra) = (layout.isGray ? 1 : 3, hasAlpha ? 1 : 0)
        let size = colors + extra
        return [UInt8](unsafeUninitializedCapacity: width * height * size) { target, count in
            bytes.withUnsafeBytes { source in
                for row in 0..<height {
                    for column in 0..<width {
                        let from = row * bytesPerRow + column * layout.bytesPerPixel
                        let to = (row * width + column) * size
                        let alpha = layout.alpha.map { UInt32(source[from + $0]) } ?? 255
                        func sample(_ place: Int) -> UInt8 {
                            if layout.isAlphaOnly { return 0 }
                            return Self.divide(source[from + place], layout.isPremultiplied ? alpha : 255)
                        }
                        target[to] = sample(layout.red)
                        if colors == 3 {
                            target[to + 1] = sample(layout.green)
                            target[to + 2] = sample(layout.blue)
                        }
                        if extra == 1 { target[to + colors] = UInt8(alpha) }
                    }
                }
            }
            count = width * height * size
        }
    }

    private static func divide(_ sample: UInt8, _ alpha: UInt32) -> UInt8 {
        switch alpha {
        case 255: sample
        case 0: 0
        default: UInt8(min(255, (UInt32(sample) * 255 + alpha / 2) / alpha))
        }
    }
}

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
