import CoreMedia
import Foundation
import MediaEncoding

/// What a segment is.
public enum AVAssetSegmentType: Int, Sendable {
    /// What players need before all others: no media.
    case initialization = 1
    /// Media that can be delivered by itself.
    case separable = 2
}

/// Tells what is in a segment, exactly as Apple's class of the same name.
///
/// UNKNOWN whether Apple declares it and its parts Sendable; here they are not.
open class AVAssetSegmentReport: NSObject {
    /// What the segment is.
    public let segmentType: AVAssetSegmentType
    /// What it has of each track.
    public let trackReports: [AVAssetSegmentTrackReport]

    init(_ segment: MovieSegment) {
        segmentType = segment.isInitialization ? .initialization : .separable
        trackReports = segment.tracks.map(AVAssetSegmentTrackReport.init)
        super.init()
    }
}

/// Tells what a segment has of a track, exactly as Apple's class of the same name.
open class AVAssetSegmentTrackReport: NSObject {
    /// The track's number in the stream.
    public let trackID: CMPersistentTrackID
    /// The kind of media.
    public let mediaType: AVMediaType
    /// The earliest of the source's times at which a sample is shown or heard.
    public let earliestPresentationTimeStamp: CMTime
    /// How long the samples last.
    public let duration: CMTime
    /// The first picture; nil for sound.
    public let firstVideoSampleInformation: AVAssetSegmentReportSampleInformation?

    init(_ track: MovieSegment.Track) {
        trackID = track.identifier
        mediaType = track.isVideo ? .video : .audio
        earliestPresentationTimeStamp = track.earliestPresentationTime
        duration = track.duration
        firstVideoSampleInformation = track.firstVideoSample.map(AVAssetSegmentReportSampleInformation.init)
        super.init()
    }
}

/// Tells of a sample in a segment, exactly as Apple's class of the same name.
open class AVAssetSegmentReportSampleInformation: NSObject {
    /// When it is shown.
    public let presentationTimeStamp: CMTime
    /// Its first byte's offset in the segment.
    public let offset: Int
    /// Its length in bytes.
    public let length: Int
    /// Whether decoding can start here.
    public let isSyncSample: Bool

    init(_ sample: MovieSegment.Sample) {
        presentationTimeStamp = sample.presentationTime
        offset = sample.offset
        length = sample.length
        isSyncSample = sample.isKeyFrame
        super.init()
    }
}
