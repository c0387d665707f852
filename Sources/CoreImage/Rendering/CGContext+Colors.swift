import CoreGraphics
import Foundation

extension CGContext {
    /// Calls for each pixel of a bitmap of blue, green and red, which are multiplied by alpha, and alpha.
    ///
    /// - Returns: false if the bitmap has no memory.
    @inline(__always)
    func forEachPixel(_ body: (UnsafeMutablePointer<UInt8>) -> Void) -> Bool {
        guard let data else { return false }
        let start = data.assumingMemoryBound(to: UInt8.self)
        for row in 0..<height {
            var pixel = start + row * bytesPerRow
            for _ in 0..<width {
                body(pixel)
                pixel += 4
            }
        }
        return true
    }

    /// Changes each pixel's colour: red, green, blue, not multiplied by alpha, and alpha, from 0 to 1. What leaves that range is cut.
    ///
    /// - Returns: false if the bitmap has no memory.
    @inline(__always)
    func changeColors(_ change: (SIMD4<Float>) -> SIMD4<Float>) -> Bool {
        forEachPixel { pixel in
            let alpha = Float(pixel[3]) / 255
            let scale = alpha > 0 ? 1 / (255 * alpha) : 0
            let color = SIMD4(Float(pixel[2]) * scale, Float(pixel[1]) * scale, Float(pixel[0]) * scale, alpha)
            var result = change(color).clamped(lowerBound: .zero, upperBound: .one)
            result *= SIMD4(result.w, result.w, result.w, 1)
            let bytes = SIMD4<UInt8>((result * 255).rounded(.toNearestOrAwayFromZero))
            pixel[0] = bytes.z
            pixel[1] = bytes.y
            pixel[2] = bytes.x
            pixel[3] = bytes.w
        }
    }

    /// Multiplies a bitmap of the same size by how bright this one is.
    ///
    /// - Returns: false if one has no memory, or another size.
    func mask(_ other: CGContext) -> Bool {
        guard let data, other.width == width, other.height == height, other.bytesPerRow == bytesPerRow else {
            return false
        }
        guard let start = other.data?.assumingMemoryBound(to: UInt8.self) else { return false }
        let own = data.assumingMemoryBound(to: UInt8.self)
        return forEachPixel { pixel in
            let light = ColorMatrix.luminance * SIMD4(Float(pixel[2]), Float(pixel[1]), Float(pixel[0]), 0)
            let share = light.sum() / 255
            let target = start + (pixel - own)
            for component in 0..<4 { target[component] = UInt8((Float(target[component]) * share).rounded()) }
        }
    }

    /// The average of all pixels.
    var averageColor: CGColor {
        var sum = SIMD4<UInt64>.zero
        _ = forEachPixel { sum &+= SIMD4(UInt64($0[2]), UInt64($0[1]), UInt64($0[0]), UInt64($0[3])) }
        let count = Double(width * height * 255)
        let alpha = CGFloat(Double(sum.w) / count)
        guard alpha > 0 else { return CGColor(red: 0, green: 0, blue: 0, alpha: 0) }
        func component(_ sum: UInt64) -> CGFloat { CGFloat(Double(sum) / count) / alpha }
        return CGColor(red: component(sum.x), green: component(sum.y), blue: component(sum.z), alpha: alpha)
    }
}
