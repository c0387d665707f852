import CaptureDriver
import Glibc

/// Listens to an input for a while and measures what comes. Every wait is bounded.
public struct MicrophoneProbe: Sendable {
    /// Seconds that an input has until the first sound.
    static let patience = 3.0
    /// The longest single wait, in milliseconds.
    static let longestWait = 100.0
    /// So many recoveries without sound in between, and the input counts as failed.
    static let recoveryLimit = 5

    /// Seconds to listen, from the first sound.
    public var seconds: Double

    /// - Parameter seconds: how long to listen.
    public init(seconds: Double) {
        self.seconds = seconds
    }

    /// Opens an input, listens and closes it.
    ///
    /// - Parameter id: ALSA's name, such as `default` or `hw:CARD=Webcam,DEV=0`.
    /// - Throws: when it cannot be opened or set up.
    public func listen(to id: MicrophoneDescription.ID) throws(CaptureDriverError) -> MicrophoneMeasurement {
        measure(try ALSACapture(name: id), device: id, now: Self.monotonicSeconds)
    }

    /// Measures an input that is set up.
    ///
    /// - Parameter now: seconds of a monotonic clock.
    func measure(_ input: any CapturePCM, device: String, now: () -> Double) -> MicrophoneMeasurement {
        var run = Run(measurement: MicrophoneMeasurement(configuration: input.configuration), start: now())
        let bytes = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(input.configuration.bufferFrames, 1) * input.configuration.channels * input.encoding.size,
            alignment: 16
        )
        defer { bytes.deallocate() }
        // Some of ALSA's virtual devices count frames but write none.
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
        let started = input.start()
        if started < 0 {
            run.fail(started, "snd_pcm_start", device)
        }
        while run.measurement.failure == nil {
            let rest = run.deadline(seconds) - now()
            guard rest > 0 else { break }
            let ready = input.wait(milliseconds: Int32(min(max((rest * 1_000).rounded(.up), 1), Self.longestWait)))
            if ready == 0 { continue }
            let count = ready < 0 ? Int(ready) : input.read(into: bytes)
            if count >= 0 {
                run.heard(UnsafeRawBufferPointer(bytes), frames: count, input, at: now())
            } else {
                run.stumbled(Int32(clamping: count), input, device)
            }
        }
        return run.measurement
    }

    private static func monotonicSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// One listening.
    private struct Run {
        var measurement: MicrophoneMeasurement
        let start: Double
        var first: Double?
        var recoveries = 0

        func deadline(_ seconds: Double) -> Double {
            first.map { $0 + seconds } ?? start + MicrophoneProbe.patience
        }

        mutating func heard(_ bytes: UnsafeRawBufferPointer, frames: Int, _ input: any CapturePCM, at now: Double) {
            guard frames > 0 else { return }
            recoveries = 0
            measurement.frames += frames
            let size = frames * input.encoding.size * input.configuration.channels
            measurement.level.add(UnsafeRawBufferPointer(rebasing: bytes.prefix(size)), input.encoding)
            if let first {
                measurement.framesInSpan += frames
                measurement.span = now - first
            } else {
                first = now
                measurement.firstAfter = now - start
            }
        }

        mutating func stumbled(_ code: Int32, _ input: any CapturePCM, _ device: String) {
            if code == -EAGAIN || code == -EINTR { return }
            guard code == -EPIPE || code == -ESTRPIPE else { return fail(code, "snd_pcm_readi", device) }
            measurement.overruns += 1
            recoveries += 1
            let result = recoveries > MicrophoneProbe.recoveryLimit ? code : input.recover(from: code)
            // A suspended input is not awake yet.
            if result == -EAGAIN {
                recoveries -= 1
            } else if result < 0 {
                fail(result, "snd_pcm_recover", device)
            }
        }

        mutating func fail(_ code: Int32, _ operation: String, _ device: String) {
            measurement.failure = CaptureDriverError(alsa: code, operation: operation, device: device)
        }
    }
}

/// What an input delivered while it was listened to.
public struct MicrophoneMeasurement: Sendable, Hashable {
    /// What was set up.
    public var configuration: MicrophoneConfiguration
    /// Frames (one sample of each channel) that came.
    public var frames = 0
    /// How often sound was lost because it was fetched too late, or the hardware stumbled.
    public var overruns = 0
    /// How loud it was.
    public var level = LevelMeter()
    /// Why listening ended early, if it did.
    public var failure: CaptureDriverError?
    /// Seconds from the start to the first sound; `nil` when none came.
    public var firstAfter: Double?
    /// Seconds from the first read to the last.
    public var span = 0.0
    /// Frames that came after the first read, within `span`.
    public var framesInSpan = 0

    /// Nothing came yet.
    public init(configuration: MicrophoneConfiguration) {
        self.configuration = configuration
    }

    /// Frames per second as measured; `nil` when too little came.
    public var measuredRate: Double? {
        span > 0 && framesInSpan > 0 ? Double(framesInSpan) / span : nil
    }
}

/// How loud sound is, of all channels together. Full scale is 1.
public struct LevelMeter: Sendable, Hashable {
    /// The greatest sample.
    public private(set) var peak = 0.0
    private var squares = 0.0
    private var count = 0

    /// Has heard nothing.
    public init() {}

    /// The root of the mean square; 0 before anything was heard.
    public var rms: Double { count == 0 ? 0 : (squares / Double(count)).squareRoot() }

    /// Hears whole samples; a rest is left out.
    mutating func add(_ bytes: UnsafeRawBufferPointer, _ encoding: SampleEncoding) {
        var offset = 0
        while offset + encoding.size <= bytes.count {
            let sample = encoding.sample(bytes, at: offset)
            if sample.isFinite {
                peak = max(peak, abs(sample))
                squares += sample * sample
            }
            count += 1
            offset += encoding.size
        }
    }
}
