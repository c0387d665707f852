import Foundation

/// What a request for a Live Photo asks of the movie.
struct LivePhotoRequest: @unchecked Sendable, Hashable {
    // @unchecked: the items are copies that nobody else has.

    /// Where the movie goes.
    var url: URL
    /// How its pictures are compressed.
    var codec = AVVideoCodecType.h264
    /// What the client wants it to say about itself.
    var metadata: [AVMetadataItem] = []
}
