import CaptureDriver
import CoreMedia
import Synchronization

/// One packet as it was delivered.
struct AudioRecord: Sendable {
    /// When its first frame was heard.
    var time: CMTime
    /// When it was delivered.
    var arrival: CMTime
    var frames: Int
    var bridged: Int
    var bytes: Int
    /// The format; `nil` if it is none of the seam's.
    var format: CaptureAudioFormat?
    var description: ObjectIdentifier

    init(_ packet: CaptureAudioPacket, arrival: CMTime) {
        time = packet.presentationTime
        self.arrival = arrival
        frames = packet.frameCount
        bridged = packet.bridgedFrames
        bytes = CMBlockBufferGetDataLength(packet.data)
        format = CMAudioFormatDescriptionGetStreamBasicDescription(packet.formatDescription)
            .flatMap { CaptureAudioFormat($0.pointee) }
        description = ObjectIdentifier(packet.formatDescription)
    }
}

/// A packet that is held, and what it was when it came.
private struct RetainedAudio: Sendable {
    var packet: CaptureAudioPacket
    var content: [UInt8]

    init(_ packet: CaptureAudioPacket) {
        self.packet = packet
        content = Self.content(of: packet)
    }

    var isIntact: Bool { Self.content(of: packet) == content }

    private static func content(of packet: CaptureAudioPacket) -> [UInt8] {
        let count = CMBlockBufferGetDataLength(packet.data)
        guard count > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            guard let base = buffer.baseAddress else { return }
            CMBlockBufferCopyDataBytes(packet.data, atOffset: 0, dataLength: count, destination: base)
            written = count
        }
    }
}

/// Remembers what a microphone's stream delivers, and holds packets as consumers do.
final class AudioLog: CaptureAudioSink {
    private struct State: Sendable {
        var records: [AudioRecord] = []
        var events: [CaptureStreamEvent] = []
        var held: [RetainedAudio] = []
        var followed = 0
        var isClosed = false
        var lateCalls = 0
        var calls = 0
        var overlaps = 0
    }

    private let clock: any CaptureClock
    private let beacon: ConformanceBeacon
    private let holding: Int
    private let whenCaptured: (@Sendable (Int) -> Void)?
    private let state = Mutex(State())

    /// - Parameters:
    ///   - holding: so many packets are held, the first ones.
    ///   - whenCaptured: called inside of the driver's call with the number of packets so far; may take its time.
    init(
        clock: any CaptureClock,
        beacon: ConformanceBeacon,
        holding: Int = 0,
        whenCaptured: (@Sendable (Int) -> Void)? = nil
    ) {
        self.clock = clock
        self.beacon = beacon
        self.holding = holding
        self.whenCaptured = whenCaptured
    }

    var records: [AudioRecord] { state.withLock { $0.records } }
    var frames: Int { state.withLock { $0.records.reduce(0) { $0 + $1.frames } } }
    var packets: Int { state.withLock { $0.records.count } }
    var events: [CaptureStreamEvent] { state.withLock { $0.events } }
    /// Calls after the log was closed.
    var lateCalls: Int { state.withLock { $0.lateCalls } }
    /// Calls that began before the one before had ended.
    var overlaps: Int { state.withLock { $0.overlaps } }
    /// Packets that came after the stream had ended.
    var followed: Int { state.withLock { $0.followed } }
    /// How many packets are held.
    var heldCount: Int { state.withLock { $0.held.count } }
    /// How many of the packets that are held have changed.
    var damaged: Int { state.withLock { $0.held }.count { !$0.isIntact } }

    var isDisconnected: Bool {
        events.contains { if case .disconnected = $0 { true } else { false } }
    }

    /// For findings.
    var summary: String {
        let events = events
        return "\(packets) packets with \(frames) frames came" + (events.isEmpty ? "" : ", events \(events)")
    }

    /// From now on every call is one too many.
    func close() {
        state.withLock { $0.isClosed = true }
    }

