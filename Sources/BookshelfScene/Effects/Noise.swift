import SceneDrawing
import SeededRandom

/// A sensor's noise: mostly in brightness, less in colour, nearly normally distributed.
enum Noise {
    /// The standard deviation of the sum of three evenly distributed bytes.
    private static let deviationOfThreeBytes = 128.0

    /// Adds noise to an opaque picture.
    ///
    /// - Parameter deviation: the brightness' standard deviation, of 255.
    static func add(to canvas: Canvas, deviation: Double, generator: inout SeededGenerator) {
        let factor = Int32(deviation / deviationOfThreeBytes * 65536)
        let (width, height) = (canvas.width, canvas.height)
        canvas.withPixels { base, stride in
            for row in 0..<height {
                var pixel = base + row * stride
                for _ in 0..<width {
                    let bits = generator.next()
                    let brightness = (sum(bits) &- 383) &* factor
                    add(brightness &+ tint(bits >> 24) &* factor, to: pixel)
                    add(brightness, to: pixel + 1)
                    add(brightness &+ tint(bits >> 32) &* factor, to: pixel + 2)
                    pixel += 4
                }
            }
        }
    }

    @inline(__always)
    private static func sum(_ bits: UInt64) -> Int32 {
        Int32(truncatingIfNeeded: (bits & 0xff) &+ (bits >> 8 & 0xff) &+ (bits >> 16 & 0xff))
    }

    @inline(__always)
    private static func tint(_ bits: UInt64) -> Int32 {
        (Int32(truncatingIfNeeded: bits & 0xff) &- 128) / 2
    }

    @inline(__always)
    private static func add(_ noise: Int32, to sample: UnsafeMutablePointer<UInt8>) {
        let value = Int32(sample.pointee) &+ noise >> 16
        sample.pointee = UInt8(truncatingIfNeeded: max(0, min(255, value)))
    }
}
