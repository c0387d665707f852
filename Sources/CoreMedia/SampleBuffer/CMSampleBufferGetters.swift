import CoreVideo
import FoundationExtras

/// The number of ``CMSampleBuffer`` at run time.
@discardableResult
public func CMSampleBufferGetTypeID() -> CFTypeID {
    CFTypeID(bitPattern: ObjectIdentifier(CMSampleBuffer.self))
}

/// The image, if the sample is an image.
@discardableResult
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? {
    sbuf.imageBuffer
}

/// The block of data, if the samples are data.
@discardableResult
public func CMSampleBufferGetDataBuffer(_ sbuf: CMSampleBuffer) -> CMBlockBuffer? {
    sbuf.dataBuffer
}

/// What the samples are.
@discardableResult
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
    sbuf.formatDescription
}

/// The number of samples.
@discardableResult
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> CMItemCount {
    sbuf.numSamples
}

/// The time that the earliest sample is shown; invalid if there is no timing.
@discardableResult
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
    sbuf.presentationTimeStamp
}

/// The time that the earliest sample is decoded; invalid if there is no timing.
@discardableResult
public func CMSampleBufferGetDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
    sbuf.decodeTimeStamp
}

/// How long the samples are shown.
@discardableResult
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime {
    sbuf.duration
}

/// The bytes of all samples; 0 if sizes are not known.
@discardableResult
public func CMSampleBufferGetTotalSampleSize(_ sbuf: CMSampleBuffer) -> Int {
    sbuf.totalSampleSize
}

/// The bytes of one sample; 0 if sizes are not known or there is no such sample.
@discardableResult
public func CMSampleBufferGetSampleSize(_ sbuf: CMSampleBuffer, at sampleIndex: CMItemIndex) -> Int {
    sbuf.sampleSize(at: sampleIndex)
}

/// The timing of one sample.
@discardableResult
public func CMSampleBufferGetSampleTimingInfo(
    _ sbuf: CMSampleBuffer,
    at sampleIndex: CMItemIndex,
    timingInfoOut: UnsafeMutablePointer<CMSampleTimingInfo>
) -> OSStatus {
    guard sbuf.timings.count > 0 else { return kCMSampleBufferError_BufferHasNoSampleTimingInfo }
    guard sampleIndex >= 0, sampleIndex < sbuf.sampleCount else { return kCMSampleBufferError_SampleIndexOutOfRange }
    timingInfoOut.pointee = sbuf.timings.timing(ofSample: sampleIndex)
    return noErr
}

/// The timing entries as they were given: one for all samples, or one for each.
///
/// - Parameters:
///   - numSampleTimingEntries: room in the array.
///   - timingArrayOut: nil to ask for the number only.
///   - timingArrayEntriesNeededOut: receives the number of entries.
@discardableResult
public func CMSampleBufferGetSampleTimingInfoArray(
    _ sbuf: CMSampleBuffer,
    entryCount numSampleTimingEntries: CMItemCount,
    arrayToFill timingArrayOut: UnsafeMutablePointer<CMSampleTimingInfo>?,
    entriesNeededOut timingArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
    fill(
        timingArrayOut,
        capacity: numSampleTimingEntries,
        needed: timingArrayEntriesNeededOut,
        count: sbuf.timings.count,
        ifNone: kCMSampleBufferError_BufferHasNoSampleTimingInfo
    ) { sbuf.timings[$0] }
}

/// The size entries as they were given: one for all samples, or one for each.
@discardableResult
public func CMSampleBufferGetSampleSizeArray(
    _ sbuf: CMSampleBuffer,
    entryCount sizeArrayEntries: CMItemCount,
    arrayToFill sizeArrayOut: UnsafeMutablePointer<Int>?,
    entriesNeededOut sizeArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
    fill(
        sizeArrayOut,
        capacity: sizeArrayEntries,
        needed: sizeArrayEntriesNeededOut,
        count: sbuf.sizes.count,
        ifNone: kCMSampleBufferError_BufferHasNoSampleSizes
    ) { sbuf.sizes[$0] }
}

