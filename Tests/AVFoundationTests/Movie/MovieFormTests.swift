import AVFoundation
import CaptureDriver
import Foundation
import SimulatedDriver
import Testing

extension AVFoundationBehaviour {
    @Suite("What recorded movies are like")
    struct MovieFormTests {
        @Test(
            "R-ROT-3, S-116: rotation is a track matrix, pixels are untouched",
            arguments: [0, 90, 180, 270],
            [AVCaptureDevice.Position.back, .front]
        )
        func rotation(angle: Int, position: AVCaptureDevice.Position) throws {
            let fixture = try MovieFixture()
            defer { fixture.cleanUp() }
            if position == .front {
                fixture.session.beginConfiguration()
                fixture.session.inputs.forEach(fixture.session.removeInput)
                try fixture.fixture.addInput(fixture.fixture.frontCamera)
                fixture.session.commitConfiguration()
            }
            fixture.output.connection(with: .video)?.videoRotationAngle = CGFloat(angle)
            let report = try fixture.record(seconds: 0.2)
            #expect(report.size == [640, 480])
            #expect(report.rotation == angle)
        }

        @Test("S-34: with the photo preset movies are as large as previews")
        func photoPreset() throws {
            let fixture = try MovieFixture(preset: .photo)
            defer { fixture.cleanUp() }
            let connection = try #require(fixture.output.connection(with: .video))
            connection.videoRotationAngle = 90
            #expect(fixture.output.outputSettings(for: connection)[AVVideoWidthKey] as? Int == 1440)
            let report = try fixture.record(seconds: 0.2)
            #expect(report.size == [1440, 1080] && report.rotation == 90)
            #expect(report.matrix.dropFirst(6).first == 1080 << 16)
        }

        @Test("S-112, S-116: mirroring is part of the track matrix")
        func mirroring() throws {
            let fixture = try MovieFixture()
            defer { fixture.cleanUp() }
            let connection = try #require(fixture.output.connection(with: .video))
            connection.automaticallyAdjustsVideoMirroring = false
            connection.isVideoMirrored = true
            let report = try fixture.record(seconds: 0.2)
            #expect(report.size == [640, 480])
            #expect(report.matrix.prefix(2) == [-65536, 0] && report.matrix.dropFirst(4).first == 65536)
        }

        @Test("What is set during a recording counts for the next one")
        func changesDuringRecording() throws {
            let fixture = try MovieFixture()
            defer { fixture.cleanUp() }
            fixture.start("a.mov")
            fixture.run(seconds: 0.2)
            fixture.output.connection(with: .video)?.videoRotationAngle = 90
            fixture.output.stopRecording()
            fixture.settle()
            #expect(try ValidatedMovie(fixture.url("a.mov")).rotation == 0)
            #expect(try fixture.record("b.mov", seconds: 0.2).rotation == 90)
        }

        @Test("S-182: every codec that is on offer makes movies")
        func codecs() throws {
            let fixture = try MovieFixture()
            defer { fixture.cleanUp() }
            let connection = try #require(fixture.output.connection(with: .video))
            let codecs = fixture.output.availableVideoCodecTypes
            #expect(codecs.first == .h264 && codecs.contains(.jpeg))
            for codec in codecs {
                fixture.output.setOutputSettings([AVVideoCodecKey: codec], for: connection)
                #expect(fixture.output.outputSettings(for: connection)[AVVideoCodecKey] as? AVVideoCodecType == codec)
                let report = try fixture.record("\(codec.rawValue).mov", seconds: 0.3)
                #expect(report.videoCodec == [.h264: "h264", .hevc: "hevc", .jpeg: "mjpeg"][codec])
                #expect(report.frameCount >= 8)
                #expect(try report.complaints == [])
            }
            fixture.output.setOutputSettings(nil, for: connection)
            #expect(fixture.output.outputSettings(for: connection)[AVVideoCodecKey] as? AVVideoCodecType == .h264)
        }

        @Test("S-182: a bit rate that is asked for is kept, roughly")
        func bitRate() throws {
            let fixture = try MovieFixture()
            defer { fixture.cleanUp() }
            let connection = try #require(fixture.output.connection(with: .video))
            var rates: [Int] = []
            for rate in [200_000, 2_000_000] {
                fixture.output.setOutputSettings(
                    [
                        AVVideoCodecKey: AVVideoCodecType.h264,
                        AVVideoCompressionPropertiesKey: [AVVideoAverageBitRateKey: rate],
                    ],
                    for: connection
                )
                rates.append(try fixture.record("\(rate).mov", seconds: 2).bitRate)
            }
            #expect(rates[0] * 2 < rates[1])
        }

        @Test("S-182: keys that are not supported stop the program")
        func foreignKeys() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let fixture = try MovieFixture()
                let connection = try #require(fixture.output.connection(with: .video))
                fixture.output.setOutputSettings([AVVideoWidthKey: 320], for: connection)
            }
            expectMessage(result, "NSInvalidArgumentException", "setOutputSettings:forConnection:]", AVVideoWidthKey)
        }

        @Test(
            "A webcam's JPEG is decoded and encoded, or goes into the movie as it comes",
            arguments: ["avc1", "jpeg"]
        )
        func webcam(codec: String) throws {
            let fixture = try MovieFixture(.webcam, preset: .inputPriority)
            defer { fixture.cleanUp() }
            let camera = try fixture.fixture.camera
            let jpeg = try #require(
                camera.formats.first { $0.formatDescription.mediaSubType == .jpeg }
            )
            try camera.lockForConfiguration()
            camera.activeFormat = jpeg
            camera.unlockForConfiguration()
            let connection = try #require(fixture.output.connection(with: .video))
            fixture.output.setOutputSettings([AVVideoCodecKey: codec], for: connection)
            let report = try fixture.record(seconds: 0.5)
            #expect(report.videoCodec == (codec == "jpeg" ? "mjpeg" : "h264") && report.frameCount >= 5)
            #expect(fixture.recorder.codes == [0])
        }

        @Test("Movies say who made them with what and when, and what the client adds")
        func metadata() throws {
            let fixture = try MovieFixture()
            defer { fixture.cleanUp() }
            let item = AVMutableMetadataItem()
            item.identifier = .quickTimeMetadataLocationISO6709
            item.value = "+48.8577+002.2950+035.000/" as NSString
            fixture.output.metadata = [item]
            let report = try fixture.record(seconds: 0.2)
            #expect(report.tag("com.apple.quicktime.software")?.hasPrefix("Pinhole") == true)
            #expect(report.tag("com.apple.quicktime.make") != nil)
            #expect(report.tag("com.apple.quicktime.model") == "iPhone 17 Pro")
            #expect(report.tag("com.apple.quicktime.creationdate") != nil)
            #expect(report.tag("com.apple.quicktime.location.ISO6709") == "+48.8577+002.2950+035.000/")
        }
    }
}
