import Foundation

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
