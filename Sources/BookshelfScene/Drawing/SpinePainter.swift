import CCairo
import Foundation
import KnownBooks
import SceneDrawing
import SeededRandom

/// Draws one book's spine.
struct SpinePainter {
    let placed: PlacedSpine
    let fonts: FontLibrary
    /// Whether title and author are printed; without them, the rest of the spine is drawn all the same.
    let paintsText: Bool

    private var style: SpineStyle { placed.spine.style }
    private var text: SpineText { placed.spine.text }
    private var width: Double { placed.spine.thickness }
    private var height: Double { placed.spine.height }

    /// Draws the spine; the canvas' coordinates are the shelf's.
    func draw(_ canvas: Canvas) {
        canvas.group {
            canvas.transform(placed.matrix)
            canvas.clip {
                canvas.roundedRectangle(0, 0, width, height, radius: min(4, width / 8))
            }
            drawGround(canvas)
            TexturePainter(style: style, width: width, height: height).draw(canvas)
            canvas.group {
                canvas.transform(placed.textMatrix)
                drawBand(canvas)
                drawRules(canvas)
                if paintsText { drawText(canvas) }
            }
            drawSeriesNumber(canvas)
            if style.hasCallNumber {
                SpineLabel(book: placed.spine.book, width: width, height: height, seed: style.detailSeed)
                    .draw(canvas, fonts)
            } else if let mark = style.mark {
                PublisherMarkPainter(mark: mark, ink: style.titleInk, seed: style.detailSeed)
                    .draw(canvas, x: width / 2, y: height - 34, radius: min(13, width * 0.3), fonts)
            }
            drawShading(canvas)
        }
    }

    private func drawGround(_ canvas: Canvas) {
        canvas.rectangle(0, 0, width, height)
        canvas.fill(style.ground)
    }

    private func drawBand(_ canvas: Canvas) {
        guard let band = style.authorBand else { return }
        let margin = 10.0
        let start = max(0, text.authorRange.lowerBound - margin)
        let end = min(height, text.authorRange.upperBound + margin)
        canvas.rectangle(start, 0, end - start, width)
        canvas.fill(band)
    }

    private func drawRules(_ canvas: Canvas) {
        guard style.rules > 0 else { return }
        let ink = style.titleInk.opacity(0.8)
        for index in 0..<style.rules {
            let distance = 9 + 3.5 * Double(index)
            for x in [text.range.lowerBound - distance, text.range.upperBound + distance]
            where x > 3 && x < height - 3 {
                canvas.rectangle(x - 0.6, 0, 1.2, width)
                canvas.fill(ink)
            }
        }
    }

    private func drawText(_ canvas: Canvas) {
        for line in text.title + text.author {
            fonts.select(line.font, size: line.size, on: canvas)
            canvas.text(line.text, x: line.x, y: line.baseline, line.ink)
        }
    }

    private func drawSeriesNumber(_ canvas: Canvas) {
        guard let number = style.seriesNumber else { return }
        let text = String(number)
        let metrics = fonts.measure(text, style.authorFont, size: 11)
        fonts.select(style.authorFont, size: 11, on: canvas)
        canvas.text(text, x: (width - metrics.advance) / 2, y: 24, style.titleInk)
    }

    /// The round back, the joints of the covers, and what the light does to a glossy jacket.
    private func drawShading(_ canvas: Canvas) {
        let (black, white) = (SceneColor(0), SceneColor(0xffffff))
        canvas.rectangle(0, 0, width, height)
        canvas.fillLinear(
            from: (0, 0),
            to: (width, 0),
            [
                GradientStop(0, black.opacity(0.42)), GradientStop(0.07, black.opacity(0.14)),
                GradientStop(0.28, white.opacity(0.10)), GradientStop(0.55, white.opacity(0.02)),
                GradientStop(0.86, black.opacity(0.12)), GradientStop(1, black.opacity(0.46)),
            ]
        )
        canvas.rectangle(0, 0, width, height)
        canvas.fillLinear(
            from: (0, 0),
            to: (0, height),
            [
                GradientStop(0, black.opacity(0.3)), GradientStop(0.012, white.opacity(0.12)),
                GradientStop(0.03, white.opacity(0)), GradientStop(0.93, black.opacity(0)),
                GradientStop(1, black.opacity(0.26)),
            ]
        )
        if style.gloss > 0 { drawGlare(canvas) }
    }

    /// What a lamp does to a glossy jacket: a streak along the spine, and a bright spot in it.
    private func drawGlare(_ canvas: Canvas) {
        let white = SceneColor(0xffffff)
        let center = width * 0.32
        canvas.rectangle(center - width * 0.12, 0, width * 0.24, height)
        canvas.fillLinear(
            from: (center - width * 0.12, 0),
            to: (center + width * 0.12, 0),
            [
                GradientStop(0, white.opacity(0)), GradientStop(0.5, white.opacity(style.gloss * 0.5)),
                GradientStop(1, white.opacity(0)),
            ]
        )
        var generator = SeededGenerator(seed: style.detailSeed)
        canvas.group {
            canvas.transform(.translation(x: center, y: generator.number(in: 0.1...0.9) * height))
            canvas.stretch(vertically: 3)
            let radius = width * 0.75
            canvas.rectangle(-radius, -radius, 2 * radius, 2 * radius)
            canvas.fillRadial(
                center: (0, 0),
                radius: radius,
                [
                    GradientStop(0, white.opacity(style.gloss * 0.8)),
                    GradientStop(0.4, white.opacity(style.gloss * 0.35)), GradientStop(1, white.opacity(0)),
                ]
            )
        }
    }
}

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
