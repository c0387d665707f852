internal import CLibAV
import Foundation

/// libavformat's muxer for a movie's tracks.
final class MovieMuxer {
    /// What it is to write.
    enum Purpose {
        /// Fragments, whenever they are asked for.
        case fragments
        /// An index over media that lies elsewhere.
        case index
        /// A plain stream, for files without an index of samples.
        case stream
    }

    let output: MuxerOutput
    private var context: UnsafeMutablePointer<AVFormatContext>?
    private let packet: PacketBox
    private let record: MovieIndexRecord

    init(_ record: MovieIndexRecord, _ purpose: Purpose) throws(MediaEncodingError) {
        guard let packet = PacketBox() else { throw LibAV.outOfMemory("opening a muxer") }
        self.record = record
        self.packet = packet
        output = try MuxerOutput(dropsMedia: purpose == .index, keepsCorrections: purpose == .stream)
        LibAV.silence
        avformat_alloc_output_context2(&context, nil, record.container.muxer, "movie.\(record.container.rawValue)")
        guard let context else {
            throw MediaEncodingError(
                kind: .encoderMissing,
                operation: "looking for the muxer \(record.container.muxer)",
                advice: "Install Debian's libavformat59."
            )
        }
        context.pointee.pb = output.pointer
        // No names of the library's in the file, and nothing done to packets behind our back.
        context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_BITEXACT
        context.pointee.flags &= ~AVFMT_FLAG_AUTO_BSF
        context.pointee.avoid_negative_ts = AVFMT_AVOID_NEG_TS_DISABLED
        for (key, value) in MovieTags.entries(record.metadata, record.container) {
            av_dict_set(&context.pointee.metadata, key, value, 0)
        }
        for track in record.tracks { try addStream(track, to: context) }
        let options = OptionDictionary(record.options(purpose))
        let code = avformat_write_header(context, &options.pointer)
        // The headers' times are taken from it at the beginning; it must not become one of QuickTime's keys at the end.
        av_dict_set(&context.pointee.metadata, "creation_time", nil, 0)
        guard code >= 0 else {
            throw LibAV.error(
                .unsupportedSettings,
                "beginning a file of type \(record.container.rawValue)",
                code,
                advice: "Choose a QuickTime file, or H.264 and AAC."
            )
        }
    }

    deinit {
        avformat_free_context(context)
    }

    private func addStream(
        _ track: TrackRecord,
        to context: UnsafeMutablePointer<AVFormatContext>
    ) throws(MediaEncodingError) {
        guard let stream = avformat_new_stream(context, nil), let parameters = stream.pointee.codecpar else {
            throw LibAV.outOfMemory("opening a muxer")
        }
        track.fill(parameters)
        stream.pointee.time_base = AVRational(num: 1, den: track.timescale)
        stream.pointee.disposition = track.isEnabled ? AV_DISPOSITION_DEFAULT : 0
        if let language = track.language { av_dict_set(&stream.pointee.metadata, "language", language, 0) }
        guard let matrix = track.matrix else { return }
        let size = matrix.count * MemoryLayout<Int32>.size
        guard let memory = av_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, size) else {
            throw LibAV.outOfMemory("opening a muxer")
        }
        matrix.withUnsafeBytes { UnsafeMutableRawPointer(memory).copyMemory(from: $0.baseAddress!, byteCount: size) }
    }

    /// Writes a sample.
    ///
    /// - Parameter bytes: not read when an index is made.
    func write(
        _ bytes: UnsafePointer<UInt8>?,
        _ size: Int,
        track: Int,
        shown: Int64,
        decoded: Int64,
        duration: Int64,
        isKeyFrame: Bool
    ) throws(MediaEncodingError) {
        guard let context else { return }
        let pointer = packet.pointer
        pointer.pointee.data = UnsafeMutablePointer(mutating: bytes)
        pointer.pointee.size = Int32(size)
        pointer.pointee.stream_index = Int32(track)
        pointer.pointee.pts = shown
        pointer.pointee.dts = decoded
        pointer.pointee.duration = duration
        pointer.pointee.flags = isKeyFrame ? AV_PKT_FLAG_KEY : 0
        let code = av_write_frame(context, pointer)
        pointer.pointee.data = nil
        guard code >= 0, !output.ranOut else {
            throw LibAV.error(
                .invalidSample,
                "writing a sample of track \(track)",
                code,
                advice: "Append samples of the track's format."
            )
        }
    }

    /// Ends a fragment.
    func flush() throws(MediaEncodingError) {
        let code = av_write_frame(context, nil)
        guard code >= 0, !output.ranOut else {
            throw LibAV.error(.writeFailed, "ending a fragment", code, advice: "Finish the movie.")
        }
    }

    /// Writes what comes last: the index.
    func finish() throws(MediaEncodingError) {
        let code = av_write_trailer(context)
        guard code >= 0, !output.ranOut else {
            throw LibAV.error(.writeFailed, "making a movie's index", code, advice: "Recover the movie later.")
        }
    }
}

