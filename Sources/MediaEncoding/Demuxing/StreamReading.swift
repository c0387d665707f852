internal import CLibAV
import CoreMedia
import Foundation
import FoundationExtras

/// Takes what libavformat found out of a stream into Core Media's terms.
enum StreamReading {
    /// The entries of a dictionary.
    static func tags(_ dictionary: OpaquePointer?) -> [MediaFileInfo.Tag] {
        var tags: [MediaFileInfo.Tag] = []
        var entry: UnsafeMutablePointer<AVDictionaryEntry>?
        while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
            entry = next
            tags.append(.init(key: String(cString: next.pointee.key), value: String(cString: next.pointee.value)))
        }
        return tags
    }

    /// Nil for a stream that is no track, such as a cover.
    static func track(_ index: Int, _ stream: UnsafeMutablePointer<AVStream>) -> MediaTrackInfo? {
        guard let parameters = stream.pointee.codecpar, stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0,
            stream.pointee.time_base.num > 0, stream.pointee.time_base.den > 0
        else { return nil }
        let kind: MediaTrackInfo.Kind =
            switch parameters.pointee.codec_type {
            case AVMEDIA_TYPE_VIDEO: .video
            case AVMEDIA_TYPE_AUDIO: .audio
            case AVMEDIA_TYPE_SUBTITLE where StreamFormat.isTimedText(parameters): .subtitle
            default: .other
            }
        var track = MediaTrackInfo(
            index: index,
            // Files without tables do not number their tracks.
            id: stream.pointee.id > 0 ? stream.pointee.id : Int32(index + 1),
            kind: kind,
            format: StreamFormat.description(parameters),
            timescale: stream.pointee.time_base.den,
            range: CMTimeRange(start: .zero, duration: .zero),
            segments: []
        )
        track.isEnabled = stream.pointee.disposition & AV_DISPOSITION_DEFAULT != 0 || stream.pointee.id <= 0
        track.isDecodable =
            (kind == .video || kind == .audio) && avcodec_find_decoder(parameters.pointee.codec_id) != nil
        track.language = tags(stream.pointee.metadata).first { $0.key == "language" }?.value
        if kind == .video { track.naturalSize = naturalSize(stream, parameters) }
        track.transform = transform(stream)
        return track
    }

    private static func naturalSize(
        _ stream: UnsafeMutablePointer<AVStream>,
        _ parameters: UnsafeMutablePointer<AVCodecParameters>
    ) -> CGSize {
        let ratio = stream.pointee.sample_aspect_ratio
        let stretch = ratio.num > 0 && ratio.den > 0 ? Double(ratio.num) / Double(ratio.den) : 1
        return CGSize(
            width: (Double(parameters.pointee.width) * stretch).rounded(),
            height: Double(parameters.pointee.height)
        )
    }

    private static func transform(_ stream: UnsafeMutablePointer<AVStream>) -> CGAffineTransform {
        var size = 0
        guard let data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size),
            size >= 9 * MemoryLayout<Int32>.size
        else { return .identity }
        let numbers = (0..<9).map { UnsafeRawPointer(data).loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self) }
        func fixed(_ place: Int) -> CGFloat { CGFloat(numbers[place]) / 65_536 }
        return CGAffineTransform(a: fixed(0), b: fixed(1), c: fixed(3), d: fixed(4), tx: fixed(6), ty: fixed(7))
    }

    /// The decoding time of the first sample.
    static func firstTick(_ stream: UnsafeMutablePointer<AVStream>) -> Int64 {
        avformat_index_get_entry(stream, 0)?.pointee.timestamp ?? .min
    }

    /// The decoding time of the last sample.
    static func lastTick(_ stream: UnsafeMutablePointer<AVStream>) -> Int64 {
        let count = avformat_index_get_entries_count(stream)
        return avformat_index_get_entry(stream, max(0, count - 1))?.pointee.timestamp ?? .max
    }

    /// How long after a sample the next is decoded; of the last, how long it was after the one before. 0 for a single one.
    static func step(_ stream: UnsafeMutablePointer<AVStream>, at tick: Int64) -> Int64 {
        let index = av_index_search_timestamp(stream, tick, AVSEEK_FLAG_BACKWARD | AVSEEK_FLAG_ANY)
        let count = avformat_index_get_entries_count(stream)
        guard index >= 0, count > 1, let first = avformat_index_get_entry(stream, min(index, count - 2)),
            let next = avformat_index_get_entry(stream, min(index, count - 2) + 1)
        else { return 0 }
        let step = FileNumber(next.pointee.timestamp) - FileNumber(first.pointee.timestamp)
        return min(Int64(Int32.max), max(0, step.value ?? 0))
    }

    /// Counts the samples that are shown.
    static func count(_ stream: UnsafeMutablePointer<AVStream>, into track: inout MediaTrackInfo) {
        var former: Int64?
        var step = Int64.max
        for number in 0..<avformat_index_get_entries_count(stream) {
            guard let entry = avformat_index_get_entry(stream, number)?.pointee else { continue }
            track.byteCount &+= Int64(entry.size)
            guard Int32(entry.flags) & AVINDEX_DISCARD_FRAME == 0 else { continue }
            track.sampleCount += 1
            if let former, entry.timestamp > former { step = min(step, entry.timestamp &- former) }
            former = entry.timestamp
        }
        if step < .max { track.minimumStep = stream.pointee.time_base.time(step) }
    }

    /// Finds out from when to when the movie has something of the track.
    ///
    /// - Parameters:
    ///   - start: when its first sample is shown.
    ///   - edits: what the file says of it, in units of the movie and of the track.
    static func locate(
        _ track: inout MediaTrackInfo,
        _ stream: UnsafeMutablePointer<AVStream>,
        from start: CMTime,
        _ edits: [MovieTables.Edit],
        _ timescale: Int32
    ) {
        let length = mediaLength(stream)
        let isExact = timescale > 0 && !edits.isEmpty && edits.allSatisfy { $0.duration > 0 }
        guard isExact else {
            track.range = CMTimeRange(start: start, duration: length)
            track.segments = [.init(media: track.range, range: track.range)]
            return
        }
        let units = AVRational(num: 1, den: timescale)
        var position = CMTime.zero
        for edit in edits {
            // Edits are counted in coarser units than samples: what is a little longer than the media ends with them.
            let range = CMTimeRange(start: position, duration: units.time(edit.duration))
            let media =
                edit.isEmpty
                ? nil : CMTimeRange(start: stream.pointee.time_base.time(edit.start), duration: range.duration)
            track.segments.append(.init(media: media, range: range))
            position = range.end
        }
        let begin = track.segments.first { $0.media != nil }?.range.start ?? .zero
        track.range = CMTimeRange(start: begin, end: position)
    }

    private static func mediaLength(_ stream: UnsafeMutablePointer<AVStream>) -> CMTime {
        let base = stream.pointee.time_base
        let told = stream.pointee.duration
        if told > 0, told != pinhole_av_no_time(), base.time(told).isNumeric { return base.time(told) }
        let count = avformat_index_get_entries_count(stream)
        guard count > 0, let first = avformat_index_get_entry(stream, 0)?.pointee.timestamp,
            let last = avformat_index_get_entry(stream, count - 1)?.pointee.timestamp,
            let before = avformat_index_get_entry(stream, max(0, count - 2))?.pointee.timestamp
        else { return .zero }
        let length = FileNumber(last) - FileNumber(first) + (FileNumber(last) - FileNumber(before))
        return length.value.map { base.time(max(0, $0)) } ?? .zero
    }
}
