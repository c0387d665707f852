import CCairo
import KnownBooks
import SceneDrawing
import SeededRandom

/// A library's label at a spine's foot: the class and the author's first letters.
struct SpineLabel {
    let book: KnownBook
    let width: Double
    let height: Double
    let seed: UInt64

    private static let length = 78.0
    private static let size = 12.5

    /// Draws the label, in the spine's coordinates.
    func draw(_ canvas: Canvas, _ fonts: FontLibrary) {
        var generator = SeededGenerator(seed: seed)
        let top = height - Self.length - 12
        canvas.roundedRectangle(2.5, top, width - 5, Self.length, radius: 2.5)
        canvas.fill(SceneColor(0xf3f2ee))
        canvas.roundedRectangle(2.5, top, width - 5, Self.length, radius: 2.5)
        canvas.stroke(SceneColor(0, alpha: 0.18), width: 0.8)
        let lines = [classNumber(&generator), authorLetters]
        let isUpright = width >= 40 && generator.chance(0.5)
        canvas.group {
            if isUpright {
                canvas.transform(.translation(x: 0, y: top))
                write(lines, canvas, fonts, room: width)
            } else {
                // Read from the bottom to the top.
                canvas.transform(cairo_matrix_t(xx: 0, yx: -1, xy: 1, yy: 0, x0: 0, y0: top + Self.length))
                write([lines.joined(separator: " ")], canvas, fonts, room: Self.length, depth: width)
            }
        }
    }

    private func write(_ lines: [String], _ canvas: Canvas, _ fonts: FontLibrary, room: Double, depth: Double? = nil) {
        let font = BookshelfFont.callNumber
        let leading = Self.size * 1.3
        let middle = (depth ?? Self.length) / 2
        var baseline = middle + Self.size * 0.35 - leading * Double(lines.count - 1) / 2
        for line in lines {
            let metrics = fonts.measure(line, font, size: Self.size)
            fonts.select(font, size: Self.size, on: canvas)
            canvas.text(line, x: (room - metrics.advance) / 2, y: baseline, SceneColor(0x202020))
            baseline += leading
        }
    }

    private func classNumber(_ generator: inout SeededGenerator) -> String {
        generator.chance(0.6) ? "N" : String(generator.integer(in: 100...899))
    }

    /// The surname stands last, or before the comma.
    private var authorLetters: String {
        let surnameFirst = book.author.split(separator: ",").first.map(String.init) ?? ""
        let name = surnameFirst.count < book.author.count ? surnameFirst : book.author
        let surname = name.split(separator: " ").last { $0.contains(where: \.isLetter) } ?? ""
        return String(surname.filter(\.isLetter).prefix(3)).capitalized
    }
}
