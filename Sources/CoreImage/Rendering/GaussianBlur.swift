import CoreGraphics
import Foundation

/// Blurs a bitmap as a bell curve does, by three averages one after the other. Beyond its borders there is nothing.
struct GaussianBlur {
    /// How many pixels to each side an average takes.
    private let reach: Int

    /// - Parameter deviation: of the bell curve, in pixels.
    init(deviation: CGFloat) {
        // Three averages of 2r + 1 pixels have the variance ((2r + 1)² - 1) / 4.
        reach = max(0, Int((((4 * deviation * deviation + 1).squareRoot() - 1) / 2).rounded()))
    }

    /// How far beyond an image something can be seen.
    static func margin(_ deviation: CGFloat) -> CGFloat { (3 * deviation).rounded(.up) }

    /// - Returns: false if the bitmap has no memory.
    func apply(to canvas: CGContext) -> Bool {
        guard let data = canvas.data else { return false }
        guard reach > 0 else { return true }
        let start = data.assumingMemoryBound(to: UInt8.self)
        for row in 0..<canvas.height {
            blur(start + row * canvas.bytesPerRow, count: canvas.width, step: 4)
        }
        for column in 0..<canvas.width {
            blur(start + column * 4, count: canvas.height, step: canvas.bytesPerRow)
        }
        return true
    }

    /// Blurs pixels that are a number of bytes apart.
    private func blur(_ start: UnsafeMutablePointer<UInt8>, count: Int, step: Int) {
        // In 256ths.
        var line = (0..<count).map { place -> SIMD4<Int32> in
            let pixel = start + place * step
            return SIMD4(Int32(pixel[0]), Int32(pixel[1]), Int32(pixel[2]), Int32(pixel[3])) &* 256
        }
        for _ in 0..<3 { line = averages(line) }
        for (place, value) in line.enumerated() {
            let pixel = start + place * step
            let bytes = (value &+ 128) &>> 8
            for component in 0..<4 { pixel[component] = UInt8(clamping: bytes[component]) }
        }
    }

    private func averages(_ line: [SIMD4<Int32>]) -> [SIMD4<Int32>] {
        let scale = 1 / Float(2 * reach + 1)
        var sum = line.prefix(reach).reduce(SIMD4<Int32>.zero, &+)
        return line.indices.map { place in
            if place + reach < line.count { sum &+= line[place + reach] }
            if place - reach - 1 >= 0 { sum &-= line[place - reach - 1] }
            return SIMD4<Int32>((SIMD4<Float>(sum) * scale).rounded(.toNearestOrAwayFromZero))
        }
    }
}
