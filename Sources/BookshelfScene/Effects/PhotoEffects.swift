import CCairo
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
