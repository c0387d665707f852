import CoreVideo
import FoundationExtras

// Apple's documentation does not list these initializers of a Core Foundation class; their shape is that of the
// C-style functions.

extension CMSampleBuffer {
    private static func handler(
        _ body: @escaping (CMSampleBuffer) throws -> Void
    ) -> SampleBufferCallback {
        SampleBufferCallback { buffer in
            do {
                try body(buffer)
                return noErr
            } catch {
                return OSStatus(truncatingIfNeeded: (error as NSError).code)
            }
        }
    }

    private convenience init(checked make: (UnsafeMutablePointer<CMSampleBuffer?>) -> OSStatus) throws {
        var made: CMSampleBuffer?
        try check(make(&made))
        guard let made else { throw Error.allocationFailed }
        self.init(moving: made)
    }

    /// Takes over the members of a buffer that nobody else knows.
    private convenience init(moving made: CMSampleBuffer) {
        let (image, data, isReady, extras) = made.state.withLock {
            ($0.image, $0.data, $0.readiness == .ready, $0.extras)
        }
        let packets = made.packets.map { source in
            let copy = UnsafeMutableBufferPointer<AudioStreamPacketDescription>.allocate(capacity: source.count)
            _ = copy.initialize(from: source)
            return copy
        }
        self.init(
            Parts(
                image: image,
                data: data,
                format: made.format,
                sampleCount: made.sampleCount,
                timings: made.timings,
                sizes: made.sizes,
                packets: packets,
                isReady: isReady
            )
        )
        if let extras { state.withLock { $0.extras = extras } }
        copyPropagatedAttachments(from: .media(made), to: .media(self))
    }

    /// Makes a buffer of samples that are ready.
    ///
    /// - Throws: ``Error`` if there are neither 0, 1 nor as many timings and sizes as samples.
    public convenience init(
        dataBuffer: CMBlockBuffer?,
        formatDescription: CMFormatDescription?,
        numSamples: CMItemCount,
        sampleTimings: [CMSampleTimingInfo],
        sampleSizes: [Int]
    ) throws {
        try self.init(checked: {
            CMSampleBufferCreateReady(
                allocator: nil,
                dataBuffer: dataBuffer,
                formatDescription: formatDescription,
                sampleCount: numSamples,
                sampleTimingEntryCount: sampleTimings.count,
                sampleTimingArray: sampleTimings,
                sampleSizeEntryCount: sampleSizes.count,
                sampleSizeArray: sampleSizes,
                sampleBufferOut: $0
            )
        })
    }

    /// Makes a buffer of samples that a closure makes ready.
    public convenience init(
        dataBuffer: CMBlockBuffer?,
        dataReady: Bool,
        formatDescription: CMFormatDescription?,
        numSamples: CMItemCount,
        sampleTimings: [CMSampleTimingInfo],
        sampleSizes: [Int],
        makeDataReadyHandler: @escaping (CMSampleBuffer) throws -> Void
    ) throws {
        try self.init(checked: {
            CMSampleBufferCreateWithMakeDataReadyHandler(
                nil,
                dataBuffer,
                dataReady,
                formatDescription,
                numSamples,
                sampleTimings.count,
                sampleTimings,
                sampleSizes.count,
                sampleSizes,
                $0,
                Self.handler(makeDataReadyHandler).call
            )
        })
    }

    /// Makes a buffer of one image that is ready.
    ///
    /// - Throws: ``Error/invalidMediaFormat`` if the format does not describe the image.
    public convenience init(
        imageBuffer: CVImageBuffer,
        formatDescription: CMVideoFormatDescription,
        sampleTiming: CMSampleTimingInfo
    ) throws {
        guard CMVideoFormatDescriptionMatchesImageBuffer(formatDescription, imageBuffer: imageBuffer) else {
            throw Error.invalidMediaFormat
        }
        self.init(
            Parts(
                image: imageBuffer,
                format: formatDescription,
                sampleCount: 1,
                timings: SampleTimings(sampleTiming)
            )
        )
    }

