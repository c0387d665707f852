import CaptureCore
import CoreMedia
import Foundation

/// Where an asset reader gives samples. One thread at a time.
open class AVAssetReaderOutput: NSObject {
    /// The reader that the output belongs to. The reader keeps the output.
    weak var reader: AVAssetReader?
    private var samples: (any SampleSource)?
    private var ranges: [CMTimeRange] = []
    private var hasEnded = false
    private var isFinal = false
    private var copiesAlways = true
    private var isRandom = false

    override init() {
        super.init()
    }

    /// The kind of media.
    open var mediaType: AVMediaType { preconditionFailure("every output has a kind of media") }

    /// Whether samples may be changed by whoever copied them; true at first. To be set before reading.
    ///
    /// Nobody else has what an output gives, whatever this says.
    open var alwaysCopiesSampleData: Bool {
        get { copiesAlways }
        set {
            requireUnstarted("setAlwaysCopiesSampleData:")
            copiesAlways = newValue
        }
    }

    /// Whether other ranges can be read after the first was; false at first. To be set before reading.
    open var supportsRandomAccess: Bool {
        get { isRandom }
        set {
            requireUnstarted("setSupportsRandomAccess:")
            isRandom = newValue
        }
    }

    private func requireUnstarted(_ method: String) {
        guard let reader, reader.status != .unknown else { return }
        WriterRefusal.state("cannot be called after reading has started").raise("AVAssetReaderOutput \(method)")
    }

    /// Whether the output reads a track of an asset.
    func reads(_ asset: AVAsset) -> Bool { false }

    /// Opens what is needed for a range.
    func makeSource(_ range: CMTimeRange) throws -> any SampleSource {
        preconditionFailure("every output has a source")
    }

    func start(_ range: CMTimeRange) throws {
        samples = try makeSource(range)
    }

    /// The next sample; `nil` at the end of the range, after a failure and after reading was cancelled: the reader's status tells
    /// them apart. Waits until the sample is read and, if it is to be, decoded.
    ///
    /// Copying before reading was started stops the program.
    open func copyNextSampleBuffer() -> CMSampleBuffer? {
        guard let reader, reader.status != .unknown else {
            WriterRefusal.state(
                "cannot copy next sample buffer before adding this output to an instance of AVAssetReader "
                    + "(using -addOutput:) and calling -startReading on that asset reader"
            ).raise("AVAssetReaderOutput copyNextSampleBuffer")
        }
        guard reader.status == .reading, !hasEnded else { return nil }
        do {
            while true {
                if let sample = try samples?.next() { return reader.status == .reading ? sample : nil }
                guard !ranges.isEmpty else { break }
                samples = try makeSource(ranges.removeFirst())
            }
            samples = nil
            if !isRandom || isFinal { end() }
        } catch {
            samples = nil
            reader.fail(error)
        }
        return nil
    }

    private func end() {
        guard !hasEnded else { return }
        hasEnded = true
        reader?.outputDidEnd()
    }

    /// Begins again with other ranges, after ``copyNextSampleBuffer()`` has given `nil`.
    ///
    /// Stops the program if ``supportsRandomAccess`` is false, if the former range was not read to its end, or if the ranges
    /// overlap or go back.
    ///
    /// - Parameter timeRanges: `NSValue`s of ranges; with none the output is at its end.
    open func reset(forReadingTimeRanges timeRanges: [NSValue]) {
        let method = "AVAssetReaderOutput resetForReadingTimeRanges:"
        guard isRandom, !isFinal else { WriterRefusal.state("The output does not support random access").raise(method) }
        guard samples == nil, reader?.status == .reading else {
            WriterRefusal.state("cannot be called before all samples have been copied").raise(method)
        }
        let wanted = timeRanges.map(\.timeRangeValue)
        let isOrdered = zip(wanted, wanted.dropFirst()).allSatisfy { $0.end <= $1.start }
        guard isOrdered, wanted.allSatisfy({ $0.isValid && $0.start.isNumeric }) else {
            WriterRefusal.argument("The time ranges must be valid, in order, and must not overlap").raise(method)
        }
        ranges = wanted
    }

    /// Says that no other ranges will be asked for, so that the reader can complete.
    open func markConfigurationAsFinal() {
        isFinal = true
        if samples == nil, ranges.isEmpty, reader?.status == .reading { end() }
    }
}
