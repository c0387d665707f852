import CALSA
import CaptureDriver
import Foundation
import Glibc
import Testing

@testable import ALSADriver

/// An input that does what a test says, on a clock of its own.
private final class ScriptedInput: CapturePCM {
    /// What a wait leads to.
    enum Step {
        /// So many frames of these 16-bit samples after this many seconds.
        case frames(Int, sample: Int16 = 0, after: Double)
        /// Nothing for as long as is waited.
        case silence
        /// This error from the wait.
        case waitError(Int32)
        /// This error from the read.
        case readError(Int32)
    }

    let configuration = MicrophoneConfiguration(
        channels: 2,
        rate: 48_000,
        periodFrames: 480,
        bufferFrames: 4_800,
        channelRange: 1...2,
        rateRange: 8_000...48_000,
        encoding: "S16_LE"
    )
    let encoding = SampleEncoding.s16
    var now = 100.0
    var startCode: Int32 = 0
    var recoveryCode: Int32 = 0
    var recoveries: [Int32] = []
    private let script: (Int) -> Step
    private var turn = 0

    init(_ script: @escaping (Int) -> Step) {
        self.script = script
    }

    func start() -> Int32 { startCode }

    func wait(milliseconds: Int32) -> Int32 {
        #expect(milliseconds <= 100)
        switch script(turn) {
        case .frames(_, _, let seconds):
            now += seconds
            return 1
        case .silence:
            now += Double(milliseconds) / 1_000
            turn += 1
            return 0
        case .waitError(let code):
            now += 0.001
            turn += 1
            return code
        case .readError:
            now += 0.001
            return 1
        }
    }

    func read(into bytes: UnsafeMutableRawBufferPointer) -> Int {
        defer { turn += 1 }
        switch script(turn) {
        case .frames(let count, let sample, _):
            let samples = bytes.bindMemory(to: Int16.self)
            for index in 0..<(count * 2) { samples[index] = sample }
            return count
        case .readError(let code):
            return Int(code)
        case .silence, .waitError:
            return -Int(EAGAIN)
        }
    }

    func position() -> CapturePosition? { nil }

    func close() {}

    func recover(from code: Int32) -> Int32 {
        recoveries.append(code)
        return recoveryCode
    }

    func measure(seconds: Double = 2) -> MicrophoneMeasurement {
        MicrophoneProbe(seconds: seconds).measure(self, device: "scripted", now: { self.now })
    }
}

@Suite("Listening to a microphone")
struct MicrophoneProbeTests {
    @Test("Rate, duration and loudness are measured from the first sound on")
    func measures() throws {
        let input = ScriptedInput { .frames(480, sample: $0 == 7 ? 16_384 : 0, after: $0 == 0 ? 0.5 : 0.01) }
        let result = input.measure()
        #expect(abs(try #require(result.measuredRate) - 48_000) < 1)
        #expect(abs(try #require(result.firstAfter) - 0.5) < 1e-9)
        #expect(abs(result.span - 2) < 0.02)
        #expect(result.level.peak == 0.5)
        #expect(result.level.rms > 0 && result.level.rms < 0.5)
        #expect(result.overruns == 0 && result.failure == nil)
    }

    @Test("An overrun is counted and recovered from; listening goes on")
    func overrun() {
        let input = ScriptedInput {
            switch $0 {
            case 10: .readError(-EPIPE)
            case 20: .waitError(-EPIPE)
            default: .frames(480, after: 0.01)
            }
        }
        let result = input.measure()
        #expect(result.overruns == 2 && input.recoveries == [-EPIPE, -EPIPE])
        #expect(result.failure == nil && result.span > 1.9)
    }

    @Test("An input that only overruns fails after some recoveries")
    func overrunsOnly() {
        let input = ScriptedInput { _ in .readError(-EPIPE) }
        let result = input.measure()
        #expect(input.recoveries.count == MicrophoneProbe.recoveryLimit)
        #expect(result.failure?.operation == "snd_pcm_recover" && result.frames == 0)
        let stubborn = ScriptedInput { _ in .readError(-EPIPE) }
        stubborn.recoveryCode = -ENODEV
        #expect(stubborn.measure().failure?.kind == .disconnected)
    }

    @Test("An input that goes away is a typed error, and what came before is kept")
    func gone() {
        let result = ScriptedInput { $0 < 5 ? .frames(480, after: 0.01) : .readError(-ENODEV) }.measure()
        #expect(result.failure?.kind == .disconnected && result.failure?.nativeCode == ENODEV)
        #expect(result.frames == 5 * 480)
    }

    @Test("An input that delivers nothing is given up after the patience")
    func nothing() {
        let input = ScriptedInput { _ in .silence }
        let result = input.measure()
        #expect(result.frames == 0 && result.firstAfter == nil && result.measuredRate == nil)
        #expect(abs(input.now - 100 - MicrophoneProbe.patience) < 0.2)
    }

