import CoreVideo
import ImageProcessing

/// A colour of eight bits per component.
struct Colour: Hashable, CustomStringConvertible {
    var red: Int
    var green: Int
    var blue: Int

    var description: String { "(\(red), \(green), \(blue))" }

    /// The largest difference of a component.
    func distance(to other: Colour) -> Int {
        max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue))
    }

    /// The bars of a pattern in their order.
    static func bars(_ pattern: VividFrame.Pattern) -> [Colour] {
        let on = pattern.level
        return [
            Colour(red: on, green: on, blue: on), Colour(red: on, green: on, blue: 0),
            Colour(red: 0, green: on, blue: on), Colour(red: 0, green: on, blue: 0),
            Colour(red: on, green: 0, blue: on), Colour(red: on, green: 0, blue: 0),
            Colour(red: 0, green: 0, blue: on), Colour(red: 0, green: 0, blue: 0),
        ]
    }

    /// The grey with this colour's brightness after ITU-R BT.709, which is what vivid's grey pictures hold.
    var luma: Colour {
        let value = Int((0.2126 * Double(red) + 0.7152 * Double(green) + 0.0722 * Double(blue)).rounded())
        return Colour(red: value, green: value, blue: value)
    }
}

/// How far a picture is from the bars that it should show, pixel by pixel.
struct BarComparison {
    private let margin: Int
    /// The largest difference of a component, for each bar.
    private(set) var distances = [Int](repeating: 0, count: 8)
    /// A pixel with the largest difference, for each bar.
    private(set) var examples = [String](repeating: "", count: 8)
    /// How many pixels were compared.
    private(set) var compared = 0

    /// - Parameters:
    ///   - picture: BGRA.
    ///   - pattern: what it should show.
    ///   - expected: the eight colours.
    ///   - margin: pixels this close to another bar are left out, as they share a chroma sample with it.
    init(_ picture: CVPixelBuffer, _ pattern: VividFrame.Pattern, expected: [Colour], margin: Int = 2) {
        self.margin = margin
        CVPixelBufferLockBaseAddress(picture, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
        let (width, height) = (CVPixelBufferGetWidth(picture), CVPixelBufferGetHeight(picture))
        let row = CVPixelBufferGetBytesPerRow(picture)
        guard let base = CVPixelBufferGetBaseAddress(picture) else { return }
        let pixels = UnsafeRawBufferPointer(start: base, count: row * height)
        for y in 0..<height {
            for x in 0..<width {
                guard let bar = bar(x, y, width, height, pattern) else { continue }
                let offset = y * row + x * 4
                compare(
                    Colour(
                        red: Int(pixels[offset + 2]),
                        green: Int(pixels[offset + 1]),
                        blue: Int(pixels[offset])
                    ),
                    bar,
                    expected[bar],
                    at: "(\(x), \(y))"
                )
            }
        }
    }

    private mutating func compare(_ colour: Colour, _ bar: Int, _ expected: Colour, at place: @autoclosure () -> String)
    {
        compared += 1
        let distance = colour.distance(to: expected)
        guard distance > distances[bar] else { return }
        distances[bar] = distance
        examples[bar] = "\(place()): \(colour) instead of \(expected)"
    }

    /// The bar of a pixel, unless another one is near.
    private func bar(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ pattern: VividFrame.Pattern) -> Int? {
        let bar = pattern.bar(x: x, y: y, width: width, height: height)
        let before = pattern.bar(x: max(x - margin, 0), y: max(y - margin, 0), width: width, height: height)
        let after = pattern.bar(
            x: min(x + margin, width - 1),
            y: min(y + margin, height - 1),
            width: width,
            height: height
        )
        return before == bar && after == bar ? bar : nil
    }
}
