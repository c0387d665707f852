import CaptureDriver
import CoreMedia
import Foundation
import SimulatedDriver
import Synchronization
import Testing

/// Remembers what a microphone delivers.
final class AudioRecorder: CaptureAudioSink {
    struct Packet: Sendable {
        var time: CMTime
        var frames: Int
        var bridged: Int
        var format: CaptureAudioFormat
        var description: CMFormatDescription
        /// All channels interleaved, full scale at 1.
        var samples: [Float]
    }

    private struct State: Sendable {
        var packets: [Packet] = []
        var events: [String] = []
        var held: [CaptureAudioPacket] = []
    }

    private let state = Mutex(State())
    private let holds: Bool

    /// - Parameter holds: whether to keep the buffers.
    init(holds: Bool = false) {
        self.holds = holds
    }

    var packets: [Packet] { state.withLock { $0.packets } }
    var events: [String] { state.withLock { $0.events } }
    var frames: Int { packets.reduce(0) { $0 + $1.frames } }
    var bridged: Int { packets.reduce(0) { $0 + $1.bridged } }

    /// One channel of everything, bridges included.
    func channel(_ channel: Int = 0) -> [Float] {
        packets.flatMap { packet in
            stride(from: channel, to: packet.samples.count, by: packet.format.channels).map { packet.samples[$0] }
        }
    }

    /// The greatest distance between a packet's time and the end of the packet before, in nanoseconds, at a true rate.
    func largestGap(rate: Double) -> Int64 {
        zip(packets, packets.dropFirst()).map { first, second in
            let end = first.time.value + Int64((Double(first.frames) / rate * 1e9).rounded())
            return abs(second.time.value - end)
        }.max() ?? 0
    }

    func forget() {
        let held = state.withLock { state in
            defer { state = State() }
            return state.held
        }
        _ = held
    }

    func capture(_ packet: CaptureAudioPacket) {
        guard let stream = CMAudioFormatDescriptionGetStreamBasicDescription(packet.formatDescription)?.pointee,
            let format = CaptureAudioFormat(stream)
        else { return }
        #expect(CMBlockBufferGetDataLength(packet.data) == packet.frameCount * format.bytesPerFrame)
        var bytes = [Int16](repeating: 0, count: packet.frameCount * format.channels)
        let count = bytes.count * 2
        CMBlockBufferCopyDataBytes(packet.data, atOffset: 0, dataLength: count, destination: &bytes)
        let entry = Packet(
            time: packet.presentationTime,
            frames: packet.frameCount,
            bridged: packet.bridgedFrames,
            format: format,
            description: packet.formatDescription,
            samples: bytes.map { Float($0) / 32_767 }
        )
        state.withLock { state in
            state.packets.append(entry)
            if holds { state.held.append(packet) }
        }
    }

    func captureEvent(_ event: CaptureStreamEvent) {
        state.withLock { $0.events.append("\(event)") }
    }
}

/// A simulated phone on a clock that stands still, with its microphone.
struct AudioBench {
    let clock = ManualCaptureClock()
    let phone: SimulatedPhone
    let recorder: AudioRecorder
    let handle: any CaptureDeviceHandle

    init(
        _ profile: SimulatedPhone.Profile = .iphone,
        audio: SimulatedAudio = SimulatedAudio(),
        faults: FaultScript? = nil,
        isAllowed: Bool = true,
        holds: Bool = false
    ) throws {
        phone = SimulatedPhone(profile: profile, audio: audio, clock: clock, faults: faults)
        if isAllowed { phone.setAuthorization(.authorized, for: .audio) }
        recorder = AudioRecorder(holds: holds)
        handle = try phone.microphoneDriver.open(try #require(phone.microphoneDriver.devices().first).id)
    }

    /// Starts a stream in the first format with so many channels.
    @discardableResult
    func start(channels: Int = 1, rate: Double = 48_000, packetFrames: Int = 0) throws -> CaptureAudioConfiguration {
        let format = try #require(
            handle.description.audioFormats.first { $0.channels == channels && $0.sampleRate == rate }
        )
        return try handle.startAudioStream(
            CaptureAudioRequest(format: format, packetFrames: packetFrames),
            sink: recorder
        )
    }
}
