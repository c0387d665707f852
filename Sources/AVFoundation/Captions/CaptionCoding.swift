import CoreGraphics
import Foundation
import MediaEncoding

/// Writes styled text as a sample of 3GPP timed text (`tx3g`, 3GPP TS 26.245), and reads it.
struct CaptionCoding {
    /// What the samples' track says of all of them.
    let description: TimedTextDescription

    /// A sample without text: nothing is shown.
    static let nothing = Data([0, 0])

    private static let bold: UInt8 = 1
    private static let italic: UInt8 = 2
    private static let underline: UInt8 = 4
    /// The bytes of a style in a sample.
    private static let recordLength = 12

    /// Letters of one style, counted in characters of Unicode.
    private struct Run {
        var characters: Range<Int>
        var face: UInt8
        var color: TimedTextDescription.Color
    }

    // MARK: Writing

    /// A sample; `nil` for text of more bytes than a sample can have.
    func sample(_ text: StyledText) -> Data? {
        let bytes = Data(text.text.utf8)
        guard let count = UInt16(exactly: bytes.count) else { return nil }
        let runs = runs(of: text)
        return Self.bytes(count) + bytes + (runs.isEmpty ? Data() : styles(runs))
    }

    /// The letters that look otherwise than the track says.
    private func runs(of text: StyledText) -> [Run] {
        var runs: [Run] = []
        var unit = 0
        for (place, character) in text.text.unicodeScalars.enumerated() {
            let style = text.styles[unit]
            unit += UTF16.width(character)
            let (face, color) = (Self.face(style), style.color.map(Self.color) ?? description.textColor)
            guard face != 0 || color != description.textColor else { continue }
            if let last = runs.last, last.characters.upperBound == place, last.face == face, last.color == color {
                runs[runs.count - 1].characters = last.characters.lowerBound..<place + 1
            } else {
                runs.append(Run(characters: place..<place + 1, face: face, color: color))
            }
        }
        return runs
    }

    private func styles(_ runs: [Run]) -> Data {
        var styles = Self.bytes(UInt16(clamping: runs.count))
        for run in runs {
            styles += Self.bytes(UInt16(clamping: run.characters.lowerBound))
            styles += Self.bytes(UInt16(clamping: run.characters.upperBound))
            styles += Self.bytes(TimedTextDescription.font) + Data([run.face, description.fontSize]) + run.color.bytes
        }
        let size = UInt32(styles.count + 8)
        return Self.bytes(UInt16(size >> 16)) + Self.bytes(UInt16(size & 0xffff)) + Data("styl".utf8) + styles
    }

    private static func face(_ style: CaptionStyle) -> UInt8 {
        (style.weight == .bold ? bold : 0) | (style.slant == .italic ? italic : 0)
            | (style.decoration.contains(.underline) ? underline : 0)
    }

    private static func color(_ color: CGColor) -> TimedTextDescription.Color {
        let parts = color.rgba
        func part(_ value: Double) -> UInt8 { UInt8(min(max(0, value.isNaN ? 0 : value), 1) * 255 + 0.5) }
        return .init(red: part(parts.red), green: part(parts.green), blue: part(parts.blue), alpha: part(parts.alpha))
    }

    private static func bytes(_ number: UInt16) -> Data { Data([UInt8(number >> 8), UInt8(number & 0xff)]) }

    // MARK: Reading

    /// The text of a sample; `nil` for bytes that are none. Styles that make no sense are left out.
    func text(_ sample: Data) -> StyledText? {
        let bytes = [UInt8](sample)
        guard bytes.count >= 2 else { return nil }
        let length = Int(bytes[0]) << 8 | Int(bytes[1])
        guard length <= bytes.count - 2, let string = Self.string(bytes[2..<2 + length]) else { return nil }
        var text = StyledText(string)
        // Where each character begins, in units of UTF-16.
        var places = [0]
        for character in string.unicodeScalars { places.append(places[places.count - 1] + UTF16.width(character)) }
        for run in runs(in: bytes[(2 + length)...]) { apply(run, to: &text, places) }
        return text
    }

    /// Text is UTF-8, or UTF-16 behind a mark of the order of bytes.
    private static func string(_ bytes: ArraySlice<UInt8>) -> String? {
        if bytes.starts(with: [0xfe, 0xff]) || bytes.starts(with: [0xff, 0xfe]) {
            return String(bytes: bytes, encoding: .utf16)
        }
        return String(bytes: bytes, encoding: .utf8)
    }

    /// The styles in the boxes behind the text.
    private func runs(in boxes: ArraySlice<UInt8>) -> [Run] {
        var rest = boxes
        while rest.count >= 8 {
            let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard size >= 8, size <= rest.count else { return [] }
            let body = Array(rest.prefix(size).dropFirst(8))
            if rest.dropFirst(4).prefix(4).elementsEqual("styl".utf8) { return Self.runs(body) }
            rest = rest.dropFirst(size)
        }
        return []
    }

    private static func runs(_ body: [UInt8]) -> [Run] {
        func number(_ place: Int) -> Int { Int(body[place]) << 8 | Int(body[place + 1]) }
        guard body.count >= 2, number(0) * recordLength <= body.count - 2 else { return [] }
        return (0..<number(0)).compactMap { record in
            let place = 2 + record * recordLength
            let (start, end) = (number(place), number(place + 2))
            guard start < end else { return nil }
            let color = body[place + 8..<place + 12].map(\.self)
            return Run(
                characters: start..<end,
                face: body[place + 6],
                color: .init(red: color[0], green: color[1], blue: color[2], alpha: color[3])
            )
        }
    }

    private func apply(_ run: Run, to text: inout StyledText, _ places: [Int]) {
        let characters = run.characters.clamped(to: 0..<places.count - 1)
        guard !characters.isEmpty else { return }
        let start = places[characters.lowerBound]
        let range = NSRange(location: start, length: places[characters.upperBound] - start)
        var style = CaptionStyle()
        if run.face & Self.bold != 0 { style.weight = .bold }
        if run.face & Self.italic != 0 { style.slant = .italic }
        if run.face & Self.underline != 0 { style.decoration = .underline }
        if run.color != description.textColor {
            style.color = CGColor(
                srgbRed: CGFloat(run.color.red) / 255,
                green: CGFloat(run.color.green) / 255,
                blue: CGFloat(run.color.blue) / 255,
                alpha: CGFloat(run.color.alpha) / 255
            )
        }
        text.set(\.self, to: style, in: range, "AVCaption")
    }
}
