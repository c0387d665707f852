import CoreMedia
import Foundation
import MediaEncoding

/// What is known of an asset.
struct AssetContents: @unchecked Sendable {
    // @unchecked: tracks and items may be used on any thread.
    var duration = CMTime.zero
    var tracks: [AVAssetTrack] = []
    var metadata: [AVMetadataItem] = []
    /// Nil if nothing says it.
    var creationDate: AVMetadataItem?
    var containsFragments = false
    var isMovie = true
}

extension AssetContents {
    /// What a file says of itself.
    init(_ info: MediaFileInfo, in url: URL, for asset: AVAsset) {
        duration = info.duration
        tracks = info.tracks.map { AVAssetTrack(TrackContents($0, in: url), of: asset) }
        metadata = FileMetadata.items(info)
        creationDate = FileMetadata.creationDate(info, among: metadata)
        containsFragments = info.isFragmented
        isMovie = info.kind == .mpeg4 || info.kind == .quickTime
    }
}
