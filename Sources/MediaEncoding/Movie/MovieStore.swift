import Foundation

/// A movie file on the disk while it grows: reserved space in front, a record of what it is, then fragments.
///
/// One thread at a time.
// Unchecked: documented to be used by one thread at a time.
final class MovieStore: @unchecked Sendable {
    /// What the record in the file begins with.
    static let mark = Data("PinholeMovieRecord1\n".utf8)
    /// So much is reserved at least: the index of a short movie, and what inserting space needs.
    static let leastReserve = 1 << 15
    /// So much is reserved at most.
    static let mostReserve = 1 << 30

    private let storage: any MovieStorage
    private let reserve: Int64
    private(set) var place: IndexReservation?
    private(set) var record: MovieIndexRecord?
    private(set) var samples: [SampleIndex] = []
    /// Where the next fragment goes: the end of the last whole one.
    private(set) var end: Int64 = 0
    private(set) var failure: MediaEncodingError?
    /// How large the file would be if it were finished now: without the room that its index does not need.
    var finishedSize: Int64 {
        guard let place else { return end }
        let count = samples.reduce(0) { $0 + $1.entries.count }
        return end - MovieFinisher.spareRoom(storage, place, end: end, samples: count)
    }
    /// The latest end of a sample in the file, in seconds of the movie.
    var playableSeconds: Double {
        guard let record else { return 0 }
        return zip(samples, record.tracks).map { $0.shownUntil / Double($1.timescale) }.max() ?? 0
    }
    private var isDirty = false

    init(_ storage: any MovieStorage, reserve: Int) throws(MediaEncodingError) {
        self.storage = storage
        self.reserve = Int64(max(Self.leastReserve, min(reserve, Self.mostReserve)))
        // What is needed to finish is taken before anything is recorded: a full disk must not prevent it.
        try storage.reserve(self.reserve + 65_536, at: 0)
    }

    /// Writes the movie's beginning.
    func begin(_ beginning: Data, _ record: MovieIndexRecord) {
        attempt { () throws(MediaEncodingError) in
            let kind = Int(MovieBoxes.number(beginning.prefix(4)))
            let front = Int64(kind)
            self.record = record
            samples = record.tracks.map { _ in SampleIndex() }
            let rest = try Self.recordBox(record) + beginning.dropFirst(kind)
            // What comes first is written last: then a file that begins like a movie is one.
            try storage.write(rest, at: front + reserve)
            try storage.write(beginning.prefix(kind) + MovieBoxes.header("free", size: reserve), at: 0)
            place = IndexReservation(offset: front, size: reserve)
            end = front + reserve + Int64(rest.count)
            isDirty = true
        }
    }

    private static func recordBox(_ record: MovieIndexRecord) throws(MediaEncodingError) -> Data {
        do {
            let body = mark + (try JSONEncoder().encode(record))
            return MovieBoxes.header("free", size: Int64(body.count + 8)) + body
        } catch {
            throw MediaEncodingError(
                kind: .unsupportedSettings,
                operation: "describing the movie: \(error)",
                advice: "Choose metadata of plain text."
            )
        }
    }

    /// Appends a fragment. What fails leaves the file as it was before.
    func append(_ fragment: MovieFragment) {
        attempt { () throws(MediaEncodingError) in
            try storage.checkIsThere()
            try storage.checkHolds(end)
            try storage.write(fragment.bytes, at: end)
            for (track, entries) in fragment.entries.enumerated() {
                for var entry in entries {
                    entry.offset += end
                    samples[track].append(entry)
                }
                if let duration = fragment.lastDurations[track] { samples[track].lastDuration = duration }
            }
            end += Int64(fragment.bytes.count)
            isDirty = true
        }
    }

    /// Makes everything safe from a power cut.
    func sync() {
        guard isDirty else { return }
        attempt { () throws(MediaEncodingError) in
            try storage.sync()
            isDirty = false
        }
    }

    /// Makes an ordinary movie of the file; nil when there is not one whole fragment in it.
    func finish(end limit: Double?) -> MovieFile.Layout? {
        forgetWhatWasCutOff()
        guard let record, let place, place.end <= end, samples.contains(where: { !$0.entries.isEmpty }) else {
            return nil
        }
        let finisher = MovieFinisher(storage, record, samples, place: place, end: end)
        let layout = finisher.finish(at: limit)
        if failure == nil {
            do throws(MediaEncodingError) { try storage.checkIsThere() } catch { failure = error }
        }
        return layout
    }

    /// Where another program has shortened the file, the samples behind its end are gone.
    private func forgetWhatWasCutOff() {
        guard let size = try? storage.size(), size < end else { return }
        do throws(MediaEncodingError) { try storage.checkHolds(end) } catch { failure = failure ?? error }
        for track in samples.indices { samples[track] = samples[track].prefix(upTo: size) }
        end = size
    }

    /// Deletes the file.
    func discard() {
        storage.delete()
    }

    private func attempt(_ body: () throws(MediaEncodingError) -> Void) {
        guard failure == nil else { return }
        do throws(MediaEncodingError) {
            try body()
        } catch {
            failure = error
            // A fragment that is not whole would only confuse players. A file that was shortened must not become longer.
            if end > 0, let size = try? storage.size(), size > end { try? storage.truncate(to: end) }
        }
    }
}

/// Space in front of a movie that is kept for its index.
struct IndexReservation: Equatable {
    /// The first byte: the header of a `free` box.
    var offset: Int64
    /// The box's length.
    var size: Int64
    var end: Int64 { offset + size }
}
