internal import CLibYUV
import CoreGraphics
import Foundation

/// What is done to each pixel's colour.
enum ColorEffect: Sendable, Equatable {
    /// Brightness alone, by the weights of BT.601.
    case gray
    /// Shades of brown, so far: 0 for the image as it is, 1 for nothing else.
    case sepia(Double)
    /// Each colour's opposite.
    case inverted
    /// Each component made of all four.
    case matrix(ColorMatrix)
    /// Red, green and blue each by a table.
    case curve(ToneCurve)
    /// Components kept between two of red, green, blue and alpha.
    case limited(low: SIMD4<Float>, high: SIMD4<Float>)

    /// Changes a bitmap: blue, green and red, which are multiplied by alpha, and alpha.
    ///
    /// - Returns: false if there is no memory.
    func apply(to canvas: CGContext) -> Bool {
        guard let data = canvas.data else { return false }
        let bitmap = Bitmap(
            pixels: data.assumingMemoryBound(to: UInt8.self),
            stride: Int32(canvas.bytesPerRow),
            width: Int32(canvas.width),
            height: Int32(canvas.height)
        )
        return switch self {
        case .gray: bitmap.makeGray()
        case .sepia(let intensity): bitmap.makeSepia(intensity)
        case .inverted: bitmap.invert()
        case .matrix(let matrix): canvas.changeColors { matrix.applied(to: $0) }
        case .curve(let curve): canvas.changeColors { curve.applied(to: $0) }
        case .limited(let low, let high): canvas.changeColors { pointwiseMin(pointwiseMax($0, low), high) }
        }
    }
}

/// Pixels in libyuv's layout ARGB, which is the order of bytes of a little-endian word.
private struct Bitmap {
    let pixels: UnsafeMutablePointer<UInt8>
    let stride: Int32
    let width: Int32
    let height: Int32

    func makeGray() -> Bool { ARGBGrayTo(pixels, stride, pixels, stride, width, height) == 0 }

    /// libyuv's shades of brown are of colours that are not multiplied by alpha.
    func makeSepia(_ intensity: Double) -> Bool {
        guard intensity < 1 else { return makeBrown() }
        // In 256ths, as libyuv interpolates.
        let share = Int32((max(intensity, 0) * 256).rounded())
        let size = Int(stride) * Int(height)
        let brown = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
        defer { brown.deallocate() }
        brown.initialize(from: pixels, count: size)
        return Bitmap(pixels: brown, stride: stride, width: width, height: height).makeBrown()
            && ARGBInterpolate(pixels, stride, brown, stride, pixels, stride, width, height, min(share, 255)) == 0
    }

    private func makeBrown() -> Bool {
        ARGBUnattenuate(pixels, stride, pixels, stride, width, height) == 0
            && ARGBSepia(pixels, stride, 0, 0, width, height) == 0
            && ARGBAttenuate(pixels, stride, pixels, stride, width, height) == 0
    }

    /// The opposite of a colour that is multiplied by alpha is what remains of alpha. Coefficients are in 64ths.
    func invert() -> Bool {
        let matrix: [Int8] = [
            -64, 0, 0, 64,
            0, -64, 0, 64,
            0, 0, -64, 64,
            0, 0, 0, 64,
        ]
        return ARGBColorMatrix(pixels, stride, pixels, stride, matrix, width, height) == 0
    }
}
