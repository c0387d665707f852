import SwiftUI

/// Says that focus and exposure stay; a tap lets them go.
struct LockBadge: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        Button {
            Task { await app.focus.unlock() }
        } label: {
            Text("AE/AF Lock")
                .font(.footnote)
                .bold()
                .foregroundStyle(.black)
                .padding(.horizontal, 8)
                .padding(.vertical, 4)
                .background(Color.yellow, in: RoundedRectangle(cornerRadius: 4))
                .frame(minWidth: 44, minHeight: 44)
                .contentShape(Rectangle())
        }
        .buttonStyle(.plain)
        .accessibilityHint("Unlocks focus and exposure")
        .accessibilityIdentifier("focus-lock")
    }
}
