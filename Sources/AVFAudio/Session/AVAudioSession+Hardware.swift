import CaptureDriver
import Foundation

extension AVAudioSession {
    // MARK: Rates and channels

    /// The rate of sound that comes in, in frames per second: the route's, else the one that the microphone has nearest to
    /// what is preferred. 0 without a microphone.
    public var sampleRate: Double {
        if let rate = snapshot(of: state.withLock { $0 }).route.inputs.first?.sampleRate { return rate }
        return inputFormat?.sampleRate ?? 0
    }

    /// The rate that the program prefers; 0, as at first, for none.
    public var preferredSampleRate: Double { state.withLock { $0.preferredSampleRate } }

    /// Prefers a rate in frames per second; 0 takes it back. What the hardware makes of it tells `sampleRate`.
    ///
    /// - Throws: `.badParam` for a negative rate.
    public func setPreferredSampleRate(_ sampleRate: Double) throws {
        guard sampleRate >= 0, sampleRate.isFinite else {
            throw NSError.audioSession(.badParam, "A rate of \(sampleRate) is none.")
        }
        change(.routeConfigurationChange) { $0.preferredSampleRate = sampleRate }
    }

    /// How many channels come in; 0 when the category takes no input.
    public var inputNumberOfChannels: Int {
        let snapshot = snapshot(of: state.withLock { $0 })
        guard let input = snapshot.route.inputs.first else { return 0 }
        return input.sampleRate == nil ? inputFormat?.channels ?? 0 : input.channels
    }

    /// The most channels that can come in.
    public var maximumInputNumberOfChannels: Int {
        let snapshot = snapshot(of: state.withLock { $0 })
        guard let input = snapshot.route.inputs.first else { return 0 }
        return input.sampleRate == nil ? microphone?.audioFormats.map(\.channels).max() ?? 0 : input.channels
    }

    /// The number of channels that the program prefers; 0, as at first, for none.
    public var preferredInputNumberOfChannels: Int { state.withLock { $0.preferredInputChannels } }

    /// Prefers a number of channels; 0 takes it back.
    ///
    /// - Throws: `.badParam` for a number that is negative or more than `maximumInputNumberOfChannels`.
    public func setPreferredInputNumberOfChannels(_ count: Int) throws {
        guard (0...max(maximumInputNumberOfChannels, 0)).contains(count) else {
            throw NSError.audioSession(.badParam, "\(count) channels are not available.")
        }
        change(.routeConfigurationChange) { $0.preferredInputChannels = count }
    }

    /// How many channels go out; 0 where nothing is known of outputs, as on Linux.
    public var outputNumberOfChannels: Int {
        snapshot(of: state.withLock { $0 }).route.outputs.reduce(0) { $0 + $1.channels }
    }

    /// The most channels that can go out.
    public var maximumOutputNumberOfChannels: Int { outputNumberOfChannels }

    // MARK: Packets

    /// How long a packet of sound lasts, in seconds: what is preferred, else 1,024 frames. `UNKNOWN`: the bounds are those of
    /// 64 and 8,192 frames.
    public var ioBufferDuration: TimeInterval {
        let rate = sampleRate > 0 ? sampleRate : 48_000
        let preferred = preferredIOBufferDuration
        guard preferred > 0 else { return 1_024 / rate }
        return min(max(preferred, 64 / rate), 8_192 / rate)
    }

    /// How long the program prefers a packet to last, in seconds; 0, as at first, for no preference.
    public var preferredIOBufferDuration: TimeInterval { state.withLock { $0.preferredBufferDuration } }

    /// Prefers how long a packet lasts, in seconds; 0 takes it back.
    ///
    /// - Throws: `.badParam` for a negative duration.
    public func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
        guard duration >= 0, duration.isFinite else {
            throw NSError.audioSession(.badParam, "A duration of \(duration) s is none.")
        }
        change(.routeConfigurationChange) { $0.preferredBufferDuration = duration }
    }

    /// What the microphone is asked for.
    private var inputFormat: CaptureAudioFormat? {
        microphone.flatMap { microphone in state.withLock { $0.format(of: microphone) } }
    }
}
