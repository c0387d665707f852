import CaptureDriver
import CaptureDriverConformance
import CoreMedia
import Foundation
import Testing

@testable import ALSADriver

extension KernelTests {
    @Suite("The driver of the kernel's sound cards")
    struct Audio {
        /// In one test, because the driver inspects a card once per plug, as in a program.
        @Test("Conforms to every check")
        func conforms() throws {
            let driver = ALSACaptureDriver()
            var limits = MicrophoneLimits()
            // A timer of 4 ms counts the loopback card's frames, and there is one processor, emulated.
            limits.rateError = 0.02
            limits.timeError = 0.1
            limits.listening = 1.5
            var subject = MicrophoneSubject(
                name: "The loopback card",
                driver: driver,
                device: try LoopbackCard.device(driver).id,
                clock: HostCaptureClock(),
                waiting: RealTimeWaiting(),
                limits: limits
            )
            subject.examinedFormats = { device in
                let usual = device.audioFormats.filter { $0.sampleRate == 48_000 && $0.channels == 2 }
                return usual + device.audioFormats.filter { $0.sampleRate == 44_100 && $0.channels == 1 }.prefix(1)
            }
            subject.plug = ConformanceSubject.Plug(
                pull: { try LoopbackCard.bind(false) },
                insert: { try LoopbackCard.bind(true) }
            )
            subject.occupyElsewhere = {
                let other = try AudioProgram()
                return { other.end() }
            }
            for check in MicrophoneCheck.allCases {
                do throws(MicrophoneFailure) {
                    try check.run(on: subject)
                } catch {
                    Issue.record(error)
                }
            }
        }

        @Test("A reader that is too late loses sound, which silence of the same length replaces")
        func overrun() throws {
            try streaming { record in
                #expect(record.wait { $0.frames > 48_000 })
                record.stallOnce(seconds: 1.5)
                #expect(record.wait { $0.bridged > 0 && $0.packets.last?.bridged == 0 })
                let frames = record.frames
                #expect(record.wait { $0.frames > frames + 24_000 })
                let packets = record.packets
                #expect(record.gaps == 0 && record.events.isEmpty)
                let first = try #require(packets.first)
                let last = try #require(packets.last)
                let counted = Double(packets.dropLast().reduce(0) { $0 + $1.frames }) / 48_000
                #expect(
                    abs(last.time - first.time - counted) < 0.03,
                    "\(last.time - first.time) s, \(counted) s counted"
                )
                // The reader was late by 1.5 s at least, of which the card's buffer covers half a second at most.
                #expect(record.bridged > 38_400, "\(record.bridged) frames bridged")
            }
        }

        @Test("Clicks that another program plays are heard at the distance at which it plays them")
        func clicks() throws {
            let file = try WaveFile("clicks", pieces: 60, frames: 24_000) { (12_000..<12_048).contains($0) ? 0.6 : 0 }
            defer { file.remove() }
            try streaming { record in
                #expect(record.wait { $0.frames > 24_000 })
                let begin = HostCaptureClock().now.seconds
                let player = try AudioProgram(playing: file.path, to: LoopbackCard.output)
                defer { player.end() }
                #expect(record.wait { $0.clicks.count >= 5 })
                let clicks = record.clicks
                let first = try #require(clicks.first)
                let now = HostCaptureClock().now.seconds
                #expect(first > begin + 0.25 && (clicks.last ?? 0) < now, "\(clicks) between \(begin) and \(now)")
                for (click, next) in zip(clicks, clicks.dropFirst()) {
                    let spacing = (next - click) / 0.5
                    #expect(abs(spacing - spacing.rounded()) < 0.02, "\(clicks)")
                }
                #expect(record.gaps == 0)
            }
        }

        /// Captures from the card, lets `body` look, and stops.
        private func streaming(_ body: (AudioRecord) throws -> Void) throws {
            let driver = ALSACaptureDriver()
            let handle = try driver.open(try LoopbackCard.device(driver).id)
            defer { handle.close() }
            let record = AudioRecord()
            _ = try handle.startAudioStream(CaptureAudioRequest(format: LoopbackCard.format), sink: record)
            try body(record)
        }
    }
}
