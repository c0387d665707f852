internal import CLibAV
import CoreMedia
import Foundation

/// Brings sound of one format into the encoder's, and stretches it by little.
final class AudioConverter {
    /// The format that it converts from.
    let source: AudioLayout
    private var context: OpaquePointer?
    private let outputRate: Int32
    private var setStretch = 0.0
    private var sinceStretch = 0

    /// - Throws: `invalidSample` for formats that cannot be converted.
    init(from source: AudioLayout, toFormat format: AVSampleFormat, rate: Int32, channels: Int)
        throws(MediaEncodingError)
    {
        self.source = source
        outputRate = rate
        var input = AVChannelLayout()
        var output = AVChannelLayout()
        pinhole_av_channels(&input, Int32(source.channels))
        pinhole_av_channels(&output, Int32(channels))
        var code = swr_alloc_set_opts2(
            &context,
            &output,
            format,
            rate,
            &input,
            source.format,
            Int32(source.sampleRate.rounded()),
            0,
            nil
        )
        if code >= 0, let context {
            let object = UnsafeMutableRawPointer(context)
            // Always through the filter, so that stretching begins without a break.
            av_opt_set_int(object, "flags", Int64(SWR_FLAG_RESAMPLE), 0)
            av_opt_set_int(object, "linear_interp", 1, 0)
            if source.channels == 1, channels > 1 {
                // One microphone is as loud on both sides; the library's own matrix takes 3 dB away.
                let matrix = [Double](repeating: 1, count: channels)
                swr_set_matrix(context, matrix, 1)
            }
            code = swr_init(context)
        }
        guard code >= 0, context != nil else {
            swr_free(&context)
            throw LibAV.error(
                .invalidSample,
                "converting sound of \(source.sampleRate) Hz and \(source.channels) channels",
                code,
                advice: "Append sound of 8 to 192 kHz and 1 to 8 channels."
            )
        }
    }

    deinit {
        swr_free(&context)
    }

    /// Frames that went in and have not come out, counted in frames that come out.
    var delay: Double { Double(swr_get_delay(context, Int64(outputRate) * 1000)) / 1000 }

    /// The largest number of frames that come out for a number of frames that go in.
    func capacity(for frames: Int) -> Int { Int(max(0, swr_get_out_samples(context, Int32(frames)))) + 32 }

    /// Stretches by a factor from here on; 0 for not at all.
    func stretch(by factor: Double, after frames: Int) {
        // The library stops after the distance given, and only then.
        let distance = Int(outputRate) * 10
        sinceStretch += frames
        let isWornOut = setStretch != 0 && sinceStretch > distance / 2
        guard abs(factor - setStretch) >= 1e-6 || isWornOut else { return }
        swr_set_compensation(context, Int32((factor * Double(distance)).rounded()), Int32(distance))
        setStretch = factor
        sinceStretch = 0
    }

    /// Converts frames; nil flushes what is inside.
    ///
    /// - Returns: how many frames came out.
    func convert(
        _ planes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
        frames: Int,
        into output: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
        capacity: Int
    ) throws(MediaEncodingError) -> Int {
        let code = swr_convert(context, output, Int32(capacity), planes, Int32(frames))
        guard code >= 0 else {
            throw LibAV.error(.encoderFailed, "converting sound", code, advice: "Start another recording.")
        }
        return Int(code)
    }
}

/// How uncompressed sound lies in memory.
struct AudioLayout: Hashable {
    var format: AVSampleFormat
    var sampleRate: Double
    var channels: Int
    var isInterleaved: Bool
    var bytesPerSample: Int

    /// Bytes of one frame within a plane.
    var bytesPerFrame: Int { isInterleaved ? bytesPerSample * channels : bytesPerSample }
    var planeCount: Int { isInterleaved ? 1 : channels }

    /// - Throws: `invalidSample` for compressed sound and unusual integers.
    init(_ description: AudioStreamBasicDescription) throws(MediaEncodingError) {
        let flags = description.mFormatFlags
        let isFloat = flags & kAudioFormatFlagIsFloat != 0
        isInterleaved = flags & kAudioFormatFlagIsNonInterleaved == 0
        channels = Int(description.mChannelsPerFrame)
        sampleRate = description.mSampleRate
        bytesPerSample = Int(description.mBitsPerChannel) / 8
        let kinds: [Bool: [UInt32: (AVSampleFormat, AVSampleFormat)]] = [
            false: [
                8: (AV_SAMPLE_FMT_U8, AV_SAMPLE_FMT_U8P), 16: (AV_SAMPLE_FMT_S16, AV_SAMPLE_FMT_S16P),
                32: (AV_SAMPLE_FMT_S32, AV_SAMPLE_FMT_S32P),
            ],
            true: [32: (AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_FLTP), 64: (AV_SAMPLE_FMT_DBL, AV_SAMPLE_FMT_DBLP)],
        ]
        guard description.mFormatID == kAudioFormatLinearPCM, flags & kAudioFormatFlagIsBigEndian == 0,
            (1...8).contains(channels), (4_000...400_000).contains(sampleRate),
            let kind = kinds[isFloat]?[description.mBitsPerChannel],
            isFloat || (flags & kAudioFormatFlagIsSignedInteger != 0) == (description.mBitsPerChannel > 8)
        else {
            throw MediaEncodingError(
                kind: .invalidSample,
                operation: "reading sound of format \(description)",
                advice:
                    "Append linear PCM in this machine's byte order: signed integers of 16 or 32 bits, or floating point of 32 or 64."
            )
        }
        format = isInterleaved ? kind.0 : kind.1
    }
}

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

/// Memory for frames of sound, as libav wants it: a pointer for each plane. It grows and is used again.
final class AudioPlanes {
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
    private let planeCount: Int
    private let bytesPerFrame: Int
    private(set) var capacity = 0

    /// - Parameter bytesPerFrame: bytes of one frame within a plane.
    init(planeCount: Int, bytesPerFrame: Int) {
        self.planeCount = planeCount
        self.bytesPerFrame = bytesPerFrame
        pointers = .allocate(capacity: max(8, planeCount))
        pointers.initialize(repeating: nil, count: max(8, planeCount))
    }

    deinit {
        free()
        pointers.deallocate()
    }

    private func free() {
        for index in 0..<planeCount { pointers[index]?.deallocate() }
    }

    /// Makes room, without keeping what was there. New memory is zeroed.
    func reserve(_ frames: Int) {
        guard frames > capacity else { return }
        free()
        capacity = frames + frames / 2
        for index in 0..<planeCount {
            pointers[index] = .allocate(capacity: capacity * bytesPerFrame)
            pointers[index]?.initialize(repeating: 0, count: capacity * bytesPerFrame)
        }
    }
}
