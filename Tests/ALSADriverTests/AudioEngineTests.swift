import CaptureDriver
import Foundation
import LinuxDevices
import Logging
import Synchronization
import Testing

@testable import ALSADriver

/// An engine on a scripted card, turned by hand.
private struct EngineBench {
    let card: ScriptedCard
    let log: AudioSinkLog
    let engine: AudioEngine
    let ends = Ends()

    final class Ends: Sendable {
        let count = Atomic(0)
    }

    init(_ card: ScriptedCard = ScriptedCard(), holds: Bool = false, packetFrames: Int = 1_024) {
        self.card = card
        log = AudioSinkLog(holds: holds)
        engine = AudioEngine(
            input: card,
            format: CaptureAudioFormat(
                sampleRate: 48_000,
                channels: card.configuration.channels,
                sampleFormat: card.encoding.sampleFormat
            ),
            packetFrames: packetFrames,
            device: "scripted",
            sink: log,
            now: { card.now },
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            onDisconnected: { [ends] in ends.count.add(1, ordering: .relaxed) }
        )
        _ = card.start()
    }

    /// Turns the engine while time passes; the last turn's result.
    @discardableResult
    func run(seconds: Double) -> AudioEngine.Turn {
        let end = card.now + Int64(seconds * 1e9)
        var turn = AudioEngine.Turn.again
        while turn == .again, card.now < end {
            let before = card.now
            turn = engine.turn()
            // An input that answers at once, with an error, takes a moment too.
            if card.now == before { card.pass(seconds: 0.01) }
        }
        return turn
    }
}

@Suite("Streams of sound")
struct AudioEngineTests {
    @Test("Packets follow each other without a gap and keep the card's time", arguments: [-200.0, 0, 200])
    func packets(drift: Double) throws {
        let card = ScriptedCard()
        card.drift = drift
        let bench = EngineBench(card)
        bench.run(seconds: 60)
        let packets = bench.log.packets
        #expect(bench.log.gaps == 0 && bench.log.bridged == 0 && bench.log.events.isEmpty)
        #expect(packets.allSatisfy { $0.frames == 1_024 && !$0.isSilent })
        let first = try #require(packets.first)
        #expect(abs(first.time - 5_000_000_000) < 1_500_000)
        let last = try #require(packets.last)
        let truth = 5e9 + Double(packets.count - 1) * 1_024 / (48_000 * (1 + drift / 1e6)) * 1e9
        #expect(abs(Double(last.time) - truth) < 1_500_000)
    }

    @Test("Short reads are put together to whole packets; a card that tells no position is timed by its sound")
    func shortReads() {
        let card = ScriptedCard(channels: 2, encoding: .s24Packed)
        card.readLimit = 100
        card.tellsPosition = false
        let bench = EngineBench(card, packetFrames: 960)
        bench.run(seconds: 5)
        #expect(bench.log.packets.allSatisfy { $0.frames == 960 } && bench.log.gaps == 0 && bench.log.bridged == 0)
        #expect(bench.log.frames > 4 * 48_000)
    }

    @Test("An overrun is bridged with silence of exactly what is missing", arguments: [0.6, 1.234, 7])
    func overrun(seconds: Double) throws {
        let bench = EngineBench()
        bench.run(seconds: 2)
        let before = bench.log.frames
        bench.card.pass(seconds: seconds)
        bench.run(seconds: 2)
        #expect(bench.engine.overruns == 1 && bench.card.recoveries == [-EPIPE])
        #expect(bench.log.gaps == 0 && bench.log.events.isEmpty)
        #expect(bench.log.packets.allSatisfy { ($0.bridged > 0) == $0.isSilent })
        let missing = Int(seconds * 48_000)
        #expect((missing - 48...missing + 2_048).contains(bench.log.bridged), "\(bench.log.bridged)")
        // Sound after the bridge is as much later as time has passed.
        let last = try #require(bench.log.packets.last)
        #expect(abs(last.time - bench.card.now + 21_333_333) < 25_000_000 && bench.log.frames > before)
    }

    @Test("Sound that is lost without an error is bridged too")
    func silentLoss() {
        let bench = EngineBench()
        bench.run(seconds: 2)
        bench.card.isSilent = true
        bench.run(seconds: 0.5)
        bench.card.isSilent = false
        bench.run(seconds: 2)
        #expect(abs(bench.log.bridged - 24_000) < 1_500 && bench.log.gaps == 0 && bench.log.events.isEmpty)
    }

