import CaptureDriver
import CoreMedia
import Foundation
import Synchronization

/// Measures how loud a microphone's sound is, as long as somebody asks (S-126).
///
/// Nothing is computed for a packet unless the levels were asked for within the last two seconds of sound; then it keeps
/// the latest packet, so that the first question has an answer too.
package final class AudioMeter: Sendable {
    /// For how long packets are measured after a question, in seconds.
    package static let measurementDuration = 2.0

    fileprivate struct State: Sendable {
        var levels = AudioLevels()
        /// Seconds of sound that are still to be measured.
        var remainingDuration = 0.0
        /// The latest packet while nothing is measured.
        var latest: CaptureAudioPacket?
        var channels = 0
    }

    private let state = Mutex(State())

    /// Nothing has been heard yet.
    package init() {}

    /// Receives a packet. On the driver's thread.
    package func receive(_ packet: CaptureAudioPacket) {
        let stream = CMAudioFormatDescriptionGetStreamBasicDescription(packet.formatDescription)?.pointee
        guard let stream, stream.mSampleRate > 0 else { return }
        state.withLock { state in
            state.channels = Int(stream.mChannelsPerFrame)
            guard state.remainingDuration > 0 else {
                state.latest = packet
                return
            }
            state.remainingDuration -= Double(packet.frameCount) / stream.mSampleRate
            state.measure(packet, stream)
            if state.remainingDuration <= 0 { state.levels = AudioLevels() }
        }
    }

    /// The levels now. Asking keeps the measurement going.
    package var levels: AudioLevels {
        state.withLock { state in
            state.remainingDuration = Self.measurementDuration
            if let packet = state.latest,
                let stream = CMAudioFormatDescriptionGetStreamBasicDescription(packet.formatDescription)?.pointee
            {
                state.latest = nil
                state.measure(packet, stream)
            }
            return state.levels
        }
    }

    /// How many channels the sound has; 0 as long as none has come.
    package var channelCount: Int { state.withLock { $0.channels } }

    /// Whether packets are measured at present.
    package var isMeasuring: Bool { state.withLock { $0.remainingDuration > 0 } }

    /// The sound has ended.
    package func reset() {
        state.withLock { $0 = State() }
    }
}

extension AudioMeter.State {
    fileprivate mutating func measure(_ packet: CaptureAudioPacket, _ stream: AudioStreamBasicDescription) {
        var length = 0
        var bytes: UnsafeMutablePointer<CChar>?
        let status = CMBlockBufferGetDataPointer(
            packet.data,
            atOffset: 0,
            lengthAtOffsetOut: &length,
            totalLengthOut: nil,
            dataPointerOut: &bytes
        )
        guard status == kCMBlockBufferNoErr, let bytes else { return }
        levels.add(UnsafeRawBufferPointer(start: bytes, count: length), stream)
    }
}

/// How loud the channels of a microphone are, measured packet by packet. No I/O, no clock: time is the sound's own.
///
/// `UNKNOWN`: Apple documents neither the window of the average nor how long a peak is held. Here the average power follows
/// the sound with a time constant of 125 ms, as a sound level meter's "fast" does; a peak is held for a second.
package struct AudioLevels: Sendable {
    /// The level of silence in decibels; nothing is reported below.
    package static let silence: Float = -160
    /// The time constant of the average, in seconds.
    package static let timeConstant = 0.125
    /// How long a peak is held, in seconds.
    package static let hold = 1.0

    fileprivate struct Channel: Sendable {
        /// Mean square of the samples, full scale at 1.
        var power = 0.0
        /// The largest sample.
        var peak = 0.0
        /// Seconds for which the peak has been held.
        var age = 0.0
    }

    private var channels: [Channel] = []
    private var isFirst = true

    /// Nothing has been measured yet.
    package init() {}

    /// How many channels were measured last; 0 when nothing was.
    package var count: Int { channels.count }

    /// The average power of a channel in decibels relative to full scale.
    package func averagePower(_ channel: Int) -> Float {
        guard channels.indices.contains(channel) else { return Self.silence }
        return Self.decibels(10 * log10(channels[channel].power))
    }

    /// The highest peak held of a channel in decibels relative to full scale.
    package func peakHold(_ channel: Int) -> Float {
        guard channels.indices.contains(channel) else { return Self.silence }
        return Self.decibels(20 * log10(channels[channel].peak))
    }

    private static func decibels(_ value: Double) -> Float {
        max(silence, value.isFinite ? Float(value) : silence)
    }

    /// Measures a packet. Allocates only when the number of channels changes.
    ///
    /// - Parameters:
    ///   - data: interleaved linear PCM.
    ///   - stream: its layout; what is neither 16 or 32-bit integer nor 32-bit floating point is not measured.
    package mutating func add(_ data: UnsafeRawBufferPointer, _ stream: AudioStreamBasicDescription) {
        let isFloat = stream.mFormatFlags & kAudioFormatFlagIsFloat != 0
        switch (isFloat, stream.mBitsPerChannel) {
        case (false, 16):
            add(data.bindMemory(to: Int16.self), stream, fullScale: 32_768) { Double($0) }
        case (false, 32):
            add(data.bindMemory(to: Int32.self), stream, fullScale: 2_147_483_648) { Double($0) }
        case (true, 32):
            add(data.bindMemory(to: Float.self), stream, fullScale: 1) { Double($0) }
        default:
            return
        }
    }

    private mutating func add<Sample>(
        _ samples: UnsafeBufferPointer<Sample>,
        _ stream: AudioStreamBasicDescription,
        fullScale: Double,
        _ value: (Sample) -> Double
    ) {
        let width = Int(stream.mChannelsPerFrame)
        guard width > 0, stream.mSampleRate > 0, samples.count >= width else { return }
        if channels.count != width {
            channels = Array(repeating: Channel(), count: width)
            isFirst = true
        }
        let frames = samples.count / width
        let seconds = Double(frames) / stream.mSampleRate
        let old = isFirst ? 0 : exp(-seconds / Self.timeConstant)
        isFirst = false
        for channel in 0..<width {
            var (sum, peak) = (0.0, 0.0)
            for index in stride(from: channel, to: frames * width, by: width) {
                let sample = value(samples[index])
                sum += sample * sample
                peak = max(peak, abs(sample))
            }
            let power = sum / Double(frames) / (fullScale * fullScale)
            channels[channel].update(power: power, weight: 1 - old, peak: peak / fullScale, seconds: seconds)
        }
    }
}

extension AudioLevels.Channel {
    fileprivate mutating func update(power new: Double, weight: Double, peak newPeak: Double, seconds: Double) {
        power += (new - power) * weight
        age += seconds
        guard newPeak >= peak || age > AudioLevels.hold else { return }
        peak = newPeak
        age = 0
    }
}
