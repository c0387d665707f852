import SwiftUI

/// Buttons beside each other; below each other where text is so large that their titles need the whole width.
struct AdaptiveStack<Content: View>: View {
    @Environment(\.dynamicTypeSize) private var dynamicTypeSize
    let content: Content

    init(@ViewBuilder content: () -> Content) {
        self.content = content()
    }

    var body: some View {
        if dynamicTypeSize.isAccessibilitySize {
            VStack(alignment: .leading, spacing: 10) { content }
        } else {
            HStack(spacing: 10) { content }
        }
    }
}
