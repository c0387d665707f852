import CaptureDriver
import CoreMedia
import Foundation
import FoundationExtras
import Glibc
import LinuxDevices
import Logging
import Synchronization

/// A running stream: fetches sound, measures when it was heard, bridges what was lost, and delivers packets.
///
/// The decisions are the pure parts' (`AudioClock`, `StallWatchdog`); this class makes the calls that follow. It is used on one
/// thread at a time: by the caller until the stream is started, by the stream's thread afterwards.
// @unchecked: handed over to the stream's thread once, as said above; `isStopped` is atomic.
final class AudioEngine: @unchecked Sendable {
    /// Whether the stream goes on.
    enum Turn: Sendable, Equatable {
        /// It does.
        case again
        /// It has ended; the sink knows, unless it was told to stop.
        case ended
    }

    /// The longest wait for sound, in milliseconds: a stream that is to stop does so no later.
    static let longestWait: Int32 = 100
    /// So many recoveries without sound in between end the stream, instead of turning for ever.
    static let recoveryLimit = 10

    private let input: any CapturePCM
    private let format: CaptureAudioFormat
    private let formatDescription: CMFormatDescription
    private let packetFrames: Int
    private let device: String
    private let sink: MutableAudioSink
    private let now: MonotonicTime
    private let log: Logger
    private let onDisconnected: @Sendable () -> Void
    private let isStopped = Atomic(false)

    private var clock: AudioClock
    private var watchdog: StallWatchdog
    private var pool: AudioPool
    private var gate = LogGate()
    /// The packet that is being read, where the input's samples are as the seam has them.
    private var place: (buffer: CMBlockBuffer, bytes: UnsafeMutableRawBufferPointer)?
    /// Where a packet is read to that needs conversion, or that consumers leave no place for.
    private let staging: UnsafeMutableRawBufferPointer
    private let needsConversion: Bool
    private let inputFrameSize: Int
    private var staged = 0
    /// Frames that the sink has been told of, as sound or as silence.
    private var told: Int64 = 0
    /// Frames that were lost and have to be told as silence.
    private var owed = 0
    private var isBroken = false
    private var recoveries = 0

    /// How often the input was fetched too late, or stumbled, so that sound was lost.
    private(set) var overruns = 0

    /// - Parameters:
    ///   - input: set up, not started.
    ///   - device: for errors and the log.
    ///   - onDisconnected: called before the sink learns that the microphone is gone.
    init(
        input: any CapturePCM,
        format: CaptureAudioFormat,
        packetFrames: Int,
        device: String,
        sink: any CaptureAudioSink,
        now: @escaping MonotonicTime,
        log: Logger,
        onDisconnected: @escaping @Sendable () -> Void
    ) {
        self.input = input
        self.format = format
        self.packetFrames = packetFrames
        self.device = device
        self.sink = MutableAudioSink(sink)
        self.now = now
        self.log = log
        self.onDisconnected = onDisconnected
        formatDescription = format.makeDescription()
        clock = AudioClock(rate: format.sampleRate)
        watchdog = StallWatchdog(framePeriod: format.nanoseconds(ofFrames: packetFrames), start: now())
        pool = AudioPool(capacity: packetFrames * format.bytesPerFrame)
        inputFrameSize = input.encoding.size * format.channels
        needsConversion = input.encoding.needsConversion
        staging = .allocate(byteCount: packetFrames * inputFrameSize, alignment: 16)
        // Some of ALSA's virtual devices count frames but write none. (The pool's places are zero at first, too.)
        staging.initializeMemory(as: UInt8.self, repeating: 0)
    }

    deinit {
        staging.deallocate()
    }

    /// Ends the stream's next turn. Any thread.
    func stop() {
        isStopped.store(true, ordering: .releasing)
    }

    /// Calls the sink no more, whatever the thread does. Any thread.
    func mute() {
        sink.mute()
    }

