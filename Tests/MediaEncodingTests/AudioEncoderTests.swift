import CoreMedia
import Foundation
import MediaEncoding
import MovieValidators
import Testing

@Suite("Encoding sound")
struct AudioEncoderTests {
    private func write(
        _ made: (samples: [EncodedSample], format: CMFormatDescription),
        to url: URL,
        _ container: MovieContainer,
        start: CMTime? = .zero,
        end: CMTime? = nil
    ) throws {
        let file = try MovieFile(
            MovieFileSettings(url: url, container: container, tracks: [MovieTrack(format: made.format)])
        )
        if let start { try file.start(at: start) }
        for sample in made.samples { try file.append(sample, track: 0) }
        try file.finish(endTime: end)
    }

    @Test(
        "A tone keeps its pitch, its place and its length",
        arguments: [
            (AudioEncoderSettings(codec: .aac, channels: 1), MovieContainer.m4a),
            (AudioEncoderSettings(codec: .aac, channels: 2), .mp4),
            (AudioEncoderSettings(codec: .aac, sampleRate: 44_100, channels: 2), .mov),
            (AudioEncoderSettings(codec: .opus, channels: 2), .mp4),
            (AudioEncoderSettings(codec: .pcm(.init()), channels: 1), .mov),
            (AudioEncoderSettings(codec: .pcm(.init(bitsPerChannel: 24, isBigEndian: true)), channels: 2), .mov),
            (AudioEncoderSettings(codec: .pcm(.init(bitsPerChannel: 32, isFloat: true)), channels: 1), .caf),
            (AudioEncoderSettings(codec: .pcm(.init()), sampleRate: 16_000, channels: 1), .wav),
        ]
    )
    func tone(settings: AudioEncoderSettings, container: MovieContainer) throws {
        let folder = try TestFolder()
        let url = folder.url("a.\(container.rawValue)")
        try write(TestMedia.sound(1, settings: settings), to: url, container)
        let validator = MovieFileValidator(url)
        let report = try validator.report()
        // ffprobe says of every uncompressed CAF file that it estimates its length, of its own ones, too.
        #expect(report.warnings.filter { !$0.hasPrefix("[caf ") } == [])
        #expect(try validator.decodingErrors() == [])
        let stream = try #require(report.audio.first)
        #expect(stream.channels == settings.channels)
        #expect(abs((stream.duration ?? 0) - 1) < 0.002)
        let sound = try validator.sound()
        #expect(sound.sampleRate == settings.sampleRate)
        #expect(abs(Double(sound.samples.count) / sound.sampleRate - 1) < 0.025)
        #expect(TestMedia.strength(of: 440, in: sound.samples, rate: sound.sampleRate) > 0.99)
        // The first period rises from zero: nothing was shifted.
        let loud = try #require(sound.samples.firstIndex { abs(Int($0)) > 1600 })
        #expect(sound.time(of: loud) < 0.002)
        let peak = sound.samples.dropFirst(4800).dropLast(4800).max() ?? 0
        #expect((9_200...10_800).contains(peak))
    }

