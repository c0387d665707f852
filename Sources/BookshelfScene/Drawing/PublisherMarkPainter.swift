import Foundation
import SceneDrawing
import SeededRandom

/// Draws an invented publisher's mark.
struct PublisherMarkPainter {
    let mark: PublisherMark
    let ink: SceneColor
    let seed: UInt64

    /// Draws the mark around a point of the spine.
    func draw(_ canvas: Canvas, x: Double, y: Double, radius: Double, _ fonts: FontLibrary) {
        switch mark {
        case .disc:
            canvas.ellipse(x, y, radius, radius)
            canvas.fill(ink)
        case .ring:
            canvas.ellipse(x, y, radius, radius)
            canvas.stroke(ink, width: 2)
            canvas.ellipse(x, y, radius * 0.45, radius * 0.45)
            canvas.fill(ink)
        case .lozenge:
            canvas.polygon([(x, y - radius), (x + radius * 0.7, y), (x, y + radius), (x - radius * 0.7, y)])
            canvas.fill(ink)
        case .star: drawStar(canvas, x: x, y: y, radius: radius)
        case .letters: drawLetters(canvas, x: x, y: y, radius: radius, fonts)
        }
    }

    private func drawStar(_ canvas: Canvas, x: Double, y: Double, radius: Double) {
        canvas.polygon(
            (0..<10).map { corner in
                let angle = Double(corner) * .pi / 5 - .pi / 2
                let reach = corner % 2 == 0 ? radius : radius * 0.42
                return (x + reach * cos(angle), y + reach * sin(angle))
            }
        )
        canvas.fill(ink)
    }

    private func drawLetters(_ canvas: Canvas, x: Double, y: Double, radius: Double, _ fonts: FontLibrary) {
        var generator = SeededGenerator(seed: seed)
        let initials = generator.choice(of: ["HB", "AM", "LV", "QR", "DS", "EK", "NT"])
        let size = radius * 1.1
        guard let font = BookshelfFont.serif.first else { return }
        let metrics = fonts.measure(initials, font, size: size)
        fonts.select(font, size: size, on: canvas)
        canvas.text(initials, x: x - metrics.advance / 2, y: y + size * 0.35, ink)
        canvas.roundedRectangle(x - radius, y - radius, 2 * radius, 2 * radius, radius: 2)
        canvas.stroke(ink, width: 1.2)
    }
}
