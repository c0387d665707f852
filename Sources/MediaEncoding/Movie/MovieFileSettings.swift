import CoreMedia
import Foundation

/// What a movie file is to become.
public struct MovieFileSettings: Sendable {
    /// Where; nothing may be there.
    public var url: URL
    /// The kind of file.
    public var container: MovieContainer
    /// The tracks, at most one of a kind in sound files.
    public var tracks: [MovieTrack]
    /// The longest time between two fragments, of media and of the wall's clock: what a sudden end may cost.
    public var fragmentInterval: CMTime
    /// How long the first fragment is at most: short, so that a recording that ends at once has something to show.
    public var firstFragmentInterval = CMTime(value: 1, timescale: 10)
    /// The longest time between two moments at which everything is safe from a power cut.
    public var syncInterval: CMTime
    /// What the movie says about itself.
    public var metadata: MovieMetadata
    /// For a Live Photo's movie in a QuickTime file: the photo's moment, from the movie's start. A track of timed metadata
    /// with one sample, `com.apple.quicktime.still-image-time`, tells it.
    public var stillImageTime: CMTime?
    /// Units per second of the movie's own times; nil takes 90,000 or, for sound alone, its rate.
    public var movieTimescale: CMTimeScale?
    /// Bytes kept free in front for the index, at most; what is not needed is given back where the file system can.
    /// 1 MiB holds the index of about half an hour.
    public var reservedIndexSpace: Int
    /// Segments for streaming that are made in place of a file; nil makes a file. Times count from zero of the samples' times.
    public var segments: MovieSegmentSettings?
    /// Bytes that may wait for the disk before ``MovieFile/isReadyForMoreData`` turns false.
    public var backlogLimit: Int

    /// Makes settings.
    public init(
        url: URL,
        container: MovieContainer,
        tracks: [MovieTrack],
        fragmentInterval: CMTime = CMTime(value: 1, timescale: 2),
        syncInterval: CMTime = CMTime(value: 1, timescale: 1),
        metadata: MovieMetadata = MovieMetadata(),
        movieTimescale: CMTimeScale? = nil,
        reservedIndexSpace: Int = 1 << 20,
        backlogLimit: Int = 16 << 20
    ) {
        self.url = url
        self.container = container
        self.tracks = tracks
        self.fragmentInterval = fragmentInterval
        self.syncInterval = syncInterval
        self.metadata = metadata
        self.movieTimescale = movieTimescale
        self.reservedIndexSpace = reservedIndexSpace
        self.backlogLimit = backlogLimit
    }

    /// Bytes to keep free in front: more for tracks with more samples than a usual recording's 30 pictures and 47 packets.
    var indexReserve: Int {
        let rate = tracks.reduce(0.0) { sum, track in
            let usual = track.format?.mediaType == .audio ? 47.0 : 30
            return sum + min(1000, max(1, track.expectedSampleRate ?? usual))
        }
        return Int(Double(max(0, min(reservedIndexSpace, 1 << 30))) * max(1, rate / 77))
    }
}
