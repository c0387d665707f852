import CoreVideo
import FoundationExtras

/// Fills a buffer whose data was not ready when it was made; returns 0 when the data is there.
public typealias CMSampleBufferMakeDataReadyCallback = (CMSampleBuffer, UnsafeMutableRawPointer?) -> OSStatus
/// Fills a buffer whose data was not ready when it was made; returns 0 when the data is there.
public typealias CMSampleBufferMakeDataReadyHandler = (CMSampleBuffer) -> OSStatus

private func callback(
    _ callback: CMSampleBufferMakeDataReadyCallback?,
    _ refcon: UnsafeMutableRawPointer?
) -> CMSampleBufferMakeDataReadyHandler? {
    callback.map { callback in { callback($0, refcon) } }
}

/// Makes a buffer of samples.
///
/// - Parameters:
///   - dataBuffer: the data, or nil to set it later.
///   - dataReady: whether the data is there.
///   - makeDataReadyCallback: fills the data if it is not there; called by `CMSampleBufferMakeDataReady`.
///   - makeDataReadyRefcon: handed to the callback.
///   - formatDescription: what the samples are.
///   - numSamples: how many there are.
///   - numSampleTimingEntries: 0, 1 (consecutive samples of one duration) or `numSamples`.
///   - sampleTimingArray: the timing entries.
///   - numSampleSizeEntries: 0, 1 (one size for all) or `numSamples`.
///   - sampleSizeArray: the sizes in bytes.
/// - Returns: `kCMSampleBufferError_InvalidEntryCount` for other counts, `..._RequiredParameterMissing` for nil arrays.
@discardableResult
public func CMSampleBufferCreate(
    allocator: CFAllocator?,
    dataBuffer: CMBlockBuffer?,
    dataReady: Bool,
    makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?,
    refcon makeDataReadyRefcon: UnsafeMutableRawPointer?,
    formatDescription: CMFormatDescription?,
    sampleCount numSamples: CMItemCount,
    sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
    sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
    sampleSizeEntryCount numSampleSizeEntries: CMItemCount,
    sampleSizeArray: UnsafePointer<Int>?,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    CMSampleBufferCreateWithMakeDataReadyHandler(
        allocator,
        dataBuffer,
        dataReady,
        formatDescription,
        numSamples,
        numSampleTimingEntries,
        sampleTimingArray,
        numSampleSizeEntries,
        sampleSizeArray,
        sampleBufferOut,
        callback(makeDataReadyCallback, makeDataReadyRefcon)
    )
}

/// Makes a buffer of samples whose data a closure makes ready. See `CMSampleBufferCreate`.
@discardableResult
public func CMSampleBufferCreateWithMakeDataReadyHandler(
    _ allocator: CFAllocator?,
    _ dataBuffer: CMBlockBuffer?,
    _ dataReady: Bool,
    _ formatDescription: CMFormatDescription?,
    _ numSamples: CMItemCount,
    _ numSampleTimingEntries: CMItemCount,
    _ sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
    _ numSampleSizeEntries: CMItemCount,
    _ sampleSizeArray: UnsafePointer<Int>?,
    _ sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>,
    _ makeDataReadyHandler: CMSampleBufferMakeDataReadyHandler?
) -> OSStatus {
    guard numSamples >= 0, isEntryCount(numSampleTimingEntries, of: numSamples),
        isEntryCount(numSampleSizeEntries, of: numSamples)
    else { return kCMSampleBufferError_InvalidEntryCount }
    guard numSampleTimingEntries == 0 || sampleTimingArray != nil, numSampleSizeEntries == 0 || sampleSizeArray != nil
    else { return kCMSampleBufferError_RequiredParameterMissing }
    sampleBufferOut.pointee = CMSampleBuffer(
        CMSampleBuffer.Parts(
            data: dataBuffer,
            format: formatDescription,
            sampleCount: numSamples,
            timings: SampleTimings(UnsafeBufferPointer(start: sampleTimingArray, count: numSampleTimingEntries)),
            sizes: SampleSizes(UnsafeBufferPointer(start: sampleSizeArray, count: numSampleSizeEntries)),
            isReady: dataReady,
            makeReady: makeDataReadyHandler.map(SampleBufferCallback.init)
        )
    )
    return noErr
}

private func isEntryCount(_ entries: Int, of samples: Int) -> Bool {
    entries == 0 || entries == samples || entries == 1
}

