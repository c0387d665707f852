import CoreVideo
import ImageProcessing

/// A colour in R'G'B', 0...255.
struct ReferenceColor: Equatable {
    var red: Double
    var green: Double
    var blue: Double

    /// The largest difference of a channel.
    func distance(to other: ReferenceColor) -> Double {
        max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue))
    }

    /// What remains when only BT.601 luma is kept.
    var asGray: ReferenceColor {
        let luma = 0.299 * red + 0.587 * green + 0.114 * blue
        return ReferenceColor(red: luma, green: luma, blue: luma)
    }
}

/// Y'CbCr and R'G'B' by the standards' formulas, independent of the libraries under test.
struct ReferenceMatrix {
    private let kr: Double
    private let kb: Double
    private let isFull: Bool

    init(_ matrix: YCbCrMatrix, isFull: Bool) {
        (kr, kb) =
            switch matrix {
            case .bt601: (0.299, 0.114)
            case .bt709: (0.2126, 0.0722)
            case .bt2020: (0.2627, 0.0593)
            }
        self.isFull = isFull
    }

    func encode(_ color: ReferenceColor) -> (y: Double, cb: Double, cr: Double) {
        let luma = kr * color.red + (1 - kr - kb) * color.green + kb * color.blue
        let blueness = (color.blue - luma) / (2 * (1 - kb))
        let redness = (color.red - luma) / (2 * (1 - kr))
        if isFull { return (luma, blueness + 128, redness + 128) }
        return (luma * 219 / 255 + 16, blueness * 224 / 255 + 128, redness * 224 / 255 + 128)
    }

    func decode(y: Double, cb: Double, cr: Double) -> ReferenceColor {
        let luma = isFull ? y : (y - 16) * 255 / 219
        let blueness = (cb - 128) * (isFull ? 1 : 255.0 / 224)
        let redness = (cr - 128) * (isFull ? 1 : 255.0 / 224)
        let red = luma + 2 * (1 - kr) * redness
        let blue = luma + 2 * (1 - kb) * blueness
        let green = (luma - kr * red - kb * blue) / (1 - kr - kb)
        func clamp(_ value: Double) -> Double { min(max(value, 0), 255) }
        return ReferenceColor(red: clamp(red), green: clamp(green), blue: clamp(blue))
    }
}
