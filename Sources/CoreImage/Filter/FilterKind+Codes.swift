import BarcodeDetection
import CoreGraphics
import Foundation

extension FilterKind {
    /// Codes that machines read, drawn by ZXing: one pixel for each of the smallest squares.
    static let codes: [FilterKind] = [
        FilterKind(
            "CIQRCodeGenerator",
            kCICategoryGenerator,
            ["inputMessage", "inputCorrectionLevel"],
            defaults: { ["inputCorrectionLevel": "M"] }
        ) { values in
            guard let correction = correction(values.all["inputCorrectionLevel"]) else { return nil }
            return values.message.flatMap { DrawnBarcode(.qr, $0, correction: correction) }?.recipe(quietZone: 1, 1)
        },
        FilterKind(
            "CICode128BarcodeGenerator",
            kCICategoryGenerator,
            ["inputMessage", "inputQuietSpace", "inputBarcodeHeight"],
            defaults: { ["inputQuietSpace": NSNumber(value: 10), "inputBarcodeHeight": NSNumber(value: 32)] }
        ) { values in
            let quiet = values.whole("inputQuietSpace", 0...100, 10)
            let height = values.whole("inputBarcodeHeight", 1...500, 32)
            return values.message.flatMap { DrawnBarcode(.code128, $0, barHeight: height) }?
                .recipe(quietZone: quiet, 0)
        },
    ]

    private static func correction(_ level: Any?) -> DrawnBarcode.Correction? {
        switch level as? String {
        case "L": .low
        case "M": .medium
        case "Q": .quartile
        case "H": .high
        default: nil
        }
    }
}

extension FilterKind.Values {
    /// Data, whichever of Foundation's two kinds.
    static func data(_ value: Any?) -> Data? { value as? Data ?? (value as? NSData).map { $0 as Data } }

    /// What a code is to say: data in UTF-8, else in ISO Latin 1. Nothing if it is empty, or holds a zero.
    fileprivate var message: String? {
        guard let data = Self.data(all["inputMessage"]), !data.isEmpty, !data.contains(0) else { return nil }
        return String(data: data, encoding: .utf8) ?? String(data: data, encoding: .isoLatin1)
    }

    fileprivate func whole(_ key: String, _ range: ClosedRange<Int>, _ other: Int) -> Int {
        let value = finite(key, CGFloat(other)).rounded()
        return Int(min(max(value, Float(range.lowerBound)), Float(range.upperBound)))
    }
}

extension DrawnBarcode {
    /// Black on white, with a margin in white.
    fileprivate func recipe(quietZone side: Int, _ above: Int) -> ImageRecipe? {
        let (columns, rows) = (width + 2 * side, height + 2 * above)
        var pixels = Data(repeating: 255, count: columns * rows)
        for y in 0..<height {
            for x in 0..<width where isBlack(x: x, y: y) { pixels[(y + above) * columns + x + side] = 0 }
        }
        guard let provider = CGDataProvider(data: pixels as NSData) else { return nil }
        let image = CGImage(
            width: columns,
            height: rows,
            bitsPerComponent: 8,
            bitsPerPixel: 8,
            bytesPerRow: columns,
            space: CGColorSpaceCreateDeviceGray(),
            bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.none.rawValue),
            provider: provider,
            decode: nil,
            shouldInterpolate: false,
            intent: .defaultIntent
        )
        // Enlarged, the squares stay squares.
        return image.map { ImageRecipe.contents(.image($0)).sampled(.none) }
    }
}
