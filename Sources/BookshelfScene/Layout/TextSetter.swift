import Foundation
import KnownBooks
import SceneDrawing

/// A line of text on a spine, in text coordinates: x along the reading direction from the spine's beginning, y across
/// from the letters' upper edge of the spine.
struct PlacedLine: Sendable, Hashable {
    var text: String
    var font: BookshelfFont
    var size: Double
    var ink: SceneColor
    /// The baseline's start.
    var x: Double
    var baseline: Double
    var metrics: TextMetrics
}

/// A spine's text, set.
struct SpineText: Sendable, Hashable {
    /// The title's lines, from the first on.
    var title: [PlacedLine]
    /// The author's lines.
    var author: [PlacedLine]
    /// Where the author's part begins and ends along the spine.
    var authorRange: ClosedRange<Double>
    /// Where all of the text begins and ends along the spine.
    var range: ClosedRange<Double>
    /// The thickness that the text needs or the style wants, whichever is more.
    var thickness: Double
}

/// Sets titles and authors on spines: finds sizes and line breaks for which they fit.
struct TextSetter {
    /// The smallest type: 12 points at 75 dots per inch.
    static let smallest = 12.0 * pixelsPerPoint
    /// Pixels of one point.
    static let pixelsPerPoint = 75.0 / 72.0
    /// No spine becomes thicker because of its text.
    static let thickest = 86.0
    /// Free on both sides of the text, across the spine.
    static let margin = 4.5

    let fonts: FontLibrary

    /// Sets a book's text.
    ///
    /// - Returns: `nil` when it is too long for a spine.
    func set(_ book: KnownBook, _ style: SpineStyle) -> SpineText? {
        let author = style.authorInCapitals ? book.author.uppercased() : book.author
        let authors = breaks(author, style.authorFont, upTo: 2)
        for title in [book.title, Self.withoutSubtitle(book.title)] {
            let titles = breaks(style.titleInCapitals ? title.uppercased() : title, style.titleFont, upTo: 3)
            var thickness = style.thickness
            while thickness <= Self.thickest {
                if let text = set(titles, authors, SpineFrame(style, thickness: thickness)) { return text }
                thickness += 6
            }
        }
        return nil
    }

    /// Publishers leave subtitles out when they are long.
    static func withoutSubtitle(_ title: String) -> String {
        let ends = [" : ", ": ", " – ", " / ", " ("].compactMap { title.range(of: $0)?.lowerBound }
        guard let end = ends.min(), end > title.startIndex else { return title }
        return String(title[..<end])
    }

    /// The ways to break a text, from one line to so many.
    private func breaks(_ text: String, _ font: BookshelfFont, upTo count: Int) -> [BrokenText] {
        let words = text.split(separator: " ").map(String.init)
        return (1...count).compactMap { count in
            BrokenText.balanced(words, count: count).map { BrokenText($0, font, fonts) }
        }
    }

    /// Takes the largest type that fits, in as few lines as possible.
    private func set(_ titles: [BrokenText], _ authors: [BrokenText], _ frame: SpineFrame) -> SpineText? {
        var size = frame.style.points * Self.pixelsPerPoint
        while size >= Self.smallest {
            for title in titles {
                for author in authors {
                    let authorSize = max(Self.smallest, size * 0.84)
                    if let text = frame.place(SpinePart(title, size), SpinePart(author, authorSize)) { return text }
                }
            }
            size -= Self.pixelsPerPoint
        }
        return nil
    }
}

/// A text that is broken into lines.
struct BrokenText {
    let font: BookshelfFont
    /// The lines, with the space that they take in type of size 1. Without hinting, all sizes are in proportion.
    let lines: [(text: String, metrics: TextMetrics)]

    private static let measuredSize = 64.0

    init(_ lines: [String], _ font: BookshelfFont, _ fonts: FontLibrary) {
        self.font = font
        self.lines = lines.map { line in
            (line, fonts.measure(line, font, size: Self.measuredSize).scaled(by: 1 / Self.measuredSize))
        }
    }

    /// Breaks words into so many lines that the longest has as few characters as possible.
    ///
    /// - Returns: `nil` when there are fewer words than lines.
    static func balanced(_ words: [String], count: Int) -> [String]? {
        guard count >= 1, words.count >= count else { return nil }
        if count == 1 { return [words.joined(separator: " ")] }
        var best: [String]?
        for first in 1...(words.count - count + 1) {
            let head = words[..<first].joined(separator: " ")
            guard let rest = balanced(Array(words[first...]), count: count - 1) else { continue }
            let lines = [head] + rest
            if longest(lines) < longest(best) { best = lines }
        }
        return best
    }

