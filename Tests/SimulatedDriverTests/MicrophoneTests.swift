import CaptureDriver
import CoreMedia
import Foundation
import SimulatedDriver
import Synchronization
import Testing

@Suite("Simulated microphones")
struct MicrophoneTests {
    @Test("Each profile has its microphone, which is not among the cameras")
    func profiles() throws {
        let phone = SimulatedPhone(profile: .iphone, clock: ManualCaptureClock())
        let microphone = try #require(phone.microphoneDriver.devices().first)
        #expect(microphone.name == "iPhone Microphone" && microphone.medium == .audio && microphone.formats.isEmpty)
        #expect(microphone.deviceType == "AVCaptureDeviceTypeMicrophone")
        let usual = CaptureAudioFormat(sampleRate: 48_000, channels: 1, sampleFormat: .int16)
        #expect(microphone.audioFormats.first == usual)
        #expect(!phone.driver.devices().contains { $0.medium == .audio })
        #expect(phone.system.devices().contains(microphone))
        let desk = SimulatedPhone(profile: .webcam, clock: ManualCaptureClock())
        #expect(desk.microphoneDriver.devices().map(\.name) == ["Desk Camera Microphone"])
        #expect(SimulatedPhone(profile: .none, clock: ManualCaptureClock()).system.devices().isEmpty)
    }

    @Test("Packets of 1024 frames follow each other exactly, in all that was promised", arguments: [1, 2])
    func packets(channels: Int) throws {
        let bench = try AudioBench()
        let begin = bench.clock.now
        let configuration = try bench.start(channels: channels)
        #expect(configuration.packetFrames == 1_024)
        bench.clock.advance(bySeconds: 10)
        let packets = bench.recorder.packets
        #expect(packets.count == 480_000 / 1_024)
        #expect(packets.first?.time == begin && bench.recorder.largestGap(rate: 48_000) <= 1)
        #expect(Set(packets.map(\.description)).count == 1)
        #expect(packets.allSatisfy { $0.format == configuration.format && $0.frames == 1_024 && $0.bridged == 0 })
        bench.handle.stopStream()
        bench.clock.advance(bySeconds: 1)
        #expect(bench.recorder.packets.count == packets.count)
    }

    @Test("A clock that drifts shows in the times, not in the packets", arguments: [-200.0, 0, 200])
    func drift(partsPerMillion: Double) throws {
        let bench = try AudioBench(audio: SimulatedAudio(source: .silence, clockDrift: partsPerMillion))
        try bench.start()
        bench.clock.advance(bySeconds: 100)
        let packets = bench.recorder.packets
        let rate = 48_000 * (1 + partsPerMillion / 1e6)
        #expect(bench.recorder.largestGap(rate: rate) <= 1)
        let seconds = try Double(#require(packets.last).time.value - #require(packets.first).time.value) / 1e9
        #expect(abs(Double((packets.count - 1) * 1_024) / seconds - rate) < 0.01)
    }

    @Test("The timecode says which second it is, and where it begins", arguments: [48_000.0, 16_000], [0.0, 150])
    func timecode(rate: Double, drift: Double) throws {
        let bench = try AudioBench(audio: SimulatedAudio(clockDrift: drift))
        try bench.start(rate: rate)
        bench.clock.advance(bySeconds: 4.2)
        let start = try #require(bench.recorder.packets.first).time.value
        let sightings = AudioTimecodeReader.read(bench.recorder.channel(), rate: rate)
        #expect(sightings.map(\.timecode.second) == [1_000, 1_001, 1_002, 1_003])
        for sighting in sightings {
            let heard = start + Int64(Double(sighting.frame) / (rate * (1 + drift / 1e6)) * 1e9)
            let error = heard - Int64(sighting.timecode.second) * 1_000_000_000
            #expect(abs(error) < 300_000, "\(error) ns")
        }
    }

    @Test("A marker is a flash in every camera and a click at the same instant", arguments: [-100.0, 0])
    func syncMarker(drift: Double) throws {
        let bench = try AudioBench(audio: SimulatedAudio(clockDrift: drift))
        bench.phone.setAuthorization(.authorized, for: .video)
        bench.phone.syncMarkerInterval = 1.5
        let begin = bench.clock.now.value * 1_000_000_000
        bench.clock.advance(bySeconds: 0.123_4)
        try bench.start()
        let cameras = [(Recorder(), "Back Camera", Int32(30)), (Recorder(), "Front Camera", 60)]
        var handles: [any CaptureDeviceHandle] = []
        defer { handles.forEach { $0.close() } }
        for (recorder, name, rate) in cameras {
            let id = try #require(bench.phone.driver.devices().first { $0.name == name }).id
            let handle = try bench.phone.driver.open(id)
            let format = try #require(
                handle.description.formats.first { format in
                    format.dimensions.width <= 1_280
                        && format.frameDurations.contains {
                            Int64($0.shortest.timescale) >= Int64(rate) * $0.shortest.value
                        }
                }
            )
            _ = try handle.startStream(
                CaptureStreamRequest(format: format, frameDuration: CMTime(value: 1, timescale: rate)),
                sink: recorder
            )
            handles.append(handle)
        }
        bench.clock.advance(bySeconds: 4)
        let start = try #require(bench.recorder.packets.first).time.value
        let clicks = Self.clicks(bench.recorder.channel()).map {
            start + Int64(Double($0) / (48_000 * (1 + drift / 1e6)) * 1e9) - begin
        }
        #expect(clicks.count == 2)
        for (click, instant) in zip(clicks, [1_500_000_000, 3_000_000_000]) {
            #expect(abs(click - Int64(instant)) < 30_000)
        }
        for (recorder, name, rate) in cameras {
            let flashes = recorder.frames.filter { $0.brightness > 200 }.map { $0.time.value - begin }
            #expect(flashes.count == (rate > 30 ? 4 : 2), "\(name): \(flashes)")
            for instant in [1_500_000_000, 3_000_000_000] as [Int64] {
                let nearest = flashes.map { abs($0 - instant) }.min() ?? .max
                #expect(nearest <= 500_000_001 / Int64(rate), "\(name): \(nearest) ns")
            }
        }
    }