    @Test("A refused start is a typed error")
    func refusedStart() {
        let input = ScriptedInput { _ in .silence }
        input.startCode = -EIO
        #expect(input.measure().failure?.operation == "snd_pcm_start")
    }

    @Test("Wake-ups without sound and interruptions are no errors")
    func spuriousWakeups() {
        let result = ScriptedInput { $0.isMultiple(of: 2) ? .readError(-EAGAIN) : .frames(480, after: 0.009) }.measure()
        #expect(result.failure == nil && result.overruns == 0 && result.span > 1.9)
    }

    @Test("Every encoding's full scale, half scale and silence are read right")
    func encodings() {
        let half: [(SampleEncoding, [UInt8])] = [
            (.s16, [0x00, 0x40]), (.s32, [0, 0, 0, 0x40]), (.s24, [0, 0, 0x40, 0xAA]), (.s24Packed, [0, 0, 0x40]),
            (.float, [0, 0, 0, 0x3F]), (.u8, [192]),
        ]
        for (encoding, bytes) in half {
            bytes.withUnsafeBytes { #expect(encoding.sample($0, at: 0) == 0.5, "\(encoding)") }
        }
        let lowest: [(SampleEncoding, [UInt8])] = [
            (.s16, [0x00, 0x80]), (.s24, [0, 0, 0x80, 0]), (.s24Packed, [0, 0, 0x80]), (.u8, [0]),
        ]
        for (encoding, bytes) in lowest {
            bytes.withUnsafeBytes { #expect(encoding.sample($0, at: 0) == -1, "\(encoding)") }
        }
        #expect(Set(SampleEncoding.allCases).count == 6)
    }

    @Test(
        "ALSA's error codes have kinds and advice",
        arguments: [
            (EBUSY, CaptureDriverError.Kind.busy), (EACCES, .denied), (EPERM, .denied), (ENODEV, .disconnected),
            (ENOENT, .notFound), (EINVAL, .unsupportedFormat), (ETIMEDOUT, .timedOut), (EIO, .io),
            (ENOMEM, .outOfMemory),
        ]
    )
    func errors(code: Int32, kind: CaptureDriverError.Kind) {
        let error = CaptureDriverError(alsa: -code, operation: "snd_pcm_open", device: "hw:0")
        #expect(error.kind == kind && error.nativeCode == code && !error.advice.isEmpty)
    }
}

@Suite("ALSA's library", .serialized)
struct ALSALibraryTests {
    /// A sound system whose devices play a file, or nothing, instead of a card.
    private func withConfiguration(_ text: String, _ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("alsa-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("asound.conf")
        try text.replacingOccurrences(of: "FOLDER", with: folder.path).write(
            to: file,
            atomically: true,
            encoding: .utf8
        )
        let before = ProcessInfo.processInfo.environment["ALSA_CONFIG_PATH"]
        setenv("ALSA_CONFIG_PATH", file.path, 1)
        defer {
            if let before { setenv("ALSA_CONFIG_PATH", before, 1) } else { unsetenv("ALSA_CONFIG_PATH") }
        }
        try body(folder.path)
    }

    @Test("A device that plays a file is opened, set up and heard")
    func file() throws {
        let configuration = """
            pcm.fake { type file slave.pcm { type null } file "/dev/null" infile "FOLDER/sound.raw" format "raw" }
            """
        try withConfiguration(configuration) { folder in
            // Half scale, 16 bits, little-endian, two channels: far more than is read, because nothing paces it.
            try Data([UInt8](repeating: 0x40, count: 400_000)).write(to: URL(fileURLWithPath: folder + "/sound.raw"))
            let result = try MicrophoneProbe(seconds: 0.05).listen(to: "fake")
            #expect(result.configuration.rate == 48_000 && result.configuration.channels == 2)
            #expect(result.configuration.encoding == "S16_LE")
            #expect(result.frames > 0)
            #expect(abs(result.level.peak - Double(0x4040) / 32_768) < 1e-9)
        }
    }

    @Test("A device without sound is silent, and comes unpaced")
    func null() throws {
        try withConfiguration("pcm.quiet { type null }") { _ in
            // A look at the clock is a millisecond: on a busy machine, the time may be up when the first sound was read.
            var seconds = 0.0
            let result = MicrophoneProbe(seconds: 0.05).measure(try ALSACapture(name: "quiet"), device: "quiet") {
                seconds += 0.001
                return seconds
            }
            #expect(result.frames > 0 && result.level.peak == 0)
            #expect(try #require(result.measuredRate) > 100_000)
        }
    }

    @Test("A device that is not there is a typed error")
    func missing() throws {
        try withConfiguration("pcm.quiet { type null }") { _ in
            let error = #expect(throws: CaptureDriverError.self) {
                try MicrophoneProbe(seconds: 0.05).listen(to: "none")
            }
            #expect(error?.kind == .notFound && error?.operation == "snd_pcm_open")
        }
    }
}
