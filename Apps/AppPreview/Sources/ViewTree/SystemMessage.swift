/// What the system's own controls say, in the languages that the preview speaks.
public enum SystemMessage: String, CaseIterable, Sendable {
    case cancel = "Cancel"
    case done = "Done"
    case search = "Search"
    case previous = "Previous"
    case next = "Next"
    case allow = "Allow"
    case dontAllow = "Don’t Allow"

    /// - Parameter language: an identifier such as `de` or `de_AT`; others than German speak English.
    public func text(in language: String) -> String {
        language.hasPrefix("de") ? german : rawValue
    }

    private var german: String {
        switch self {
        case .cancel: "Abbrechen"
        case .done: "Fertig"
        case .search: "Suchen"
        case .previous: "Zurück"
        case .next: "Weiter"
        case .allow: "Erlauben"
        case .dontAllow: "Nicht erlauben"
        }
    }
}
