import CaptureCore
import CoreMedia
import Foundation
import FoundationExtras
import MediaEncoding

extension AVAssetWriter {
    /// What clients set about segments before writing.
    struct SegmentConfiguration {
        var interval = CMTime.invalid
        var start = CMTime.invalid
        var profile: AVFileTypeProfile?
        var firstNumber = 1
        var isCombinable = false
    }

    struct WeakDelegate {
        weak var delegate: (any AVAssetWriterDelegate)?
    }

    /// Who receives the segments of a writer that was made with ``init(contentType:)``; must be set before writing.
    ///
    /// Its methods are called one after the other on a queue of the writer's.
    public weak var delegate: (any AVAssetWriterDelegate)? {
        get { segmentDelegate.withLock { $0.delegate } }
        set {
            requireConfiguring("setDelegate:")
            segmentDelegate.withLock { $0.delegate = newValue }
        }
    }

    /// How long segments are at least; invalid at first. Must be set for segments: to a positive time, or to indefinite, which
    /// leaves it to ``flushSegment()``.
    ///
    /// A segment ends before the first key frame from the interval's end on; one without pictures, before the first packet.
    /// Pictures that are encoded have a key frame in each interval.
    public var preferredOutputSegmentInterval: CMTime {
        get { configuration.withLock { $0.segments.interval } }
        set {
            guard !newValue.isNumeric || newValue > .zero else {
                refuseArgument("setPreferredOutputSegmentInterval:", "The interval must be positive")
            }
            set(\.segments.interval, to: newValue, method: "setPreferredOutputSegmentInterval:")
        }
    }

    /// From which of the source's times on segments' lengths count; invalid at first. Must be a number where
    /// ``preferredOutputSegmentInterval`` is one.
    public var initialSegmentStartTime: CMTime {
        get { configuration.withLock { $0.segments.start } }
        set { set(\.segments.start, to: newValue, method: "setInitialSegmentStartTime:") }
    }

    /// Which rules the stream follows; `nil` at first. Segments need one.
    public var outputFileTypeProfile: AVFileTypeProfile? {
        get { configuration.withLock { $0.segments.profile } }
        set { set(\.segments.profile, to: newValue, method: "setOutputFileTypeProfile:") }
    }

    /// The number of the first media segment; 1 at first, and not less.
    ///
    /// DEVIATION: finished files have no fragments, so that it means nothing to them.
    public var initialMovieFragmentSequenceNumber: Int {
        get { configuration.withLock { $0.segments.firstNumber } }
        set {
            guard (1...Int(Int32.max)).contains(newValue) else {
                refuseArgument("setInitialMovieFragmentSequenceNumber:", "The number must be positive")
            }
            set(\.segments.firstNumber, to: newValue, method: "setInitialMovieFragmentSequenceNumber:")
        }
    }

    /// Ends the segment behind what has been appended. For a ``preferredOutputSegmentInterval`` that is indefinite; with any
    /// other, and when the writer is not writing, the program stops.
    ///
    /// What is appended next must begin with a key frame; pictures that are encoded do.
    ///
    /// DEVIATION: the segment is handed over when what follows it has been encoded, or writing finishes.
    public func flushSegment() {
        guard preferredOutputSegmentInterval.isIndefinite, producesSegments else {
            WriterRefusal.state("Segments are flushed only if preferredOutputSegmentInterval is indefinite")
                .raise("AVAssetWriter flushSegment")
        }
        let status = life.withLock { $0.status }
        guard status == .writing || status == .failed || status == .cancelled else {
            WriterRefusal.status(status).raise("AVAssetWriter flushSegment")
        }
        engine.withLock { $0 }?.flushSegment()
    }

    /// Whether fragments fit together with those of other writers, such as the same film's at another bit rate; false at first.
    ///
    /// Segments do in any case: their times are the source's, they begin at the same times where the intervals are the same, and
    /// count from ``initialMovieFragmentSequenceNumber``. DEVIATION: finished files have no fragments, so that it means nothing
    /// to them.
    public var producesCombinableFragments: Bool {
        get { configuration.withLock { $0.segments.isCombinable } }
        set { set(\.segments.isCombinable, to: newValue, method: "setProducesCombinableFragments:") }
    }

    // MARK: Inside

    /// Stops the program unless all is set that segments need.
    func requireSegmentSettings(_ method: String) {
        let segments = configuration.withLock { $0.segments }
        guard delegate != nil else { refuseArgument(method, "delegate must be set") }
        guard segments.profile == .mpeg4AppleHLS || segments.profile == .mpeg4CMAFCompliant else {
            refuseArgument(method, "outputFileTypeProfile must be set to a profile of segments")
        }
        guard segments.interval.isNumeric || segments.interval.isIndefinite else {
            refuseArgument(method, "preferredOutputSegmentInterval must be a positive time, or indefinite")
        }
        guard segments.start.isNumeric || !segments.interval.isNumeric else {
            refuseArgument(method, "initialSegmentStartTime must be a number")
        }
    }

    /// What the engine is to do; nil for files.
    var segmentSettings: MovieSegmentSettings? {
        guard producesSegments else { return nil }
        let segments = configuration.withLock { $0.segments }
        return MovieSegmentSettings(
            interval: segments.interval.isNumeric ? segments.interval : nil,
            start: segments.start.isNumeric ? segments.start : .zero,
            isCMAF: segments.profile == .mpeg4CMAFCompliant,
            firstNumber: segments.firstNumber,
            handler: { [me = WeakReference(self)] segment in me.object?.deliver(segment) }
        )
    }

    private func deliver(_ segment: MovieSegment) {
        let type: AVAssetSegmentType = segment.isInitialization ? .initialization : .separable
        delegate?.assetWriter(
            self,
            didOutputSegmentData: segment.data,
            segmentType: type,
            segmentReport: segment.isInitialization ? nil : AVAssetSegmentReport(segment)
        )
    }
}

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