    /// Waits for sound once and handles what there is. Bounded.
    func turn() -> Turn {
        if isStopped.load(ordering: .acquiring) { return .ended }
        let ready = input.wait(milliseconds: min(watchdog.pollTimeout(at: now()), Self.longestWait))
        if isStopped.load(ordering: .acquiring) { return .ended }
        let code = ready > 0 ? fetch() : ready
        if let turn = code < 0 ? stumbled(code) : nil { return turn }
        return checkForStall()
    }

    /// Gives the input back to other programs.
    func shutDown() {
        input.close()
    }

    // MARK: Sound

    /// Reads and delivers all that is there; a negative error code when that failed.
    private func fetch() -> Int32 {
        measure()
        var unread = max(input.configuration.bufferFrames, packetFrames)
        while unread > 0, !isStopped.load(ordering: .acquiring) {
            let free = UnsafeMutableRawBufferPointer(rebasing: target()[(staged * inputFrameSize)...])
            let count = input.read(into: free)
            if count == -Int(EAGAIN) || count == 0 { return 0 }
            if count < 0 { return Int32(clamping: count) }
            recoveries = 0
            audioCame()
            staged += count
            unread -= count
            if staged == packetFrames { deliver() }
        }
        return 0
    }

    private func audioCame() {
        if watchdog.frameArrived(at: now()) { sink.captureEvent(.resumed) }
    }

    /// Compares how far the hardware is with how far it should be.
    private func measure() {
        let position = input.position() ?? CapturePosition(delay: packetFrames - staged, time: now())
        let heard = told + Int64(owed + staged + position.delay)
        let lost = clock.observe(frame: heard, at: position.time, isBroken: isBroken)
        isBroken = false
        guard lost > 0 else { return }
        warn("loss", "Sound was lost; silence takes its place", "\(lost) frames")
        if staged > 0 { deliver() }
        owe(lost)
    }

    /// Where the packet that is being read lies: in its consumers' hands without a copy, if that is possible.
    private func target() -> UnsafeMutableRawBufferPointer {
        if staged == 0, place == nil, !needsConversion {
            place = pool.dequeue(bytes: packetFrames * format.bytesPerFrame)
        }
        return place?.bytes ?? staging
    }

    /// Delivers what was read of a packet, after the silence that is owed.
    private func deliver() {
        let (count, read) = (staged, place)
        staged = 0
        place = nil
        guard pay(), let buffer = count == packetFrames ? read?.buffer ?? converted(count, nil) : converted(count, read)
        else {
            warn("buffers", "Consumers hold too much sound; silence will take its place", "")
            return owe(count)
        }
        report(buffer, frames: count, bridged: 0)
    }

    /// What was read, in a place of its own and as the seam has it; `nil` if there is no place.
    private func converted(
        _ count: Int,
        _ read: (buffer: CMBlockBuffer, bytes: UnsafeMutableRawBufferPointer)?
    ) -> CMBlockBuffer? {
        guard let (buffer, bytes) = pool.dequeue(bytes: count * format.bytesPerFrame) else { return nil }
        let source = UnsafeRawBufferPointer(read?.bytes ?? staging)
        input.encoding.convert(UnsafeRawBufferPointer(rebasing: source[..<(count * inputFrameSize)]), into: bytes)
        return buffer
    }

    /// Frames are lost. What is longer than the longest bridge is a gap.
    private func owe(_ frames: Int) {
        owed += frames
        guard Double(owed) > CaptureAudioPacket.longestBridge * format.sampleRate else { return }
        told += Int64(owed)
        owed = 0
        clock.breakOff()
    }

    /// Tells what is owed as silence; false if there is no room for that yet.
    private func pay() -> Bool {
        while owed > 0 {
            let count = min(owed, packetFrames)
            guard let (buffer, bytes) = pool.dequeue(bytes: count * format.bytesPerFrame) else { return false }
            bytes.silence()
            owed -= count
            report(buffer, frames: count, bridged: count)
        }
        return true
    }

