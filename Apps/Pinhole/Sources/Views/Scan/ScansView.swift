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
