import CaptureDriver
import CaptureDriverConformance
import CoreMedia
import Foundation
import Testing

@testable import ALSADriver

extension KernelTests {
    @Suite("The driver of the kernel's sound cards")
    struct Sound {
        /// In one test, because the driver inspects a card once per plug, as in a program.
        @Test("Conforms to every check")
        func conforms() throws {
            let driver = ALSASoundDriver()
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
                let other = try SoundProgram(capturingFrom: LoopbackCard.input)
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
                #expect(record.wait { $0.bridged > 0 })
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
                // The reader was late by 1.5 s, of which the card's buffer covers half a second at most.
                #expect((0.8...1.9).contains(Double(record.bridged) / 48_000), "\(record.bridged) frames bridged")
            }
        }

        @Test("Clicks that another program plays are heard at the distance at which it plays them")
        func clicks() throws {
            let path = FileManager.default.temporaryDirectory.path + "/clicks.wav"
            defer { try? FileManager.default.removeItem(atPath: path) }
            let spacing = 24_000
            let samples = (0..<5 * spacing).map { $0 % spacing < 48 && $0 >= spacing ? Int16(20_000) : 0 }
            try Data(Self.wav(samples)).write(to: URL(fileURLWithPath: path))
            try streaming { record in
                #expect(record.wait { $0.frames > 24_000 })
                let begin = HostCaptureClock().now.seconds
                let player = try SoundProgram(playing: path, to: LoopbackCard.output)
                defer { player.end() }
                #expect(record.wait { Self.clicks($0.packets).count == 4 })
                let clicks = Self.clicks(record.packets)
                let first = try #require(clicks.first)
                let now = HostCaptureClock().now.seconds
                #expect(first > begin + 0.5 && (clicks.last ?? 0) < now, "\(clicks) between \(begin) and \(now)")
                for (click, next) in zip(clicks, clicks.dropFirst()) {
                    #expect(abs(next - click - 0.5) < 0.01, "\(next - click) s")
                }
                #expect(record.gaps == 0)
            }
        }

        @Test("The default input, if ALSA has one, can be captured from")
        func defaultInput() throws {
            let driver = ALSASoundDriver()
            guard let device = driver.devices().first(where: { $0.id == "default" }) else { return }
            let handle = try driver.open(device.id)
            defer { handle.close() }
            let format = try #require(device.audioFormats.first { $0.channels == 2 && $0.sampleFormat == .int16 })
            let record = SoundRecord()
            _ = try handle.startAudioStream(CaptureAudioRequest(format: format), sink: record)
            #expect(record.wait { $0.frames > 12_000 })
        }

        /// Captures from the card, lets `body` look, and stops.
        private func streaming(_ body: (SoundRecord) throws -> Void) throws {
            let driver = ALSASoundDriver()
            let handle = try driver.open(try LoopbackCard.device(driver).id)
            defer { handle.close() }
            let record = SoundRecord()
            _ = try handle.startAudioStream(CaptureAudioRequest(format: LoopbackCard.format), sink: record)
            try body(record)
        }

        /// When clicks were heard.
        private static func clicks(_ packets: [SoundRecord.Packet]) -> [Double] {
            var found: [Double] = []
            for packet in packets {
                for (index, sample) in packet.samples.enumerated() where abs(Int(sample)) > 10_000 {
                    let time = packet.time + Double(index) / 48_000
                    if let last = found.last, time - last < 0.1 { continue }
                    found.append(time)
                }
            }
            return found
        }

        /// A file with two equal channels.
        private static func wav(_ samples: [Int16]) -> [UInt8] {
            let word = { (value: UInt32) in (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) } }
            let half = { (value: UInt16) in [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)] }
            let size = UInt32(samples.count * 4)
            let header = Array("RIFF".utf8) + word(36 + size) + Array("WAVEfmt ".utf8) + word(16)
            let format = half(1) + half(2) + word(48_000) + word(192_000) + half(4) + half(16)
            let data = samples.flatMap { half(UInt16(bitPattern: $0)) + half(UInt16(bitPattern: $0)) }
            return header + format + Array("data".utf8) + word(size) + data
        }
    }
}