    private func report(_ buffer: CMBlockBuffer, frames: Int, bridged: Int) {
        let time = clock.time(ofFrame: told)
        told += Int64(frames)
        sink.capture(
            CaptureAudioPacket(
                data: buffer,
                formatDescription: formatDescription,
                frameCount: frames,
                presentationTime: CMTime(value: time, timescale: 1_000_000_000),
                bridgedFrames: bridged
            )
        )
    }

    // MARK: Silence and failure

    /// Deals with an error of the input's; `nil` if the stream goes on as if nothing had been.
    private func stumbled(_ code: Int32) -> Turn? {
        if code == -EAGAIN || code == -EINTR { return nil }
        guard code == -EPIPE || code == -ESTRPIPE else { return fail(code, "snd_pcm_readi") }
        if code == -EPIPE {
            // Too much came, which is no stall.
            audioCame()
            overruns += 1
            warn("overrun", "The microphone was fetched too late", "\(overruns)")
        }
        return restart(after: code)
    }

    /// Makes the input ready again. How much is missing is measured when sound comes.
    private func restart(after code: Int32) -> Turn? {
        if staged > 0 { deliver() }
        isBroken = true
        let result = recoveries >= Self.recoveryLimit ? code : input.recover(from: code)
        // A suspended input is not awake yet.
        if result == -EAGAIN { return nil }
        recoveries += 1
        return result < 0 ? fail(result, "snd_pcm_recover") : nil
    }

    private func checkForStall() -> Turn {
        let action = watchdog.poll(at: now())
        if let seconds = action.report {
            warn("stall", "The microphone delivers nothing", "\(seconds) s")
            sink.captureEvent(.stalled(seconds: seconds))
        }
        return (action.restart ? restart(after: -EPIPE) : nil) ?? .again
    }

    private func fail(_ code: Int32, _ operation: String) -> Turn {
        let error = CaptureDriverError(alsa: code, operation: operation, device: device)
        log.warning("The stream of sound has ended", metadata: ["error": "\(error)"])
        if error.kind == .disconnected {
            onDisconnected()
            sink.captureEvent(.disconnected)
        } else {
            sink.captureEvent(.failed(error))
        }
        return .ended
    }

    private func warn(_ topic: String, _ message: Logger.Message, _ detail: @autoclosure () -> String) {
        guard let suppressed = gate.admit(topic, at: now()) else { return }
        log.warning(
            message,
            metadata: ["detail": "\(detail())", "device": "\(device)", "suppressed": "\(suppressed)"]
        )
    }
}

/// The thread of one stream of sound.
final class AudioThread: Sendable {
    /// How long a stop waits for the thread.
    static let patience = DispatchTimeInterval.seconds(8)

    /// The kernel's flag, missing in Swift's Glibc: threads that this one makes, such as queues' workers, are ordinary ones.
    private static let resetOnFork: Int32 = 0x4000_0000

    private let engine: AudioEngine
    private let end = DispatchSemaphore(value: 0)

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - name: shown by `top -H` and debuggers.
    ///   - engine: a stream whose input was started; the thread's alone from now on.
    init(name: String, engine: AudioEngine) {
        self.engine = engine
        let thread = Thread { [engine, end] in
            Thread.nameCurrent(name)
            Self.hurry()
            while engine.turn() == .again {}
            engine.shutDown()
            end.signal()
        }
        thread.start()
    }

    /// Asks to run before all ordinary threads: sound that is fetched too late is lost, however little work it is to fetch it.
    /// Where that is not permitted (`ulimit -r`), all is as it was.
    private static func hurry() {
        var parameters = sched_param()
        parameters.sched_priority = sched_get_priority_min(SCHED_RR)
        _ = sched_setscheduler(0, SCHED_RR | resetOnFork, &parameters)
    }

    /// Ends the stream and waits until the thread has gone.
    ///
    /// - Returns: whether it has; a thread that is stuck in the library or in the sink is left behind, and muted.
    func stop() -> Bool {
        engine.stop()
        guard end.wait(timeout: .now() + Self.patience) == .success else {
            engine.mute()
            return false
        }
        end.signal()
        return true
    }
}
