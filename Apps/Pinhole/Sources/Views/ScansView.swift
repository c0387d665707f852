import SwiftUI

/// Scans that are under way, what the user is asked, and the books.
struct ScansView: View {
    @Environment(AppModel.self) private var app
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        @Bindable var scanner = app.scanner
        @Bindable var books = app.books
        NavigationStack {
            List {
                if let banner = scanner.banner {
                    Section { MessageRow(message: banner.message, symbol: banner.symbol) }
                }
                if scanner.proposesLargerScans { LargerScansSection() }
                QuestionSections()
                QueueSection()
                BooksSection()
            }
            .navigationTitle("Books")
            .navigationBarTitleDisplayMode(.inline)
            .searchable(text: $books.search, prompt: "Title, author or ISBN")
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    Button("Done") { dismiss() }
                        .accessibilityIdentifier("done")
                }
                ToolbarItem(placement: .primaryAction) { ExportMenu() }
            }
            .sheet(item: $scanner.bookToCorrect) { book in
                CorrectionView(book: book)
                    .environment(app)
            }
        }
        .task(id: books.revision) { await books.refresh() }
        .accessibilityIdentifier("scans-view")
    }
}

/// The list of books for other programs.
private struct ExportMenu: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        Menu {
            ForEach(BookExport.allCases) { form in
                if let url = app.books.exports[form] {
                    ShareLink(item: url) {
                        Label {
                            Text(form.title)
                        } icon: {
                            Image(systemName: "tablecells")
                        }
                    }
                    .accessibilityIdentifier("export-\(form.rawValue)")
                }
            }
        } label: {
            Image(systemName: "square.and.arrow.up")
        }
        .disabled(!app.books.canExport)
        .accessibilityLabel("Export")
        .accessibilityIdentifier("export")
    }
}

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

/// The scans that are not done.
struct QueueSection: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        if !app.scanner.entries.isEmpty {
            Section("Under way") {
                ForEach(app.scanner.entries) { ScanRow(entry: $0) }
                if app.scanner.hasFailures {
                    Button("Try all again") { Task { await app.scanner.retryAll() } }
                        .accessibilityIdentifier("retry-all")
                }
            }
        }
    }
}

private struct ScanRow: View {
    @Environment(AppModel.self) private var app
    let entry: ScanEntry

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            AdaptiveStack {
                Text(entry.title)
                    .bold()
                    .frame(maxWidth: .infinity, alignment: .leading)
                Text(entry.state.title)
                    .font(.footnote)
                    .monospacedDigit()
                    .foregroundStyle(.secondary)
            }
            if let fraction = entry.fraction { ProgressView(value: fraction) }
            if let advice = entry.advice {
                Text(advice)
                    .font(.footnote)
                    .foregroundStyle(.secondary)
            }
            ForEach(entry.tokens) { tokens in
                Text("\(tokens.count) tokens (\(tokens.rule))")
                    .font(.caption)
                    .foregroundStyle(.secondary)
            }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        .accessibilityElement(children: .combine)
        .accessibilityAddTraits(.updatesFrequently)
        .accessibilityIdentifier("scan-row")
        .swipeActions {
            Button("Delete", role: .destructive) { Task { await app.scanner.cancel(entry) } }
            if entry.canRetry {
                Button("Try again") { Task { await app.scanner.retry(entry) } }
            }
        }
    }
}

/// What the user is asked: whether books were read right, and whether something is there twice.
struct QuestionSections: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        if !app.scanner.booksToConfirm.isEmpty {
            Section("Is this right?") {
                ForEach(app.scanner.booksToConfirm) { ConfirmationRow(book: $0) }
            }
        }
        if !app.scanner.duplicates.isEmpty {
            Section("There twice?") {
                ForEach(app.scanner.duplicates) { DuplicateRow(duplicate: $0) }
            }
        }
    }
}

private struct ConfirmationRow: View {
    @Environment(AppModel.self) private var app
    let book: BookEntry

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            BookText(book: book)
            if let text = book.readText {
                Text("Read: \(text)")
                    .font(.footnote)
                    .foregroundStyle(.secondary)
            }
            AdaptiveStack {
                Button("Right") { act { await app.scanner.confirm(book) } }
                    .accessibilityIdentifier("confirm-\(book.id)")
                Button("Change") { app.scanner.bookToCorrect = book }
                    .accessibilityIdentifier("correct-\(book.id)")
                Button("No book", role: .destructive) { act { await app.scanner.reject(book) } }
                    .accessibilityIdentifier("reject-\(book.id)")
            }
            .buttonStyle(.bordered)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        .accessibilityElement(children: .contain)
    }

    private func act(_ action: @escaping @MainActor () async -> Void) {
        Task { await action() }
    }
}

private struct DuplicateRow: View {
    @Environment(AppModel.self) private var app
    let duplicate: DuplicateEntry

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            Text(duplicate.reasonTitle)
                .bold()
            if let book = duplicate.bookName {
                Text(verbatim: book)
                    .foregroundStyle(.secondary)
            }
            AdaptiveStack {
                Button("The same") { Task { await app.scanner.resolve(duplicate, isSame: true) } }
                    .accessibilityIdentifier("same-\(duplicate.id)")
                Button("Keep both") { Task { await app.scanner.resolve(duplicate, isSame: false) } }
                    .accessibilityIdentifier("different-\(duplicate.id)")
            }
            .buttonStyle(.bordered)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        .accessibilityElement(children: .contain)
    }
}

/// Larger photos are proposed when too many books were not read right (R-SCAN-9).
struct LargerScansSection: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        Section {
            Text("Many books were not read right. Larger photos may help; they take longer to send.")
            Button("Take larger scans") { Task { await app.scanner.enableLargerScans() } }
                .accessibilityIdentifier("larger-scans")
        }
    }
}