/// Makes a buffer of samples whose data is there. See `CMSampleBufferCreate`.
@discardableResult
public func CMSampleBufferCreateReady(
    allocator: CFAllocator?,
    dataBuffer: CMBlockBuffer?,
    formatDescription: CMFormatDescription?,
    sampleCount numSamples: CMItemCount,
    sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
    sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
    sampleSizeEntryCount numSampleSizeEntries: CMItemCount,
    sampleSizeArray: UnsafePointer<Int>?,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    CMSampleBufferCreateWithMakeDataReadyHandler(
        allocator,
        dataBuffer,
        true,
        formatDescription,
        numSamples,
        numSampleTimingEntries,
        sampleTimingArray,
        numSampleSizeEntries,
        sampleSizeArray,
        sampleBufferOut,
        nil
    )
}

/// Makes a buffer of one image.
///
/// - Returns: `kCMSampleBufferError_InvalidMediaFormat` if the format does not describe the image.
@discardableResult
public func CMSampleBufferCreateForImageBuffer(
    allocator: CFAllocator?,
    imageBuffer: CVImageBuffer,
    dataReady: Bool,
    makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?,
    refcon makeDataReadyRefcon: UnsafeMutableRawPointer?,
    formatDescription: CMVideoFormatDescription,
    sampleTiming: UnsafePointer<CMSampleTimingInfo>,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    CMSampleBufferCreateForImageBufferWithMakeDataReadyHandler(
        allocator,
        imageBuffer,
        dataReady,
        formatDescription,
        sampleTiming,
        sampleBufferOut,
        callback(makeDataReadyCallback, makeDataReadyRefcon)
    )
}

/// Makes a buffer of one image that a closure makes ready. See `CMSampleBufferCreateForImageBuffer`.
@discardableResult
public func CMSampleBufferCreateForImageBufferWithMakeDataReadyHandler(
    _ allocator: CFAllocator?,
    _ imageBuffer: CVImageBuffer,
    _ dataReady: Bool,
    _ formatDescription: CMVideoFormatDescription,
    _ sampleTiming: UnsafePointer<CMSampleTimingInfo>,
    _ sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>,
    _ makeDataReadyHandler: CMSampleBufferMakeDataReadyHandler?
) -> OSStatus {
    guard CMVideoFormatDescriptionMatchesImageBuffer(formatDescription, imageBuffer: imageBuffer) else {
        return kCMSampleBufferError_InvalidMediaFormat
    }
    sampleBufferOut.pointee = CMSampleBuffer(
        CMSampleBuffer.Parts(
            image: imageBuffer,
            format: formatDescription,
            sampleCount: 1,
            timings: SampleTimings(sampleTiming.pointee),
            isReady: dataReady,
            makeReady: makeDataReadyHandler.map(SampleBufferCallback.init)
        )
    )
    return noErr
}

/// Makes a buffer of one image that is ready. See `CMSampleBufferCreateForImageBuffer`.
@discardableResult
public func CMSampleBufferCreateReadyWithImageBuffer(
    allocator: CFAllocator?,
    imageBuffer: CVImageBuffer,
    formatDescription: CMVideoFormatDescription,
    sampleTiming: UnsafePointer<CMSampleTimingInfo>,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    CMSampleBufferCreateForImageBufferWithMakeDataReadyHandler(
        allocator,
        imageBuffer,
        true,
        formatDescription,
        sampleTiming,
        sampleBufferOut,
        nil
    )
}

/// Makes another buffer of the same samples: data and format are shared, attachments that propagate are taken along.
///
/// A copy of a buffer that is not ready becomes ready with it.
@discardableResult
public func CMSampleBufferCreateCopy(
    allocator: CFAllocator?,
    sampleBuffer sbuf: CMSampleBuffer,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
    sampleBufferOut.pointee = sbuf.copy(samples: 0..<sbuf.sampleCount, timings: sbuf.timings)
    return noErr
}

/// Makes another buffer of the same samples at other times. See `CMSampleBufferCreateCopy`.
@discardableResult
public func CMSampleBufferCreateCopyWithNewTiming(
    allocator: CFAllocator?,
    sampleBuffer originalSBuf: CMSampleBuffer,
    sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
    sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    guard originalSBuf.isValid else { return kCMSampleBufferError_Invalidated }
    guard isEntryCount(numSampleTimingEntries, of: originalSBuf.sampleCount) else {
        return kCMSampleBufferError_InvalidEntryCount
    }
    guard numSampleTimingEntries == 0 || sampleTimingArray != nil else {
        return kCMSampleBufferError_RequiredParameterMissing
    }
    sampleBufferOut.pointee = originalSBuf.copy(
        samples: 0..<originalSBuf.sampleCount,
        timings: SampleTimings(UnsafeBufferPointer(start: sampleTimingArray, count: numSampleTimingEntries))
    )
    return noErr
}

