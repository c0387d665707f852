import CaptureDriver
import CoreMedia
import Foundation
import Synchronization

/// Remembers what a microphone delivers, and can be slow.
final class SoundRecord: CaptureAudioSink {
    struct Packet: Sendable {
        var time: Double
        var frames: Int
        var bridged: Int
        /// The first channel.
        var samples: [Int16]
    }

    private struct State: Sendable {
        var packets: [Packet] = []
        var events: [String] = []
        var stall = 0.0
    }

    private let state = Mutex(State())
    private let beacon = NSCondition()

    var packets: [Packet] { state.withLock { $0.packets } }
    var events: [String] { state.withLock { $0.events } }
    var frames: Int { packets.reduce(0) { $0 + $1.frames } }
    var bridged: Int { packets.reduce(0) { $0 + $1.bridged } }

    /// How many packets don't follow the one before within what the seam allows.
    var gaps: Int {
        zip(packets, packets.dropFirst()).count { first, second in
            let duration = Double(first.frames) / 48_000
            return abs(second.time - first.time - duration) > duration * CaptureSound.largestCorrection + 2e-9
        }
    }

    /// Lets the next call take so many seconds.
    func stallOnce(seconds: Double) {
        state.withLock { $0.stall = seconds }
    }

    /// Waits until something holds; whether it does.
    func wait(atMost seconds: Double = 20, until holds: (SoundRecord) -> Bool) -> Bool {
        let deadline = Date(timeIntervalSinceNow: seconds)
        beacon.lock()
        defer { beacon.unlock() }
        while !holds(self) {
            if !beacon.wait(until: deadline) { return holds(self) }
        }
        return true
    }

    func capture(_ sound: CaptureSound) {
        var samples = [Int16](repeating: 0, count: sound.frameCount * 2)
        CMBlockBufferCopyDataBytes(sound.data, atOffset: 0, dataLength: samples.count * 2, destination: &samples)
        let packet = Packet(
            time: sound.presentationTime.seconds,
            frames: sound.frameCount,
            bridged: sound.bridgedFrames,
            samples: stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
        )
        let stall = state.withLock { state in
            state.packets.append(packet)
            defer { state.stall = 0 }
            return state.stall
        }
        if stall > 0 { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + stall) }
        light()
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
