import SwiftUI

/// Lines that divide the picture into thirds.
struct GridLines: View {
    var body: some View {
        ThirdsShape()
            .stroke(Color.white.opacity(0.5), lineWidth: 0.5)
            .allowsHitTesting(false)
            .accessibilityHidden(true)
    }
}

private struct ThirdsShape: Shape {
    func path(in rect: CGRect) -> Path {
        Path { path in
            for third in 1...2 {
                let (x, y) = (rect.width * CGFloat(third) / 3, rect.height * CGFloat(third) / 3)
                path.move(to: CGPoint(x: x, y: 0))
                path.addLine(to: CGPoint(x: x, y: rect.height))
                path.move(to: CGPoint(x: 0, y: y))
                path.addLine(to: CGPoint(x: rect.width, y: y))
            }
        }
    }
}
