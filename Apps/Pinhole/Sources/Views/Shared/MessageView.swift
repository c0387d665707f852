import SwiftUI

/// Words on the picture: a symbol, what is the matter, and what can be done.
struct MessageBanner: View {
    let message: Message
    var symbol: String?
    var symbolColor = Color.white

    var body: some View {
        HStack(alignment: .firstTextBaseline, spacing: 10) {
            if let symbol {
                Image(systemName: symbol)
                    .foregroundStyle(symbolColor)
                    .accessibilityHidden(true)
            }
            VStack(alignment: .leading, spacing: 2) {
                Text(message.title)
                    .font(.subheadline)
                    .bold()
                if let advice = message.advice {
                    Text(advice)
                        .font(.footnote)
                        .foregroundStyle(.secondary)
                }
            }
        }
        .foregroundStyle(.white)
        .padding(.horizontal, 14)
        .padding(.vertical, 10)
        .glassBackground(in: RoundedRectangle(cornerRadius: 18))
        .accessibilityElement(children: .combine)
    }
}
