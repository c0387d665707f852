import CBarcodes

/// A machine-readable code as it is printed, for pictures that show one.
public struct DrawnBarcode: Sendable, Equatable {
    /// How many of its smallest squares lie beside each other, without the quiet zone.
    public let width: Int
    /// How many lie above each other.
    public let height: Int
    private let modules: [UInt8]

    /// How much of a QR code may be lost: from about 7 to about 30 of 100.
    public enum Correction: Int32, Sendable {
        case low = 1
        case medium = 3
        case quartile = 5
        case high = 7
    }

    /// Draws a code.
    ///
    /// - Parameters:
    ///   - kind: one kind.
    ///   - text: what it says; digits with the check digit for EAN and UPC.
    ///   - barHeight: how high the bars of a linear code are, in multiples of the thinnest bar.
    ///   - correction: how much of a square code may be lost without losing what it says; the kind's usual for `nil`.
    /// - Returns: `nil` if the text cannot be written so, or the kind cannot be drawn: those of GS1 and Micro QR.
    public init?(_ kind: BarcodeKinds, _ text: String, barHeight: Int = 40, correction: Correction? = nil) {
        let drawing = barcode_draw(kind.rawValue, text, Int32(barHeight), correction?.rawValue ?? -1)
        defer { barcode_drawing_free(drawing) }
        guard let first = drawing.modules else { return nil }
        width = Int(drawing.width)
        height = Int(drawing.height)
        modules = Array(UnsafeBufferPointer(start: first, count: width * height))
    }

    /// Whether a square is black.
    public func isBlack(x: Int, y: Int) -> Bool { modules[y * width + x] != 0 }
}
