import CaptureCore
import CoreMedia
import Foundation
import MediaEncoding

/// Reads captions of a track output, exactly as Apple's class of the same name. One thread at a time.
open class AVAssetReaderOutputCaptionAdaptor: NSObject {
    /// The output that captions are read of.
    public let assetReaderTrackOutput: AVAssetReaderTrackOutput

    /// Makes an adaptor.
    ///
    /// - Parameter trackOutput: without output settings, of a track of timed text, and of no reader that reads already; anything else
    ///   stops the program.
    public init(assetReaderTrackOutput trackOutput: AVAssetReaderTrackOutput) {
        let method = "AVAssetReaderOutputCaptionAdaptor initWithAssetReaderTrackOutput:"
        guard trackOutput.outputSettings == nil, [.text, .subtitle].contains(trackOutput.mediaType) else {
            WriterRefusal.argument("The output must give text as it is").raise(method)
        }
        guard trackOutput.reader.map({ $0.status == .unknown }) ?? true else {
            WriterRefusal.state("cannot be called after reading has started").raise(method)
        }
        assetReaderTrackOutput = trackOutput
        super.init()
    }

    /// The next group: what is shown until the one after it. It has no captions while nothing is shown.
    ///
    /// `nil` at the end, and after a failure: the reader's status tells them apart. Asking before reading was started stops the
    /// program.
    open func nextCaptionGroup() -> AVCaptionGroup? {
        guard let sample = assetReaderTrackOutput.copyNextSampleBuffer() else { return nil }
        let range = CMTimeRange(start: sample.presentationTimeStamp, duration: sample.duration)
        guard let description = sample.formatDescription.flatMap(TimedTextDescription.init),
            let data = try? sample.dataBuffer?.dataBytes(),
            let text = CaptionCoding(description: description).text(data)
        else {
            assetReaderTrackOutput.reader?.fail(
                MediaEncodingError(
                    kind: .unreadable,
                    operation: "reading a caption",
                    advice: "Restore the file from a copy."
                )
            )
            return nil
        }
        let captions = text.text.isEmpty ? [] : [AVCaption(content: text, timeRange: range)]
        return AVCaptionGroup(captions: captions, timeRange: range)
    }

    /// The captions of a group that no group before had: all of them, as captions of movies end with their groups.
    open func captionsNotPresentInPreviousGroups(in captionGroup: AVCaptionGroup) -> [AVCaption] {
        captionGroup.captions
    }
}

/// Appends captions to an input, exactly as Apple's class of the same name.
///
/// QuickTime movies hold them as a track of timed text (`tx3g`), as large as the pictures, at their lower edge. One thread at a time.
///
/// `UNKNOWN`: what Apple's class writes into movies.
///
/// `DEVIATION`: one caption is shown at a time. One that begins before the one before has ended takes its place, and the captions of
/// a group are lines of one. There are no closed captions (media type `.closedCaption`), and no files of captions alone.
open class AVAssetWriterInputCaptionAdaptor: NSObject {
    /// The input that is appended to.
    public let assetWriterInput: AVAssetWriterInput
    /// Until when the track says what is shown.
    private var end: CMTime?
    /// When what was appended last begins.
    private var start: CMTime?

    /// Makes an adaptor.
    ///
    /// An input can have only one, must be of media type text or subtitle, without output settings, and must not be writing yet;
    /// anything else stops the program.
    public init(assetWriterInput input: AVAssetWriterInput) {
        let method = "AVAssetWriterInputCaptionAdaptor initWithAssetWriterInput:"
        guard input.mediaType == .text || input.mediaType == .subtitle else {
            WriterRefusal.argument("The media type \(input.mediaType.rawValue) is not supported").raise(method)
        }
        input.attachAdaptor(method)
        assetWriterInput = input
        super.init()
    }

