internal import CLibAV
import CoreMedia
import Foundation

/// Reads a movie or sound file of unknown origin with libavformat: what it consists of, and one track's samples.
///
/// Tables are looked over before the library sees them, and what it reads is counted: neither time nor memory grow beyond what
/// the file's size allows, whatever its numbers say. Nothing outside of the file is opened.
///
/// One thread at a time.
public final class MediaDemuxer {
    /// What the file says of itself.
    public private(set) var info: MediaFileInfo
    private let path: String
    private let input: MovieInput
    private let edits: MovieTables.Summary
    private var context: UnsafeMutablePointer<AVFormatContext>?
    private var selected = -1
    private var peeked: DemuxedSample?
    private var hasEnded = false

    /// Opens a file and finds out what it consists of.
    ///
    /// - Throws: `unknownFormat` for files of other kinds, `unreadable` for damaged ones and for such as would cost more time or
    ///   memory than the file's size allows.
    public convenience init(_ path: String) throws(MediaEncodingError) {
        try self.init(MovieFileStorage(opening: path, forWriting: false), path)
    }

    init(_ storage: any MovieStorage, _ path: String) throws(MediaEncodingError) {
        LibAV.silence
        self.path = path
        guard let kind = MediaFileSignature.kind(of: try storage.read(MediaFileSignature.length, at: 0)) else {
            throw MediaEncodingError(
                kind: .unknownFormat,
                operation: "reading \(path): its kind is not known",
                advice: "Choose a QuickTime movie, an MPEG-4, WAVE or Core Audio file."
            )
        }
        info = MediaFileInfo(kind: kind, isFragmented: false, duration: .zero, tracks: [], tags: [])
        if kind.hasTables {
            let anatomy = try MovieAnatomy(storage)
            guard anatomy.hasMedia else { throw Self.damaged(path, 0) }
            edits = try MovieTables.check(anatomy.boxes, until: anatomy.end, of: storage, for: .presentation)
            let budget = MovieInput.Budget.media(edits, end: anatomy.end)
            input = try MovieInput(storage, end: anatomy.end, hidden: edits.hidden, budget: budget)
            info.isFragmented = !anatomy.isComplete
        } else {
            let end = try storage.size()
            edits = MovieTables.Summary()
            input = try MovieInput(storage, end: end, hidden: [], budget: .stream(end: end))
        }
        try open()
        try readInfo()
    }

    deinit {
        avformat_close_input(&context)
    }

    private static func damaged(_ path: String, _ code: Int32) -> MediaEncodingError {
        LibAV.error(.unreadable, "reading \(path)", code, advice: "Restore the file from a copy.")
    }

    private func open() throws(MediaEncodingError) {
        context = avformat_alloc_context()
        guard let made = context else { throw LibAV.outOfMemory("reading a movie") }
        made.pointee.pb = input.pointer
        made.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        // A movie says of each sample what it is; of the others' the library computes the times.
        if info.kind.hasTables { made.pointee.flags |= AVFMT_FLAG_NOFILLIN | AVFMT_FLAG_NOPARSE }
        let code = avformat_open_input(&context, nil, av_find_input_format(info.kind.demuxer), nil)
        guard code >= 0, context != nil else { throw Self.damaged(path, code) }
    }

    // MARK: What the file consists of

    private func stream(_ index: Int) -> UnsafeMutablePointer<AVStream>? {
        guard let context, (0..<Int(context.pointee.nb_streams)).contains(index) else { return nil }
        return context.pointee.streams[index]
    }

    private func readInfo() throws(MediaEncodingError) {
        guard let context else { return }
        let count = Int(context.pointee.nb_streams)
        if info.isFragmented { try findFragments() }
        info.tags = StreamReading.tags(context.pointee.metadata)
        for index in 0..<count {
            guard let stream = stream(index), var track = StreamReading.track(index, stream) else { continue }
            track.languageTag = edits.languageTags[track.id]
            if track.kind == .audio { track.volume = edits.volumes[track.id] ?? 1 }
            if track.kind == .subtitle, edits.handlers[track.id] == "text", let parameters = stream.pointee.codecpar {
                track.kind = .text
                track.format = StreamFormat.text(parameters, .text)
            }
            info.tracks.append(track)
        }
        for place in info.tracks.indices where info.tracks[place].kind != .other { try measure(place) }
        guard !info.tracks.isEmpty else { throw Self.damaged(path, 0) }
        info.duration = info.tracks.map(\.range.end).filter(\.isNumeric).max() ?? .zero
    }

    /// Reads the fragments' tables: no media are given.
    private func findFragments() throws(MediaEncodingError) {
        for index in 0..<Int(context?.pointee.nb_streams ?? 0) { stream(index)?.pointee.discard = AVDISCARD_ALL }
        guard let packet = PacketBox() else { throw LibAV.outOfMemory("reading a movie") }
        while av_read_frame(context, packet.pointer) >= 0 { av_packet_unref(packet.pointer) }
        input.renew()
    }

    /// How many samples are looked at to find out in which order they come, and when the first is shown.
    private static let probes = 48

    private func measure(_ place: Int) throws(MediaEncodingError) {
        guard let stream = stream(info.tracks[place].index) else { return }
        var track = info.tracks[place]
        StreamReading.count(stream, into: &track)
        select(track: track.index)
        try seek(to: .zero)
        var first = CMTime.positiveInfinity
        var latest = CMTime.negativeInfinity
        for _ in 0..<Self.probes {
            guard let sample = try? next() else { break }
            track.isReordered = track.isReordered || sample.sample.presentationTime < latest
            latest = max(latest, sample.sample.presentationTime)
            if !sample.isHidden { first = min(first, sample.sample.presentationTime) }
        }
        let start = first.isNumeric ? max(.zero, first) : .zero
        StreamReading.locate(&track, stream, from: start, edits.edits[track.id] ?? [], edits.timescale)
        info.tracks[place] = track
    }

