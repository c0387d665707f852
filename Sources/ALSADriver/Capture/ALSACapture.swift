import CALSA
import CaptureDriver
import Glibc
import LinuxDevices

/// An input opened through ALSA's library.
final class ALSACapture: CapturePCM {
    /// The rate asked for.
    static let wantedRate: UInt32 = 48_000
    /// Channels asked for; cheap microphones have one.
    static let wantedChannels: UInt32 = 2
    /// Microseconds of sound at a time.
    static let wantedPeriod: UInt32 = 20_000
    /// Microseconds of sound that the buffer holds: a reader may be late by so much.
    static let wantedBuffer: UInt32 = 500_000
    /// How old a position may be on arrival; older ones are of another clock.
    private static let oldestPosition: Int64 = 2_000_000_000
    /// Microseconds between two attempts to wake a suspended input.
    private static let resumeInterval: UInt32 = 50_000

    /// Microseconds to wait when there is no sound after all.
    private static let brokenPromisePause: UInt32 = 1_000

    private let handle: OpaquePointer
    private var isOpen = true
    /// The library said that there is sound, and none was read yet.
    private var promisesAudio = false
    private let status: OpaquePointer?
    let configuration: MicrophoneConfiguration
    let encoding: SampleEncoding

    /// Opens an input and sets it up as it likes best: for looking what it can do. Never waits for another program to give it
    /// up.
    ///
    /// - Parameter name: ALSA's name for it.
    convenience init(name: String) throws(CaptureDriverError) {
        try self.init(name: name) { (opened: OpaquePointer) throws(CaptureDriverError) in
            try Self.setUp(opened, name)
        }
    }

    /// Opens an input and sets it up in one of its formats.
    ///
    /// - Parameter packetFrames: how many frames are going to be read at a time.
    convenience init(name: String, format: InputFormat, packetFrames: Int) throws(CaptureDriverError) {
        try self.init(name: name) { (opened: OpaquePointer) throws(CaptureDriverError) in
            let made = try Self.setUp(opened, name, format: format, packetFrames: packetFrames)
            try Self.setUpTimes(opened, name, packetFrames: min(packetFrames, made.0.bufferFrames / 2))
            return made
        }
    }

    private init(
        name: String,
        setUp: (OpaquePointer) throws(CaptureDriverError) -> (MicrophoneConfiguration, SampleEncoding)
    ) throws(CaptureDriverError) {
        let opened = try Self.open(name)
        do {
            (configuration, encoding) = try setUp(opened)
        } catch {
            snd_pcm_close(opened)
            throw error
        }
        handle = opened
        var made: OpaquePointer?
        snd_pcm_status_malloc(&made)
        status = made
    }

    deinit {
        if let status { snd_pcm_status_free(status) }
        close()
    }

    func close() {
        guard isOpen else { return }
        isOpen = false
        snd_pcm_close(handle)
    }

    /// Opens an input. Never waits for another program to give it up.
    static func open(_ name: String) throws(CaptureDriverError) -> OpaquePointer {
        pinhole_alsa_be_quiet()
        var opened: OpaquePointer?
        let result = snd_pcm_open(&opened, name, SND_PCM_STREAM_CAPTURE, Int32(SND_PCM_NONBLOCK))
        guard result >= 0, let opened else {
            throw CaptureDriverError(alsa: result, operation: "snd_pcm_open", device: name)
        }
        return opened
    }

    func start() -> Int32 {
        meant(snd_pcm_start(handle))
    }

    func wait(milliseconds: Int32) -> Int32 {
        let ready = meant(snd_pcm_wait(handle, milliseconds))
        promisesAudio = ready > 0
        return ready
    }

    func read(into bytes: UnsafeMutableRawBufferPointer) -> Int {
        let frames = bytes.count / (encoding.size * configuration.channels)
        let count = snd_pcm_readi(handle, bytes.baseAddress, snd_pcm_uframes_t(frames))
        // Plug-ins may break their promise, again and again.
        if count == -Int(EAGAIN), promisesAudio { usleep(Self.brokenPromisePause) }
        promisesAudio = false
        return count < 0 ? Int(meant(Int32(clamping: count))) : Int(count)
    }

    /// What an error code means: of a card that was pulled out ALSA says this or that, depending on what it was doing.
    private func meant(_ code: Int32) -> Int32 {
        code < 0 && snd_pcm_state(handle) == SND_PCM_STATE_DISCONNECTED ? -ENODEV : code
    }

