import Foundation

/// Where a track's samples lie in the file, and when they are shown: 24 bytes each.
struct SampleIndex {
    /// One sample.
    struct Entry: Equatable {
        /// The first byte's offset in the file.
        var offset: Int64
        /// The time of decoding, in the track's units from the movie's start.
        var decoded: Int64
        /// The time of showing minus the time of decoding.
        var delay: Int32
        /// The length in bytes; the highest bit says that decoding can start here.
        private var sizeAndKey: UInt32

        init(offset: Int64, decoded: Int64, delay: Int32, size: Int, isKeyFrame: Bool) {
            self.offset = offset
            self.decoded = decoded
            self.delay = delay
            sizeAndKey = UInt32(size) & 0x7fff_ffff | (isKeyFrame ? 1 << 31 : 0)
        }

        var size: Int { Int(sizeAndKey & 0x7fff_ffff) }
        var isKeyFrame: Bool { sizeAndKey & 1 << 31 != 0 }
        var shown: Int64 { decoded + Int64(delay) }
    }

    private(set) var entries: [Entry] = []
    /// How long the last sample is shown.
    var lastDuration: Int64 = 0

    init(entries: [Entry] = [], lastDuration: Int64 = 0) {
        self.entries = entries
        self.lastDuration = lastDuration
    }

    /// When the last sample ends, in the track's units.
    var shownUntil: Double { entries.last.map { Double($0.shown) + Double(lastDuration) } ?? 0 }

    /// Appends a sample. An array that doubles whenever it is full would take up to 48 bytes for each; this takes 30.
    mutating func append(_ entry: Entry) {
        if entries.count == entries.capacity { entries.reserveCapacity(entries.count + max(512, entries.count / 4)) }
        entries.append(entry)
    }

    /// The samples that lie in the file before a place.
    func prefix(upTo end: Int64) -> SampleIndex {
        guard let cut = entries.firstIndex(where: { $0.offset + Int64($0.size) > end }) else { return self }
        let duration = cut > 0 ? entries[cut].decoded - entries[cut - 1].decoded : lastDuration
        return SampleIndex(entries: Array(entries[..<cut]), lastDuration: duration)
    }

    /// The samples up to a time: those that begin later are left out, and the last one is shortened.
    func cut(at limit: Int64?) -> SampleIndex {
        guard let limit, let last = entries.lastIndex(where: { $0.shown < limit }) else {
            return limit == nil ? self : SampleIndex()
        }
        var result = SampleIndex(entries: Array(entries[...last]), lastDuration: lastDuration)
        let until = last + 1 < entries.count ? entries[last + 1].decoded - entries[last].decoded : lastDuration
        result.lastDuration = max(1, min(until, limit - entries[last].shown))
        return result
    }
}

/// Makes the index of an ordinary movie with libavformat's muxer, without touching the media.
enum IndexBuilder {
    /// The index: a whole `moov` box.
    ///
    /// - Parameters:
    ///   - shift: how much later than noted the media lies in the file.
    ///   - end: the movie's end, in seconds; nil for the last sample's.
    static func make(
        _ record: MovieIndexRecord,
        _ samples: [SampleIndex],
        shift: Int64 = 0,
        end: Double? = nil
    ) throws(MediaEncodingError) -> Data {
        let muxer = try MovieMuxer(record, .index)
        // Media is dropped unread; the library looks at the first bytes of a packet at most.
        let nothing = [UInt8](repeating: 0, count: 64)
        let wanted = zip(samples, record.tracks).map { index, track in
            index.cut(at: end.map { Int64(($0 * Double(track.timescale)).rounded()) })
        }
        // An end before everything leaves everything: a movie without samples would be none.
        let isEmpty = wanted.allSatisfy(\.entries.isEmpty)
        for (track, index) in (isEmpty ? samples : wanted).enumerated() {
            try write(index, of: track, shift, nothing, to: muxer)
        }
        muxer.output.reset(from: 1 << 40)
        try muxer.finish()
        let index = muxer.output.drain { Data($0) }
        return IndexPatches.apply(record, to: index)
    }

    private static func write(
        _ index: SampleIndex,
        of track: Int,
        _ shift: Int64,
        _ nothing: [UInt8],
        to muxer: MovieMuxer
    ) throws(MediaEncodingError) {
        var failure: MediaEncodingError?
        nothing.withUnsafeBufferPointer { bytes in
            do throws(MediaEncodingError) {
                var expected: Int64 = -1
                for (number, entry) in index.entries.enumerated() {
                    let isLast = number + 1 == index.entries.count
                    let duration = isLast ? index.lastDuration : index.entries[number + 1].decoded - entry.decoded
                    if entry.offset + shift != expected { muxer.output.move(to: entry.offset + shift) }
                    expected = entry.offset + shift + Int64(entry.size)
                    try muxer.write(
                        bytes.baseAddress,
                        entry.size,
                        track: track,
                        shown: entry.shown,
                        decoded: entry.decoded,
                        duration: duration,
                        isKeyFrame: entry.isKeyFrame
                    )
                }
            } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