    func capture(_ packet: CaptureAudioPacket) {
        begin()
        let record = AudioRecord(packet, arrival: clock.now)
        let count = state.withLock { state in
            state.records.append(record)
            if !state.events.isEmpty, case .disconnected? = state.events.last { state.followed += 1 }
            if state.held.count < holding { state.held.append(RetainedAudio(packet)) }
            return state.records.count
        }
        whenCaptured?(count)
        end()
    }

    func captureEvent(_ event: CaptureStreamEvent) {
        begin()
        state.withLock { $0.events.append(event) }
        end()
    }

    private func begin() {
        state.withLock { state in
            state.calls += 1
            if state.calls > 1 { state.overlaps += 1 }
            if state.isClosed { state.lateCalls += 1 }
        }
    }

    private func end() {
        state.withLock { $0.calls -= 1 }
        beacon.light()
    }
}

/// Examines a stream's packets: what they are, how they follow each other, and whether the count of frames fits the time.
struct AudioAccounting {
    let records: [AudioRecord]
    let configuration: CaptureAudioConfiguration
    let limits: MicrophoneLimits

    /// All that is wrong, as sentences; of each kind the first few.
    func findings(since begin: CMTime) -> [String] {
        let kinds = [formatFindings, gapFindings, timeFindings(since: begin), countFindings]
        return kinds.flatMap { $0.prefix(3) }
    }

    private var formatFindings: [String] {
        let format = configuration.format
        var found: [String] = []
        for (number, record) in records.enumerated() {
            if record.format != format {
                found.append("Packet \(number) is \(record.format.label), not \(format.label).")
            }
            if record.bytes != record.frames * format.bytesPerFrame || record.frames <= 0 {
                found.append("Packet \(number) has \(record.bytes) bytes for \(record.frames) frames.")
            }
            if !(0...record.frames).contains(record.bridged) {
                found.append(
                    "Packet \(number) says that \(record.bridged) of its \(record.frames) frames are a bridge."
                )
            }
        }
        if Set(records.map(\.description)).count > 1 { found.append("Packets have several format descriptions.") }
        return found
    }

    private var gapFindings: [String] {
        zip(records, records.dropFirst()).enumerated().compactMap { number, pair in
            let duration = Double(pair.0.frames) / configuration.format.sampleRate
            let step = CMTimeSubtract(pair.1.time, pair.0.time).seconds
            // Two nanoseconds for rounding.
            guard abs(step - duration) > duration * CaptureAudioPacket.largestCorrection + 2e-9 else { return nil }
            return "Packet \(number + 1) comes \(step) s after one that lasts \(duration) s."
        }
    }

    private func timeFindings(since begin: CMTime) -> [String] {
        records.enumerated().compactMap { number, record in
            let duration = Double(record.frames) / configuration.format.sampleRate
            let sinceBegin = CMTimeSubtract(record.time, begin).seconds
            let age = CMTimeSubtract(record.arrival, record.time).seconds - duration
            if sinceBegin < -limits.timeError { return "Packet \(number) was heard \(-sinceBegin) s before the start." }
            if age < -limits.timeError { return "Packet \(number) came \(-age) s before its end was heard." }
            if age > limits.latency { return "Packet \(number) came \(age) s after its end was heard." }
            return nil
        }
    }

    private var countFindings: [String] {
        guard let first = records.first, let last = records.last, records.count > 2 else { return [] }
        let frames = records.dropLast().reduce(0) { $0 + $1.frames }
        let rate = Double(frames) / CMTimeSubtract(last.time, first.time).seconds
        let error = rate / configuration.format.sampleRate - 1
        guard abs(error) > limits.rateError else { return [] }
        return ["\(frames) frames came in a time that makes \(rate) frames per second."]
    }
}

extension CaptureAudioFormat {
    /// `48000 Hz, 2 channels, int16`.
    fileprivate var label: String { "\(sampleRate) Hz, \(channels) channels, \(sampleFormat.rawValue)" }
}

extension CaptureAudioFormat? {
    fileprivate var label: String { map(\.label) ?? "no format of a microphone's" }
}
