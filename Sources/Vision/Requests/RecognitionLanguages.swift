/// The languages that the recogniser was made for, by the codes that Apple uses.
enum RecognitionLanguages {
    static let supported = [
        "en-US", "fr-FR", "it-IT", "de-DE", "es-ES", "pt-BR", "zh-Hans", "zh-Hant", "ja-JP", "cs-CZ", "da-DK", "nl-NL",
        "no-NO", "nn-NO", "nb-NO", "ms-MY", "pl-PL", "ro-RO", "sv-SE", "tr-TR", "id-ID",
    ]

    /// - Throws: for a language that is not among them, by its first part at least.
    static func check(_ languages: [String]) throws {
        let known = Set(supported.map(primary))
        guard let stranger = languages.first(where: { !known.contains(primary($0)) }) else { return }
        throw VNErrorCode.invalidArgument.error(
            "Text in the language \(stranger) cannot be read. These can: \(supported.joined(separator: ", "))."
        )
    }

    private static func primary(_ language: String) -> String {
        language.split(whereSeparator: { $0 == "-" || $0 == "_" }).first.map { $0.lowercased() } ?? ""
    }
}
