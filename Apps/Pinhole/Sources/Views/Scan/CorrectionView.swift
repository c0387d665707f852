import SwiftUI

/// Where a book's title is written anew.
struct CorrectionView: View {
    @Environment(AppModel.self) private var app
    @Environment(\.dismiss) private var dismiss
    @State private var title: String
    @State private var author: String
    private let book: BookEntry

    init(book: BookEntry) {
        self.book = book
        _title = State(initialValue: book.title)
        _author = State(initialValue: book.author)
    }

    var body: some View {
        NavigationStack {
            Form {
                TextField("Title", text: $title)
                    .accessibilityIdentifier("correction-title")
                TextField("Author", text: $author)
                    .accessibilityIdentifier("correction-author")
            }
            .navigationTitle(Text("Change the book"))
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    Button("Cancel") { dismiss() }
                }
                ToolbarItem(placement: .confirmationAction) {
                    Button("Save") { Task { await app.scanner.correct(book, title: title, author: author) } }
                        .disabled(!ScannerModel.isTitle(title))
                        .accessibilityIdentifier("correction-save")
                }
            }
        }
    }
}