/// Fills a client's array and tells how long it must be.
func fill<Element>(
    _ array: UnsafeMutablePointer<Element>?,
    capacity: Int,
    needed: UnsafeMutablePointer<CMItemCount>?,
    count: Int,
    ifNone status: OSStatus,
    _ element: (Int) -> Element
) -> OSStatus {
    needed?.pointee = count
    guard count > 0 else { return status }
    guard let array else { return noErr }
    guard capacity >= count else { return kCMSampleBufferError_ArrayTooSmall }
    for index in 0..<count { array[index] = element(index) }
    return noErr
}

extension CMSampleBuffer {
    /// The bytes of one sample; 0 if sizes are not known or there is no such sample.
    public func sampleSize(at sampleIndex: Int) -> Int {
        sampleIndex >= 0 && sampleIndex < sampleCount ? sizes.size(ofSample: sampleIndex) : 0
    }

    /// The size entries: one for all samples, or one for each.
    public func sampleSizes() throws -> [Int] {
        guard sizes.count > 0 else { throw Error.bufferHasNoSampleSizes }
        return (0..<sizes.count).map { sizes[$0] }
    }

    /// The timing of one sample.
    public func sampleTimingInfo(at sampleIndex: CMItemIndex) throws -> CMSampleTimingInfo {
        var timing = CMSampleTimingInfo.invalid
        try check(CMSampleBufferGetSampleTimingInfo(self, at: sampleIndex, timingInfoOut: &timing))
        return timing
    }

    /// The timing entries: one for all samples, or one for each.
    public func sampleTimingInfos() throws -> [CMSampleTimingInfo] {
        guard timings.count > 0 else { throw Error.bufferHasNoSampleTimingInfo }
        return (0..<timings.count).map { timings[$0] }
    }

    /// The timing entries after trimming and change of speed.
    public func outputSampleTimingInfos() throws -> [CMSampleTimingInfo] {
        guard timings.count > 0 else { throw Error.bufferHasNoSampleTimingInfo }
        let output = outputTimings
        return (0..<output.count).map { output[$0] }
    }
}

/// Calls back with a buffer for each single sample, until the callback returns other than 0.
///
/// - Returns: the callback's status; `kCMSampleBufferError_CannotSubdivide` if the samples cannot be told apart.
@discardableResult
public func CMSampleBufferCallForEachSample(
    _ sbuf: CMSampleBuffer,
    callback: (CMSampleBuffer, CMItemCount, UnsafeMutableRawPointer?) -> OSStatus,
    refcon: UnsafeMutableRawPointer?
) -> OSStatus {
    CMSampleBufferCallBlockForEachSample(sbuf) { callback($0, $1, refcon) }
}

/// Calls back with a buffer for each single sample, until the handler returns other than 0.
@discardableResult
public func CMSampleBufferCallBlockForEachSample(
    _ sbuf: CMSampleBuffer,
    _ handler: (CMSampleBuffer, CMItemCount) -> OSStatus
) -> OSStatus {
    for index in 0..<sbuf.sampleCount {
        var single: CMSampleBuffer?
        var status = sbuf.subdivided(index..<index + 1, out: &single)
        if status == noErr, let single { status = handler(single, index) }
        if status != noErr { return status }
    }
    return noErr
}

extension CMSampleBuffer {
    /// The samples of a buffer, each as a buffer of its own.
    public struct SingleSampleBuffers: Sequence {
        fileprivate let buffers: [CMSampleBuffer]

        /// Goes through the samples in order.
        public func makeIterator() -> IndexingIterator<[CMSampleBuffer]> {
            buffers.makeIterator()
        }
    }

    /// The samples of the buffer, each as a buffer of its own.
    ///
    /// - Throws: ``Error/cannotSubdivide`` if the samples cannot be told apart.
    public func singleSampleBuffers() throws -> SingleSampleBuffers {
        var buffers: [CMSampleBuffer] = []
        try check(
            CMSampleBufferCallBlockForEachSample(self) { buffer, _ in
                buffers.append(buffer)
                return noErr
            }
        )
        return SingleSampleBuffers(buffers: buffers)
    }
}
