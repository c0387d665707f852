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

extension BitmapLayout {
    /// Whether cairo can use pixels of this layout where they lie: with alpha, or with a byte that means nothing in its place.
    var isNative: Bool {
        bytesPerPixel == 4 && red == 2 && green == 1 && blue == 0 && (alpha == nil || isPremultiplied)
    }

    /// Cairo's format of pixels that it can use where they lie.
    var cairoFormat: Int32 { alpha == nil ? cairoFormatRGB24 : cairoFormatARGB32 }

    /// Brings a row of pixels into cairo's layout.
    func load(_ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int) {
        var (from, to) = (source, target)
        for _ in 0..<count {
            let alpha = self.alpha.map { UInt32(from[$0]) } ?? 255
            if isAlphaOnly {
                (to[0], to[1], to[2]) = (0, 0, 0)
            } else if isPremultiplied || alpha == 255 {
                (to[0], to[1], to[2]) = (from[blue], from[green], from[red])
            } else {
                to[0] = Self.multiply(from[blue], alpha)
                to[1] = Self.multiply(from[green], alpha)
                to[2] = Self.multiply(from[red], alpha)
            }
            to[3] = UInt8(alpha)
            from += bytesPerPixel
            to += 4
        }
    }

    /// Brings a row of pixels from cairo's layout into this one, which has no alpha or is multiplied by it, as all contexts' are.
    func store(_ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int) {
        var (from, to) = (source, target)
        for _ in 0..<count {
            if isAlphaOnly {
                to[0] = from[3]
            } else if isGray {
                to[red] = Self.luma(blue: from[0], green: from[1], red: from[2])
                if let alpha { to[alpha] = from[3] }
            } else {
                (to[blue], to[green], to[red]) = (from[0], from[1], from[2])
                if let alpha { to[alpha] = from[3] }
            }
            from += 4
            to += bytesPerPixel
        }
    }

    private static func multiply(_ sample: UInt8, _ alpha: UInt32) -> UInt8 {
        UInt8((UInt32(sample) * alpha + 127) / 255)
    }

    /// The brightness of a colour by the weights of sRGB, in 65536ths.
    private static func luma(blue: UInt8, green: UInt8, red: UInt8) -> UInt8 {
        let sum: UInt32 = UInt32(red) * 13933 + UInt32(green) * 46871 + UInt32(blue) * 4732
        return UInt8((sum + 32768) >> 16)
    }
}
