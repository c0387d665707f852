import SwiftUI

/// The modes beside each other; a swipe over the picture goes from one to the next, too.
struct ModePicker: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        HStack(spacing: 2) {
            ForEach(app.modes.modes) { mode in
                Button {
                    app.modes.select(mode)
                } label: {
                    Text(mode.title)
                        .font(.subheadline)
                        .bold()
                        .lineLimit(1)
                        .minimumScaleFactor(0.7)
                        .foregroundStyle(mode == app.modes.mode ? Color.yellow : Color.white)
                        .padding(.horizontal, 12)
                        .frame(minWidth: 44, minHeight: 44)
                        .contentShape(Rectangle())
                }
                .buttonStyle(.plain)
                .accessibilityAddTraits(mode == app.modes.mode ? .isSelected : [])
                .accessibilityShowsLargeContentViewer { Text(mode.title) }
                .accessibilityIdentifier("mode-\(mode.rawValue)")
            }
        }
        .padding(.horizontal, 6)
        .glassBackground(in: Capsule())
        // All modes stay in a row; who needs them larger holds a finger on one.
        .dynamicTypeSize(...DynamicTypeSize.xLarge)
        .opacity(app.modes.canChange ? 1 : 0.4)
        .disabled(!app.modes.canChange)
        .accessibilityElement(children: .contain)
        .accessibilityLabel("Camera mode")
        .accessibilityIdentifier("modes")
    }
}
