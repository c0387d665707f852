import CoreMedia
import Foundation

/// Would receive the segments of a stream.
@available(*, unavailable, message: "Segments for streaming are not made; write to a file.")
public protocol AVAssetWriterDelegate: NSObjectProtocol, Sendable {}

extension AVAssetWriter {
    /// Segments for streaming.
    @available(*, unavailable, message: "Segments for streaming are not made; use init(outputURL:fileType:).")
    public convenience init<ContentType>(contentType outputContentType: ContentType) {
        fatalError("unavailable")
    }

    /// Who would receive segments.
    @available(*, unavailable, message: "Segments for streaming are not made; write to a file.")
    public weak var delegate: AnyObject? {
        get { nil }
        set {}
    }

    /// How long segments would be.
    @available(*, unavailable, message: "Segments for streaming are not made; write to a file.")
    public var preferredOutputSegmentInterval: CMTime {
        get { .invalid }
        set {}
    }

    /// When the first segment would begin.
    @available(*, unavailable, message: "Segments for streaming are not made; write to a file.")
    public var initialSegmentStartTime: CMTime {
        get { .invalid }
        set {}
    }

    /// Which rules segments would follow.
    @available(*, unavailable, message: "Segments for streaming are not made; write to a file.")
    public var outputFileTypeProfile: AVFileTypeProfile? {
        get { nil }
        set {}
    }

    /// Would end a segment.
    @available(*, unavailable, message: "Segments for streaming are not made; write to a file.")
    public func flushSegment() {}

    /// How long the first fragment would be.
    @available(*, unavailable, message: "All fragments have the length of movieFragmentInterval.")
    public var initialMovieFragmentInterval: CMTime {
        get { .invalid }
        set {}
    }

    /// The number of the first fragment.
    @available(*, unavailable, message: "Finished files are ordinary ones, without fragments.")
    public var initialMovieFragmentSequenceNumber: Int {
        get { 1 }
        set {}
    }

    /// Whether fragments of several writers would fit together.
    @available(*, unavailable, message: "Finished files are ordinary ones, without fragments.")
    public var producesCombinableFragments: Bool {
        get { false }
        set {}
    }
}
