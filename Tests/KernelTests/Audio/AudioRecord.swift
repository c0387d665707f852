import CaptureDriver
import CoreMedia
import Foundation
import Synchronization

/// Remembers what a microphone delivers, and can be slow.
final class AudioRecord: CaptureAudioSink {
    struct Packet: Sendable {
        var time: Double
        var frames: Int
        var bridged: Int
    }

    /// From here on a sample is part of a click.
    private static let loudness = 10_000

    private struct State: Sendable {
        var packets: [Packet] = []
        var events: [String] = []
        var clicks: [Double] = []
        var stall = 0.0
    }

    private let state = Mutex(State())
    private let beacon = NSCondition()

    var packets: [Packet] { state.withLock { $0.packets } }
    var events: [String] { state.withLock { $0.events } }
    /// When clicks began, in seconds.
    var clicks: [Double] { state.withLock { $0.clicks } }
    var frames: Int { packets.reduce(0) { $0 + $1.frames } }
    var bridged: Int { packets.reduce(0) { $0 + $1.bridged } }

    /// How many packets don't follow the one before within what the seam allows.
    var gaps: Int {
        zip(packets, packets.dropFirst()).count { first, second in
            let duration = Double(first.frames) / 48_000
            return abs(second.time - first.time - duration) > duration * CaptureAudioPacket.largestCorrection + 2e-9
        }
    }

    /// Lets the next call take so many seconds.
    func stallOnce(seconds: Double) {
        state.withLock { $0.stall = seconds }
    }

    /// Waits until something holds; whether it does.
    func wait(atMost seconds: Double = 60, until holds: (AudioRecord) -> Bool) -> Bool {
        let deadline = Date(timeIntervalSinceNow: seconds)
        beacon.lock()
        defer { beacon.unlock() }
        while !holds(self) {
            if !beacon.wait(until: deadline) { return holds(self) }
        }
        return true
    }

    func capture(_ sound: CaptureAudioPacket) {
        let packet = Packet(
            time: sound.presentationTime.seconds,
            frames: sound.frameCount,
            bridged: sound.bridgedFrames
        )
        let clicks = Self.clicks(sound, from: packet.time)
        let stall = state.withLock { state in
            state.packets.append(packet)
            for click in clicks where click - (state.clicks.last ?? 0) > 0.1 { state.clicks.append(click) }
            defer { state.stall = 0 }
            return state.stall
        }
        if stall > 0 { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + stall) }
        light()
    }

    /// When the first channel is loud: found here, and quickly, as the driver waits.
    private static func clicks(_ sound: CaptureAudioPacket, from time: Double) -> [Double] {
        var bytes: UnsafeMutablePointer<CChar>?
        CMBlockBufferGetDataPointer(
            sound.data,
            atOffset: 0,
            lengthAtOffsetOut: nil,
            totalLengthOut: nil,
            dataPointerOut: &bytes
        )
        guard let bytes else { return [] }
        let samples = UnsafeRawPointer(bytes).assumingMemoryBound(to: Int16.self)
        var frame = 0
        while frame < sound.frameCount {
            if abs(Int(samples[2 * frame])) > loudness { return [time + Double(frame) / 48_000] }
            frame += 1
        }
        return []
    }

    func captureEvent(_ event: CaptureStreamEvent) {
        state.withLock { $0.events.append("\(event)") }
        light()
    }

    private func light() {
        beacon.lock()
        beacon.broadcast()
        beacon.unlock()
    }
}
