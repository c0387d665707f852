import SwiftUI

/// Where text was seen in the live picture.
struct TextBoxesView: View {
    /// The corners of each line, in points.
    let outlines: [[CGPoint]]

    var body: some View {
        ZStack {
            OutlinesShape(outlines: outlines)
                .fill(Color.yellow.opacity(0.15))
            OutlinesShape(outlines: outlines)
                .stroke(Color.yellow, lineWidth: 1.5)
        }
        .allowsHitTesting(false)
        .accessibilityElement(children: .ignore)
        .accessibilityLabel("Text in the picture")
        .accessibilityValue("\(outlines.count) lines of text")
        .accessibilityAddTraits(.updatesFrequently)
        .accessibilityIdentifier("text-boxes")
    }
}

private struct OutlinesShape: Shape {
    let outlines: [[CGPoint]]

    func path(in rect: CGRect) -> Path {
        Path { path in
            for outline in outlines {
                guard let first = outline.first else { continue }
                path.move(to: first)
                for corner in outline.dropFirst() { path.addLine(to: corner) }
                path.closeSubpath()
            }
        }
    }
}
