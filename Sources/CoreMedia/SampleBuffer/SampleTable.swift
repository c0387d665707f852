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
