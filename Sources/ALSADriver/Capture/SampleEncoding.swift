import CALSA
import CaptureDriver

/// How samples lie in memory; those that microphones have, little-endian, in order of preference.
enum SampleEncoding: String, Sendable, Hashable, CaseIterable {
    /// 16 bits.
    case s16 = "S16_LE"
    /// 32 bits.
    case s32 = "S32_LE"
    /// 24 bits in the lower part of four bytes.
    case s24 = "S24_LE"
    /// 24 bits in three bytes.
    case s24Packed = "S24_3LE"
    /// Floating point, full scale 1.
    case float = "FLOAT_LE"
    /// Unsigned 8 bits, silence at 128.
    case u8 = "U8"

    /// Bytes of a sample.
    var size: Int {
        switch self {
        case .u8: 1
        case .s16: 2
        case .s24Packed: 3
        case .s24, .s32, .float: 4
        }
    }

    /// ALSA's number.
    var pcmFormat: snd_pcm_format_t {
        switch self {
        case .s16: SND_PCM_FORMAT_S16_LE
        case .s32: SND_PCM_FORMAT_S32_LE
        case .s24: SND_PCM_FORMAT_S24_LE
        case .s24Packed: SND_PCM_FORMAT_S24_3LE
        case .float: SND_PCM_FORMAT_FLOAT_LE
        case .u8: SND_PCM_FORMAT_U8
        }
    }

    /// How the seam has such samples.
    var sampleFormat: CaptureAudioFormat.SampleFormat {
        switch self {
        case .u8, .s16: .int16
        case .s24, .s24Packed, .s32: .int32
        case .float: .float32
        }
    }

    /// Whether the seam has samples of another kind in place of these.
    var needsConversion: Bool {
        switch self {
        case .s16, .s32, .float: false
        case .u8, .s24, .s24Packed: true
        }
    }

    /// Writes samples as the seam has them; as many as the source has whole.
    func convert(_ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) {
        let count = source.count / size
        switch self {
        case .s16, .s32, .float:
            target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source.prefix(target.count)))
        case .u8:
            let samples = target.bindMemory(to: Int16.self)
            for index in 0..<count { samples[index] = (Int16(source[index]) - 128) << 8 }
        case .s24:
            let samples = target.bindMemory(to: Int32.self)
            for index in 0..<count {
                samples[index] =
                    Int32(littleEndian: source.loadUnaligned(fromByteOffset: 4 * index, as: Int32.self)) << 8
            }
        case .s24Packed:
            let samples = target.bindMemory(to: Int32.self)
            for index in 0..<count {
                let offset = 3 * index
                samples[index] =
                    Int32(source[offset]) << 8 | Int32(source[offset + 1]) << 16 | Int32(source[offset + 2]) << 24
            }
        }
    }

    /// The sample at an offset, full scale being 1.
    func sample(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Double {
        switch self {
        case .s16:
            return Double(Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int16.self))) / 32_768
        case .s32:
            return Double(Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)))
                / 2_147_483_648
        case .s24:
            let word = Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
            // The upper byte may be anything.
            return Double((word << 8) >> 8) / 8_388_608
        case .s24Packed:
            let word = Int32(bytes[offset]) | Int32(bytes[offset + 1]) << 8 | Int32(bytes[offset + 2]) << 16
            return Double((word << 8) >> 8) / 8_388_608
        case .float:
            let word = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            return Double(Float(bitPattern: word))
        case .u8:
            return (Double(bytes[offset]) - 128) / 128
        }
    }
}
