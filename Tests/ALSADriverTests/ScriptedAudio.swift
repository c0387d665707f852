import CaptureDriver
import CoreMedia
import Dispatch
import Foundation
import LinuxDevices
import Synchronization

@testable import ALSADriver

/// A sound card's input on a clock that a test moves: frames come as time passes, and what goes wrong is what the test says.
///
/// `@unchecked Sendable`: used on one thread at a time, but for `isClosed`.
final class ScriptedCard: CapturePCM, @unchecked Sendable {
    let configuration: MicrophoneConfiguration
    let encoding: SampleEncoding
    /// Nanoseconds.
    private(set) var now: Int64 = 5_000_000_000
    /// By how many parts per million the card's clock runs fast.
    var drift = 0.0
    /// So long the card delivers nothing, though it counts no loss; nanoseconds from now.
    var isSilent = false
    /// What the next waits answer.
    var waitErrors: [Int32] = []
    /// What the next reads answer.
    var readErrors: [Int32] = []
    /// What the next recoveries answer.
    var recoveryCodes: [Int32] = []
    /// Frames that are read at most at a time, as plug-ins do.
    var readLimit = Int.max
    /// Whether the card tells how far it is.
    var tellsPosition = true
    private(set) var recoveries: [Int32] = []
    var isClosed: Bool { closed.load(ordering: .acquiring) }
    private let closed = Atomic(false)
    private var startTime: Int64 = 5_000_000_000
    private var heard: Int64 = 0
    private var read: Int64 = 0

    init(channels: Int = 1, bufferFrames: Int = 24_000, encoding: SampleEncoding = .s16) {
        self.encoding = encoding
        configuration = MicrophoneConfiguration(
            channels: channels,
            rate: 48_000,
            periodFrames: 1_024,
            bufferFrames: bufferFrames,
            channelRange: 1...2,
            rateRange: 8_000...48_000,
            encoding: encoding.rawValue
        )
    }

    /// Time passes without anybody reading.
    func pass(seconds: Double) {
        now += Int64((seconds * 1e9).rounded())
        guard !isSilent else {
            startTime = now - Int64(Double(heard) / rate * 1e9)
            return
        }
        heard = Int64((Double(now - startTime) / 1e9 * rate).rounded(.down))
    }

    private var rate: Double { 48_000 * (1 + drift / 1e6) }
    private var isOverrun: Bool { heard - read > configuration.bufferFrames }

    func start() -> Int32 {
        startTime = now
        heard = 0
        read = 0
        return 0
    }

    func wait(milliseconds: Int32) -> Int32 {
        if !waitErrors.isEmpty { return waitErrors.removeFirst() }
        if isOverrun { return -EPIPE }
        for _ in 0..<milliseconds where heard - read < 1_024 { pass(seconds: 0.001) }
        return heard - read >= 1_024 ? 1 : 0
    }

    func position() -> CapturePosition? {
        tellsPosition ? CapturePosition(delay: Int(heard - read), time: now) : nil
    }

    func read(into bytes: UnsafeMutableRawBufferPointer) -> Int {
        if !readErrors.isEmpty { return Int(readErrors.removeFirst()) }
        if isOverrun { return -Int(EPIPE) }
        let room = bytes.count / (encoding.size * configuration.channels)
        let count = min(room, Int(heard - read), readLimit)
        guard count > 0 else { return -Int(EAGAIN) }
        for index in bytes.indices.prefix(count * encoding.size * configuration.channels) { bytes[index] = 1 }
        read += Int64(count)
        return count
    }

    func recover(from code: Int32) -> Int32 {
        recoveries.append(code)
        if !recoveryCodes.isEmpty {
            let code = recoveryCodes.removeFirst()
            if code < 0 { return code }
        }
        return start()
    }

    func close() { closed.store(true, ordering: .releasing) }
}

/// Remembers what a stream of sound delivers.
final class AudioSinkLog: CaptureAudioSink {
    struct Packet: Sendable {
        var time: Int64
        var frames: Int
        var bridged: Int
        var isSilent: Bool
    }

    private struct State: Sendable {
        var packets: [Packet] = []
        var events: [String] = []
        var held: [CaptureAudioPacket] = []
    }

    private let state = Mutex(State())
    private let holds: Bool