    func position() -> CapturePosition? {
        guard let status, snd_pcm_status(handle, status) >= 0 else { return nil }
        var stamp = timespec()
        snd_pcm_status_get_htstamp(status, &stamp)
        let told = Int64(stamp.tv_sec) * 1_000_000_000 + Int64(stamp.tv_nsec)
        let now = kernelMonotonicTime()
        let isPlausible = told <= now && told > now - Self.oldestPosition
        let available = Int(snd_pcm_status_get_avail(status))
        let delay = max(snd_pcm_status_get_delay(status), available)
        return CapturePosition(delay: min(max(delay, 0), 2 * configuration.rate), time: isPlausible ? told : now)
    }

    func recover(from code: Int32) -> Int32 {
        // The library's own recovery waits for a suspended input as long as it takes, which may be for ever.
        if code == -ESTRPIPE {
            let resumed = snd_pcm_resume(handle)
            if resumed == -EAGAIN {
                usleep(Self.resumeInterval)
                return resumed
            }
            if resumed >= 0 { return 0 }
        } else if code != -EPIPE {
            return code
        }
        // One that stalls is running still, and would not be prepared.
        snd_pcm_drop(handle)
        let prepared = snd_pcm_prepare(handle)
        return meant(prepared < 0 ? prepared : snd_pcm_start(handle))
    }

    /// Asks for measured times, and to be woken when a packet is there.
    private static func setUpTimes(
        _ handle: OpaquePointer,
        _ name: String,
        packetFrames: Int
    ) throws(CaptureDriverError) {
        var made: OpaquePointer?
        guard snd_pcm_sw_params_malloc(&made) >= 0, let parameters = made else {
            throw CaptureDriverError(alsa: -ENOMEM, operation: "snd_pcm_sw_params_malloc", device: name)
        }
        defer { snd_pcm_sw_params_free(parameters) }
        snd_pcm_sw_params_current(handle, parameters)
        snd_pcm_sw_params_set_tstamp_mode(handle, parameters, SND_PCM_TSTAMP_ENABLE)
        snd_pcm_sw_params_set_tstamp_type(handle, parameters, SND_PCM_TSTAMP_TYPE_MONOTONIC)
        snd_pcm_sw_params_set_avail_min(handle, parameters, snd_pcm_uframes_t(max(packetFrames, 1)))
        let result = snd_pcm_sw_params(handle, parameters)
        guard result >= 0 else { throw CaptureDriverError(alsa: result, operation: "snd_pcm_sw_params", device: name) }
    }

    /// Fails with what ALSA says, if it says that something failed.
    private static func check(_ result: Int32, _ operation: String, _ name: String) throws(CaptureDriverError) {
        guard result >= 0 else { throw CaptureDriverError(alsa: result, operation: operation, device: name) }
    }

    /// Everything that an input can be set up as, interleaved and without conversion of rates: what the hardware delivers is
    /// what is to be measured.
    static func withParameters<Result>(
        of handle: OpaquePointer,
        _ name: String,
        _ body: (OpaquePointer) throws(CaptureDriverError) -> Result
    ) throws(CaptureDriverError) -> Result {
        var made: OpaquePointer?
        try check(snd_pcm_hw_params_malloc(&made), "snd_pcm_hw_params_malloc", name)
        guard let parameters = made else {
            throw CaptureDriverError(alsa: -ENOMEM, operation: "snd_pcm_hw_params_malloc", device: name)
        }
        defer { snd_pcm_hw_params_free(parameters) }
        try check(snd_pcm_hw_params_any(handle, parameters), "snd_pcm_hw_params_any", name)
        try check(
            snd_pcm_hw_params_set_rate_resample(handle, parameters, 0),
            "snd_pcm_hw_params_set_rate_resample",
            name
        )
        try check(
            snd_pcm_hw_params_set_access(handle, parameters, SND_PCM_ACCESS_RW_INTERLEAVED),
            "snd_pcm_hw_params_set_access",
            name
        )
        return try body(parameters)
    }

    /// Sets an input up exactly in a format.
    private static func setUp(
        _ handle: OpaquePointer,
        _ name: String,
        format: InputFormat,
        packetFrames: Int
    ) throws(CaptureDriverError) -> (MicrophoneConfiguration, SampleEncoding) {
        try withParameters(of: handle, name) { (parameters: OpaquePointer) throws(CaptureDriverError) in
            let ranges = ranges(parameters)
            let (channels, rate) = (UInt32(format.format.channels), UInt32(format.format.sampleRate))
            try check(
                snd_pcm_hw_params_set_format(handle, parameters, format.encoding.pcmFormat),
                "snd_pcm_hw_params_set_format",
                name
            )
            try check(
                snd_pcm_hw_params_set_channels(handle, parameters, channels),
                "snd_pcm_hw_params_set_channels",
                name
            )
            try check(snd_pcm_hw_params_set_rate(handle, parameters, rate, 0), "snd_pcm_hw_params_set_rate", name)
            var period = snd_pcm_uframes_t(max(packetFrames, 1))
            _ = snd_pcm_hw_params_set_period_size_near(handle, parameters, &period, nil)
            let configuration = try finish(handle, parameters, name, Int(channels), Int(rate), format.encoding, ranges)
            return (configuration, format.encoding)
        }
    }

