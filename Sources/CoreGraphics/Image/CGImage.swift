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
