import CaptureDriver
import CoreMedia
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
