internal import CLibAV
import Foundation
import FoundationExtras

/// Reads what is in a movie with libavformat, without decoding it.
final class MovieReader {
    private let input: MovieInput
    private var context: UnsafeMutablePointer<AVFormatContext>?

    /// Anything else is a damaged number.
    private static let sensibleTimes: ClosedRange<Int64> = -(1 << 61)...(1 << 61)

    /// So many samples in a row may be missing in the file before its end is believed.
    private static let patience = 4096

    /// What is to be read of a movie.
    enum Part {
        /// What its tracks are.
        case tables
        /// All its samples.
        case media
    }

    /// - Parameter anatomy: what the file consists of: what comes after the end of the movie does not exist.
    /// - Throws: `unreadable`, also for a movie that would cost more time or memory than one that was recorded can.
    init(_ storage: any MovieStorage, _ anatomy: MovieAnatomy, for part: Part) throws(MediaEncodingError) {
        LibAV.silence
        let summary = try MovieTables.check(anatomy.boxes, until: anatomy.end, of: storage)
        input = try MovieInput(
            storage,
            end: anatomy.end,
            hidden: summary.hidden,
            budget: part == .tables ? .tables(summary) : .media(summary, end: anatomy.end)
        )
        context = avformat_alloc_context()
        guard let made = context else { throw LibAV.outOfMemory("reading a movie") }
        made.pointee.pb = input.pointer
        made.pointee.flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_NOFILLIN | AVFMT_FLAG_NOPARSE
        // Times as the fragments have them: the record says what they mean.
        let options = OptionDictionary([("ignore_editlist", "1"), ("advanced_editlist", "0")])
        let code = avformat_open_input(&context, nil, av_find_input_format("mov"), &options.pointer)
        guard code >= 0, context != nil else {
            throw LibAV.error(.unreadable, "reading a movie", code, advice: "Choose a movie that Pinhole recorded.")
        }
    }

    deinit {
        avformat_close_input(&context)
    }

    private func stream(_ number: Int) -> UnsafeMutablePointer<AVStream>? { context?.pointee.streams[number] }

    private var streamCount: Int { Int(context?.pointee.nb_streams ?? 0) }

    /// What the tracks are and how long they last. Reads no media.
    func tracks(in end: Int64) throws(MediaEncodingError) -> [MovieRecovery.Track] {
        for number in 0..<streamCount { stream(number)?.pointee.discard = AVDISCARD_ALL }
        guard let packet = PacketBox() else { throw LibAV.outOfMemory("reading a movie") }
        // Nothing is given, but the fragments' tables are read on the way.
        while av_read_frame(context, packet.pointer) >= 0 { av_packet_unref(packet.pointer) }
        return (0..<streamCount).compactMap { number in
            guard let stream = stream(number), let parameters = stream.pointee.codecpar else { return nil }
            return MovieRecovery.Track(
                isVideo: parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO,
                codec: String(cString: avcodec_get_name(parameters.pointee.codec_id)),
                duration: duration(of: stream, in: end)
            )
        }
    }

    private func duration(of stream: UnsafeMutablePointer<AVStream>, in end: Int64) -> Double {
        let count = avformat_index_get_entries_count(stream)
        var first: Double?
        var last = 0.0
        var step = 0.0
        for number in 0..<max(0, count) {
            guard let entry = avformat_index_get_entry(stream, number)?.pointee,
                (0...end).contains(entry.pos), Int64(entry.size) <= end - entry.pos
            else { continue }
            let time = Double(entry.timestamp)
            if first != nil { step = time - last }
            first = first ?? time
            last = time
        }
        guard let first else { return 0 }
        let seconds = (last - first + step) * av_q2d(stream.pointee.time_base)
        return seconds.isFinite ? max(0, seconds) : 0
    }

    /// The samples that lie before a place in the file.
    func samples(
        _ record: MovieIndexRecord,
        in end: Int64,
        _ progress: (Double) -> Void
    ) throws(MediaEncodingError) -> [SampleIndex] {
        guard streamCount == record.tracks.count else {
            throw MediaEncodingError(
                kind: .unreadable,
                operation: "reading a movie: \(streamCount) tracks in place of \(record.tracks.count)",
                advice: "Restore the file from a copy."
            )
        }
        guard let packet = PacketBox() else { throw LibAV.outOfMemory("reading a movie") }
        var found = record.tracks.map { _ in SampleIndex() }
        var missing = 0
        var reported = 0.0
        while missing < Self.patience, !input.isExhausted {
            guard av_read_frame(context, packet.pointer) >= 0 else {
                missing += 1
                continue
            }
            missing = 0
            add(packet.pointer.pointee, to: &found, record, end)
            let part = Double(packet.pointer.pointee.pos) / Double(max(1, end))
            av_packet_unref(packet.pointer)
            if part > reported + 0.01 {
                reported = part
                progress(min(0.95, part))
            }
        }
        return found
    }

    private func add(_ packet: AVPacket, to found: inout [SampleIndex], _ record: MovieIndexRecord, _ end: Int64) {
        let track = Int(packet.stream_index)
        guard found.indices.contains(track), (0...end).contains(packet.pos), packet.size > 0,
            Int64(packet.size) <= end - packet.pos, packet.flags & AV_PKT_FLAG_CORRUPT == 0,
            Self.sensibleTimes.contains(packet.dts)
        else { return }
        let shown = Self.sensibleTimes.contains(packet.pts) ? packet.pts : packet.dts
        let former = found[track].entries.last?.decoded
        guard let decoded = (FileNumber(packet.dts) - FileNumber(record.tracks[track].lead)).value,
            former.map({ $0 < decoded }) ?? true
        else { return }
        // The library tells no duration of the last sample of all; it is taken to last as long as the one before.
        let step = former.map { (FileNumber(decoded) - FileNumber($0)).value ?? 1 } ?? 1
        let duration = packet.duration > 0 ? packet.duration : step
        found[track].append(
            SampleIndex.Entry(
                offset: packet.pos,
                decoded: decoded,
                delay: Int32(clamping: (FileNumber(shown) - FileNumber(packet.dts)).value ?? 0),
                size: Int(packet.size),
                isKeyFrame: packet.flags & AV_PKT_FLAG_KEY != 0
            )
        )
        found[track].lastDuration = min(max(1, duration), Int64(Int32.max / 2))
    }
}

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
