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

/// Describes a stream of a file in Core Media's terms.
enum StreamFormat {
    /// Nil for media that are neither pictures, nor sound, nor timed text, and for descriptions that make no sense.
    static func description(_ parameters: UnsafeMutablePointer<AVCodecParameters>) -> CMFormatDescription? {
        switch parameters.pointee.codec_type {
        case AVMEDIA_TYPE_VIDEO: video(parameters)
        case AVMEDIA_TYPE_AUDIO: audio(parameters)
        case AVMEDIA_TYPE_SUBTITLE: text(parameters, .subtitle)
        default: nil
        }
    }

    private static func extradata(_ parameters: UnsafeMutablePointer<AVCodecParameters>) -> Data? {
        guard let bytes = parameters.pointee.extradata, parameters.pointee.extradata_size > 0 else { return nil }
        return Data(bytes: bytes, count: Int(parameters.pointee.extradata_size))
    }

    /// Four characters of a sample description's type, as libavformat notes them, the other way round.
    private static func code(_ parameters: UnsafeMutablePointer<AVCodecParameters>) -> FourCharCode {
        parameters.pointee.codec_tag.byteSwapped
    }

    // MARK: Text

    /// Whether a stream is 3GPP timed text: libavformat says the same of QuickTime's own.
    static func isTimedText(_ parameters: UnsafeMutablePointer<AVCodecParameters>) -> Bool {
        parameters.pointee.codec_id == AV_CODEC_ID_MOV_TEXT && code(parameters) == kCMTextFormatType_3GText
    }

    /// - Parameter mediaType: what the track says that it is: of text or of subtitles.
    static func text(
        _ parameters: UnsafeMutablePointer<AVCodecParameters>,
        _ mediaType: CMFormatDescription.MediaType
    ) -> CMFormatDescription? {
        guard isTimedText(parameters) else { return nil }
        return extradata(parameters).flatMap(TimedTextDescription.init(content:))?.format(mediaType)
    }

    // MARK: Pictures

    private static func video(_ parameters: UnsafeMutablePointer<AVCodecParameters>) -> CMFormatDescription? {
        let codecs: [UInt32: (FourCharCode, atom: String?)] = [
            AV_CODEC_ID_H264.rawValue: (kCMVideoCodecType_H264, "avcC"),
            AV_CODEC_ID_HEVC.rawValue: (kCMVideoCodecType_HEVC, "hvcC"),
            AV_CODEC_ID_MJPEG.rawValue: (kCMVideoCodecType_JPEG, nil),
        ]
        let known = codecs[parameters.pointee.codec_id.rawValue]
        var extensions = color(parameters).extensions
        if let atom = known?.atom, let data = extradata(parameters) {
            let atoms = NSMutableDictionary()
            atoms.setObject(NSData(data: data), forKey: NSString(string: atom))
            extensions[kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms] = atoms
        }
        return try? CMFormatDescription(
            videoCodecType: CMFormatDescription.MediaSubType(rawValue: known?.0 ?? code(parameters)),
            width: Int(parameters.pointee.width),
            height: Int(parameters.pointee.height),
            extensions: extensions
        )
    }

    static func color(_ parameters: UnsafeMutablePointer<AVCodecParameters>) -> VideoColor {
        VideoColor(
            primaries: Int32(parameters.pointee.color_primaries.rawValue),
            transfer: Int32(parameters.pointee.color_trc.rawValue),
            matrix: Int32(parameters.pointee.color_space.rawValue),
            isFullRange: parameters.pointee.color_range == AVCOL_RANGE_JPEG
        )
    }

    // MARK: Sound

    private static func audio(_ parameters: UnsafeMutablePointer<AVCodecParameters>) -> CMFormatDescription? {
        var stream = AudioStreamBasicDescription()
        stream.mSampleRate = Double(parameters.pointee.sample_rate)
        stream.mChannelsPerFrame = UInt32(max(0, parameters.pointee.ch_layout.nb_channels))
        switch parameters.pointee.codec_id {
        case AV_CODEC_ID_AAC:
            stream.mFormatID = kAudioFormatMPEG4AAC
            stream.mFormatFlags = 2
            stream.mFramesPerPacket = UInt32(parameters.pointee.frame_size > 0 ? parameters.pointee.frame_size : 1024)
        case AV_CODEC_ID_OPUS:
            stream.mFormatID = kAudioFormatOpus
            stream.mFramesPerPacket = UInt32(max(0, parameters.pointee.frame_size))
        default:
            if !describeUncompressed(parameters, &stream) { stream.mFormatID = code(parameters) }
        }
        guard stream.mSampleRate > 0, (1...64).contains(stream.mChannelsPerFrame) else { return nil }
        let cookie = stream.mFormatID == kAudioFormatLinearPCM ? nil : extradata(parameters)
        return try? CMFormatDescription(audioStreamBasicDescription: stream, magicCookie: cookie)
    }

    /// - Returns: false for sound that is compressed.
    private static func describeUncompressed(
        _ parameters: UnsafeMutablePointer<AVCodecParameters>,
        _ stream: inout AudioStreamBasicDescription
    ) -> Bool {
        let name = String(cString: avcodec_get_name(parameters.pointee.codec_id))
        let bits = av_get_exact_bits_per_sample(parameters.pointee.codec_id)
        guard name.hasPrefix("pcm_"), bits >= 8, let kind = name.dropFirst(4).first, "suf".contains(kind) else {
            return false
        }
        stream.mFormatID = kAudioFormatLinearPCM
        stream.mFormatFlags = kAudioFormatFlagIsPacked
        if kind == "f" { stream.mFormatFlags |= kAudioFormatFlagIsFloat }
        if kind == "s" { stream.mFormatFlags |= kAudioFormatFlagIsSignedInteger }
        if name.hasSuffix("be") { stream.mFormatFlags |= kAudioFormatFlagIsBigEndian }
        stream.mBitsPerChannel = UInt32(bits)
        stream.mFramesPerPacket = 1
        stream.mBytesPerFrame = stream.mChannelsPerFrame * UInt32(bits) / 8
        stream.mBytesPerPacket = stream.mBytesPerFrame
        return true
    }
}
