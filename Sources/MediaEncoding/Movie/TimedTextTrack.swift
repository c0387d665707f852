import Foundation

/// A track of timed text, as it stands in a record. libavformat would write samples of its own between the track's.
struct TimedTextTrack: Codable, Equatable {
    /// Whether the track's media type is that of subtitles, and not that of text.
    var isSubtitle: Bool
    /// What stands in the sample description.
    var content: Data

    /// Says what the track's media are.
    var handler: Data {
        MovieBoxes.handler(
            "mhlr",
            isSubtitle ? "sbtl" : "text",
            isSubtitle ? "Core Media Subtitles" : "Core Media Text"
        )
    }

    var descriptions: Data { DescribedTrack.descriptions("tx3g", content) }

    /// Whether the content can be a description's.
    var isSensible: Bool { (30..<4096).contains(content.count) }
}

extension TimedTextTrack {
    /// Gives a text track of an index the size of the pictures, and puts it in front of them.
    static func place(_ number: Int, over video: TrackRecord, in index: inout Data) {
        guard let header = IndexPatches.box("tkhd", of: number, in: index) else { return }
        let isLong = index[header.lowerBound + 8] == 1
        let layer = header.lowerBound + (isLong ? 52 : 40)
        // Lower layers are nearer.
        index.replaceSubrange(layer..<layer + 2, with: [0xff, 0xff])
        let isTurned = video.matrix.map { $0.count == 9 && $0[0] == 0 } ?? false
        let size = isTurned ? (video.height, video.width) : (video.width, video.height)
        let place = header.lowerBound + (isLong ? 96 : 84)
        let fixed = MovieBoxes.bytes(UInt32(size.0) << 16) + MovieBoxes.bytes(UInt32(size.1) << 16)
        index.replaceSubrange(place..<place + 8, with: fixed)
    }
}
