import CoreMedia

/// Points at the planes of a packet of sound.
final class AudioInput {
    let pointers: UnsafeMutablePointer<UnsafePointer<UInt8>?>
    private var copy = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    init() {
        pointers = .allocate(capacity: 8)
        pointers.initialize(repeating: nil, count: 8)
    }

    deinit {
        pointers.deallocate()
        copy.deallocate()
    }

    func clear() {
        pointers.update(repeating: nil, count: 8)
    }

    private static func tooShort() -> MediaEncodingError {
        MediaEncodingError(
            kind: .invalidSample,
            operation: "reading sound",
            advice: "Append buffers that hold as many frames as they say."
        )
    }

    /// Points at sound in a block buffer; planes lie one after the other. What lies in pieces is copied together.
    func set(_ sound: CMBlockBuffer, _ layout: AudioLayout, _ frames: Int) throws(MediaEncodingError) {
        let planeLength = layout.bytesPerFrame * frames
        let length = planeLength * layout.planeCount
        guard frames >= 0, sound.dataLength >= length, length > 0 else { throw Self.tooShort() }
        var whole = 0
        var found: UnsafeMutablePointer<CChar>?
        let status = CMBlockBufferGetDataPointer(
            sound,
            atOffset: 0,
            lengthAtOffsetOut: &whole,
            totalLengthOut: nil,
            dataPointerOut: &found
        )
        guard status == kCMBlockBufferNoErr, let found else { throw Self.tooShort() }
        var start = UnsafeRawPointer(found)
        if whole < length { start = try copyTogether(sound, length) }
        for index in 0..<layout.planeCount {
            pointers[index] = (start + index * planeLength).assumingMemoryBound(to: UInt8.self)
        }
    }

    private func copyTogether(_ sound: CMBlockBuffer, _ length: Int) throws(MediaEncodingError) -> UnsafeRawPointer {
        if copy.count < length {
            copy.deallocate()
            copy = .allocate(byteCount: length, alignment: 16)
        }
        guard let memory = copy.baseAddress,
            CMBlockBufferCopyDataBytes(sound, atOffset: 0, dataLength: length, destination: memory)
                == kCMBlockBufferNoErr
        else { throw Self.tooShort() }
        return UnsafeRawPointer(memory)
    }

    /// Points at sound in a list of buffers.
    func set(
        _ list: UnsafeMutableAudioBufferListPointer,
        _ layout: AudioLayout,
        _ frames: Int
    ) throws(MediaEncodingError) {
        guard list.count >= layout.planeCount, frames > 0 else { throw Self.tooShort() }
        for index in 0..<layout.planeCount {
            let buffer = list[index]
            guard let memory = buffer.mData, Int(buffer.mDataByteSize) >= layout.bytesPerFrame * frames else {
                throw Self.tooShort()
            }
            pointers[index] = UnsafePointer(memory.assumingMemoryBound(to: UInt8.self))
        }
    }

    /// Leaves frames at the beginning out.
    func skip(_ frames: Int, _ layout: AudioLayout) {
        guard frames > 0 else { return }
        for index in 0..<layout.planeCount {
            pointers[index] = pointers[index].map { $0 + frames * layout.bytesPerFrame }
        }
    }
}
