import SwiftUI

/// The books that were recognised.
struct BooksSection: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        Section("\(app.scanner.bookCount) books") {
            if app.books.isEmpty {
                ContentUnavailableView(
                    "No books yet",
                    systemImage: "books.vertical",
                    description: Text("Scan a shelf, and its books appear here.")
                )
            } else if app.books.foundNothing {
                ContentUnavailableView("Nothing found", systemImage: "magnifyingglass")
            }
            ForEach(app.books.books) { book in
                BookText(book: book)
                    .accessibilityElement(children: .combine)
                    .accessibilityIdentifier("book-\(book.id)")
            }
        }
    }
}

/// What a book is called.
struct BookText: View {
    let book: BookEntry

    var body: some View {
        VStack(alignment: .leading, spacing: 2) {
            Text(verbatim: book.title)
                .font(.headline)
            if !book.author.isEmpty {
                Text(verbatim: book.author)
                    .foregroundStyle(.secondary)
            }
            AdaptiveStack {
                if let isbn = book.isbn { Text(verbatim: "ISBN \(isbn)") }
                Text("\(book.percent) percent sure")
            }
            .font(.caption)
            .foregroundStyle(.secondary)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }
}