    /// Makes a buffer of one image that a closure makes ready.
    public convenience init(
        imageBuffer: CVImageBuffer,
        dataReady: Bool,
        formatDescription: CMVideoFormatDescription,
        sampleTiming: CMSampleTimingInfo,
        makeDataReadyHandler: @escaping (CMSampleBuffer) throws -> Void
    ) throws {
        guard CMVideoFormatDescriptionMatchesImageBuffer(formatDescription, imageBuffer: imageBuffer) else {
            throw Error.invalidMediaFormat
        }
        self.init(
            Parts(
                image: imageBuffer,
                format: formatDescription,
                sampleCount: 1,
                timings: SampleTimings(sampleTiming),
                isReady: dataReady,
                makeReady: Self.handler(makeDataReadyHandler)
            )
        )
    }

    /// Makes a buffer of audio packets that are ready.
    public convenience init(
        dataBuffer: CMBlockBuffer,
        formatDescription: CMFormatDescription,
        numSamples: CMItemCount,
        presentationTimeStamp: CMTime,
        packetDescriptions: [AudioStreamPacketDescription]
    ) throws {
        guard packetDescriptions.isEmpty || packetDescriptions.count == numSamples else {
            throw Error.invalidEntryCount
        }
        try self.init(checked: { out in
            packetDescriptions.withUnsafeBufferPointer {
                CMAudioSampleBufferCreateReadyWithPacketDescriptions(
                    allocator: nil,
                    dataBuffer: dataBuffer,
                    formatDescription: formatDescription,
                    sampleCount: numSamples,
                    presentationTimeStamp: presentationTimeStamp,
                    packetDescriptions: $0.isEmpty ? nil : $0.baseAddress,
                    sampleBufferOut: out
                )
            }
        })
    }

    /// Makes another buffer of the same samples. See `CMSampleBufferCreateCopy`.
    public convenience init(copying original: CMSampleBuffer) throws {
        try self.init(checked: {
            CMSampleBufferCreateCopy(allocator: nil, sampleBuffer: original, sampleBufferOut: $0)
        })
    }

    /// Makes another buffer of the same samples at other times. See `CMSampleBufferCreateCopyWithNewTiming`.
    public convenience init(copying original: CMSampleBuffer, withNewTiming sampleTimings: [CMSampleTimingInfo]) throws
    {
        try self.init(checked: {
            CMSampleBufferCreateCopyWithNewTiming(
                allocator: nil,
                sampleBuffer: original,
                sampleTimingEntryCount: sampleTimings.count,
                sampleTimingArray: sampleTimings,
                sampleBufferOut: $0
            )
        })
    }

    /// Makes a buffer of some of the samples. See `CMSampleBufferCopySampleBufferForRange`.
    public convenience init(copying original: CMSampleBuffer, forRange range: Range<Int>) throws {
        try self.init(checked: {
            CMSampleBufferCopySampleBufferForRange(
                allocator: nil,
                sampleBuffer: original,
                sampleRange: CFRange(location: range.lowerBound, length: range.count),
                sampleBufferOut: $0
            )
        })
    }
}

/// When a sample is decoded, shown, and for how long.
public struct CMSampleTimingInfo: Sendable {
    /// How long the sample is shown.
    public var duration: CMTime
    /// When the sample is shown.
    public var presentationTimeStamp: CMTime
    /// When the sample is decoded; invalid if samples are decoded in the order in which they are shown.
    public var decodeTimeStamp: CMTime

    /// Makes a timing of invalid times.
    public init() {
        self.init(duration: .invalid, presentationTimeStamp: .invalid, decodeTimeStamp: .invalid)
    }

    /// Makes a timing.
    public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
        self.duration = duration
        self.presentationTimeStamp = presentationTimeStamp
        self.decodeTimeStamp = decodeTimeStamp
    }

    /// The timing of invalid times.
    public static let invalid = CMSampleTimingInfo()
}

