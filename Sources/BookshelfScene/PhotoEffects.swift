import CCairo
import CTurboJPEG
import Foundation
import SceneDrawing
import SeededRandom

/// What light and a camera do to a photo, by level.
struct PhotoEffects {
    let level: BookshelfLevel
    let seed: UInt64

    /// The quality of the JPEG compression that pictures of the harder levels have been through.
    static let jpegQuality = 80

    /// Lets light fall on the shelf from one side. Part of the world, not of the camera.
    func light(_ canvas: Canvas) {
        guard level != .clean else { return }
        var generator = SeededGenerator(seed: seed)
        let (width, height) = (Double(canvas.width), Double(canvas.height))
        let angle = generator.number(in: 0...(2 * .pi))
        let reach = max(width, height) * 0.6
        let middle = (x: width / 2, y: height / 2)
        canvas.rectangle(0, 0, width, height)
        canvas.fillLinear(
            from: (middle.x - reach * cos(angle), middle.y - reach * sin(angle)),
            to: (middle.x + reach * cos(angle), middle.y + reach * sin(angle)),
            [
                GradientStop(0, SceneColor(0, alpha: generator.number(in: 0.2...0.42))),
                GradientStop(0.6, SceneColor(0, alpha: 0.03)), GradientStop(1, SceneColor(0xffe8c0, alpha: 0.12)),
            ]
        )
    }

    /// Takes the picture with a camera: blur, noise, compression.
    func photograph(_ canvas: Canvas) throws(BookshelfError) -> Canvas {
        var generator = SeededGenerator(seed: seed ^ 0x5eed_ca3e)
        let result: Canvas
        switch level {
        case .clean:
            return canvas
        case .tilted:
            result = try blurred(canvas, radius: generator.number(in: 0.35...0.7))
        case .noisy:
            result = try moved(canvas, &generator)
            Noise.add(to: result, deviation: generator.number(in: 5...9), generator: &generator)
        case .textured:
            result = try blurred(canvas, radius: generator.number(in: 0.2...0.5))
            Noise.add(to: result, deviation: generator.number(in: 2...5), generator: &generator)
        }
        try JPEGCompression.apply(to: result, quality: Self.jpegQuality)
        return result
    }

    /// A lens that is a little out of focus: the mean of places on a circle and its middle.
    private func blurred(_ canvas: Canvas, radius: Double) throws(BookshelfError) -> Canvas {
        let circle = (0..<6).map { step in
            let angle = Double(step) * .pi / 3
            return (x: radius * cos(angle), y: radius * sin(angle))
        }
        return try mean(of: canvas, at: [(x: 0, y: 0)] + circle)
    }

    /// A hand that moves while the shutter is open.
    private func moved(_ canvas: Canvas, _ generator: inout SeededGenerator) throws(BookshelfError) -> Canvas {
        let angle = generator.number(in: 0...(2 * .pi))
        let length = generator.number(in: 1...2.4)
        let places = (0..<7).map { step in
            let part = (Double(step) / 6 - 0.5) * length
            return (x: part * cos(angle), y: part * sin(angle))
        }
        return try mean(of: canvas, at: places)
    }

    private func mean(of canvas: Canvas, at places: [(x: Double, y: Double)]) throws(BookshelfError) -> Canvas {
        let result = Canvas(width: canvas.width, height: canvas.height)
        for (index, place) in places.enumerated() {
            result.paint(canvas, x: place.x, y: place.y, opacity: 1 / Double(index + 1))
        }
        return result
    }
}

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

/// Compresses pictures as cameras do, and decompresses them again: what is lost is lost.
enum JPEGCompression {
    /// Sends a canvas' picture through JPEG with halved chroma.
    static func apply(to canvas: Canvas, quality: Int) throws(BookshelfError) {
        guard let compressor = tjInitCompress() else { throw failure(nil) }
        defer { tjDestroy(compressor) }
        guard let decompressor = tjInitDecompress() else { throw failure(nil) }
        defer { tjDestroy(decompressor) }
        var data: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        defer { tjFree(data) }
        let (width, height) = (Int32(canvas.width), Int32(canvas.height))
        let compressed = canvas.withPixels { base, stride in
            tjCompress2(
                compressor,
                base,
                width,
                Int32(stride),
                height,
                TJPF_BGRA.rawValue32,
                &data,
                &size,
                Int32(TJSAMP_420.rawValue),
                Int32(quality),
                TJFLAG_ACCURATEDCT
            )
        }
        guard compressed == 0 else { throw failure(compressor) }
        let decompressed = canvas.withPixels { base, stride in
            tjDecompress2(
                decompressor,
                data,
                size,
                base,
                width,
                Int32(stride),
                height,
                TJPF_BGRA.rawValue32,
                TJFLAG_ACCURATEDCT
            )
        }
        guard decompressed == 0 else { throw failure(decompressor) }
    }

    private static func failure(_ handle: tjhandle?) -> BookshelfError {
        .compression(reason: String(cString: tjGetErrorStr2(handle)))
    }
}

extension TJPF {
    fileprivate var rawValue32: Int32 { Int32(rawValue) }
}
