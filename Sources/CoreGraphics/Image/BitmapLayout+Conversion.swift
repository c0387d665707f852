import Foundation

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
