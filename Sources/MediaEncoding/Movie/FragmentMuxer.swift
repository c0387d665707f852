import Foundation

/// A part of a movie that plays by itself after the movie's beginning.
struct MovieFragment {
    /// The whole of it: boxes `moof` and `mdat`.
    var bytes: Data
    /// Its samples by track, with offsets from the fragment's beginning.
    var entries: [[SampleIndex.Entry]]
    /// How long each track's last sample is shown; nil for tracks without samples.
    var lastDurations: [Int64?]
}

/// Makes the fragments of a movie.
final class FragmentMuxer {
    /// The file's beginning: its kind, and a movie without samples.
    let beginning: Data
    let record: MovieIndexRecord
    private let muxer: MovieMuxer
    private var entries: [[SampleIndex.Entry]]
    private var lastDurations: [Int64?]
    private(set) var pendingBytes = 0
    private(set) var pendingSamples = 0

    init(_ record: MovieIndexRecord) throws(MediaEncodingError) {
        self.record = record
        muxer = try MovieMuxer(record, .fragments)
        beginning = IndexPatches.describing(record, inBeginning: muxer.output.drain { Data($0) })
        entries = record.tracks.map { _ in [] }
        lastDurations = record.tracks.map { _ in nil }
    }

    /// Adds a sample to the fragment.
    ///
    /// - Parameters:
    ///   - decoded: in the track's units, from the movie's start.
    ///   - delay: the time of showing minus the time of decoding.
    func add(
        _ sample: EncodedSample,
        track: Int,
        decoded: Int64,
        delay: Int32,
        duration: Int64
    ) throws(MediaEncodingError) {
        // Fragments cannot begin before zero: their times begin earlier than the movie's.
        let inFragment = max(0, decoded + record.tracks[track].lead)
        try sample.withUnsafeBytes { bytes throws(MediaEncodingError) in
            try muxer.write(
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
                bytes.count,
                track: track,
                shown: inFragment + Int64(delay),
                decoded: inFragment,
                duration: duration,
                isKeyFrame: sample.isKeyFrame
            )
        }
        entries[track].append(
            SampleIndex.Entry(
                offset: 0,
                decoded: decoded,
                delay: delay,
                size: sample.byteCount,
                isKeyFrame: sample.isKeyFrame
            )
        )
        lastDurations[track] = duration
        pendingBytes += sample.byteCount
        pendingSamples += 1
    }

    /// Ends the fragment; nil if there is nothing in it.
    func cut() throws(MediaEncodingError) -> MovieFragment? {
        guard pendingSamples > 0 else { return nil }
        try muxer.flush()
        let bytes = muxer.output.drain { Data($0) }
        // The library writes the tracks' media one after the other, behind everything else.
        var offset = Int64(bytes.count - pendingBytes)
        for track in entries.indices {
            for number in entries[track].indices {
                entries[track][number].offset = offset
                offset += Int64(entries[track][number].size)
            }
        }
        defer {
            for track in entries.indices { entries[track].removeAll(keepingCapacity: true) }
            lastDurations = lastDurations.map { _ in nil }
            pendingBytes = 0
            pendingSamples = 0
        }
        return MovieFragment(bytes: bytes, entries: entries, lastDurations: lastDurations)
    }
}
