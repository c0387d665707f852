import SwiftUI

/// What concerns all scans, over the picture.
struct ScanBanners: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        if let banner = app.scanner.banner {
            MessageBanner(message: banner.message, symbol: banner.symbol, symbolColor: .orange)
                .accessibilityAddTraits(.updatesFrequently)
                .accessibilityIdentifier("scan-banner")
        }
    }
}

/// The scan that is being worked on, over the shutter.
struct ScanStrip: View {
    @Environment(AppModel.self) private var app
    let layout: ScreenLayout

    var body: some View {
        if let entry = app.scanner.current {
            Button {
                app.sheet = .scans
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
                        .foregroundStyle(.secondary)
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
}

/// The way to the list of scans and books.
struct ScanListButton: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        Button {
            app.sheet = .scans
        } label: {
            ZStack(alignment: .topTrailing) {
                RoundSymbol(symbol: "books.vertical", side: 52)
                if app.scanner.questionCount > 0 {
                    Text(verbatim: "\(app.scanner.questionCount)")
                        .font(.system(size: 12, weight: .bold))
                        .foregroundStyle(.black)
                        .padding(.horizontal, 5)
                        .frame(minWidth: 20, minHeight: 20)
                        .background(Color.yellow, in: Capsule())
                }
            }
        }
        .buttonStyle(.plain)
        .accessibilityLabel("Books")
        .accessibilityValue(Text(app.scanner.listValue))
        .accessibilityIdentifier("scans")
    }
}