    init(holds: Bool = false) {
        self.holds = holds
    }

    var packets: [Packet] { state.withLock { $0.packets } }
    var events: [String] { state.withLock { $0.events } }
    var frames: Int { packets.reduce(0) { $0 + $1.frames } }
    var bridged: Int { packets.reduce(0) { $0 + $1.bridged } }

    /// Lets go of what is held.
    func release() {
        _ = state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
    }

    /// How many packets don't follow the one before within what the seam allows.
    var gaps: Int {
        zip(packets, packets.dropFirst()).count { first, second in
            let duration = Double(first.frames) / 48_000 * 1e9
            return abs(Double(second.time - first.time) - duration) > duration * CaptureAudioPacket.largestCorrection
                + 2
        }
    }

    func capture(_ sound: CaptureAudioPacket) {
        var bytes = [UInt8](repeating: 0, count: CMBlockBufferGetDataLength(sound.data))
        CMBlockBufferCopyDataBytes(sound.data, atOffset: 0, dataLength: bytes.count, destination: &bytes)
        let packet = Packet(
            time: sound.presentationTime.value,
            frames: sound.frameCount,
            bridged: sound.bridgedFrames,
            isSilent: bytes.allSatisfy { $0 == 0 }
        )
        state.withLock { state in
            state.packets.append(packet)
            if holds { state.held.append(sound) }
        }
    }

    func captureEvent(_ event: CaptureStreamEvent) {
        let word =
            switch event {
            case .stalled: "stalled"
            case .resumed: "resumed"
            case .disconnected: "disconnected"
            case .failed(let error): "failed \(error.kind)"
            }
        state.withLock { $0.events.append(word) }
    }
}

/// A machine whose cards a test plugs in and out.
final class ScriptedAudioSystem: AudioSystem {
    struct State: Sendable {
        var inputs: [MicrophoneDescription] = []
        var hidden = false
        var errors: [String: CaptureDriverError.Kind] = [:]
        var inUse: [String: InputFormat] = [:]
        var opened: [String] = []
        /// The inputs that answer only once `answer` is signalled.
        var hanging: Set<String> = []
        /// Counts the cards that were ever plugged in.
        var life = 0
    }

    static let webcam = MicrophoneDescription(id: "hw:CARD=Webcam,DEV=0", name: "Webcam: USB Audio", card: 1, device: 0)
    static let format = InputFormat(
        format: CaptureAudioFormat(sampleRate: 48_000, channels: 1, sampleFormat: .int16),
        encoding: .s16
    )

    let state = Mutex(State())
    let answer = DispatchSemaphore(value: 0)
    /// The card that was opened last.
    let card = Mutex<ScriptedCard?>(nil)

    private func hang(_ name: String) {
        if state.withLock({ $0.hanging.contains(name) }) { answer.wait() }
    }

    func inputs() -> (found: [MicrophoneDescription], hasInaccessible: Bool) {
        state.withLock { ($0.inputs, $0.hidden) }
    }

    func identity(ofCard card: Int) -> CardIdentity {
        CardIdentity(transportType: CardIdentity.transportType(bus: "usb"), modelID: "USB Audio VendorID_1 ProductID_2")
    }

    func formats(of name: String) throws(CaptureDriverError) -> [InputFormat] {
        let kind = state.withLock { state in
            state.opened.append(name)
            return state.errors[name]
        }
        hang(name)
        if let kind { throw CaptureDriverError(kind: kind, operation: "snd_pcm_open", device: name, advice: "") }
        return [Self.format]
    }

    func formatInUse(of input: MicrophoneDescription) -> InputFormat? {
        state.withLock { $0.inUse[input.id] }
    }

    func open(_ name: String, _ format: InputFormat, packetFrames: Int) throws(CaptureDriverError) -> any CapturePCM {
        if let kind = state.withLock({ $0.errors[name] }) {
            throw CaptureDriverError(kind: kind, operation: "snd_pcm_open", device: name, advice: "")
        }
        hang(name)
        let made = ScriptedCard()
        card.withLock { $0 = made }
        return made
    }

    func life(ofCard card: Int) -> UInt64? {
        state.withLock { $0.inputs.isEmpty ? nil : UInt64($0.life) }
    }
}
