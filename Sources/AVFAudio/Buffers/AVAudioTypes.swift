/// A number of frames.
public typealias AVAudioFrameCount = UInt32
/// A number of channels.
public typealias AVAudioChannelCount = UInt32
/// The place of a frame in a stream or file.
public typealias AVAudioFramePosition = Int64
/// A number of packets.
public typealias AVAudioPacketCount = UInt32

/// How the samples of uncompressed sound look. Raw values are Apple's.
public enum AVAudioCommonFormat: UInt, Sendable, CaseIterable {
    /// Otherwise than all of these.
    case otherFormat = 0
    /// 32-bit floating point, in the machine's order.
    case pcmFormatFloat32 = 1
    /// 64-bit floating point, in the machine's order.
    case pcmFormatFloat64 = 2
    /// 16-bit integers, in the machine's order.
    case pcmFormatInt16 = 3
    /// 32-bit integers, in the machine's order.
    case pcmFormatInt32 = 4

    /// Bits of a sample; 0 for other formats.
    var bits: UInt32 {
        switch self {
        case .otherFormat: 0
        case .pcmFormatInt16: 16
        case .pcmFormatFloat32, .pcmFormatInt32: 32
        case .pcmFormatFloat64: 64
        }
    }

    var isFloat: Bool { self == .pcmFormatFloat32 || self == .pcmFormatFloat64 }
}
