import Foundation

/// What a movie file consists of.
struct MovieAnatomy {
    /// Whether it is an ordinary movie: an index, and no fragments.
    private(set) var isComplete = false
    /// Whether there is anything to play.
    private(set) var hasMedia = false
    /// The end of the last whole fragment, or of an ordinary movie.
    private(set) var end: Int64 = 0
    /// The space in front that is kept for the index.
    private(set) var place: ReservedPlace?
    /// What the movie says about itself while it is unfinished.
    private(set) var record: MovieRecord?
    /// The boxes at the top.
    let boxes: [MovieBoxes.Box]

    /// The record is small; whatever is larger is none.
    private static let greatestRecord: Int64 = 16 << 20

    init(_ storage: any MovieStorage) throws(MediaEncodingError) {
        boxes = try MovieBoxes.topLevel(of: storage)
        let size = try storage.size()
        guard boxes.first?.type == "ftyp" else { return }
        var fragmentStart: Int64?
        for box in boxes {
            switch box.type {
            case "free" where record == nil && fragmentStart == nil: try read(box, in: storage)
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
            end = isComplete ? size : 0
            hasMedia = isComplete
        }
    }

    private mutating func read(_ box: MovieBoxes.Box, in storage: any MovieStorage) throws(MediaEncodingError) {
        let mark = MovieStore.mark
        let head = try storage.read(mark.count, at: box.offset + box.headerSize)
        guard head == mark, box.size < Self.greatestRecord else {
            // Reserved space may have been split when an attempt to finish was interrupted.
            guard let known = place else {
                place = ReservedPlace(offset: box.offset, size: box.size)
                return
            }
            if known.end == box.offset { place = ReservedPlace(offset: known.offset, size: known.size + box.size) }
            return
        }
        let body = try storage.read(
            Int(box.size - box.headerSize) - mark.count,
            at: box.offset + box.headerSize + Int64(mark.count)
        )
        let found = try? JSONDecoder().decode(MovieRecord.self, from: body)
        if found?.isSensible == true { record = found }
    }
}
