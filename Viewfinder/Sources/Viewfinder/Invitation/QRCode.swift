import BarcodeDetection

/// A text as a QR code.
public struct QRCode: Sendable {
    /// How many light squares it needs around it.
    private static let quietZone = 4

    private let drawing: DrawnBarcode

    /// Writes a text; nil if it is too long.
    public init?(_ text: String) {
        guard let drawing = DrawnBarcode(.qr, text) else { return nil }
        self.drawing = drawing
    }

    /// How many squares lie beside each other, with the light ones around it.
    var size: Int { drawing.width + 2 * Self.quietZone }

    /// The dark squares as the path of an SVG image of ``size`` by ``size``: a rectangle for each row of them.
    var path: String {
        var path = ""
        for y in 0..<size {
            var x = 0
            while x < size {
                let start = x
                while x < size, isDark(x, y) { x += 1 }
                if x > start { path += "M\(start) \(y)h\(x - start)v1h-\(x - start)z" }
                x += 1
            }
        }
        return path
    }

    /// The code for a terminal that knows colours, dark on light whatever its own colours are; two rows of squares in a line.
    public var terminalText: String {
        stride(from: 0, to: size, by: 2).map { y -> String in
            let squares = (0..<size).map { x -> String in
                switch (isDark(x, y), isDark(x, y + 1)) {
                case (true, true): "\u{2588}"
                case (true, false): "\u{2580}"
                case (false, true): "\u{2584}"
                case (false, false): " "
                }
            }
            return "\u{1B}[30;107m\(squares.joined())\u{1B}[0m\n"
        }.joined()
    }

    private func isDark(_ x: Int, _ y: Int) -> Bool {
        let (x, y) = (x - Self.quietZone, y - Self.quietZone)
        guard (0..<drawing.width).contains(x), (0..<drawing.height).contains(y) else { return false }
        return drawing.isBlack(x: x, y: y)
    }
}
