import SwiftUI
import UIKit

/// A small picture of a photo; a symbol for a movie.
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
                Image(systemName: item.kind == .movie ? "film" : "photo")
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

extension CaptureItem {
    /// A picture of a photo, small enough to be drawn a hundred times; `nil` for a movie, and for what cannot be read.
    nonisolated func thumbnail(side: CGFloat) async -> UIImage? {
        guard kind == .photo, let image = UIImage(contentsOfFile: url.path) else { return nil }
        // Screens have up to three pixels in a point; the shorter side has to cover the square.
        let pixels = side * 3
        let shorter = min(image.size.width, image.size.height)
        guard shorter > pixels else { return image }
        let scale = pixels / shorter
        let size = CGSize(width: image.size.width * scale, height: image.size.height * scale)
        return await image.byPreparingThumbnail(ofSize: size)
    }
}
