import SwiftUI

extension ScanEntry {
    /// What the user can do about a scan that has failed.
    var advice: LocalizedStringResource? {
        if case .failed(let message) = state { message.advice } else { nil }
    }
}

extension BookEntry {
    /// All that was read on the book, in one line; `nil` if nothing was.
    var readText: String? { text.isEmpty ? nil : text.joined(separator: " ") }
}

extension DuplicateEntry {
    /// "Title, Author", as far as they are known; `nil` for two photos.
    var bookName: String? {
        title.map { title in [title, author ?? ""].filter { !$0.isEmpty }.joined(separator: ", ") }
    }
}
