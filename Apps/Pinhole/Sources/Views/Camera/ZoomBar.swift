import SwiftUI

/// The factors that deserve a button. Assistive technologies adjust the zoom on the viewfinder as well, step by step.
struct ZoomBar: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        if app.zoom.isOffered {
            HStack(spacing: 4) {
                ForEach(app.zoom.presets) { preset in
                    Button {
                        app.zoom.choose(preset.factor)
                    } label: {
                        Text(verbatim: preset.label)
                            .font(.footnote)
                            .bold()
                            .monospacedDigit()
                            .lineLimit(1)
                            .minimumScaleFactor(0.6)
                            .foregroundStyle(preset.isSelected ? Color.yellow : Color.white)
                            .frame(width: 44, height: 44)
                            .contentShape(Circle())
                    }
                    .buttonStyle(.plain)
                    .accessibilityLabel("Zoom \(preset.label)")
                    .accessibilityAddTraits(preset.isSelected ? .isSelected : [])
                    .accessibilityShowsLargeContentViewer { Text(verbatim: preset.label) }
                    .accessibilityIdentifier("zoom-\(preset.label)")
                }
            }
            .padding(.horizontal, 4)
            .glassBackground(in: Capsule())
            .dynamicTypeSize(...DynamicTypeSize.xLarge)
            .accessibilityElement(children: .contain)
            .accessibilityLabel("Zoom")
            .accessibilityIdentifier("zoom")
        }
    }
}
