import SwiftUI

/// A round button with a symbol, on the picture.
struct RoundButton: View {
    let title: LocalizedStringKey
    let symbol: String
    var side: CGFloat = 44
    var isOn = false
    let action: @MainActor () -> Void

    var body: some View {
        Button(action: action) {
            RoundSymbol(symbol: symbol, side: side, isOn: isOn)
        }
        .buttonStyle(.plain)
        .accessibilityLabel(title)
        .accessibilityAddTraits(isOn ? .isSelected : [])
        .accessibilityShowsLargeContentViewer { Label(title, systemImage: symbol) }
    }
}

/// What stands in a round button, or in a round menu. It keeps its size, so that the picture stays in view; who needs it larger holds a
/// finger on it, and sees it large with its name.
struct RoundSymbol: View {
    let symbol: String
    var side: CGFloat = 44
    var isOn = false

    var body: some View {
        Image(systemName: symbol)
            .font(.system(size: side * 0.42, weight: .medium))
            .foregroundStyle(isOn ? Color.yellow : Color.white)
            .frame(width: side, height: side)
            .contentShape(Circle())
            .glassBackground(in: Circle())
    }
}

/// A number or a mark at the edge of a round button.
struct Badge: View {
    let text: String

    var body: some View {
        Text(verbatim: text)
            .font(.system(size: 12, weight: .bold))
            .foregroundStyle(.black)
            .padding(.horizontal, 5)
            .frame(minWidth: 20, minHeight: 20)
            .background(Color.yellow, in: Capsule())
            .accessibilityHidden(true)
    }
}
