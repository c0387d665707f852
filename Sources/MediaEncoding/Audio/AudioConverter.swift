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
