import Foundation

/// Receives the segments of a stream, exactly as Apple's protocol of the same name.
///
/// Both methods are optional; the one with the report is called if it is there, else the other.
public protocol AVAssetWriterDelegate: NSObjectProtocol, Sendable {
    /// A segment is complete. On a queue of the writer's, one call after the other.
    ///
    /// - Parameters:
    ///   - writer: the writer.
    ///   - segmentData: the segment: what players need at first, or a fragment.
    ///   - segmentType: which of the two it is.
    ///   - segmentReport: what is in it; nil for what players need at first.
    func assetWriter(
        _ writer: AVAssetWriter,
        didOutputSegmentData segmentData: Data,
        segmentType: AVAssetSegmentType,
        segmentReport: AVAssetSegmentReport?
    )

    /// A segment is complete. On a queue of the writer's, one call after the other.
    func assetWriter(
        _ writer: AVAssetWriter,
        didOutputSegmentData segmentData: Data,
        segmentType: AVAssetSegmentType
    )
}

extension AVAssetWriterDelegate {
    /// Leaves it to the method without a report.
    public func assetWriter(
        _ writer: AVAssetWriter,
        didOutputSegmentData segmentData: Data,
        segmentType: AVAssetSegmentType,
        segmentReport: AVAssetSegmentReport?
    ) {
        assetWriter(writer, didOutputSegmentData: segmentData, segmentType: segmentType)
    }

    /// Does nothing.
    public func assetWriter(
        _ writer: AVAssetWriter,
        didOutputSegmentData segmentData: Data,
        segmentType: AVAssetSegmentType
    ) {}
}
