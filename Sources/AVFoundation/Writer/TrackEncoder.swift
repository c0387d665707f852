import CaptureCore
import CoreMedia
import CoreVideo
import Foundation
import ImageProcessing
import MediaEncoding

/// Makes a track's samples of what is appended. One thread at a time.
protocol TrackEncoder: AnyObject {
    /// What the samples are, once it is known.
    var format: CMFormatDescription? { get }

    /// Takes an item, gives the samples that are ready.
    func encode(_ item: WriterItem) throws(MediaEncodingError) -> [EncodedSample]

    /// Gives what is left.
    ///
    /// - Parameter end: the source's time at which the session ends; `nil` when it ends with the last sample.
    func finish(at end: CMTime?) throws(MediaEncodingError) -> [EncodedSample]
}

extension TrackEncodingPlan {
    /// Opens what the plan asks for.
    func makeEncoder() throws(MediaEncodingError) -> any TrackEncoder {
        switch encoding {
        case .video(let settings):
            // Asked first, as a missing encoder has an error of its own.
            guard VideoEncoder.isAvailable(settings.codec) else { throw .missing(settings.codec.rawValue) }
            return VideoTrackEncoder(try VideoEncoder(settings), crops: fillsByCropping)
        case .audio(let settings):
            guard AudioEncoder.isAvailable(settings.codec) else { throw .missing("\(settings.codec)") }
            return AudioTrackEncoder(try AudioEncoder(settings))
        case .passThrough(let format):
            return PassThroughEncoder(mediaType: mediaType, format: format)
        }
    }
}

extension MediaEncodingError {
    fileprivate static func missing(_ codec: String) -> MediaEncodingError {
        MediaEncodingError(
            kind: .encoderMissing,
            operation: "looking for an encoder of \(codec)",
            advice: "Choose another codec, or install a build of libavcodec that has an encoder for it."
        )
    }

    static func unfit(_ operation: String, _ advice: String) -> MediaEncodingError {
        MediaEncodingError(kind: .invalidSample, operation: operation, advice: advice)
    }
}

/// Encodes pictures.
private final class VideoTrackEncoder: TrackEncoder {
    private let encoder: VideoEncoder
    private let size: PixelDimensions
    private let crops: Bool
    private var cropper: PixelTransformer?

    init(_ encoder: VideoEncoder, crops: Bool) {
        self.encoder = encoder
        self.crops = crops
        size = PixelDimensions(width: encoder.settings.width, height: encoder.settings.height)
    }

    var format: CMFormatDescription? { encoder.formatDescription }

    func encode(_ item: WriterItem) throws(MediaEncodingError) -> [EncodedSample] {
        guard case .pixels(let pixels) = item.content else {
            throw .unfit(
                "encoding a picture",
                "Append uncompressed pictures, or make the input without output settings to write compressed ones."
            )
        }
        let image = crops ? try cropped(pixels) : pixels
        return try encoder.encode(
            image,
            at: item.presentationTime,
            duration: item.duration,
            forceKeyFrame: item.forcesKeyFrame
        )
    }

    /// The part of a picture that has the encoder's proportions, scaled; the picture itself if it has them. The encoder scales
    /// too, but stretches.
    private func cropped(_ pixels: CVPixelBuffer) throws(MediaEncodingError) -> CVPixelBuffer {
        let source = PixelDimensions(of: pixels)
        guard source.width * size.height != source.height * size.width else { return pixels }
        do {
            let format = CVPixelBufferGetPixelFormatType(pixels)
            let cropper = try self.cropper ?? PixelTransformer(pixelFormat: format, dimensions: size)
            self.cropper = cropper
            return try cropper.transform(pixels, crop: PixelTransformer.fillCrop(of: source, into: size))
        } catch {
            throw .unfit("cutting a picture: \(error)", "Append pictures in a format such as 420v, 420f or BGRA.")
        }
    }

    func finish(at end: CMTime?) throws(MediaEncodingError) -> [EncodedSample] {
        try encoder.finish()
    }
}

/// Encodes sound.
private final class AudioTrackEncoder: TrackEncoder {
    private let encoder: AudioEncoder

