internal import CLibAV
import CoreMedia
import Foundation

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
