import SwiftUI

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
