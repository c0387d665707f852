import AVFoundation
import MovieValidators
import Testing

@Suite("Sound that asset readers give")
struct AssetReaderAudioTests {
    let studio: MovieStudio

    init() throws {
        studio = try MovieStudio()
    }

    private static var sound: [String: Any] { [AVFormatIDKey: kAudioFormatLinearPCM] }

    /// The frames of 16-bit samples.
    private func frames(_ samples: [CMSampleBuffer]) throws -> [Int16] {
        try samples.flatMap { sample -> [Int16] in
            let data = try #require(sample.dataBuffer)
            var values = [Int16](repeating: 0, count: data.dataLength / 2)
            try values.withUnsafeMutableBytes { try data.copyDataBytes(to: $0) }
            return values
        }
    }

    @Test("Sound decoded, to the frame")
    func sound() async throws {
        let url = try await studio.record("movie.mp4")
        let opened = try OpenedReader(url, .audio, Self.sound)
        let samples = opened.rest()
        #expect(opened.reader.status == .completed && samples.first?.presentationTimeStamp == .zero)
        let whole = try frames(samples)
        #expect(abs(whole.count - 96_000) <= 1024)
        // 440 Hz: 880 changes of sign a second.
        let changes = zip(whole, whole.dropFirst()).filter { ($0 < 0) != ($1 < 0) }.count
        #expect(abs(changes - 1760) < 20)

        let range = CMTimeRange(start: CMTime(value: 1, timescale: 2), duration: CMTime(value: 1, timescale: 4))
        let pieces = try OpenedReader(url, .audio, Self.sound, range).rest()
        let piece = try frames(pieces)
        #expect(pieces.first?.presentationTimeStamp == range.start && piece.count == 12_000)
        let differences = zip(piece, whole[24_000..<36_000]).map { abs(Int($0) - Int($1)) }
        #expect(differences.max() ?? 0 < 200, "a part sounds as it does in the whole")
    }

    @Test("Sound in other layouts")
    func soundLayouts() async throws {
        let url = try await studio.record("movie.mp4")
        var settings = Self.sound
        settings[AVSampleRateKey] = 16_000
        settings[AVNumberOfChannelsKey] = 2
        settings[AVLinearPCMIsFloatKey] = true
        settings[AVLinearPCMBitDepthKey] = 32
        settings[AVLinearPCMIsNonInterleaved] = true
        let samples = try OpenedReader(url, .audio, settings).rest()
        let stream = try #require(samples.first?.formatDescription?.audioStreamBasicDescription)
        #expect(stream.mSampleRate == 16_000 && stream.mChannelsPerFrame == 2 && stream.mBytesPerFrame == 4)
        #expect(abs(samples.map(\.numSamples).reduce(0, +) - 32_000) < 400)
        #expect(samples.allSatisfy { $0.dataBuffer?.dataLength == $0.numSamples * 8 })
        for (sample, next) in zip(samples, samples.dropFirst()) {
            let end = sample.presentationTimeStamp + CMTime(value: CMTimeValue(sample.numSamples), timescale: 16_000)
            #expect(end == next.presentationTimeStamp)
        }
    }

    @Test("Sound files: uncompressed and back", arguments: [AVFileType.wav, .m4a])
    func soundFiles(fileType: AVFileType) async throws {
        let isCompressed = fileType == .m4a
        let settings: [String: Any] =
            isCompressed
            ? [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1]
            : [
                AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1,
                AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false, AVLinearPCMIsBigEndianKey: false,
                AVLinearPCMIsNonInterleaved: false,
            ]
        let writer = try AVAssetWriter(outputURL: studio.url("sound"), fileType: fileType)
        let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
        input.expectsMediaDataInRealTime = true
        writer.add(input)
        try #require(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        for number in 0..<15 {
            #expect(input.append(try Tone.packet(number, frameCount: 1600, at: MovieStudio.time(number))))
        }
        await writer.finishWriting()
        let asset = AVURLAsset(url: studio.url("sound"))
        let duration = try await asset.load(.duration)
        #expect(abs(duration.seconds - 0.5) < 0.03)
        let values = try frames(OpenedReader(studio.url("sound"), .audio, Self.sound).rest())
        #expect(abs(values.count - 24_000) <= 1024)
        // What the writer's resampler does to the ends is its affair.
        let expected = (0..<24_000).map { Int(8000 * sin(Double($0) * 2 * .pi * 440 / 48_000)) }
        let differences = zip(values, expected).dropFirst(2000).dropLast(2000).map { abs(Int($0) - $1) }
        #expect(differences.max() ?? .max < (isCompressed ? 600 : 100))
    }
}
