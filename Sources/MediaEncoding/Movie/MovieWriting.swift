import Foundation
import Synchronization

/// Does a movie file's work on the disk. Called on the disk's thread, but for what is behind a mutex.
protocol MovieWriting: AnyObject, Sendable {
    var progress: Mutex<MovieWritingProgress> { get }
    func perform(_ job: MovieJob)
    /// Makes what is there a finished file; nil when nothing that plays was written.
    func finish(end: Double?) -> MovieFile.Layout?
    /// Deletes the file.
    func discard()
}

/// How far the writing has come.
struct MovieWritingProgress {
    /// The file's size, as if it were finished now.
    var written: Int64 = 0
    /// What ended it.
    var failure: MediaEncodingError?
    /// How much of the movie is in the file, in seconds, once something has ended it.
    var kept: Double?
}

/// Writes movies in fragments.
///
/// Making them safe from a power cut is another thread's work: what is written is safe from the end of this process at once,
/// and must not wait for a slow disk.
// Unchecked: `store` and `lastSync` are used on the disk's thread only.
final class FragmentedMovieWriter: MovieWriting, @unchecked Sendable {
    let progress = Mutex(MovieWritingProgress())
    private let storage: any MovieStorage
    private let store: MovieStore
    private let syncInterval: Double
    private let syncing = DispatchQueue(label: "movie file to disk")
    private let unsynced = DispatchGroup()
    private var lastSync = DispatchTime.now().uptimeNanoseconds

    init(_ storage: any MovieStorage, _ settings: MovieFileSettings) throws(MediaEncodingError) {
        self.storage = storage
        store = try MovieStore(storage, reserve: settings.indexReserve)
        syncInterval = settings.syncInterval.isNumeric ? settings.syncInterval.seconds : 1
    }

    func perform(_ job: MovieJob) {
        switch job {
        case .begin(let bytes, let record): store.begin(bytes, record)
        case .fragment(let fragment): store.append(fragment)
        case .bytes, .corrections: break
        }
        let now = DispatchTime.now().uptimeNanoseconds
        // A disk that is still at it is not asked again.
        if Double(now - lastSync) >= syncInterval * 1e9, unsynced.wait(timeout: .now()) == .success {
            lastSync = now
            sync()
        }
        report()
    }

    private func sync() {
        guard storage.syncsAside else { return store.sync() }
        syncing.async(group: unsynced) { [self] in
            do throws(MediaEncodingError) {
                try storage.sync()
            } catch {
                progress.withLock { $0.failure = $0.failure ?? error }
            }
        }
    }

    func finish(end: Double?) -> MovieFile.Layout? {
        unsynced.wait()
        let layout = store.finish(end: end)
        report()
        if let size = try? storage.size() { progress.withLock { $0.written = size } }
        return layout
    }

    func discard() { store.discard() }

    private func report() {
        progress.withLock {
            $0.written = store.finishedSize
            $0.failure = $0.failure ?? store.failure
            if $0.failure != nil { $0.kept = store.playableSeconds }
        }
    }
}

/// Writes sound files that need no index: they play as far as they go.
// Unchecked: `storage` and `end` are used on the disk's thread only.
final class StreamedAudioWriter: MovieWriting, @unchecked Sendable {
    let progress = Mutex(MovieWritingProgress())
    private let storage: any MovieStorage
    private var end: Int64 = 0

    init(_ storage: any MovieStorage) {
        self.storage = storage
    }

    func perform(_ job: MovieJob) {
        guard progress.withLock({ $0.failure == nil }) else { return }
        do throws(MediaEncodingError) {
            try storage.checkIsThere()
            try storage.checkHolds(end)
            switch job {
            case .bytes(let bytes):
                try storage.write(bytes, at: end)
                end += Int64(bytes.count)
            case .corrections(let corrections):
                for (offset, bytes) in corrections { try storage.write(bytes, at: offset) }
            case .begin, .fragment: break
            }
            progress.withLock { $0.written = end }
        } catch {
            progress.withLock { $0.failure = error }
            if let size = try? storage.size(), size > end { try? storage.truncate(to: end) }
        }
    }

    func finish(end: Double?) -> MovieFile.Layout? {
        guard self.end > 0 else { return nil }
        do throws(MediaEncodingError) {
            try storage.checkIsThere()
            try storage.checkHolds(self.end)
            try storage.sync()
        } catch {
            progress.withLock { $0.failure = $0.failure ?? error }
        }
        return .indexFirst
    }

    func discard() { storage.delete() }
}

/// Makes the bytes of a sound file without an index.
final class AudioStreamMuxer {
    private let muxer: MovieMuxer
    private(set) var pendingBytes = 0

    init(_ record: MovieIndexRecord) throws(MediaEncodingError) {
        muxer = try MovieMuxer(record, .stream)
    }

    func add(_ sample: EncodedSample, decoded: Int64, duration: Int64) throws(MediaEncodingError) {
        try sample.withUnsafeBytes { bytes throws(MediaEncodingError) in
            try muxer.write(
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
                bytes.count,
                track: 0,
                shown: decoded,
                decoded: decoded,
                duration: duration,
                isKeyFrame: true
            )
        }
        pendingBytes += sample.byteCount
    }

    /// What was written since the last call; nil for nothing.
    func drain() -> Data? {
        pendingBytes = 0
        return muxer.output.drain { $0.isEmpty ? nil : Data($0) }
    }

    func finish() throws(MediaEncodingError) -> [(offset: Int64, bytes: Data)] {
        try muxer.finish()
        return muxer.output.corrections
    }
}
