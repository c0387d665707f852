import Foundation

/// Makes an ordinary movie of a file in fragments, in place, such that it plays at every moment in between.
///
/// The index is written where nobody looks: inside of the reserved `free` box, and behind it the header of a media box that
/// reaches to the end of the file. Then one write of eight bytes turns the `free` box into the index. From there on the
/// fragments' own headers are nothing but unused bytes of the media box.
struct MovieFinisher {
    private let storage: any MovieStorage
    private let record: MovieIndexRecord
    private let samples: [SampleIndex]
    private let originalPlace: IndexReservation
    private let originalEnd: Int64

    /// Files up to this size give back space that the index does not need; in larger ones it does not matter.
    private static let worthShrinking: Int64 = 64 << 20
    /// About what an index takes: without samples, and for each.
    private static let leastIndex: Int64 = 2 << 10
    private static let indexBytesPerSample: Int64 = 8
    /// The header of the media box behind the index.
    private static let mediaHeader: Int64 = 16
    /// What comes behind the index: that header, and what belongs to no fragment.
    private var mediaStart: Int64 { Self.mediaHeader + Int64(record.mediaPreamble.count) }

    /// - Parameters:
    ///   - place: the reserved box.
    ///   - end: the end of the last whole fragment.
    init(
        _ storage: any MovieStorage,
        _ record: MovieIndexRecord,
        _ samples: [SampleIndex],
        place: IndexReservation,
        end: Int64
    ) {
        self.storage = storage
        self.record = record
        self.samples = samples
        originalPlace = place
        originalEnd = end
    }

    /// How much of the reserved box a file gives back when it is finished, as far as that can be known before there is an index.
    ///
    /// - Parameters:
    ///   - place: the reserved box.
    ///   - end: the end of the last whole fragment.
    ///   - samples: how many samples there are.
    static func spareRoom(_ storage: any MovieStorage, _ place: IndexReservation, end: Int64, samples: Int) -> Int64 {
        guard let block = storage.blockSize, end < worthShrinking else { return 0 }
        let index = leastIndex + indexBytesPerSample * Int64(samples)
        return max(0, (place.size - index) / block * block)
    }

    /// Finishes the file. What fails leaves it playing.
    ///
    /// - Parameter limit: the movie's end in seconds; nil for the last sample's.
    func finish(at limit: Double?) -> MovieFile.Layout {
        do throws(MediaEncodingError) {
            var index = try IndexBuilder.make(record, samples, end: limit)
            var place = originalPlace
            let needed = Int64(index.count) + mediaStart
            if needed > place.size {
                place = grown(place, to: needed)
            } else {
                place = shrunk(place, to: needed)
            }
            let shift = place.end - originalPlace.end
            if shift != 0 { index = try IndexBuilder.make(record, samples, shift: shift, end: limit) }
            if Int64(index.count) + mediaStart <= place.size {
                try writeInFront(index, place, end: originalEnd + shift)
                return .indexFirst
            }
            return writeBehind(index, place, end: originalEnd + shift)
        } catch {
            return .fragmented
        }
    }

    private func writeInFront(_ index: Data, _ place: IndexReservation, end: Int64) throws(MediaEncodingError) {
        let media = place.offset + Int64(index.count)
        let index = record.index(index, withPreambleAt: media + Self.mediaHeader)
        let hidden =
            index.dropFirst(8) + MovieBoxes.longHeader("mdat", size: end - media) + record.mediaPreamble
        try storage.write(hidden, at: place.offset + 8)
        try storage.truncate(to: end)
        try storage.sync()
        try storage.write(index.prefix(8), at: place.offset)
        try storage.sync()
    }

    /// Where there is no room in front: behind everything. Until the last write players find the fragments first.
    private func writeBehind(_ index: Data, _ place: IndexReservation, end: Int64) -> MovieFile.Layout {
        let index = record.index(index, withPreambleAt: place.offset + Self.mediaHeader)
        do throws(MediaEncodingError) {
            if !record.mediaPreamble.isEmpty {
                try storage.write(record.mediaPreamble, at: place.offset + Self.mediaHeader)
            }
            try storage.write(MovieBoxes.header("free", size: Int64(index.count)) + index.dropFirst(8), at: end)
            try storage.truncate(to: end + Int64(index.count))
            try storage.sync()
        } catch {
            try? storage.truncate(to: end)
            return .fragmented
        }
        do throws(MediaEncodingError) {
            let media = MovieBoxes.longHeader("mdat", size: end - place.offset)
            try storage.write(media.dropFirst(8), at: place.offset + 8)
            try storage.write(Data("moov".utf8), at: end + 4)
            try storage.sync()
            try storage.write(media.prefix(8), at: place.offset)
            try storage.sync()
            return .indexLast
        } catch {
            return .fragmented
        }
    }

    // MARK: Room in front

    /// Makes the place larger, as often as it takes; a file system that cannot leaves it as it is.
    ///
    /// What is inserted pushes the end of the reserved box away from where its header says it ends: there, a header that
    /// was written before the insertion, hidden in the box, comes to lie.
    private func grown(_ place: IndexReservation, to needed: Int64) -> IndexReservation {
        guard let block = storage.blockSize else { return place }
        var place = place
        while place.size < needed {
            let position = aligned(place.offset + 24, to: block)
            let most = (place.end - 8 - position) / block * block
            let length = min(aligned(needed - place.size, to: block), most)
            guard length > 0 else { return place }
            do throws(MediaEncodingError) {
                try storage.write(MovieBoxes.header("free", size: length), at: place.end - length)
                try storage.sync()
                guard storage.insert(length, at: position) else { return place }
                let larger = IndexReservation(offset: place.offset, size: place.size + length)
                place = larger
                try storage.write(MovieBoxes.header("free", size: larger.size), at: larger.offset)
            } catch {
                return place
            }
        }
        return place
    }

    /// Gives back what the index does not need: first the box is split, then the part that fills whole blocks is taken out.
    private func shrunk(_ place: IndexReservation, to needed: Int64) -> IndexReservation {
        guard let block = storage.blockSize, originalEnd < Self.worthShrinking else { return place }
        let from = aligned(place.offset + needed + 8, to: block)
        var until = place.end / block * block
        if (1..<8).contains(place.end - until) { until -= block }
        guard until - from >= block else { return place }
        do throws(MediaEncodingError) {
            let rest = place.end - until
            if rest > 0 { try storage.write(MovieBoxes.header("free", size: rest), at: until) }
            try storage.write(MovieBoxes.header("free", size: until - from), at: from)
            try storage.sync()
            try storage.write(MovieBoxes.header("free", size: from - place.offset), at: place.offset)
            try storage.sync()
            let smaller = IndexReservation(offset: place.offset, size: from - place.offset)
            guard storage.remove(until - from, at: from) else { return place }
            // The rest of the old box stays behind the new one and becomes part of the media box.
            return IndexReservation(offset: smaller.offset, size: smaller.size + rest)
        } catch {
            return place
        }
    }

    private func aligned(_ offset: Int64, to block: Int64) -> Int64 {
        (offset + block - 1) / block * block
    }
}