    /// Appends a caption, which is shown during its time range. Between captions nothing is shown.
    ///
    /// Ranges without a number, a caption that does not begin later than the one before, text of more than 65,535 bytes, an input
    /// that is not ready, or a writer without a session, stop the program.
    ///
    /// - Returns: false when the writer has failed, was cancelled, or is finishing.
    open func append(_ caption: AVCaption) -> Bool {
        append(caption.content, caption.timeRange, "AVAssetWriterInputCaptionAdaptor appendCaption:")
    }

    /// Appends a group, whose captions are shown as lines during the group's time range. See ``append(_:)-(AVCaption)``.
    open func append(_ captionGroup: AVCaptionGroup) -> Bool {
        let lines = StyledText.lines(captionGroup.captions.map(\.content))
        return append(lines, captionGroup.timeRange, "AVAssetWriterInputCaptionAdaptor appendCaptionGroup:")
    }

    private func append(_ text: StyledText, _ range: CMTimeRange, _ method: String) -> Bool {
        guard range.start.isNumeric, range.duration.isNumeric, range.duration > .zero else {
            WriterRefusal.argument("The time range of a caption must be numeric, and not empty").raise(method)
        }
        if let start, range.start <= start {
            WriterRefusal.argument("Captions must be appended in the order in which they begin").raise(method)
        }
        let description = CaptionLayout.description(for: assetWriterInput)
        guard let data = CaptionCoding(description: description).sample(text) else {
            WriterRefusal.argument("The text is too long").raise(method)
        }
        // A sample holds until the next one, so there is one for the time between two captions.
        var pieces = [(data, range)]
        if let end, end < range.start {
            pieces.insert((CaptionCoding.nothing, CMTimeRange(start: end, end: range.start)), at: 0)
        }
        guard let sample = sample(pieces, description) else { return false }
        let isTaken = assetWriterInput.append(
            WriterItem(sample),
            method: method,
            notReady: "A caption cannot be appended when readyForMoreMediaData is NO."
        )
        if isTaken { (start, end) = (range.start, range.end) }
        return isTaken
    }

    private func sample(_ pieces: [(data: Data, range: CMTimeRange)], _ description: TimedTextDescription)
        -> CMSampleBuffer?
    {
        let mediaType: CMFormatDescription.MediaType = assetWriterInput.mediaType == .text ? .text : .subtitle
        let data = pieces.reduce(Data()) { $0 + $1.data }
        guard let format = description.format(mediaType),
            let block = try? CMBlockBuffer(length: data.count, flags: .assureMemoryNow),
            (try? data.withUnsafeBytes { try block.replaceDataBytes(with: $0) }) != nil
        else { return nil }
        return try? CMSampleBuffer(
            dataBuffer: block,
            formatDescription: format,
            numSamples: pieces.count,
            sampleTimings: pieces.map {
                CMSampleTimingInfo(
                    duration: $0.range.duration,
                    presentationTimeStamp: $0.range.start,
                    decodeTimeStamp: .invalid
                )
            },
            sampleSizes: pieces.map(\.data.count)
        )
    }
}

/// What captions look like in a movie.
enum CaptionLayout {
    /// Where there are no pictures to be written on.
    private static let standard = CGSize(width: 640, height: 360)

    /// What an input's track says of its captions.
    static func description(for input: AVAssetWriterInput) -> TimedTextDescription {
        if let hint = input.sourceFormatHint, let description = TimedTextDescription(hint) { return description }
        return description(among: input.writer?.inputs ?? [])
    }

    /// Captions on the pictures of a movie: as large as these are shown.
    static func description(among inputs: [AVAssetWriterInput]) -> TimedTextDescription {
        let pictures = inputs.first { $0.mediaType == .video }
        let size = pictures?.plan.frameSize ?? standard
        let isTurned = pictures?.transform.a == 0
        return TimedTextDescription(
            width: Int(isTurned ? size.height : size.width),
            height: Int(isTurned ? size.width : size.height)
        )
    }
}