    init(_ encoder: AudioEncoder) {
        self.encoder = encoder
    }

    var format: CMFormatDescription? { encoder.formatDescription }

    func encode(_ item: WriterItem) throws(MediaEncodingError) -> [EncodedSample] {
        switch item.content {
        case .audio(let data, let format, let frameCount):
            return try encode(data, format, frameCount, at: item.presentationTime)
        case .sample(let sample):
            guard let data = sample.dataBuffer, let format = sample.formatDescription else {
                throw .unfit("reading sound", "Append samples whose data is ready.")
            }
            return try encode(data, format, sample.numSamples, at: item.presentationTime)
        case .pixels:
            throw .unfit("encoding sound", "Append pictures to an input of media type video.")
        }
    }

    private func encode(
        _ data: CMBlockBuffer,
        _ format: CMFormatDescription,
        _ frameCount: Int,
        at time: CMTime
    ) throws(MediaEncodingError) -> [EncodedSample] {
        guard let stream = format.audioStreamBasicDescription, stream.mFormatID == kAudioFormatLinearPCM else {
            throw .unfit(
                "encoding sound",
                "Append linear PCM, or make the input without output settings to write compressed sound."
            )
        }
        return try encoder.encode(data, format: stream, frameCount: frameCount, at: time)
    }

    func finish(at end: CMTime?) throws(MediaEncodingError) -> [EncodedSample] {
        try encoder.finish(at: end)
    }
}

/// Takes samples apart that are written as they come.
private final class PassThroughEncoder: TrackEncoder {
    private let mediaType: AVMediaType
    private(set) var format: CMFormatDescription?
    private var usualDuration = CMTime(value: 1, timescale: 30)

    init(mediaType: AVMediaType, format: CMFormatDescription?) {
        self.mediaType = mediaType
        self.format = format
    }

    func encode(_ item: WriterItem) throws(MediaEncodingError) -> [EncodedSample] {
        switch item.content {
        case .sample(let sample):
            return try samples(of: sample, movedBy: item.presentationTime - sample.presentationTimeStamp)
        case .audio(let data, let format, let frameCount):
            try adopt(format)
            let rate = format.audioStreamBasicDescription?.mSampleRate ?? 48_000
            let duration = CMTime(value: CMTimeValue(frameCount), timescale: CMTimeScale(rate))
            return [
                try EncodedSample(
                    block: data,
                    presentationTime: item.presentationTime,
                    duration: duration,
                    isKeyFrame: true
                )
            ]
        case .pixels:
            throw .unfit("writing pictures as they are", "Give the input output settings: pictures must be encoded.")
        }
    }

    private func adopt(_ new: CMFormatDescription) throws(MediaEncodingError) {
        guard let format else {
            self.format = new
            return
        }
        guard format === new || format.mediaSubType == new.mediaSubType else {
            throw .unfit(
                "writing samples as they are",
                "All samples of a track must have one format; make a new file when it changes."
            )
        }
    }

    private func samples(of buffer: CMSampleBuffer, movedBy offset: CMTime) throws(MediaEncodingError)
        -> [EncodedSample]
    {
        guard let data = buffer.dataBuffer, let format = buffer.formatDescription else {
            throw .unfit("reading samples", "Append samples whose data is ready.")
        }
        try adopt(format)
        if format.audioStreamBasicDescription?.mFormatID == kAudioFormatLinearPCM {
            return [
                try EncodedSample(
                    block: data,
                    presentationTime: buffer.presentationTimeStamp + offset,
                    duration: buffer.duration,
                    isKeyFrame: true
                )
            ]
        }
        var made: [EncodedSample] = []
        made.reserveCapacity(buffer.numSamples)
        var start = 0
        for index in 0..<buffer.numSamples {
            let size = buffer.numSamples == 1 ? data.dataLength : CMSampleBufferGetSampleSize(buffer, at: index)
            made.append(try sample(index, of: buffer, data, start..<start + size, movedBy: offset))
            start += size
        }
        return made
    }

