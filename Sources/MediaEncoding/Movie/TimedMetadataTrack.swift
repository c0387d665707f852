import Foundation

/// What makes a track one of timed metadata with keys (`mebx`).
enum TimedMetadataTrack {
    static let handler = MovieBoxes.handler("mhlr", "meta", "Core Media Metadata")

    /// The table with one description of samples.
    ///
    /// - Parameter keys: the box with the keys.
    static func descriptions(_ keys: Data) -> Data { DescribedTrack.descriptions("mebx", keys) }
}
