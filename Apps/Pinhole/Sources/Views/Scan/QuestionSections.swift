import SwiftUI

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
            Text(duplicate.reason.title)
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
