import AVFoundation
import UIKit

extension CaptureItem {
    /// A picture of a photo, or of a movie's beginning, small enough to be drawn a hundred times; `nil` for what cannot be read.
    nonisolated func thumbnail(side: CGFloat) async -> UIImage? {
        switch kind {
        case .photo: await photoThumbnail(side)
        case .movie: await movieThumbnail(side)
        }
    }

    private nonisolated func photoThumbnail(_ side: CGFloat) async -> UIImage? {
        guard let image = UIImage(contentsOfFile: url.path) else { return nil }
        guard let size = ThumbnailSize.covering(side, of: image.size) else { return image }
        return await image.byPreparingThumbnail(ofSize: size)
    }

    private nonisolated func movieThumbnail(_ side: CGFloat) async -> UIImage? {
        let asset = AVURLAsset(url: url)
        let generator = AVAssetImageGenerator(asset: asset)
        generator.appliesPreferredTrackTransform = true
        if let track = try? await asset.loadTracks(withMediaType: .video).first,
            let size = try? await track.load(.naturalSize), let wanted = ThumbnailSize.covering(side, of: size)
        {
            // Upright or not, it covers its place.
            let longer = max(wanted.width, wanted.height)
            generator.maximumSize = CGSize(width: longer, height: longer)
        }
        guard let image = try? await generator.image(at: .zero).image else { return nil }
        return UIImage(cgImage: image)
    }
}