/// The timing of all samples of a buffer: one entry for all, one for each, or none.
struct SampleTimings: Sendable {
    // One entry, the case of every captured frame, needs no array.
    private var first: CMSampleTimingInfo
    private var all: [CMSampleTimingInfo]
    let count: Int

    init(_ single: CMSampleTimingInfo) {
        first = single
        all = []
        count = 1
    }

    init(_ entries: some Collection<CMSampleTimingInfo>) {
        first = entries.first ?? .invalid
        all = entries.count > 1 ? Array(entries) : []
        count = entries.count
    }

    /// The entry at an index as it was given.
    subscript(entry: Int) -> CMSampleTimingInfo { all.isEmpty ? first : all[entry] }

    /// The timing of one sample; one entry for all stands for consecutive samples of equal length.
    func timing(ofSample index: Int) -> CMSampleTimingInfo {
        guard all.isEmpty else { return all[index] }
        guard index > 0 else { return first }
        let shift = CMTimeMultiply(first.duration, multiplier: Int32(clamping: index))
        var timing = first
        timing.presentationTimeStamp = CMTimeAdd(first.presentationTimeStamp, shift)
        if first.decodeTimeStamp.isValid { timing.decodeTimeStamp = CMTimeAdd(first.decodeTimeStamp, shift) }
        return timing
    }

    /// The earliest time that a sample is shown.
    var presentationTimeStamp: CMTime {
        all.reduce(first.presentationTimeStamp) { CMTimeMinimum($0, $1.presentationTimeStamp) }
    }

    /// The earliest time that a sample is decoded.
    var decodeTimeStamp: CMTime {
        all.reduce(first.decodeTimeStamp) { CMTimeMinimum($0, $1.decodeTimeStamp) }
    }

    /// From the start of the earliest sample to the end of the last if they are out of order, else the sum of the
    /// durations.
    func duration(sampleCount: Int) -> CMTime {
        guard count > 0 else { return .invalid }
        guard !all.isEmpty else {
            return sampleCount == 1
                ? first.duration : CMTimeMultiply(first.duration, multiplier: Int32(clamping: sampleCount))
        }
        let stamps = all.map(\.presentationTimeStamp)
        if zip(stamps, stamps.dropFirst()).allSatisfy(<=) {
            return all.dropFirst().reduce(first.duration) { CMTimeAdd($0, $1.duration) }
        }
        let end = all.reduce(CMTime.negativeInfinity) {
            CMTimeMaximum($0, CMTimeAdd($1.presentationTimeStamp, $1.duration))
        }
        return CMTimeSubtract(end, presentationTimeStamp)
    }

    /// The entries of some of the samples.
    func entries(ofSamples range: Range<Int>) -> SampleTimings {
        switch count {
        case 0: self
        case 1: SampleTimings(timing(ofSample: range.lowerBound))
        default: SampleTimings(all[range])
        }
    }
}

/// The sizes of all samples of a buffer: one entry for all, one for each, or none.
struct SampleSizes: Sendable {
    private var first: Int
    private var all: [Int]
    let count: Int

    static let none = SampleSizes([])

    init(_ entries: some Collection<Int>) {
        first = entries.first ?? 0
        all = entries.count > 1 ? Array(entries) : []
        count = entries.count
    }

    /// The entry at an index as it was given.
    subscript(entry: Int) -> Int { all.isEmpty ? first : all[entry] }

    /// The size of one sample; 0 if sizes are not known.
    func size(ofSample index: Int) -> Int { all.isEmpty ? first : all[index] }

    func total(sampleCount: Int) -> Int {
        all.isEmpty ? first * sampleCount : all.reduce(0, +)
    }

    /// The bytes of some of the samples.
    func bytes(ofSamples range: Range<Int>) -> Range<Int> {
        if all.isEmpty { return first * range.lowerBound..<first * range.upperBound }
        let start = all[..<range.lowerBound].reduce(0, +)
        return start..<start + all[range].reduce(0, +)
    }

    func entries(ofSamples range: Range<Int>) -> SampleSizes {
        all.isEmpty ? self : SampleSizes(all[range])
    }
}
