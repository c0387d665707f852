import SwiftUI

/// The factors that deserve a button. Assistive technologies adjust the zoom on the viewfinder as well, step by step.
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
                    .accessibilityShowsLargeContentViewer { Text(verbatim: choice.label) }
                    .accessibilityIdentifier("zoom-\(choice.label)")
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
