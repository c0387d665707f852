import CaptureCore
import CoreMedia
import Foundation

/// Appends timed metadata to an input, exactly as Apple's class of the same name.
///
/// QuickTime movies hold it, as a track of samples in QuickTime's boxes (`mebx`). What was appended holds until the next group,
/// the last for as long as its range says; a group without items ends what came before.
open class AVAssetWriterInputMetadataAdaptor: NSObject {
    // Safe on any thread: immutable after initialisation.

    /// The input that is appended to.
    public let assetWriterInput: AVAssetWriterInput
    private let format: CMFormatDescription
    private let coding: TimedMetadataCoding

    /// Makes an adaptor.
    ///
    /// An input can have only one, must be of media type metadata, have a format hint with keys, and must not be writing yet;
    /// anything else stops the program.
    ///
    /// - Parameter input: an input whose format hint is as ``AVTimedMetadataGroup/copyFormatDescription()`` makes it: all
    ///   combinations of identifier, type and language of the items to come must be in it.
    public init(assetWriterInput input: AVAssetWriterInput) {
        let method = "AVAssetWriterInputMetadataAdaptor initWithAssetWriterInput:"
        guard input.mediaType == .metadata, let format = input.sourceFormatHint,
            let coding = TimedMetadataCoding(format)
        else {
            WriterRefusal.argument("The input must be of media type metadata, and have a format hint with keys")
                .raise(method)
        }
        input.attachAdaptor(method)
        assetWriterInput = input
        self.format = format
        self.coding = coding
        super.init()
    }

    /// Appends a group; its range's start is when the items begin to hold. Documented: S-189.
    ///
    /// A start that is no number, items that the input's format hint does not have or whose values are not of the type that they
    /// say, an input that is not ready, or a writer without a session, stop the program.
    ///
    /// - Returns: false when the writer has failed, was cancelled, or is finishing.
    open func append(_ timedMetadataGroup: AVTimedMetadataGroup) -> Bool {
        let method = "AVAssetWriterInputMetadataAdaptor appendTimedMetadataGroup:"
        guard let data = coding.sample(timedMetadataGroup.items),
            let sample = sample(data, timedMetadataGroup.timeRange)
        else {
            WriterRefusal.argument("The group has items that the input's format hint does not describe").raise(method)
        }
        return assetWriterInput.append(
            WriterItem(sample),
            method: method,
            notReady: "A metadata group cannot be appended when readyForMoreMediaData is NO."
        )
    }

    private func sample(_ data: Data, _ time: CMTimeRange) -> CMSampleBuffer? {
        guard let block = try? CMBlockBuffer(length: data.count, flags: .assureMemoryNow),
            (try? data.withUnsafeBytes { try block.replaceDataBytes(with: $0) }) != nil
        else { return nil }
        let timing = CMSampleTimingInfo(
            duration: time.duration,
            presentationTimeStamp: time.start,
            decodeTimeStamp: .invalid
        )
        return try? CMSampleBuffer(
            dataBuffer: block,
            formatDescription: format,
            numSamples: 1,
            sampleTimings: [timing],
            sampleSizes: [data.count]
        )
    }
}
