import Foundation
import FoundationExtras

/// What a movie file consists of.
struct MovieAnatomy {
    /// Whether it is an ordinary movie: an index, and no fragments.
    private(set) var isComplete = false
    /// Whether there is anything to play.
    private(set) var hasMedia = false
    /// The end of the last whole fragment, or of an ordinary movie.
    private(set) var end: Int64 = 0
    /// The space in front that is kept for the index.
    private(set) var place: IndexReservation?
    /// What the movie says about itself while it is unfinished.
    private(set) var record: MovieIndexRecord?
    /// The boxes at the top.
    let boxes: [MovieBoxes.Box]

    /// The record is small; whatever is larger is none.
    private static let greatestRecord: Int64 = 16 << 20
    /// A record holds tracks in a list, and a track's numbers in another.
    private static let deepestRecord = 8
    /// No more is reserved.
    private static let greatestPlace = Int64(MovieStore.mostReserve)

    init(_ storage: any MovieStorage) throws(MediaEncodingError) {
        boxes = try MovieBoxes.topLevel(of: storage)
        let size = try storage.size()
        guard boxes.first?.type == "ftyp" else { return }
        var fragmentStart: Int64?
        for box in boxes {
            switch box.type {
            case "free" where record == nil && fragmentStart == nil && box.end <= size: try read(box, in: storage)
            case "moof": fragmentStart = box.offset
            case "mdat" where box.end <= size:
                end = box.end
                hasMedia = true
            default: break
            }
        }
        if fragmentStart == nil {
            let index = boxes.first { $0.type == "moov" && $0.end <= size }
            isComplete = index != nil && hasMedia
            end = isComplete ? boxes.reduce(0) { max($0, min($1.end, size)) } : 0
            hasMedia = isComplete
        }
    }

    private mutating func read(_ box: MovieBoxes.Box, in storage: any MovieStorage) throws(MediaEncodingError) {
        let mark = MovieStore.mark
        let body = box.offset + box.headerSize
        let head = try storage.read(Int(min(Int64(mark.count), box.end - body)), at: body)
        guard head == mark, box.size < Self.greatestRecord else { return extendPlace(box) }
        let text = try storage.read(Int(box.end - body) - mark.count, at: body + Int64(mark.count))
        // What the decoder makes of a text takes much more memory than the text itself.
        guard text.count <= Self.greatestRecord, !JSONDepth.exceeds(Self.deepestRecord, in: text) else { return }
        let found = try? JSONDecoder().decode(MovieIndexRecord.self, from: text)
        if found?.isSensible == true { record = found }
    }

    /// Reserved space may have been split when an attempt to finish was interrupted.
    private mutating func extendPlace(_ box: MovieBoxes.Box) {
        guard box.size <= Self.greatestPlace else { return }
        guard let known = place else {
            place = IndexReservation(offset: box.offset, size: box.size)
            return
        }
        guard known.end == box.offset, known.size + box.size <= Self.greatestPlace else { return }
        place = IndexReservation(offset: known.offset, size: known.size + box.size)
    }
}
