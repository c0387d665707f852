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

/// Changes to a finished index that libavformat does not make itself.
enum IndexPatches {
    /// Adds user data and a Live Photo's timed metadata, and switches tracks off: the library switches the first track of a kind
    /// on in any case.
    static func apply(_ record: MovieIndexRecord, to index: Data) -> Data {
        var index = describing(record, in: index)
        for (number, track) in record.tracks.enumerated() {
            if !track.isEnabled { disable(number, in: &index) }
            if record.container == .mov, let language = track.language { set(language, of: number, in: &index) }
        }
        if let track = record.stillImageTrack {
            index = track.appended(to: index, video: record.tracks.firstIndex(where: \.isVideo))
        }
        let userData = MovieTags.userData(record.metadata, record.container)
        return userData.isEmpty ? index : appending(userData, to: index)
    }

    /// What tracks say about themselves and the library does not write, in an index or in the header of fragments.
    static func describing(_ record: MovieIndexRecord, in index: Data) -> Data {
        var index = index
        for (number, track) in record.tracks.enumerated() {
            if let volume = track.volume { set(volume, of: number, in: &index) }
            if let description = track.replacedDescription { index = description.described(number, in: index) }
            if track.text != nil, let video = record.tracks.first(where: \.isVideo) {
                TimedTextTrack.place(number, over: video, in: &index)
            }
            if let tag = track.languageTag { insert(languageTag: tag, into: number, of: &index) }
        }
        return index
    }

    /// The bytes before a movie's fragments, with what tracks say about themselves.
    static func describing(_ record: MovieIndexRecord, inBeginning beginning: Data) -> Data {
        guard let box = MovieBoxes.child("moov", in: beginning, within: 0..<beginning.count) else { return beginning }
        let index = describing(record, in: Data(beginning[box]))
        return beginning[..<box.lowerBound] + index + beginning[box.upperBound...]
    }

    /// Volumes are fractions of 256.
    private static func set(_ volume: Float, of number: Int, in index: inout Data) {
        guard let header = box("tkhd", of: number, in: index) else { return }
        let place = header.lowerBound + (index[header.lowerBound + 8] == 1 ? 56 : 44)
        let fixed = UInt16((volume * 256).rounded())
        index.replaceSubrange(place..<place + 2, with: [UInt8(fixed >> 8), UInt8(fixed & 0xff)])
    }

    /// Puts the box of a language's tag (ISO 14496-12, 8.4.6) behind the media's header, which has room for three letters only.
    private static func insert(languageTag tag: String, into number: Int, of index: inout Data) {
        guard let track = box(of: number, in: index), let media = box("mdia", of: number, in: index),
            let header = box("mdia", "mdhd", of: number, in: index)
        else { return }
        let body = Data([0, 0, 0, 0]) + Data(tag.utf8) + Data([0])
        let added = MovieBoxes.header("elng", size: Int64(body.count + 8)) + body
        index.insert(contentsOf: added, at: header.upperBound)
        for (place, size) in [(0, index.count), (track.lowerBound, track.count + added.count)] {
            index.replaceSubrange(place..<place + 4, with: MovieBoxes.bytes(UInt32(size)))
        }
        index.replaceSubrange(
            media.lowerBound..<media.lowerBound + 4,
            with: MovieBoxes.bytes(UInt32(media.count + added.count))
        )
    }

    private static func disable(_ number: Int, in index: inout Data) {
        guard let header = box("tkhd", of: number, in: index) else { return }
        index[header.lowerBound + 11] &= ~1
    }

    /// In QuickTime files the library knows only the languages that the Macintosh had.
    private static func set(_ language: String, of number: Int, in index: inout Data) {
        let letters = language.utf8.map { Int($0) - 0x60 }
        guard letters.count == 3, letters.allSatisfy({ (1...26).contains($0) }),
            let header = box("mdia", "mdhd", of: number, in: index)
        else { return }
        let packed = letters.reduce(0) { $0 << 5 | $1 }
        let place = header.lowerBound + (index[header.lowerBound + 8] == 1 ? 40 : 28)
        index.replaceSubrange(place..<place + 2, with: [UInt8(packed >> 8), UInt8(packed & 0xff)])
    }

    /// The box at the end of a path that begins in a track.
    static func box(_ path: String..., of number: Int, in index: Data) -> Range<Int>? {
        let tracks = MovieBoxes.children(in: index, within: 8..<index.count).filter { $0.type == "trak" }
        guard tracks.indices.contains(number) else { return nil }
        return path.reduce(Optional(tracks[number].range)) { box, type in
            box.flatMap { MovieBoxes.child(type, in: index, within: $0.lowerBound + 8..<$0.upperBound) }
        }
    }

    private static func appending(_ userData: Data, to index: Data) -> Data {
        var result = index
        if let old = MovieBoxes.child("udta", in: index, within: 8..<index.count) {
            result.insert(contentsOf: userData, at: old.upperBound)
            result.replaceSubrange(
                old.lowerBound..<old.lowerBound + 4,
                with: MovieBoxes.bytes(UInt32(old.count + userData.count))
            )
        } else {
            result.append(MovieBoxes.header("udta", size: Int64(userData.count + 8)) + userData)
        }
        result.replaceSubrange(0..<4, with: MovieBoxes.bytes(UInt32(result.count)))
        return result
    }
}