extension TrackRecord {
    fileprivate func fill(_ parameters: UnsafeMutablePointer<AVCodecParameters>) {
        parameters.pointee.codec_type =
            isAudio ? AVMEDIA_TYPE_AUDIO : isVideo ? AVMEDIA_TYPE_VIDEO : AVMEDIA_TYPE_DATA
        parameters.pointee.codec_id = AVCodecID(codec)
        parameters.pointee.codec_tag = tag
        parameters.pointee.width = width
        parameters.pointee.height = height
        parameters.pointee.sample_rate = sampleRate
        parameters.pointee.frame_size = frameSize
        parameters.pointee.bits_per_coded_sample = bitsPerSample
        if isAudio {
            pinhole_av_channels(&parameters.pointee.ch_layout, channels)
            parameters.pointee.block_align = channels * bitsPerSample / 8
        }
        if let color {
            parameters.pointee.color_primaries = AVColorPrimaries(UInt32(color.primaries))
            parameters.pointee.color_trc = AVColorTransferCharacteristic(UInt32(color.transfer))
            parameters.pointee.color_space = AVColorSpace(UInt32(color.matrix))
            parameters.pointee.color_range = color.isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        }
        guard !extradata.isEmpty,
            let memory = av_mallocz(extradata.count + Int(AV_INPUT_BUFFER_PADDING_SIZE))
        else { return }
        extradata.withUnsafeBytes { memory.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
        parameters.pointee.extradata = memory.assumingMemoryBound(to: UInt8.self)
        parameters.pointee.extradata_size = Int32(extradata.count)
    }
}

extension MovieIndexRecord {
    fileprivate func options(_ purpose: MovieMuxer.Purpose) -> [(String, String)] {
        guard purpose != .stream else { return [] }
        var flags = purpose == .fragments ? "frag_custom+empty_moov+default_base_moof+frag_discont" : ""
        if container == .mov { flags += "+use_metadata_tags" }
        if purpose == .fragments, isCMAF == true { flags += "+cmaf" }
        var options = [
            ("write_tmcd", "0"),
            ("use_editlist", purpose == .index ? "1" : "0"),
            ("movie_timescale", String(movieTimescale)),
        ]
        if !flags.isEmpty { options.append(("movflags", flags)) }
        if purpose == .fragments, let number = firstFragmentNumber {
            options.append(("fragment_index", String(number)))
        }
        if let video = tracks.first(where: { $0.isVideo }) {
            options.append(("video_track_timescale", String(video.timescale)))
        }
        return options
    }
}

extension MovieContainer {
    /// libavformat's name.
    var muxer: String {
        switch self {
        case .mp4, .mov, .caf, .wav: rawValue
        case .m4a: "ipod"
        }
    }

    /// Whether the file has an index of samples and can be written in fragments.
    var hasIndex: Bool {
        switch self {
        case .mp4, .mov, .m4a: true
        case .caf, .wav: false
        }
    }
}