/// Makes a buffer of some of the samples. See `CMSampleBufferCreateCopy`.
///
/// - Returns: `kCMSampleBufferError_CannotSubdivide` if sample sizes are not known or the channels lie one after the
///   other,
///   `..._SampleIndexOutOfRange` for samples that are not there.
@discardableResult
public func CMSampleBufferCopySampleBufferForRange(
    allocator: CFAllocator?,
    sampleBuffer sbuf: CMSampleBuffer,
    sampleRange: CFRange,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
    guard sampleRange.location >= 0, sampleRange.length > 0,
        sampleRange.location <= sbuf.sampleCount - sampleRange.length
    else { return kCMSampleBufferError_SampleIndexOutOfRange }
    let samples = sampleRange.location..<sampleRange.location + sampleRange.length
    return sbuf.subdivided(samples, out: sampleBufferOut)
}

extension CMSampleBuffer {
    /// A buffer of some of the samples with its part of the data.
    func subdivided(_ samples: Range<Int>, out: UnsafeMutablePointer<CMSampleBuffer?>) -> OSStatus {
        if samples == 0..<sampleCount {
            out.pointee = copy(samples: samples, timings: timings)
            return noErr
        }
        guard let data = dataBuffer, sizes.count > 0, !isNonInterleaved else {
            return kCMSampleBufferError_CannotSubdivide
        }
        let bytes = sizes.bytes(ofSamples: samples)
        guard bytes.upperBound <= data.dataLength else { return kCMSampleBufferError_InvalidSampleData }
        let part = CMBlockBuffer()
        let status = part.appendReference(
            to: data,
            offset: bytes.lowerBound,
            length: bytes.count,
            flags: kCMBlockBufferPermitEmptyReferenceFlag
        )
        guard status == noErr else { return status }
        out.pointee = copy(samples: samples, timings: timings.entries(ofSamples: samples), data: part)
        return noErr
    }

    private var isNonInterleaved: Bool {
        guard let stream = format?.audioDetails?.stream.pointee else { return false }
        return stream.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0 && stream.mChannelsPerFrame > 1
    }

    fileprivate func copy(
        samples: Range<Int>,
        timings: SampleTimings,
        data: CMBlockBuffer? = nil
    ) -> CMSampleBuffer {
        let (image, ownData, isReady, attachments) = state.withLock { state in
            (
                state.image, state.data, state.readiness == .ready,
                SharedSampleAttachments(list: state.extras?.sampleAttachments)
            )
        }
        let copy = CMSampleBuffer(
            Parts(
                image: image,
                data: data ?? ownData,
                format: format,
                sampleCount: samples.count,
                timings: timings,
                sizes: sizes.entries(ofSamples: samples),
                packets: copiedPackets(samples),
                isReady: isReady
            )
        )
        if !isReady { copy.state.withLock { $0.withExtras { $0.tracked = self } } }
        CMPropagateAttachments(self, destination: copy)
        if let list = attachments.list {
            let part = SharedSampleAttachments(list: list.copies(of: samples))
            copy.state.withLock { $0.withExtras { $0.sampleAttachments = part.list } }
        }
        return copy
    }

    /// The packet descriptions of some of the samples, with offsets from the first of them.
    private func copiedPackets(_ samples: Range<Int>) -> UnsafeMutableBufferPointer<AudioStreamPacketDescription>? {
        guard let packets, samples.upperBound <= packets.count, !samples.isEmpty else { return nil }
        let origin = samples.lowerBound == 0 ? 0 : packets[samples.lowerBound].mStartOffset
        let copy = UnsafeMutableBufferPointer<AudioStreamPacketDescription>.allocate(capacity: samples.count)
        for (target, source) in zip(copy.indices, samples) {
            var packet = packets[source]
            packet.mStartOffset -= origin
            copy.initializeElement(at: target, to: packet)
        }
        return copy
    }
}

/// Flag: audio buffer list Assure16 byte alignment.
public let kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment: UInt32 = 1
