import Foundation

/// Where the samples of a pixel lie: the layouts of eight bits a sample that images and contexts can have here.
struct BitmapLayout: Equatable {
    /// Bytes from one pixel to the next.
    let bytesPerPixel: Int
    /// The places of red, green and blue in a pixel; the same for gray, and 0 where there is only alpha.
    let red: Int
    let green: Int
    let blue: Int
    /// The place of alpha, if the pixels have one.
    let alpha: Int?
    let isPremultiplied: Bool
    /// Whether there is nothing but alpha.
    var isAlphaOnly = false
    /// Whether red, green and blue are one sample.
    var isGray: Bool { red == green && !isAlphaOnly }

    private init(bytesPerPixel: Int, red: Int, green: Int, blue: Int, alpha: Int?, isPremultiplied: Bool) {
        self.bytesPerPixel = bytesPerPixel
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
        self.isPremultiplied = isPremultiplied
    }

    /// The layout of a bitmap's parameters.
    ///
    /// - Returns: nil for layouts that are not supported: other than eight bits a sample, floating-point numbers, inks.
    init?(bitsPerComponent: Int, bitsPerPixel: Int? = nil, model: CGColorSpaceModel?, info: CGBitmapInfo) {
        let isFloat = !info.isDisjoint(with: .floatInfoMask)
        guard bitsPerComponent == 8, !isFloat, CGImageAlphaInfo(rawValue: info.rawValue & 0x1F) != nil else {
            return nil
        }
        if info.alpha == .alphaOnly {
            guard bitsPerPixel ?? 8 == 8 else { return nil }
            self.init(bytesPerPixel: 1, red: 0, green: 0, blue: 0, alpha: 0, isPremultiplied: true)
            isAlphaOnly = true
            return
        }
        guard model == .rgb || model == .monochrome else { return nil }
        let colors = model == .rgb ? 3 : 1
        let extra = info.alpha == .none ? 0 : 1
        let bytes = colors + extra
        guard bitsPerPixel ?? (bytes * 8) == bytes * 8 else { return nil }
        let isFirst = [.premultipliedFirst, .first, .noneSkipFirst].contains(info.alpha)
        let places = (0..<colors).map { $0 + (isFirst ? extra : 0) }
        let extraPlace = isFirst ? 0 : colors
        let hasAlpha = [.premultipliedFirst, .premultipliedLast, .first, .last].contains(info.alpha)
        // In units of 32 bits the listed order is that from the most to the least significant byte.
        let isReversed = info.byteOrder == .order32Little
        guard !isReversed || bytes == 4 else { return nil }
        guard [.orderDefault, .order32Big, .order32Little].contains(info.byteOrder) else { return nil }
        func place(_ index: Int) -> Int { isReversed ? bytes - 1 - index : index }
        self.init(
            bytesPerPixel: bytes,
            red: place(places[0]),
            green: place(places[colors == 3 ? 1 : 0]),
            blue: place(places[colors == 3 ? 2 : 0]),
            alpha: hasAlpha ? place(extraPlace) : nil,
            isPremultiplied: info.alpha == .premultipliedFirst || info.alpha == .premultipliedLast
        )
    }
}
