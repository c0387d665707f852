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
        .disabled(app.scanner.bookCount == 0)
        .accessibilityLabel("Export")
        .accessibilityIdentifier("export")
    }
}

/// Words in a list.
struct MessageRow: View {
    let message: Message
    let symbol: String

    var body: some View {
        HStack(alignment: .firstTextBaseline, spacing: 12) {
            Image(systemName: symbol)
                .foregroundStyle(.orange)
                .accessibilityHidden(true)
            VStack(alignment: .leading, spacing: 2) {
                Text(message.title)
                    .bold()
                if let advice = message.advice {
                    Text(advice)
                        .font(.footnote)
                        .foregroundStyle(.secondary)
                }
            }
        }
        .accessibilityElement(children: .combine)
    }
}
