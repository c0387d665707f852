import SwiftUI
import UIKit

/// A small picture of a photo or a movie; a symbol until there is one.
struct Thumbnail: View {
    let item: CaptureItem
    let side: CGFloat
    @State private var image: UIImage?

    var body: some View {
        ZStack {
            Color(white: 0.15)
            if let image {
                Image(uiImage: image)
                    .resizable()
                    .aspectRatio(contentMode: .fill)
            } else {
                Image(systemName: item.symbol)
                    .font(.system(size: side * 0.35))
                    .foregroundStyle(.secondary)
            }
        }
        .frame(width: side, height: side)
        .clipped()
        .accessibilityHidden(true)
        .task(id: item.id) { image = await item.thumbnail(side: side) }
    }
}
