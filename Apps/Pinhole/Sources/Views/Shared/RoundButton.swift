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
    }
}

/// What stands in a round button, or in a round menu.
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