    /// Where clicks begin.
    private static func clicks(_ samples: [Float]) -> [Int] {
        var found: [Int] = []
        for (index, sample) in samples.enumerated() where abs(sample) > 0.5 {
            if let last = found.last, index - last < 4_800 { continue }
            found.append(index)
        }
        return found
    }

    @Test("A file is heard over and over")
    func file() throws {
        let path = FileManager.default.temporaryDirectory.path + "/pinhole-\(UUID().uuidString).wav"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(Self.wav(samples: (0..<4_800).map { Int16($0) }, rate: 48_000)).write(to: URL(fileURLWithPath: path))
        let bench = try AudioBench(audio: SimulatedAudio(source: .file(AudioFile(path: path))))
        try bench.start(channels: 2)
        bench.clock.advance(bySeconds: 1)
        let heard = bench.recorder.channel(1)
        #expect(heard.count > 46_000)
        for (index, sample) in heard.enumerated() { #expect(abs(Int(sample * 32_767) - index % 4_800) <= 1) }
        #expect(throws: AudioFileError.self) { try AudioFile(path: "/dev/null") }
    }

    /// A file with one channel.
    private static func wav(samples: [Int16], rate: UInt32) -> [UInt8] {
        let word = { (value: UInt32) in (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) } }
        let half = { (value: UInt16) in [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)] }
        let size = UInt32(samples.count * 2)
        return Array("RIFF".utf8) + word(36 + size) + Array("WAVEfmt ".utf8) + word(16) + half(1) + half(1) + word(rate)
            + word(rate * 2) + half(2) + half(16) + Array("data".utf8) + word(size)
            + samples.flatMap { half(UInt16(bitPattern: $0)) }
    }

    @Test("Lost sound is bridged with silence of exactly its length", arguments: [0.000_5, 0.1, 2.345])
    func gap(seconds: Double) throws {
        let bench = try AudioBench(faults: FaultScript(events: [.init(.seconds(1), .audioGap(seconds: seconds))]))
        try bench.start()
        bench.clock.advance(bySeconds: 6)
        let recorder = bench.recorder
        #expect(recorder.bridged == Int((seconds * 48_000).rounded()) && recorder.largestGap(rate: 48_000) <= 1)
        for packet in recorder.packets where packet.bridged > 0 {
            #expect(packet.samples.prefix(packet.bridged).allSatisfy { $0 == 0 })
        }
        #expect(recorder.frames == 6 * 48_000 / 1_024 * 1_024 && recorder.events.isEmpty)
    }

    @Test("A stall is told after a second and over with the next packet; what was missed is silence")
    func stall() throws {
        let bench = try AudioBench()
        try bench.start()
        bench.clock.advance(bySeconds: 1)
        bench.phone.apply(.stall(seconds: 3), to: "iPhone Microphone")
        bench.clock.advance(bySeconds: 2)
        let before = bench.recorder.frames
        #expect(before <= 48_000 && bench.recorder.events.count == 1)
        bench.clock.advance(bySeconds: 3)
        #expect(bench.recorder.events.count == 2 && bench.recorder.events.last == "resumed")
        #expect(abs(bench.recorder.bridged - 3 * 48_000) <= 1_024)
        #expect(bench.recorder.largestGap(rate: 48_000) <= 1)
        bench.recorder.forget()
        bench.clock.advance(bySeconds: 0.1)
        bench.phone.apply(.stall(seconds: 11), to: "iPhone Microphone")
        bench.clock.advance(bySeconds: 13)
        #expect(bench.recorder.bridged == 0 && bench.recorder.largestGap(rate: 48_000) > 10_000_000_000)
    }

    @Test("Another route's format takes over without a gap, and gives way again")
    func route() throws {
        let bench = try AudioBench()
        let headset = CaptureAudioFormat(sampleRate: 16_000, channels: 1, sampleFormat: .int16)
        try bench.start(channels: 2)
        bench.clock.advance(bySeconds: 1)
        bench.phone.setAudioFormat(headset)
        bench.clock.advance(bySeconds: 1)
        bench.phone.setAudioFormat(nil)
        bench.clock.advance(bySeconds: 1)
        let packets = bench.recorder.packets
        #expect(Set(packets.map { ObjectIdentifier($0.description) }).count == 3)
        #expect(packets.first?.format.channels == 2 && packets.last?.format.channels == 2)
        #expect(packets.contains { $0.format == headset && $0.frames == 341 })
        for (first, second) in zip(packets, packets.dropFirst()) {
            let end = first.time.value + first.format.nanoseconds(ofFrames: first.frames)
            #expect(abs(second.time.value - end) <= 2)
        }
    }

    @Test("Exclusive, unplugged, busy: as cameras are")
    func opening() throws {
        let bench = try AudioBench()
        let id = bench.handle.description.id
        #expect(throws: CaptureDriverError.self) { try bench.phone.microphoneDriver.open(id) }
        try bench.start()
        let changes = Told()
        let observation = bench.phone.microphoneDriver.observeDevices { changes.record($0) }
        defer { observation.cancel() }
        bench.clock.advance(bySeconds: 0.5)
        bench.phone.unplug(id)
        #expect(bench.recorder.events == ["disconnected"] && bench.phone.microphoneDriver.devices().isEmpty)
        let count = bench.recorder.packets.count
        bench.clock.advance(bySeconds: 1)
        #expect(bench.recorder.packets.count == count)
        bench.phone.plug(id)
        #expect(changes.all == [.disappeared(id), .appeared(bench.handle.description)])
        let error = #expect(throws: CaptureDriverError.self) { try bench.start() }
        #expect(error?.kind == .disconnected)
        try bench.phone.microphoneDriver.open(id).close()
        bench.phone.apply(.deviceBusy(seconds: 1), to: id)
        let busy = #expect(throws: CaptureDriverError.self) { try bench.phone.microphoneDriver.open(id) }
        #expect(busy?.kind == .busy)
    }

    @Test("What the user does not allow is silence; what a call takes is nothing")
    func permission() throws {
        let bench = try AudioBench()
        try bench.start()
        bench.clock.advance(bySeconds: 0.5)
        #expect(bench.recorder.channel().contains { $0 != 0 })
        bench.phone.phoneCall()
        bench.recorder.forget()
        bench.clock.advance(bySeconds: 1)
        #expect(bench.recorder.packets.isEmpty)
        bench.phone.endCall()
        bench.phone.revokePermission(for: .audio)
        bench.clock.advance(bySeconds: 0.5)
        #expect(bench.recorder.frames > 20_000 && bench.recorder.channel().allSatisfy { $0 == 0 })
        #expect(bench.recorder.bridged == 0)
    }

    @Test("Consumers may hold five seconds of sound; who holds more hears silence, and nothing shifts")
    func heldPackets() throws {
        let bench = try AudioBench(holds: true)
        try bench.start()
        bench.clock.advance(bySeconds: 7)
        #expect(bench.recorder.packets.count == 256)
        bench.recorder.forget()
        bench.clock.advance(bySeconds: 1)
        let first = try #require(bench.recorder.packets.first)
        #expect(first.time.value - 1_000_000_000_000 == Int64((256 * 1_024.0 / 48_000 * 1e9).rounded()))
        #expect(bench.recorder.bridged > 0 && bench.recorder.largestGap(rate: 48_000) <= 1)
    }
}

/// Remembers what an observer was told.
private final class Told: Sendable {
    private let changes = Mutex<[CaptureDeviceChange]>([])
    var all: [CaptureDeviceChange] { changes.withLock { $0 } }
    func record(_ change: CaptureDeviceChange) { changes.withLock { $0.append(change) } }
}
