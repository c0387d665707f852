import FoundationExtras

/// Makes a buffer of audio packets.
///
/// - Parameters:
///   - numSamples: the number of packets, of frames for uncompressed audio.
///   - presentationTimeStamp: the time of the first.
///   - packetDescriptions: where each packet lies; nil if all packets have one size.
@discardableResult
public func CMAudioSampleBufferCreateWithPacketDescriptions(
    allocator: CFAllocator?,
    dataBuffer: CMBlockBuffer?,
    dataReady: Bool,
    makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?,
    refcon makeDataReadyRefcon: UnsafeMutableRawPointer?,
    formatDescription: CMFormatDescription,
    sampleCount numSamples: CMItemCount,
    presentationTimeStamp: CMTime,
    packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    CMAudioSampleBufferCreateWithPacketDescriptionsAndMakeDataReadyHandler(
        allocator,
        dataBuffer,
        dataReady,
        formatDescription,
        numSamples,
        presentationTimeStamp,
        packetDescriptions,
        sampleBufferOut,
        makeDataReadyCallback.map { callback in { callback($0, makeDataReadyRefcon) } }
    )
}

/// Makes a buffer of audio packets that are ready. See `CMAudioSampleBufferCreateWithPacketDescriptions`.
@discardableResult
public func CMAudioSampleBufferCreateReadyWithPacketDescriptions(
    allocator: CFAllocator?,
    dataBuffer: CMBlockBuffer,
    formatDescription: CMFormatDescription,
    sampleCount numSamples: CMItemCount,
    presentationTimeStamp: CMTime,
    packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    CMAudioSampleBufferCreateWithPacketDescriptionsAndMakeDataReadyHandler(
        allocator,
        dataBuffer,
        true,
        formatDescription,
        numSamples,
        presentationTimeStamp,
        packetDescriptions,
        sampleBufferOut,
        nil
    )
}

/// Makes a buffer of audio packets that a closure makes ready. See `CMAudioSampleBufferCreateWithPacketDescriptions`.
///
/// - Returns: `kCMSampleBufferError_InvalidMediaTypeForOperation` if the format is not audio.
@discardableResult
public func CMAudioSampleBufferCreateWithPacketDescriptionsAndMakeDataReadyHandler(
    _ allocator: CFAllocator?,
    _ dataBuffer: CMBlockBuffer?,
    _ dataReady: Bool,
    _ formatDescription: CMFormatDescription,
    _ numSamples: CMItemCount,
    _ presentationTimeStamp: CMTime,
    _ packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
    _ sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>,
    _ makeDataReadyHandler: CMSampleBufferMakeDataReadyHandler?
) -> OSStatus {
    guard let stream = formatDescription.audioDetails?.stream.pointee else {
        return kCMSampleBufferError_InvalidMediaTypeForOperation
    }
    guard numSamples > 0 else { return kCMSampleBufferError_InvalidEntryCount }
    let given = packetDescriptions.map { UnsafeBufferPointer(start: $0, count: numSamples) }
    let packets = given.map { given in
        let copy = UnsafeMutableBufferPointer<AudioStreamPacketDescription>.allocate(capacity: numSamples)
        _ = copy.initialize(from: given)
        return copy
    }
    sampleBufferOut.pointee = CMSampleBuffer(
        CMSampleBuffer.Parts(
            data: dataBuffer,
            format: formatDescription,
            sampleCount: numSamples,
            timings: audioTimings(stream, packets: given, start: presentationTimeStamp),
            sizes: given.map { SampleSizes($0.map { Int($0.mDataByteSize) }) }
                ?? SampleSizes(CollectionOfOne(Int(stream.mBytesPerPacket))),
            packets: packets,
            isReady: dataReady,
            makeReady: makeDataReadyHandler.map(SampleBufferCallback.init)
        )
    )
    return noErr
}

