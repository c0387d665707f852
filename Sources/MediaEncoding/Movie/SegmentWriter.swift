import Foundation
import Synchronization

/// Hands a movie's fragments to a function, in place of a disk.
// Unchecked: `record` and `hasMedia` are used on the disk's thread only.
final class SegmentWriter: MovieWriting, @unchecked Sendable {
    let progress = Mutex(MovieWritingProgress())
    private let handler: @Sendable (MovieSegment) -> Void
    private var record: MovieIndexRecord?
    private var hasMedia = false

    init(_ settings: MovieSegmentSettings) {
        handler = settings.handler
    }

    func perform(_ job: MovieJob) {
        switch job {
        case .begin(let bytes, let record):
            self.record = record
            handler(MovieSegment(isInitialization: true, data: bytes, tracks: []))
        case .fragment(let fragment):
            guard let record else { return }
            hasMedia = true
            handler(MovieSegment(fragment, of: record))
        case .bytes, .corrections: break
        }
        progress.withLock { $0.written += Int64(job.byteCount) }
    }

    func finish(end: Double?) -> MovieFile.Layout? { hasMedia ? .fragmented : nil }

    /// What was handed over cannot be taken back.
    func discard() {}
}
