import BarcodeDetection
import Foundation
import SeededRandom

/// An image with codes on white labels.
struct GrayImage {
    let width: Int
    let height: Int
    var luma: [UInt8]

    init(width: Int = 960, height: Int = 540, background: UInt8 = 150) {
        self.width = width
        self.height = height
        luma = Array(repeating: background, count: width * height)
    }

    /// Where a code's corners lie.
    static func corners(_ code: DrawnBarcode, _ center: CGPoint, _ module: Double, _ degrees: Double) -> BarcodeCorners
    {
        let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        let (x, y) = (Double(code.width) * module / 2, Double(code.height) * module / 2)
        func corner(_ x: Double, _ y: Double) -> CGPoint {
            CGPoint(x: center.x + cosine * x - sine * y, y: center.y + sine * x + cosine * y)
        }
        return BarcodeCorners(
            topLeft: corner(-x, -y),
            topRight: corner(x, -y),
            bottomRight: corner(x, y),
            bottomLeft: corner(-x, y)
        )
    }

    mutating func draw(
        _ code: DrawnBarcode,
        at center: CGPoint? = nil,
        module: Double = 3,
        degrees: Double = 0,
        quietZone: Double = 10,
        damage: (Int, Int) -> Bool? = { _, _ in nil }
    ) {
        let center = center ?? CGPoint(x: Double(width) / 2, y: Double(height) / 2)
        let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        for y in 0..<height {
            for x in 0..<width {
                let (dx, dy) = (Double(x) + 0.5 - center.x, Double(y) + 0.5 - center.y)
                let column = (cosine * dx + sine * dy) / module + Double(code.width) / 2
                let row = (cosine * dy - sine * dx) / module + Double(code.height) / 2
                guard column > -quietZone, column < Double(code.width) + quietZone, row > -quietZone,
                    row < Double(code.height) + quietZone
                else { continue }
                let (i, j) = (Int(column), Int(row))
                let isInside = column >= 0 && row >= 0 && i < code.width && j < code.height
                let isBlack = isInside && damage(i, j) ?? code.isBlack(x: i, y: j)
                luma[y * width + x] = isBlack ? 30 : 225
            }
        }
    }

    mutating func addNoise(_ amplitude: Int, _ generator: inout SeededGenerator) {
        for index in luma.indices {
            let value = Int(luma[index]) + Int.random(in: -amplitude...amplitude, using: &generator)
            luma[index] = UInt8(min(255, max(0, value)))
        }
    }

    func withPlane<Result>(_ use: (LumaPlane) throws -> Result) rethrows -> Result {
        try luma.withUnsafeBufferPointer { pixels in
            guard let base = pixels.baseAddress else { preconditionFailure("a picture has pixels") }
            return try use(LumaPlane(pixels: base, width: width, height: height, bytesPerRow: width))
        }
    }

    func codes(
        _ kinds: BarcodeKinds = BarcodeKinds(rawValue: .max),
        _ effort: BarcodeReader.Effort = .thorough
    ) throws -> [FoundBarcode] {
        try withPlane { try BarcodeReader.find(in: $0, kinds: kinds, effort: effort) }
    }
}

extension BarcodeCorners {
    /// How far the farthest corner is from where it should be.
    func distance(to other: BarcodeCorners) -> Double {
        zip(
            [topLeft, topRight, bottomRight, bottomLeft],
            [other.topLeft, other.topRight, other.bottomRight, other.bottomLeft]
        )
        .map { hypot($0.x - $1.x, $0.y - $1.y) }.max() ?? 0
    }
}