/// The timing of audio packets: one entry if all have the same number of frames, else one for each.
private func audioTimings(
    _ stream: AudioStreamBasicDescription,
    packets: UnsafeBufferPointer<AudioStreamPacketDescription>?,
    start: CMTime
) -> SampleTimings {
    let timescale = CMTimeScale(clamping: Int64(stream.mSampleRate.rounded()))
    func timing(_ start: CMTime, frames: UInt32) -> CMSampleTimingInfo {
        CMSampleTimingInfo(
            duration: CMTime(value: CMTimeValue(frames), timescale: timescale),
            presentationTimeStamp: start,
            decodeTimeStamp: .invalid
        )
    }
    guard stream.mFramesPerPacket == 0, let packets else {
        return SampleTimings(timing(start, frames: max(1, stream.mFramesPerPacket)))
    }
    var next = start
    return SampleTimings(
        packets.map { packet in
            let entry = timing(next, frames: packet.mVariableFramesInPacket)
            next = CMTimeAdd(next, entry.duration)
            return entry
        }
    )
}

/// Where each packet lies, at an address that is valid as long as the buffer; nil and 0 if all packets have one size.
@discardableResult
public func CMSampleBufferGetAudioStreamPacketDescriptionsPtr(
    _ sbuf: CMSampleBuffer,
    packetDescriptionsPointerOut: UnsafeMutablePointer<UnsafePointer<AudioStreamPacketDescription>?>?,
    sizeOut packetDescriptionsSizeOut: UnsafeMutablePointer<Int>?
) -> OSStatus {
    guard sbuf.format?.audioDetails != nil else { return kCMSampleBufferError_InvalidMediaTypeForOperation }
    packetDescriptionsPointerOut?.pointee = UnsafePointer(sbuf.packets?.baseAddress)
    packetDescriptionsSizeOut?.pointee =
        (sbuf.packets?.count ?? 0) * MemoryLayout<AudioStreamPacketDescription>.stride
    return noErr
}

/// Copies where each packet lies.
///
/// - Parameters:
///   - packetDescriptionsSize: room in bytes.
///   - packetDescriptionsSizeNeededOut: receives the bytes needed.
@discardableResult
public func CMSampleBufferGetAudioStreamPacketDescriptions(
    _ sbuf: CMSampleBuffer,
    allocatedSize packetDescriptionsSize: Int,
    packetDescriptionsOut: UnsafeMutablePointer<AudioStreamPacketDescription>?,
    packetDescriptionsSizeNeededOut: UnsafeMutablePointer<Int>?
) -> OSStatus {
    guard sbuf.format?.audioDetails != nil else { return kCMSampleBufferError_InvalidMediaTypeForOperation }
    let needed = (sbuf.packets?.count ?? 0) * MemoryLayout<AudioStreamPacketDescription>.stride
    packetDescriptionsSizeNeededOut?.pointee = needed
    guard let packets = sbuf.packets, let base = packets.baseAddress, let packetDescriptionsOut else { return noErr }
    guard packetDescriptionsSize >= needed else { return kCMSampleBufferError_ArrayTooSmall }
    packetDescriptionsOut.update(from: base, count: packets.count)
    return noErr
}

/// Copies the data of an audio buffer list into a block buffer of its own and gives it to the sample buffer.
///
/// - Parameter flags: `kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment`; memory is always aligned so.
@discardableResult
public func CMSampleBufferSetDataBufferFromAudioBufferList(
    _ sbuf: CMSampleBuffer,
    blockBufferAllocator blockBufferStructureAllocator: CFAllocator?,
    blockBufferMemoryAllocator blockBufferBlockAllocator: CFAllocator?,
    flags: UInt32,
    bufferList: UnsafePointer<AudioBufferList>
) -> OSStatus {
    guard sbuf.format?.audioDetails != nil else { return kCMSampleBufferError_InvalidMediaTypeForOperation }
    let buffers = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: bufferList))
    let length = buffers.reduce(0) { $0 + Int($1.mDataByteSize) }
    guard length > 0 else { return kCMSampleBufferError_RequiredParameterMissing }
    let block = MemoryBlock(base: nil, length: length, source: .allocator(blockBufferBlockAllocator))
    guard var target = block.allocate() else { return kCMSampleBufferError_AllocationFailed }
    for buffer in buffers {
        guard let data = buffer.mData else { return kCMSampleBufferError_RequiredParameterMissing }
        target.copyMemory(from: data, byteCount: Int(buffer.mDataByteSize))
        target += Int(buffer.mDataByteSize)
    }
    let data = CMBlockBuffer(segment: BlockSegment(memory: .block(block), offset: 0, length: length))
    let status = CMSampleBufferSetDataBuffer(sbuf, newValue: data)
    return status == noErr ? sbuf.change(to: .ready) : status
}

