import SwiftUI

/// Darkens what a photo will not have of the picture.
struct CoveredParts: View {
    let parts: [PhotoFrame.CoveredPart]

    var body: some View {
        ForEach(parts) { part in
            Color.black.opacity(0.75)
                .frame(width: part.frame.width, height: part.frame.height)
                .position(x: part.frame.midX, y: part.frame.midY)
                .accessibilityIdentifier("covered-\(part.id)")
        }
        .allowsHitTesting(false)
        .accessibilityHidden(true)
    }
}
