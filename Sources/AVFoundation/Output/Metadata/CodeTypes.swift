import BarcodeDetection

/// Which types of codes can be read here, and by which kinds of the reader.
enum CodeTypes {
    /// The types that outputs offer.
    static let readable = readers.map(\.type)

    private static let readers: [(type: AVMetadataObject.ObjectType, kind: BarcodeKinds)] = [
        (.upce, .upcE), (.code39, .code39), (.code39Mod43, .code39), (.ean13, .ean13), (.ean8, .ean8),
        (.code93, .code93),
        (.code128, .code128), (.pdf417, .pdf417), (.qr, .qr), (.aztec, .aztec), (.interleaved2of5, .itf),
        (.itf14, .itf),
        (.dataMatrix, .dataMatrix), (.codabar, .codabar), (.gs1DataBar, .gs1DataBar),
        (.gs1DataBarExpanded, .gs1DataBarExpanded), (.microQR, .microQR),
    ]

    /// What the reader is to look for.
    static func kinds(of types: [AVMetadataObject.ObjectType]) -> BarcodeKinds {
        readers.reduce(into: []) { kinds, reader in
            if types.contains(reader.type) { kinds.formUnion(reader.kind) }
        }
    }

    /// The type of a code, among those that are wanted; `nil` if it has none of them.
    ///
    /// Code 39 with a fitting check character is `code39Mod43`, fourteen digits in interleaved two of five that check are `itf14`.
    /// `UNKNOWN`: both are the plain type to those who want that alone, and say all characters, the check included.
    static func type(of code: FoundBarcode, among wanted: Set<AVMetadataObject.ObjectType>) -> AVMetadataObject
        .ObjectType?
    {
        let special: AVMetadataObject.ObjectType? =
            switch code.kind {
            case .code39 where hasMod43Check(code.text): .code39Mod43
            case .itf where hasITF14Check(code.text): .itf14
            default: nil
            }
        if let special, wanted.contains(special) { return special }
        let plain = readers.first { $0.kind == code.kind && $0.type != .code39Mod43 && $0.type != .itf14 }?.type
        return plain.flatMap { wanted.contains($0) ? $0 : nil }
    }

    private static let code39Characters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%")

    /// Whether the last character is the sum of the others' values, modulo 43.
    static func hasMod43Check(_ text: String) -> Bool {
        let values = text.compactMap { code39Characters.firstIndex(of: $0) }
        guard values.count == text.count, values.count > 1, let check = values.last else { return false }
        return values.dropLast().reduce(0, +) % 43 == check
    }

    /// Whether there are fourteen digits, of which the last one checks the others.
    static func hasITF14Check(_ text: String) -> Bool {
        let digits = text.compactMap(\.wholeNumberValue)
        guard digits.count == 14, text.count == 14 else { return false }
        return digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 3 : 1) } % 10 == 0
    }
}
