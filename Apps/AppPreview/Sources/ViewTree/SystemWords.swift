/// The words of the system's own controls and dialogs, in the languages that the preview speaks.
public enum SystemWords: String, CaseIterable, Sendable {
    case ok = "OK"
    case cancel = "Cancel"
    case done = "Done"
    case delete = "Delete"
    case back = "Back"
    case search = "Search"
    case share = "Share…"
    case previous = "Previous"
    case next = "Next"
    case noResults = "No Results"
    case tryAnotherSearch = "Check the spelling or try a new search."
    case allow = "Allow"
    case dontAllow = "Don’t Allow"
    case allowAddingPhotos = "Allow this app to add to your Photos?"
    case allowPhotos = "Allow this app to use your Photo Library?"
    case addingPhotosMeans = "The app can add photos and videos, and sees none."
    case usingPhotosMeans = "The app can add, see and delete photos and videos."

    /// - Parameter language: an identifier such as `de` or `de_AT`; others than German speak English.
    public func words(in language: String) -> String {
        language.hasPrefix("de") ? german : rawValue
    }

    private var german: String {
        switch self {
        case .ok: "OK"
        case .cancel: "Abbrechen"
        case .done: "Fertig"
        case .delete: "Löschen"
        case .back: "Zurück"
        case .search: "Suchen"
        case .share: "Teilen …"
        case .previous: "Zurück"
        case .next: "Weiter"
        case .noResults: "Keine Ergebnisse"
        case .tryAnotherSearch: "Prüfe die Schreibweise oder versuche eine neue Suche."
        case .allow: "Erlauben"
        case .dontAllow: "Nicht erlauben"
        case .allowAddingPhotos: "Darf diese App Fotos hinzufügen?"
        case .allowPhotos: "Darf diese App auf deine Fotos zugreifen?"
        case .addingPhotosMeans: "Die App kann Fotos und Videos hinzufügen und sieht keine."
        case .usingPhotosMeans: "Die App kann Fotos und Videos hinzufügen, sehen und löschen."
        }
    }
}
