import SwiftUI

/// The scan that is being worked on, over the shutter.
struct ScanStrip: View {
    @Environment(AppModel.self) private var app
    let entry: ScanEntry
    let layout: ScreenLayout

    var body: some View {
        Button {
            app.open(.scans)
        } label: {
            HStack(spacing: 12) {
                VStack(alignment: .leading, spacing: 4) {
                    Text(entry.state.title)
                        .font(.footnote)
                        .bold()
                        .monospacedDigit()
                        .lineLimit(2)
                    if let fraction = entry.fraction { ProgressView(value: fraction) }
                }
                .frame(maxWidth: .infinity, alignment: .leading)
                Text("\(app.scanner.entries.count) scans")
                    .font(.footnote)
                    .foregroundStyle(.white.opacity(0.85))
            }
            .foregroundStyle(.white)
            .padding(.horizontal, 14)
            .padding(.vertical, 10)
            .frame(minHeight: 44)
            .contentShape(Rectangle())
            .glassBackground(in: RoundedRectangle(cornerRadius: 16))
        }
        .buttonStyle(.plain)
        .frame(maxWidth: layout.textWidth)
        .accessibilityElement(children: .combine)
        .accessibilityHint("Opens the list of scans")
        .accessibilityIdentifier("scan-strip")
    }
}

/// The way to the list of scans and books.
struct ScanListButton: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        Button {
            app.open(.scans)
        } label: {
            ZStack(alignment: .topTrailing) {
                RoundSymbol(symbol: "books.vertical", side: 52)
                if app.scanner.questionCount > 0 {
                    Badge(text: "\(app.scanner.questionCount)")
                }
            }
        }
        .buttonStyle(.plain)
        .accessibilityLabel("Books")
        .accessibilityShowsLargeContentViewer { Label("Books", systemImage: "books.vertical") }
        .accessibilityValue(Text(app.scanner.listValue))
        .accessibilityIdentifier("scans")
    }
}
