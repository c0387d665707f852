import CoreMedia
import Foundation
import MovieValidators
import Testing

@testable import MediaEncoding

@Suite("Samples that are passed through")
struct PassThroughTests {
    private func write(
        _ samples: [EncodedSample],
        _ format: CMFormatDescription,
        to url: URL,
        _ container: MovieContainer
    ) throws {
        let file = try MovieFile(
            MovieFileSettings(url: url, container: container, tracks: [MovieTrack(format: format)])
        )
        for sample in samples { try file.append(sample, track: 0) }
        #expect(try file.finish() == .indexFirst)
    }

    @Test("A camera's JPEG pictures are stored byte by byte", arguments: [MovieContainer.mov, .mp4])
    func pictures(container: MovieContainer) throws {
        let folder = try TestFolder()
        let url = folder.url("a.\(container.rawValue)")
        let made = try TestMedia.pictures(6, settings: VideoEncoderSettings(codec: .jpeg, width: 162, height: 121))
        try write(made.samples, made.format, to: url, container)
        let report = try MovieFileValidator(url).flawlessReport()
        let stream = try #require(report.video.first)
        #expect(stream.codec == "mjpeg" && stream.width == 162 && stream.height == 121)
        let bytes = try Data(contentsOf: url)
        let packets = try MovieFileValidator(url).packets("v:0")
        try #require(packets.count == 6)
        for (packet, sample) in zip(packets, made.samples) {
            let place = try #require(packet.position)
            #expect(bytes[place..<place + packet.size] == sample.data)
        }
    }

    @Test("HEVC goes into MPEG-4 files, and Opus too", arguments: [VideoCodec.hevc, .h264])
    func modern(codec: VideoCodec) throws {
        let folder = try TestFolder()
        let url = folder.url("a.mp4")
        let pictures = try TestMedia.pictures(30, settings: VideoEncoderSettings(codec: codec, width: 98, height: 74))
        let sound = try TestMedia.sound(1, settings: AudioEncoderSettings(codec: .opus))
        let file = try MovieFile(
            MovieFileSettings(
                url: url,
                container: .mp4,
                tracks: [MovieTrack(format: pictures.format), MovieTrack(format: sound.format)]
            )
        )
        try file.start(at: .zero)
        for (sample, track) in TestMedia.interleaved(pictures.samples, sound.samples) {
            try file.append(sample, track: track)
        }
        try file.finish()
        let report = try MovieFileValidator(url).flawlessReport()
        #expect(report.video.first?.codecTag == (codec == .hevc ? "hvc1" : "avc1"))
        #expect(report.video.first?.frameCount == 30 && report.video.first?.width == 98)
        #expect(report.audio.first?.codec == "opus")
        #expect(abs((report.duration ?? 0) - 1) < 0.03)
    }

    @Test("A sample is its encoder's or its block buffer's memory, not a copy of it")
    func memory() throws {
        let sound = try TestMedia.tone(from: 0, count: 100)
        var whole = 0
        var pointer: UnsafeMutablePointer<CChar>?
        CMBlockBufferGetDataPointer(
            sound,
            atOffset: 0,
            lengthAtOffsetOut: &whole,
            totalLengthOut: nil,
            dataPointerOut: &pointer
        )
        let sample = try EncodedSample(
            block: sound,
            range: 20..<120,
            presentationTime: .zero,
            duration: .invalid,
            isKeyFrame: true
        )
        let original = UnsafeRawPointer(try #require(pointer)) + 20
        #expect(sample.withUnsafeBytes { $0.baseAddress } == original)
        let again = sample.makeBlockBuffer()
        CMBlockBufferGetDataPointer(
            again,
            atOffset: 0,
            lengthAtOffsetOut: &whole,
            totalLengthOut: nil,
            dataPointerOut: &pointer
        )
        #expect(pointer.map { UnsafeRawPointer($0) } == original && whole == 100)
    }

    @Test("An encoder that this machine lacks is no encoder, and the error says what to install")
    func missing() {
        #expect(!VideoEncoderSelection(name: "libnothing", takesBiPlanar: true).opens())
        for codec in VideoCodec.allCases {
            let error = VideoEncoderSelection.missing(codec)
            #expect(error.kind == .encoderMissing && error.advice.contains("libavcodec"))
        }
    }
}