    @Test("A gap becomes silence of the same length, and what is there twice is heard once")
    func gaps() throws {
        let encoder = try AudioEncoder(AudioEncoderSettings(codec: .pcm(.init()), channels: 1))
        var samples: [EncodedSample] = []
        func append(_ milliseconds: Int) throws {
            samples += try encoder.encode(
                TestMedia.tone(from: 0, count: 480),
                format: TestMedia.description(),
                frameCount: 480,
                at: CMTime(value: Int64(milliseconds), timescale: 1000)
            )
        }
        for number in 0..<50 { try append(number * 10) }
        for number in 0..<50 { try append(700 + number * 10) }
        for number in 0..<50 { try append(1100 + number * 10) }
        samples += try encoder.finish()
        #expect(abs(encoder.bridgedFrames - 9600) < 5)
        #expect(abs(encoder.trimmedFrames - 4800) < 5)
        let frames = samples.reduce(0) { $0 + $1.byteCount / 2 }
        #expect(abs(frames - 76_800) < 10)
        #expect(
            zip(samples, samples.dropFirst()).allSatisfy { $0.presentationTime + $0.duration == $1.presentationTime }
        )
    }

    @Test("R-REC: a microphone that is off by 200 millionths stays in step", arguments: [200.0, -200])
    func drift(partsPerMillion: Double) throws {
        let encoder = try AudioEncoder(AudioEncoderSettings(codec: .pcm(.init()), channels: 1))
        let sound = try TestMedia.tone(from: 0, count: 4800)
        var frames = 0
        for number in 0..<1200 {
            let time = Double(number) * 0.1 * (1 + partsPerMillion / 1e6)
            let samples = try encoder.encode(
                sound,
                format: TestMedia.description(),
                frameCount: 4800,
                at: CMTime(seconds: time, preferredTimescale: 1_000_000_000)
            )
            frames += samples.reduce(0) { $0 + $1.byteCount / 2 }
        }
        frames += try encoder.finish().reduce(0) { $0 + $1.byteCount / 2 }
        let wanted = 120 * (1 + partsPerMillion / 1e6)
        #expect(abs(Double(frames) / 48_000 - wanted) < 0.005)
        #expect(encoder.bridgedFrames == 0 && encoder.trimmedFrames == 0)
    }

    @Test(
        "R-REC: a microphone that is off and whose times jitter is stretched without a click",
        arguments: [300.0, -300]
    )
    func smooth(partsPerMillion: Double) throws {
        let encoder = try AudioEncoder(AudioEncoderSettings(codec: .pcm(.init()), channels: 1))
        var sound: [Int16] = []
        for number in 0..<2000 {
            let jitter = number % 3 == 0 ? 0.002 : -0.001
            let time = 10 + Double(number) * 0.01 * (1 + partsPerMillion / 1e6) + jitter
            let samples = try encoder.encode(
                TestMedia.tone(from: number * 480, count: 480),
                format: TestMedia.description(),
                frameCount: 480,
                at: CMTime(seconds: time, preferredTimescale: 1_000_000_000)
            )
            for sample in samples { sample.withUnsafeBytes { sound += Array($0.bindMemory(to: Int16.self)) } }
        }
        #expect(encoder.bridgedFrames == 0 && encoder.trimmedFrames == 0)
        // A sine wave bends by at most 33 of its units from frame to frame; a click bends by hundreds.
        let tone = sound.dropFirst(480).map(Int.init)
        try #require(tone.count > 900_000)
        let bends = zip(zip(tone, tone.dropFirst()), tone.dropFirst(2)).map { abs($0.0 - 2 * $0.1 + $1) }
        #expect((bends.max() ?? 0) < 60)
    }

    @Test("A gap of minutes is bridged in small pieces, and one of hours is a mistaken clock")
    func longGaps() throws {
        let encoder = try AudioEncoder(AudioEncoderSettings(codec: .pcm(.init()), sampleRate: 8000, channels: 1))
        func append(_ seconds: Double) throws -> Int {
            try encoder.encode(
                TestMedia.tone(from: 0, count: 160, rate: 8000),
                format: TestMedia.description(rate: 8000),
                frameCount: 160,
                at: CMTime(seconds: seconds, preferredTimescale: 1000)
            ).reduce(0) { $0 + $1.byteCount / 2 }
        }
        var frames = try append(1)
        frames += try append(601)
        #expect(abs(frames - 600 * 8000) < 3000)
        for seconds in [10_000.0, -10_000] {
            let error = #expect(throws: MediaEncodingError.self) { try append(seconds) }
            #expect(error?.kind == .invalidSample && error?.advice.isEmpty == false)
        }
        frames += try append(601.02)
        frames += try encoder.finish().reduce(0) { $0 + $1.byteCount / 2 }
        #expect(abs(frames - 600 * 8000 - 320) < 100)
    }

    @Test("The format may change while recording: a headset takes over")
    func change() throws {
        let folder = try TestFolder()
        let encoder = try AudioEncoder(AudioEncoderSettings(codec: .aac, channels: 2))
        var samples: [EncodedSample] = []
        for number in 0..<100 {
            let isHeadset = (30..<60).contains(number)
            let rate = isHeadset ? 16_000.0 : 48_000
            let count = isHeadset ? 160 : 480
            samples += try encoder.encode(
                TestMedia.tone(from: number * count, count: count, rate: rate, channels: isHeadset ? 1 : 2),
                format: TestMedia.description(rate: rate, channels: isHeadset ? 1 : 2),
                frameCount: count,
                at: CMTime(value: Int64(number), timescale: 100)
            )
        }
        samples += try encoder.finish()
        let url = folder.url("a.m4a")
        try write((samples, #require(encoder.formatDescription)), to: url, .m4a)
        let sound = try MovieFileValidator(url).sound()
        #expect(abs(sound.samples.count - 48_000) < 1100)
        #expect(TestMedia.strength(of: 440, in: sound.samples, rate: 48_000) > 0.97)
    }

    @Test("Sound ends where it is told to: cut, or silent")
    func end() throws {
        for (end, frames) in [(0.35, 16_800...23_999), (0.495, 23_760...23_760), (0.6, 28_800...28_800)] {
            let encoder = try AudioEncoder(AudioEncoderSettings(codec: .pcm(.init()), channels: 1))
            var count = 0
            for number in 0..<5 {
                count += try encoder.encode(
                    TestMedia.tone(from: 0, count: 4800),
                    format: TestMedia.description(),
                    frameCount: 4800,
                    at: CMTime(value: Int64(number), timescale: 10)
                ).reduce(0) { $0 + $1.byteCount / 2 }
            }
            count += try encoder.finish(at: CMTime(seconds: end, preferredTimescale: 48_000))
                .reduce(0) { $0 + $1.byteCount / 2 }
            // What the encoder has taken already cannot be cut any more.
            #expect(frames.contains(count), "\(end): \(count)")
        }
    }

    @Test("Settings that nothing makes are refused with words")
    func refusals() {
        #expect(throws: MediaEncodingError.self) {
            try AudioEncoder(AudioEncoderSettings(codec: .opus, sampleRate: 44_100))
        }
        #expect(throws: MediaEncodingError.self) {
            try AudioEncoder(AudioEncoderSettings(codec: .pcm(.init(bitsPerChannel: 12))))
        }
        #expect(AudioEncoder.isAvailable(.aac))
    }
}