/// Describes the audio data as an audio buffer list and returns the block buffer that keeps it alive.
///
/// Interleaved data is one buffer; otherwise there is one for each channel. Data that lies scattered is copied.
///
/// - Parameters:
///   - bufferListSizeNeededOut: receives the size of the list in bytes.
///   - bufferListOut: nil to ask for the size only.
///   - bufferListSize: the room for the list in bytes.
@discardableResult
public func CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
    _ sbuf: CMSampleBuffer,
    bufferListSizeNeededOut: UnsafeMutablePointer<Int>?,
    bufferListOut: UnsafeMutablePointer<AudioBufferList>?,
    bufferListSize: Int,
    blockBufferAllocator blockBufferStructureAllocator: CFAllocator?,
    blockBufferMemoryAllocator blockBufferBlockAllocator: CFAllocator?,
    flags: UInt32,
    blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>?
) -> OSStatus {
    guard let stream = sbuf.format?.audioDetails?.stream.pointee else {
        return kCMSampleBufferError_InvalidMediaTypeForOperation
    }
    let isInterleaved = stream.mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0
    let count = isInterleaved ? 1 : max(1, Int(stream.mChannelsPerFrame))
    let needed = AudioBufferList.sizeInBytes(maximumBuffers: count)
    bufferListSizeNeededOut?.pointee = needed
    guard let bufferListOut else { return noErr }
    guard bufferListSize >= needed else { return kCMSampleBufferError_ArrayTooSmall }
    guard sbuf.currentReadiness == .ready, let data = sbuf.dataBuffer else {
        return kCMSampleBufferError_BufferNotReady
    }
    var contiguous: CMBlockBuffer?
    let status = createContiguous(
        data,
        source: .allocator(blockBufferBlockAllocator),
        offset: 0,
        length: 0,
        flags: 0,
        out: &contiguous
    )
    guard status == noErr, let contiguous, let base = contiguous.part(at: 0)?.bytes else {
        return status == noErr ? kCMSampleBufferError_InvalidSampleData : status
    }
    let bytes = contiguous.dataLength / count
    bufferListOut.pointee.mNumberBuffers = UInt32(count)
    let list = UnsafeMutableAudioBufferListPointer(bufferListOut)
    for index in 0..<count {
        list[index] = AudioBuffer(
            mNumberChannels: isInterleaved ? stream.mChannelsPerFrame : 1,
            mDataByteSize: UInt32(bytes),
            mData: base + index * bytes
        )
    }
    blockBufferOut?.pointee = contiguous
    return noErr
}

/// Copies frames of uncompressed audio into a client's buffers.
///
/// - Parameters:
///   - frameOffset: the first frame.
///   - numFrames: how many frames.
///   - bufferList: buffers with room enough, one if the data is interleaved, else one for each channel.
/// - Returns: `kCMSampleBufferError_InvalidMediaFormat` for compressed audio.
@discardableResult
public func CMSampleBufferCopyPCMDataIntoAudioBufferList(
    _ sbuf: CMSampleBuffer,
    at frameOffset: Int32,
    frameCount numFrames: Int32,
    into bufferList: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    guard let stream = sbuf.format?.audioDetails?.stream.pointee else {
        return kCMSampleBufferError_InvalidMediaTypeForOperation
    }
    guard stream.mFormatID == kAudioFormatLinearPCM, stream.mBytesPerFrame > 0 else {
        return kCMSampleBufferError_InvalidMediaFormat
    }
    guard frameOffset >= 0, numFrames >= 0, Int(frameOffset) + Int(numFrames) <= sbuf.sampleCount else {
        return kCMSampleBufferError_SampleIndexOutOfRange
    }
    guard let data = sbuf.dataBuffer else { return kCMSampleBufferError_BufferNotReady }
    let list = UnsafeMutableAudioBufferListPointer(bufferList)
    let isInterleaved = stream.mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0
    guard list.count == (isInterleaved ? 1 : Int(stream.mChannelsPerFrame)) else {
        return kCMSampleBufferError_ArrayTooSmall
    }
    let frame = Int(stream.mBytesPerFrame)
    let (start, length) = (Int(frameOffset) * frame, Int(numFrames) * frame)
    guard length > 0 else { return noErr }
    for index in list.indices {
        guard let target = list[index].mData, Int(list[index].mDataByteSize) >= length else {
            return kCMSampleBufferError_ArrayTooSmall
        }
        let status = CMBlockBufferCopyDataBytes(
            data,
            atOffset: index * sbuf.sampleCount * frame + start,
            dataLength: length,
            destination: target
        )
        guard status == noErr else { return status }
        list[index].mDataByteSize = UInt32(length)
    }
    return noErr
}

