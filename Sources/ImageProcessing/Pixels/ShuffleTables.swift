/// Byte orders for `ARGBShuffle`: for each of 16 bytes of the result, where it comes from.
enum ShuffleTables {
    static let bytePairs = table([1, 0, 3, 2])
    private static let reversed = table([3, 2, 1, 0])
    private static let redBlueFirst = table([2, 1, 0, 3])
    private static let redBlueLast = table([0, 3, 2, 1])
    private static let alphaToFront = table([3, 0, 1, 2])
    private static let alphaToBack = table([1, 2, 3, 0])

    static func table(from source: PixelArrangement, to target: PixelArrangement) -> [UInt8]? {
        switch (source, target) {
        case (.bgra, .rgba), (.rgba, .bgra): redBlueFirst
        case (.argb, .abgr), (.abgr, .argb): redBlueLast
        case (.bgra, .argb), (.argb, .bgra), (.rgba, .abgr), (.abgr, .rgba): reversed
        case (.bgra, .abgr), (.rgba, .argb): alphaToFront
        case (.abgr, .bgra), (.argb, .rgba): alphaToBack
        default: nil
        }
    }

    private static func table(_ order: [UInt8]) -> [UInt8] {
        (0..<4).flatMap { pixel in order.map { $0 + UInt8(pixel * 4) } }
    }
}
