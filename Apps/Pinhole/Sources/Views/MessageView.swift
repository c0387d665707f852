import SwiftUI
import UIKit

/// Words on the picture: a symbol, what is the matter, and what can be done.
struct MessageBanner: View {
    let message: Message
    let symbol: String
    let tone: AppModel.Banner.Tone

    var body: some View {
        SymbolBeside(symbol: symbol, color: tone.color) {
            // Whatever the picture is behind them, words have to be read.
            MessageText(message: message, font: .subheadline, adviceColor: .white.opacity(0.85))
        }
        .foregroundStyle(.white)
        .padding(.horizontal, 14)
        .padding(.vertical, 10)
        .glassBackground(in: RoundedRectangle(cornerRadius: 18))
        .accessibilityElement(children: .combine)
    }
}

/// Words in a list.
struct MessageRow: View {
    let message: Message
    let symbol: String

    var body: some View {
        SymbolBeside(symbol: symbol, color: .orange) {
            MessageText(message: message, font: .body, adviceColor: .secondary)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        .accessibilityElement(children: .combine)
    }
}

/// A symbol beside words; above them where text is so large that the words need the whole width.
private struct SymbolBeside<Content: View>: View {
    @Environment(\.dynamicTypeSize) private var dynamicTypeSize
    let symbol: String
    let color: Color
    let content: Content

    init(symbol: String, color: Color, @ViewBuilder content: () -> Content) {
        self.symbol = symbol
        self.color = color
        self.content = content()
    }

    var body: some View {
        if dynamicTypeSize.isAccessibilitySize {
            VStack(alignment: .leading, spacing: 4) {
                image
                content
            }
        } else {
            HStack(alignment: .firstTextBaseline, spacing: 10) {
                image
                content
            }
        }
    }

    private var image: some View {
        Image(systemName: symbol)
            .foregroundStyle(color)
            .accessibilityHidden(true)
    }
}

/// What is the matter, and what can be done.
private struct MessageText: View {
    let message: Message
    let font: Font
    let adviceColor: Color

    var body: some View {
        VStack(alignment: .leading, spacing: 2) {
            Text(message.title)
                .font(font)
                .bold()
            if let advice = message.advice {
                Text(advice)
                    .font(.footnote)
                    .foregroundStyle(adviceColor)
            }
        }
    }
}

extension AppModel.Banner.Tone {
    var color: Color {
        switch self {
        case .information: .white
        case .warning: .orange
        case .alarm: .red
        }
    }
}

/// Opens the system's settings of this app.
struct OpenSettingsButton: View {
    @Environment(\.openURL) private var openURL
    /// The words' colour; `nil` for the button style's.
    var color: Color?

    var body: some View {
        Button {
            if let url = URL(string: UIApplication.openSettingsURLString) { openURL(url) }
        } label: {
            if let color {
                Text("Open Settings")
                    .bold()
                    .foregroundStyle(color)
            } else {
                Text("Open Settings")
            }
        }
        .accessibilityIdentifier("open-settings")
    }
}