    @Test("A stall is told once, the card is started anew, and what was missed is silence, up to ten seconds")
    func stall() {
        let bench = EngineBench()
        bench.run(seconds: 2)
        bench.card.isSilent = true
        bench.run(seconds: 3)
        #expect(bench.log.events == ["stalled"] && bench.card.recoveries == [-EPIPE])
        bench.card.isSilent = false
        bench.run(seconds: 2)
        #expect(bench.log.events == ["stalled", "resumed"] && bench.log.gaps == 0)
        #expect(abs(bench.log.bridged - 3 * 48_000) < 2_048)
        bench.card.isSilent = true
        bench.run(seconds: 12)
        bench.card.isSilent = false
        bench.run(seconds: 1)
        #expect(abs(bench.log.bridged - 3 * 48_000) < 2_048 && bench.log.gaps == 1)
    }

    @Test("A suspended card is waited for, and an unplugged one ends the stream")
    func suspendedAndUnplugged() {
        let bench = EngineBench()
        bench.run(seconds: 1)
        bench.card.waitErrors = Array(repeating: -ESTRPIPE, count: 20)
        bench.card.recoveryCodes = Array(repeating: -EAGAIN, count: 19)
        bench.run(seconds: 2)
        #expect(bench.log.events.isEmpty && bench.log.gaps == 0 && bench.log.bridged > 0)
        #expect(bench.card.recoveries == Array(repeating: -ESTRPIPE, count: 20) && bench.engine.overruns == 0)
        bench.card.waitErrors = [-ENODEV]
        #expect(bench.run(seconds: 1) == .ended)
        #expect(bench.log.events == ["disconnected"] && bench.ends.count.load(ordering: .relaxed) == 1)
    }

    @Test("A card that only stumbles ends the stream; so does any other error")
    func failures() {
        let stubborn = EngineBench()
        stubborn.card.waitErrors = Array(repeating: -EPIPE, count: 50)
        #expect(stubborn.run(seconds: 60) == .ended)
        #expect(stubborn.card.recoveries.count == AudioEngine.recoveryLimit && stubborn.log.events == ["failed io"])
        let broken = EngineBench()
        broken.card.readErrors = [-EIO]
        #expect(broken.run(seconds: 1) == .ended && broken.log.events == ["failed io"])
    }

    @Test("Consumers that hold all packets hear silence in the place of what they had no room for")
    func heldPackets() {
        let bench = EngineBench(holds: true)
        bench.run(seconds: 7)
        #expect(bench.log.packets.count == AudioPool.limit && bench.log.bridged == 0)
        bench.log.release()
        bench.run(seconds: 1)
        #expect(bench.log.bridged > 48_000 && bench.log.gaps == 0)
    }

    @Test("Told to stop, it turns no more")
    func stop() {
        let bench = EngineBench()
        bench.run(seconds: 0.1)
        bench.engine.stop()
        let count = bench.log.packets.count
        #expect(bench.run(seconds: 1) == .ended && bench.log.packets.count == count && bench.log.events.isEmpty)
        bench.engine.shutDown()
        #expect(bench.card.isClosed)
    }
}

@Suite("Samples of sound cards")
struct SampleConversionTests {
    @Test("Samples that the seam doesn't have become ones that it has, at the same loudness")
    func conversion() {
        let cases: [(SampleEncoding, [UInt8], [Double])] = [
            (.u8, [128, 0, 192], [0, -1, 0.5]),
            (.s24, [0, 0, 0x40, 0xff, 0, 0, 0x80, 0], [0.5, -1]),
            (.s24Packed, [0, 0, 0x40, 0, 0, 0x80], [0.5, -1]),
            (.s16, [0, 0x40, 0, 0x80], [0.5, -1]),
            (.float, [0, 0, 0, 0x3f], [0.5]),
        ]
        for (encoding, bytes, expected) in cases {
            let format = encoding.sampleFormat
            var target = [UInt8](repeating: 0, count: expected.count * format.size)
            let samples = target.withUnsafeMutableBytes { target -> [Double] in
                bytes.withUnsafeBytes { encoding.convert($0, into: target) }
                let native: SampleEncoding =
                    switch format {
                    case .int16: .s16
                    case .int32: .s32
                    case .float32: .float
                    }
                return expected.indices.map { native.sample(UnsafeRawBufferPointer(target), at: $0 * format.size) }
            }
            #expect(samples == expected, "\(encoding)")
        }
    }

    @Test("The kernel's words for a format in use are read")
    func formatInUse() {
        let text =
            "access: RW_INTERLEAVED\nformat: S16_LE\nsubformat: STD\nchannels: 2\nrate: 44100 (44100/1)\nperiod_size: 441\n"
        let format = CaptureAudioFormat(sampleRate: 44_100, channels: 2, sampleFormat: .int16)
        #expect(InputFormat(hardwareParameters: text) == InputFormat(format: format, encoding: .s16))
        #expect(InputFormat(hardwareParameters: "closed\n") == nil)
        #expect(InputFormat(hardwareParameters: "format: DSD_U8\nchannels: 2\nrate: 44100 (1/1)") == nil)
    }
}
