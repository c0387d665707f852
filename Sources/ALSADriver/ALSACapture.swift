import CALSA
import CaptureDriver
import Glibc

/// An input opened through ALSA's library.
final class ALSACapture: CapturePCM {
    /// The rate asked for.
    static let wantedRate: UInt32 = 48_000
    /// Channels asked for; cheap microphones have one.
    static let wantedChannels: UInt32 = 2
    /// Microseconds of sound at a time.
    static let wantedPeriod: UInt32 = 20_000
    /// Microseconds of sound that the buffer holds.
    static let wantedBuffer: UInt32 = 200_000

    private let handle: OpaquePointer
    let configuration: MicrophoneConfiguration
    let encoding: SampleEncoding

    /// Opens and sets up an input. Never waits for another program to give it up.
    ///
    /// - Parameter name: ALSA's name for it.
    init(name: String) throws(CaptureDriverError) {
        pinhole_alsa_be_quiet()
        var opened: OpaquePointer?
        let result = snd_pcm_open(&opened, name, SND_PCM_STREAM_CAPTURE, Int32(SND_PCM_NONBLOCK))
        guard result >= 0, let opened else {
            throw CaptureDriverError(alsa: result, operation: "snd_pcm_open", device: name)
        }
        do {
            (configuration, encoding) = try Self.setUp(opened, name)
        } catch {
            snd_pcm_close(opened)
            throw error
        }
        handle = opened
    }

    deinit {
        snd_pcm_close(handle)
    }

    func start() -> Int32 {
        snd_pcm_start(handle)
    }

    func wait(milliseconds: Int32) -> Int32 {
        snd_pcm_wait(handle, milliseconds)
    }

    func read(into bytes: UnsafeMutableRawBufferPointer) -> Int {
        let frames = bytes.count / (encoding.size * configuration.channels)
        return Int(snd_pcm_readi(handle, bytes.baseAddress, snd_pcm_uframes_t(frames)))
    }

    func recover(from code: Int32) -> Int32 {
        let result = snd_pcm_recover(handle, code, 1)
        return result < 0 ? result : snd_pcm_start(handle)
    }

    private static func setUp(
        _ handle: OpaquePointer,
        _ name: String
    ) throws(CaptureDriverError) -> (MicrophoneConfiguration, SampleEncoding) {
        func check(_ result: Int32, _ operation: String) throws(CaptureDriverError) {
            guard result >= 0 else { throw CaptureDriverError(alsa: result, operation: operation, device: name) }
        }
        var made: OpaquePointer?
        try check(snd_pcm_hw_params_malloc(&made), "snd_pcm_hw_params_malloc")
        guard let parameters = made else {
            throw CaptureDriverError(alsa: -ENOMEM, operation: "snd_pcm_hw_params_malloc", device: name)
        }
        defer { snd_pcm_hw_params_free(parameters) }
        try check(snd_pcm_hw_params_any(handle, parameters), "snd_pcm_hw_params_any")
        // No conversion of rates: what the hardware delivers is what is to be measured.
        try check(snd_pcm_hw_params_set_rate_resample(handle, parameters, 0), "snd_pcm_hw_params_set_rate_resample")
        let ranges = ranges(parameters)
        try check(
            snd_pcm_hw_params_set_access(handle, parameters, SND_PCM_ACCESS_RW_INTERLEAVED),
            "snd_pcm_hw_params_set_access"
        )
        let encoding = SampleEncoding.allCases.first {
            snd_pcm_hw_params_test_format(handle, parameters, $0.pcmFormat) >= 0
        }
        guard let encoding else {
            throw CaptureDriverError(alsa: -EINVAL, operation: "snd_pcm_hw_params_set_format", device: name)
        }
        try check(
            snd_pcm_hw_params_set_format(handle, parameters, encoding.pcmFormat),
            "snd_pcm_hw_params_set_format"
        )
        var (channels, rate) = (wantedChannels, wantedRate)
        var (period, buffer) = (wantedPeriod, wantedBuffer)
        try check(
            snd_pcm_hw_params_set_channels_near(handle, parameters, &channels),
            "snd_pcm_hw_params_set_channels_near"
        )
        try check(
            snd_pcm_hw_params_set_rate_near(handle, parameters, &rate, nil),
            "snd_pcm_hw_params_set_rate_near"
        )
        // Wishes: hardware with sizes of its own is used with them.
        _ = snd_pcm_hw_params_set_period_time_near(handle, parameters, &period, nil)
        _ = snd_pcm_hw_params_set_buffer_time_near(handle, parameters, &buffer, nil)
        try check(snd_pcm_hw_params(handle, parameters), "snd_pcm_hw_params")
        var (periodFrames, bufferFrames) = (snd_pcm_uframes_t(0), snd_pcm_uframes_t(0))
        _ = snd_pcm_hw_params_get_period_size(parameters, &periodFrames, nil)
        _ = snd_pcm_hw_params_get_buffer_size(parameters, &bufferFrames)
        let configuration = MicrophoneConfiguration(
            channels: Int(channels),
            rate: Int(rate),
            periodFrames: Int(periodFrames),
            bufferFrames: Int(bufferFrames),
            channelRange: ranges.channels,
            rateRange: ranges.rates,
            encoding: encoding.rawValue
        )
        return (configuration, encoding)
    }

    /// What an input could deliver, before anything is chosen.
    private static func ranges(
        _ parameters: OpaquePointer
    ) -> (channels: ClosedRange<Int>, rates: ClosedRange<Int>) {
        var (fewest, most, lowest, highest) = (UInt32(0), UInt32(0), UInt32(0), UInt32(0))
        _ = snd_pcm_hw_params_get_channels_min(parameters, &fewest)
        _ = snd_pcm_hw_params_get_channels_max(parameters, &most)
        _ = snd_pcm_hw_params_get_rate_min(parameters, &lowest, nil)
        _ = snd_pcm_hw_params_get_rate_max(parameters, &highest, nil)
        return (Int(fewest)...Int(max(fewest, most)), Int(lowest)...Int(max(lowest, highest)))
    }
}