    private func sample(
        _ index: Int,
        of buffer: CMSampleBuffer,
        _ data: CMBlockBuffer,
        _ range: Range<Int>,
        movedBy offset: CMTime
    ) throws(MediaEncodingError) -> EncodedSample {
        var timing = CMSampleTimingInfo()
        guard CMSampleBufferGetSampleTimingInfo(buffer, at: index, timingInfoOut: &timing) == noErr,
            timing.presentationTimeStamp.isNumeric
        else { throw .unfit("reading a sample's time", "Append samples with times.") }
        if timing.duration.isNumeric, timing.duration > .zero { usualDuration = timing.duration }
        return try EncodedSample(
            block: data,
            range: range,
            presentationTime: timing.presentationTimeStamp + offset,
            decodeTime: timing.decodeTimeStamp.isNumeric ? timing.decodeTimeStamp + offset : nil,
            duration: usualDuration,
            isKeyFrame: isKeyFrame(index, of: buffer)
        )
    }

    /// Samples are key frames unless they say otherwise.
    private func isKeyFrame(_ index: Int, of buffer: CMSampleBuffer) -> Bool {
        guard mediaType == .video,
            let attachments = CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: false),
            index < attachments.count, let attributes = attachments[index] as? NSDictionary
        else { return true }
        return (attributes[kCMSampleAttachmentKey_NotSync] as? NSNumber)?.boolValue != true
    }

    func finish(at end: CMTime?) throws(MediaEncodingError) -> [EncodedSample] { [] }
}

/// What an input's settings mean: how its track is encoded.
struct TrackEncodingPlan {
    enum Encoding {
        case video(VideoEncoderSettings)
        case audio(AudioEncoderSettings)
        /// Samples are written as they come; the format, if it is known already.
        case passThrough(CMFormatDescription?)
    }

    var mediaType: AVMediaType
    var encoding: Encoding
    /// Whether pictures of other proportions are cut to the encoder's size, and not stretched.
    var fillsByCropping = false

    /// Understands the settings of an input (S-195, S-196).
    init(
        mediaType: AVMediaType,
        settings: [String: Any]?,
        hint: CMFormatDescription?
    ) throws(WriterRefusal) {
        self.mediaType = mediaType
        if let hint, AVMediaType(hint.mediaType) != mediaType {
            throw .argument("The format hint is not of media type \(mediaType.rawValue)")
        }
        guard let settings else {
            encoding = .passThrough(hint)
            return
        }
        switch mediaType {
        case .video:
            encoding = .video(try VideoOutputSettings.encoderSettings(settings))
            fillsByCropping =
                try SettingsReader(settings).string(AVVideoScalingModeKey) == AVVideoScalingModeResizeAspectFill
        case .audio:
            encoding = .audio(try AudioOutputSettings.encoderSettings(settings))
        default:
            throw .argument("Media of type \(mediaType.rawValue) cannot be encoded: output settings must be nil")
        }
    }

    /// The size of the pictures; `nil` for sound, and where it is not known yet.
    var frameSize: CGSize? {
        switch encoding {
        case .video(let settings): CGSize(width: settings.width, height: settings.height)
        case .audio: nil
        case .passThrough(let format):
            mediaType != .video
                ? nil
                : format.map(CMVideoFormatDescriptionGetDimensions).map {
                    CGSize(width: Int($0.width), height: Int($0.height))
                }
        }
    }

    /// The code of the codec that the file gets; `nil` if it is not known yet.
    var codec: FourCharCode? {
        switch encoding {
        case .video(let settings): settings.codec.mediaSubType.rawValue
        case .audio(let settings):
            switch settings.codec {
            case .aac: kAudioFormatMPEG4AAC
            case .opus: kAudioFormatOpus
            case .pcm: kAudioFormatLinearPCM
            }
        case .passThrough(let format): format?.mediaSubType.rawValue
        }
    }
}

extension AVMediaType {
    /// The kind of media that a format describes.
    init?(_ type: CMFormatDescription.MediaType) {
        switch type {
        case .video: self = .video
        case .audio: self = .audio
        case .metadata: self = .metadata
        case .text: self = .text
        case .subtitle: self = .subtitle
        default: return nil
        }
    }
}
