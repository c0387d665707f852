import Foundation
import Synchronization
import Testing

@testable import AudioToolbox

@Suite("System sounds")
struct SystemSoundTests {
    /// A WAV file.
    private func wave(_ samples: [Int16], channels: Int = 1, rate: Int = 8000) -> Data {
        func little(_ number: Int, _ size: Int) -> Data {
            Data((0..<size).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
        }
        let content = samples.reduce(into: Data()) { $0 += little(Int($1), 2) }
        let format =
            little(1, 2) + little(channels, 2) + little(rate, 4) + little(rate * channels * 2, 4)
            + little(channels * 2, 2)
            + little(16, 2)
        let chunks = Data("fmt ".utf8) + little(16, 4) + format + Data("data".utf8) + little(content.count, 4) + content
        return Data("RIFF".utf8) + little(chunks.count + 4, 4) + Data("WAVE".utf8) + chunks
    }

    /// Hears sounds, and can be held.
    private final class Listener: SoundOutput {
        let heard = Mutex<[SystemSound]>([])
        let gate = DispatchSemaphore(value: 0)
        let isHeld: Bool

        init(isHeld: Bool = false) {
            self.isHeld = isHeld
        }

        func play(_ sound: SystemSound) {
            if isHeld { gate.wait() }
            heard.withLock { $0.append(sound) }
        }
    }

    @Test(
        "The shutter is heard, other numbers are silent, and both are over in the end",
        arguments: [1108, 1999, 4095]
    )
    func builtIn(_ number: UInt32) async {
        let listener = Listener()
        let player = SystemSoundPlayer(output: listener)
        await withCheckedContinuation { continuation in player.play(number) { continuation.resume() } }
        #expect(listener.heard.withLock { $0.count } == (number == 1108 ? 1 : 0))
    }

    @Test("Sounds are as long as they should be, and heard")
    func shape() {
        for sound in SystemSound.builtIn.values {
            #expect(sound.duration < 0.3)
            #expect((sound.samples.map(\.magnitude).max() ?? 0) > 2000)
        }
    }

    @Test("A device that does not take sound holds up nobody, and only a few sounds wait")
    func stuckDevice() async {
        let listener = Listener(isHeld: true)
        let player = SystemSoundPlayer(output: listener)
        for _ in 0..<20 { player.play(1108, completion: nil) }
        for _ in 0..<20 { listener.gate.signal() }
        await withCheckedContinuation { continuation in player.play(4095) { continuation.resume() } }
        #expect(listener.heard.withLock { $0.count } == 4)
    }

    @Test("A client's file has a number until it is disposed of")
    func clientSound() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).wav")
        defer { try? FileManager.default.removeItem(at: url) }
        try wave([1, -2, 300]).write(to: url)
        var number: SystemSoundID = 0
        #expect(AudioServicesCreateSystemSoundID(url as CFURL, &number) == kAudioServicesNoError)
        #expect(number >= 5000)
        #expect(AudioServicesDisposeSystemSoundID(number) == kAudioServicesNoError)
        #expect(AudioServicesDisposeSystemSoundID(number) != kAudioServicesNoError)
        try wave([Int16](repeating: 1, count: 4000 * 31), rate: 4000).write(to: url)
        #expect(
            AudioServicesCreateSystemSoundID(url as CFURL, &number)
                == kAudioServicesSystemSoundExceededMaximumDurationError
        )
    }

    @Test("Channels are added up; what is no WAV file has no sound")
    func waves() throws {
        #expect(SystemSound(wave: wave([100, 300, -50, 50], channels: 2))?.samples == [200, 0])
        #expect(SystemSound(wave: wave([7]))?.rate == 8000)
        let whole = wave([1, 2, 3, 4, 5])
        #expect(SystemSound(wave: whole.prefix(whole.count - 3))?.samples == [1, 2, 3])
        for count in 0..<44 { #expect(SystemSound(wave: whole.prefix(count)) == nil) }
        #expect(SystemSound(wave: wave([1], rate: 1)) == nil)
    }
}
