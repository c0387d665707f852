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
