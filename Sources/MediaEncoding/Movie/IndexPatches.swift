import Foundation

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