    private static func longest(_ lines: [String]?) -> Int {
        lines?.map(\.count).max() ?? .max
    }
}

/// The title or the author, in lines of a size.
struct SpinePart {
    let lines: [(text: String, metrics: TextMetrics)]
    let font: BookshelfFont
    let size: Double

    init(_ text: BrokenText, _ size: Double) {
        lines = text.lines.map { ($0.text, $0.metrics.scaled(by: size)) }
        font = text.font
        self.size = size
    }

    /// The extent along the spine.
    var length: Double { lines.map(\.metrics.inkWidth).max() ?? 0 }
    /// From one baseline to the next; no accent touches a descender of the line above.
    var leading: Double {
        zip(lines, lines.dropFirst()).reduce(size * 1.16) { leading, pair in
            max(leading, pair.0.metrics.inkBottom - pair.1.metrics.inkTop + 1)
        }
    }
    /// From the top of the first line's highest letter to the bottom of the last line's lowest.
    var depth: Double {
        guard let first = lines.first, let last = lines.last else { return 0 }
        return -first.metrics.inkTop + leading * Double(lines.count - 1) + last.metrics.inkBottom
    }
}

/// The room for text on a spine, in text coordinates.
struct SpineFrame {
    let style: SpineStyle
    let thickness: Double
    /// Where the room begins along the reading direction.
    let start: Double
    /// How long it is.
    let length: Double

    init(_ style: SpineStyle, thickness: Double) {
        self.style = style
        self.thickness = thickness
        start = style.readsUpward ? style.footRoom : style.headRoom
        length = style.height - style.headRoom - style.footRoom
    }

    /// Places both parts.
    ///
    /// - Returns: `nil` when there is no room.
    func place(_ title: SpinePart, _ author: SpinePart) -> SpineText? {
        style.arrangement == .titleAboveAuthor ? stack(title, author) : queue(title, author)
    }

    private var breadth: Double { thickness - 2 * TextSetter.margin }

    private func queue(_ title: SpinePart, _ author: SpinePart) -> SpineText? {
        let gap = 1.3 * title.size
        let needed = title.length + gap + author.length
        guard needed <= length, title.depth <= breadth, author.depth <= breadth else { return nil }
        let slack = length - needed
        let between = gap + slack * style.spread
        let first = start + (slack - (between - gap)) / 2
        let titleFirst = style.arrangement == .titleThenAuthor
        let titleStart = titleFirst ? first : first + author.length + between
        let authorStart = titleFirst ? first + title.length + between : first
        return SpineText(
            title: lines(title, from: titleStart, ink: style.titleInk, top: (thickness - title.depth) / 2),
            author: lines(author, from: authorStart, ink: style.authorInk, top: (thickness - author.depth) / 2),
            authorRange: authorStart...(authorStart + author.length),
            range: first...(first + needed - gap + between),
            thickness: thickness
        )
    }

    private func stack(_ title: SpinePart, _ author: SpinePart) -> SpineText? {
        let gap = 0.32 * title.size
        let depth = title.depth + gap + author.depth
        guard max(title.length, author.length) <= length, depth <= breadth else { return nil }
        let top = (thickness - depth) / 2
        let titleStart = start + (length - title.length) / 2
        let authorStart = start + (length - author.length) / 2
        return SpineText(
            title: lines(title, from: titleStart, ink: style.titleInk, top: top),
            author: lines(author, from: authorStart, ink: style.authorInk, top: top + title.depth + gap),
            authorRange: authorStart...(authorStart + author.length),
            range: min(titleStart, authorStart)...(max(titleStart + title.length, authorStart + author.length)),
            thickness: thickness
        )
    }

    private func lines(_ part: SpinePart, from start: Double, ink: SceneColor, top: Double) -> [PlacedLine] {
        let firstBaseline = top - (part.lines.first?.metrics.inkTop ?? 0)
        return part.lines.enumerated().map { index, line in
            PlacedLine(
                text: line.text,
                font: part.font,
                size: part.size,
                ink: ink,
                x: start + (part.length - line.metrics.inkWidth) / 2 - line.metrics.inkLeft,
                baseline: firstBaseline + part.leading * Double(index),
                metrics: line.metrics
            )
        }
    }
}
