import CoreVideo
import Foundation

/// A moment as the host's clock, as the place of a frame, or as both; exactly as Apple's class of the same name. Immutable.
open class AVAudioTime: NSObject, @unchecked Sendable {
    // @unchecked: immutable after initialisation.
    private let host: UInt64?
    private let sample: (time: AVAudioFramePosition, rate: Double)?

    private init(host: UInt64?, sample: (time: AVAudioFramePosition, rate: Double)?) {
        self.host = host
        self.sample = sample
        super.init()
    }

    /// Makes a moment of the host's clock.
    public convenience init(hostTime: UInt64) {
        self.init(host: hostTime, sample: nil)
    }

    /// Makes the place of a frame in a stream of a rate.
    public convenience init(sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
        self.init(host: nil, sample: (sampleTime, sampleRate))
    }

    /// Makes a moment that is known both ways.
    public convenience init(hostTime: UInt64, sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
        self.init(host: hostTime, sample: (sampleTime, sampleRate))
    }

    /// Whether the moment of the host's clock is known.
    open var isHostTimeValid: Bool { host != nil }
    /// The moment of the host's clock; 0 if it is not known.
    open var hostTime: UInt64 { host ?? 0 }
    /// Whether the place of the frame is known.
    open var isSampleTimeValid: Bool { sample != nil }
    /// The place of the frame; 0 if it is not known.
    open var sampleTime: AVAudioFramePosition { sample?.time ?? 0 }
    /// The stream's frames per second; 0 if the place is not known.
    open var sampleRate: Double { sample?.rate ?? 0 }

    /// The host's clock after seconds.
    public class func hostTime(forSeconds seconds: TimeInterval) -> UInt64 {
        UInt64(exactly: (seconds * CVGetHostClockFrequency()).rounded()) ?? 0
    }

    /// The seconds of the host's clock.
    public class func seconds(forHostTime hostTime: UInt64) -> TimeInterval {
        Double(hostTime) / CVGetHostClockFrequency()
    }

    /// The same moment with what this one lacks, by way of another that is known both ways.
    ///
    /// - Returns: `nil` if the other is not, or its rate is none, or the moment lies before the clock's beginning.
    open func extrapolateTime(fromAnchor anchorTime: AVAudioTime) -> AVAudioTime? {
        guard let anchorHost = anchorTime.host, let anchor = anchorTime.sample, anchor.rate > 0 else { return nil }
        if host != nil, sample != nil { return self }
        if let host {
            let seconds = Self.seconds(forHostTime: host) - Self.seconds(forHostTime: anchorHost)
            let frames = AVAudioFramePosition(exactly: (seconds * anchor.rate).rounded())
            guard let place = frames.map({ anchor.time.addingReportingOverflow($0) }), !place.overflow else {
                return nil
            }
            return AVAudioTime(hostTime: host, sampleTime: place.partialValue, atRate: anchor.rate)
        }
        guard let sample, sample.rate > 0 else { return nil }
        let seconds = Double(sample.time) / sample.rate - Double(anchor.time) / anchor.rate
        let ticks = (Double(anchorHost) + seconds * CVGetHostClockFrequency()).rounded()
        guard let host = UInt64(exactly: ticks) else { return nil }
        return AVAudioTime(hostTime: host, sampleTime: sample.time, atRate: sample.rate)
    }
}

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