    // MARK: Samples

    /// Chooses the track that samples are read of.
    public func select(track index: Int) {
        selected = index
        peeked = nil
        hasEnded = false
        for other in 0..<Int(context?.pointee.nb_streams ?? 0) {
            stream(other)?.pointee.discard = other == index ? AVDISCARD_DEFAULT : AVDISCARD_ALL
        }
    }

    /// Goes to where decoding must start so that a moment of the movie can be shown.
    public func seek(to time: CMTime) throws(MediaEncodingError) {
        guard let stream = stream(selected) else { return }
        let base = stream.pointee.time_base
        var tick = base.ticks(time)
        input.renew()
        // The library looks for decoding times, and shows what it finds later than it is decoded.
        for _ in 0..<8 {
            peeked = nil
            hasEnded = false
            let code = av_seek_frame(context, Int32(selected), tick, AVSEEK_FLAG_BACKWARD)
            guard code >= 0 else { return }
            guard let sample = try next() else { return }
            peeked = sample
            guard sample.sample.presentationTime > time, sample.tick > StreamReading.firstTick(stream) else { return }
            tick = min(tick, sample.tick) - 1
        }
    }

    /// The next sample of the chosen track; nil at the end.
    ///
    /// - Throws: `unreadable` where the file is damaged.
    public func next() throws(MediaEncodingError) -> DemuxedSample? {
        if let sample = peeked {
            peeked = nil
            return sample
        }
        guard !hasEnded, let stream = stream(selected) else { return nil }
        while true {
            guard let box = PacketBox() else { throw LibAV.outOfMemory("reading a movie") }
            let code = av_read_frame(context, box.pointer)
            guard code >= 0 else {
                hasEnded = true
                guard code == pinhole_averror_eof(), !input.isExhausted else { throw Self.damaged(path, code) }
                return nil
            }
            guard Int(box.pointer.pointee.stream_index) == selected, box.pointer.pointee.size > 0 else { continue }
            // The library says it only of samples that are shown in the order in which they are decoded.
            if box.pointer.pointee.duration <= 0, info.kind.hasTables {
                box.pointer.pointee.duration = StreamReading.step(stream, at: box.pointer.pointee.dts)
            }
            if let end = textEnd, StreamReading.lastTick(stream) == box.pointer.pointee.dts {
                let length = FileNumber(stream.pointee.time_base.ticks(end)) - FileNumber(box.pointer.pointee.dts)
                box.pointer.pointee.duration = max(0, length.value ?? 0)
            }
            guard box.pointer.pointee.flags & AV_PKT_FLAG_CORRUPT == 0,
                let sample = DemuxedSample(box, stream.pointee.time_base, info.kind)
            else {
                hasEnded = true
                throw Self.damaged(path, 0)
            }
            return sample
        }
    }

    /// When the chosen track ends, if it is one of text: the library counts the length of its last sample as if the track began
    /// with the movie.
    private var textEnd: CMTime? {
        info.tracks.first { $0.index == selected && ($0.kind == .text || $0.kind == .subtitle) }?.range.end
    }

    /// What a decoder has to know of the chosen track.
    var parameters: UnsafeMutablePointer<AVCodecParameters>? { stream(selected)?.pointee.codecpar }
    /// The units of the chosen track's times.
    var timeBase: AVRational { stream(selected)?.pointee.time_base ?? AVRational(num: 1, den: 1) }
}

extension AVRational {
    /// A moment in these units, not later than it is.
    func ticks(_ time: CMTime) -> Int64 {
        guard time.isNumeric, num > 0, den > 0 else { return 0 }
        let converted = CMTimeConvertScale(time, timescale: den, method: .roundTowardNegativeInfinity)
        return converted.isNumeric ? converted.value / Int64(num) : 0
    }

    /// The moment after a number of these units.
    func time(_ ticks: Int64) -> CMTime {
        let (value, overflow) = ticks.multipliedReportingOverflow(by: Int64(num))
        return overflow ? .invalid : CMTime(value: value, timescale: den)
    }
}

/// A sample of a file, with what a decoder has to know beside.
public struct DemuxedSample {
    /// The sample. Its times are the movie's.
    public var sample: EncodedSample
    /// Whether it is only there so that others can be decoded.
    public var isHidden: Bool
    let packet: PacketBox
    /// The decoding time, in the track's units.
    let tick: Int64

    /// Anything else is a damaged number.
    private static let sensibleTicks: ClosedRange<Int64> = -(1 << 61)...(1 << 61)

    /// Nil for a packet without times.
    init?(_ box: PacketBox, _ base: AVRational, _ kind: MediaFileInfo.Kind) {
        let packet = box.pointer.pointee
        let decoded = Self.sensibleTicks.contains(packet.dts) ? packet.dts : packet.pts
        let shown = Self.sensibleTicks.contains(packet.pts) ? packet.pts : decoded
        let time = base.time(shown)
        let decodeTime = base.time(decoded)
        guard Self.sensibleTicks.contains(shown), time.isNumeric, decodeTime.isNumeric else { return nil }
        self.packet = box
        tick = decoded
        isHidden = packet.flags & AV_PKT_FLAG_DISCARD != 0
        sample = EncodedSample(
            storage: box,
            bytes: box.bytes,
            presentationTime: time,
            decodeTime: min(decodeTime, time),
            duration: packet.duration > 0 ? base.time(packet.duration) : .invalid,
            isKeyFrame: packet.flags & AV_PKT_FLAG_KEY != 0
        )
    }
}
