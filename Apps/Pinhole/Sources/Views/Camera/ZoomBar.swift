import SwiftUI

/// The factors that deserve a button; for assistive technologies one control that is adjusted.
struct ZoomBar: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        if app.zoom.isOffered {
            HStack(spacing: 4) {
                ForEach(app.zoom.choices) { choice in
                    Button {
                        app.zoom.choose(choice.factor)
                    } label: {
                        Text(verbatim: choice.label)
                            .font(.footnote)
                            .bold()
                            .monospacedDigit()
                            .lineLimit(1)
                            .minimumScaleFactor(0.6)
                            .foregroundStyle(choice.isSelected ? Color.yellow : Color.white)
                            .frame(width: 44, height: 44)
                            .contentShape(Circle())
                    }
                    .buttonStyle(.plain)
                    .accessibilityLabel("Zoom \(choice.label)")
                    .accessibilityAddTraits(choice.isSelected ? .isSelected : [])
                    .accessibilityIdentifier("zoom-\(choice.label)")
                }
            }
            .padding(.horizontal, 4)
            .glassBackground(in: Capsule())
            .accessibilityElement(children: .contain)
            .accessibilityLabel("Zoom")
            .accessibilityValue("\(app.zoom.shownFactor) times")
            .accessibilityAdjustableAction { direction in
                switch direction {
                case .increment: app.zoom.adjust(closer: true)
                case .decrement: app.zoom.adjust(closer: false)
                @unknown default: break
                }
            }
            .accessibilityIdentifier("zoom")
        }
    }
}