extension CMSampleBuffer {
    /// Options of audio functions.
    public struct Flags: OptionSet, Sendable {
        /// The bits as the C-style functions take them.
        public let rawValue: UInt32

        /// Makes flags from raw bits.
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// Memory is aligned to 16 bytes.
        public static let audioBufferListAssure16ByteAlignment = Flags(
            rawValue: kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment
        )
    }

    /// Copies the data of an audio buffer list into a block buffer of its own and gives it to this buffer.
    public func setDataBuffer(
        fromAudioBufferList bufferList: UnsafePointer<AudioBufferList>,
        blockBufferMemoryAllocator: CFAllocator? = kCFAllocatorDefault,
        flags: Flags = []
    ) throws {
        try check(
            CMSampleBufferSetDataBufferFromAudioBufferList(
                self,
                blockBufferAllocator: nil,
                blockBufferMemoryAllocator: blockBufferMemoryAllocator,
                flags: flags.rawValue,
                bufferList: bufferList
            )
        )
    }

    /// Gives the audio data as an audio buffer list, with the block buffer that keeps it alive.
    public func withAudioBufferList<R>(
        blockBufferMemoryAllocator: CFAllocator? = kCFAllocatorDefault,
        flags: Flags = [],
        body: (UnsafeMutableAudioBufferListPointer, CMBlockBuffer) throws -> R
    ) throws -> R {
        var size = 0
        try check(
            CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
                self,
                bufferListSizeNeededOut: &size,
                bufferListOut: nil,
                bufferListSize: 0,
                blockBufferAllocator: nil,
                blockBufferMemoryAllocator: nil,
                flags: flags.rawValue,
                blockBufferOut: nil
            )
        )
        return try withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { memory in
            guard let base = memory.baseAddress else { throw Error.allocationFailed }
            let list = base.bindMemory(to: AudioBufferList.self, capacity: 1)
            var block: CMBlockBuffer?
            try check(
                CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
                    self,
                    bufferListSizeNeededOut: nil,
                    bufferListOut: list,
                    bufferListSize: size,
                    blockBufferAllocator: nil,
                    blockBufferMemoryAllocator: blockBufferMemoryAllocator,
                    flags: flags.rawValue,
                    blockBufferOut: &block
                )
            )
            guard let block else { throw Error.allocationFailed }
            return try body(UnsafeMutableAudioBufferListPointer(list), block)
        }
    }

    /// Where each packet lies; empty if all packets have one size.
    public func audioStreamPacketDescriptions() throws -> [AudioStreamPacketDescription] {
        try withUnsafeAudioStreamPacketDescriptions { Array($0) }
    }

    /// Gives where each packet lies without a copy.
    public func withUnsafeAudioStreamPacketDescriptions<R>(
        _ body: (UnsafeBufferPointer<AudioStreamPacketDescription>) throws -> R
    ) throws -> R {
        guard format?.audioDetails != nil else { throw Error.invalidMediaTypeForOperation }
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafeBufferPointer(start: packets?.baseAddress, count: packets?.count ?? 0))
    }

    /// Copies frames of uncompressed audio into a client's buffers.
    public func copyPCMData(
        fromRange range: Range<Int>,
        into bufferList: UnsafeMutablePointer<AudioBufferList>
    ) throws {
        try check(
            CMSampleBufferCopyPCMDataIntoAudioBufferList(
                self,
                at: Int32(clamping: range.lowerBound),
                frameCount: Int32(clamping: range.count),
                into: bufferList
            )
        )
    }
}