    private static func setUp(
        _ handle: OpaquePointer,
        _ name: String
    ) throws(CaptureDriverError) -> (MicrophoneConfiguration, SampleEncoding) {
        try withParameters(of: handle, name) { (parameters: OpaquePointer) throws(CaptureDriverError) in
            try setUpFreely(handle, name, parameters)
        }
    }

    private static func setUpFreely(
        _ handle: OpaquePointer,
        _ name: String,
        _ parameters: OpaquePointer
    ) throws(CaptureDriverError) -> (MicrophoneConfiguration, SampleEncoding) {
        let ranges = ranges(parameters)
        let encoding = SampleEncoding.allCases.first {
            snd_pcm_hw_params_test_format(handle, parameters, $0.pcmFormat) >= 0
        }
        guard let encoding else {
            throw CaptureDriverError(alsa: -EINVAL, operation: "snd_pcm_hw_params_set_format", device: name)
        }
        try check(
            snd_pcm_hw_params_set_format(handle, parameters, encoding.pcmFormat),
            "snd_pcm_hw_params_set_format",
            name
        )
        var (channels, rate, period) = (wantedChannels, wantedRate, wantedPeriod)
        try check(
            snd_pcm_hw_params_set_channels_near(handle, parameters, &channels),
            "snd_pcm_hw_params_set_channels_near",
            name
        )
        try check(
            snd_pcm_hw_params_set_rate_near(handle, parameters, &rate, nil),
            "snd_pcm_hw_params_set_rate_near",
            name
        )
        _ = snd_pcm_hw_params_set_period_time_near(handle, parameters, &period, nil)
        let made = try finish(handle, parameters, name, Int(channels), Int(rate), encoding, ranges)
        return (made, encoding)
    }

    /// Wishes for a buffer's size, and makes the setting. Hardware with sizes of its own is used with them.
    private static func finish(
        _ handle: OpaquePointer,
        _ parameters: OpaquePointer,
        _ name: String,
        _ channels: Int,
        _ rate: Int,
        _ encoding: SampleEncoding,
        _ ranges: (channels: ClosedRange<Int>, rates: ClosedRange<Int>)
    ) throws(CaptureDriverError) -> MicrophoneConfiguration {
        var buffer = wantedBuffer
        _ = snd_pcm_hw_params_set_buffer_time_near(handle, parameters, &buffer, nil)
        try check(snd_pcm_hw_params(handle, parameters), "snd_pcm_hw_params", name)
        var (periodFrames, bufferFrames) = (snd_pcm_uframes_t(0), snd_pcm_uframes_t(0))
        _ = snd_pcm_hw_params_get_period_size(parameters, &periodFrames, nil)
        _ = snd_pcm_hw_params_get_buffer_size(parameters, &bufferFrames)
        return MicrophoneConfiguration(
            channels: channels,
            rate: rate,
            periodFrames: Int(periodFrames),
            bufferFrames: Int(bufferFrames),
            channelRange: ranges.channels,
            rateRange: ranges.rates,
            encoding: encoding.rawValue
        )
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

/// An input's stream: what listening needs of ALSA. A test puts a scripted one here.
///
/// Used by one thread at a time.
protocol CapturePCM: AnyObject {
    /// What was set up.
    var configuration: MicrophoneConfiguration { get }
    /// How samples lie in memory.
    var encoding: SampleEncoding { get }
    /// Starts to capture; a negative error code on failure.
    func start() -> Int32
    /// Waits for sound: positive when there is some, 0 after the time, else a negative error code.
    func wait(milliseconds: Int32) -> Int32
    /// How far the hardware is; `nil` when it doesn't tell.
    func position() -> CapturePosition?
    /// Reads what there is: how many frames, or a negative error code (`-EAGAIN` when there is nothing).
    func read(into bytes: UnsafeMutableRawBufferPointer) -> Int
    /// Makes the stream ready again after an error and starts it; a negative error code when that cannot be done, `-EAGAIN` when
    /// not yet. Waits no longer than a moment.
    func recover(from code: Int32) -> Int32
    /// Gives the input back; nothing else may be called afterwards.
    func close()
}

/// How far an input's hardware is.
struct CapturePosition: Sendable, Hashable {
    /// Frames that were heard and not read yet, including those on their way through converters and sound servers.
    var delay: Int
    /// When that was measured, in nanoseconds of `CLOCK_MONOTONIC`.
    var time: Int64
}
