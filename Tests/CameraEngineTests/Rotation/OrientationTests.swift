import AVFoundation
import CaptureDriver
import CaptureSystemTesting
import CoreMedia
import Foundation
import MovieValidators
import SimulatedDriver
import Synchronization
import Testing

@_spi(Pinhole) @testable import CameraEngine

/// Remembers how the latest frame lay.
private final class LatestFrame: Sendable {
    struct Lie: Sendable, Equatable {
        var angle: Int
        var isMirrored: Bool
        var told: ImageOrientation
    }

    private let lie = Mutex<Lie?>(nil)

    var value: Lie? { lie.withLock { $0 } }

    func receive(_ frame: CMSampleBuffer, _ connection: AVCaptureConnection) {
        guard let pixels = CMSampleBufferGetImageBuffer(frame), let sighting = TimecodeReader.find(in: pixels) else {
            return
        }
        let seen = Lie(
            angle: sighting.angle,
            isMirrored: sighting.isMirrored,
            told: ImageOrientation(reading: frame, from: connection)
        )
        lie.withLock { $0 = seen }
    }
}

@Suite("Orientation of the camera engine's pictures", .ownCaptureSystem)
struct OrientationTests {
    private static let orientations: [HostOrientation] = [
        .portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight,
    ]

    @Test(
        "R-ROT-3: in all four orientations, front and back, mirrored or not, EXIF and pixels of photos agree, and frames are upright",
        arguments: [false, true]
    )
    func uprightEverywhere(mirrors: Bool) async throws {
        var configuration = EngineConfiguration()
        configuration.format = .preset(.vga640x480)
        configuration.photos.mirrorsFrontCamera = mirrors
        let fixture = EngineFixture(configuration: configuration, scene: MovingScene())
        let latest = LatestFrame()
        await fixture.engine.deliverFrames { latest.receive($0, $1) }
        fixture.engine.start()
        await fixture.expect(.live)
        var turns: Set<Int> = []
        for position in [AVCaptureDevice.Position.back, .front] {
            fixture.engine.select(CameraSelection(position: position))
            await fixture.pass(seconds: 0.2)
            for orientation in OrientationTests.orientations {
                fixture.phone.orientation = orientation
                await fixture.pass(seconds: 0.2)
                let photo = try await fixture.photo()
                let reading = try Reading(photo)
                let isMirrored = mirrors && position == .front
                #expect(reading.exif.orientation == photo.orientation.exif)
                #expect(
                    photo.orientation == ImageOrientation(turn: reading.sighting.angle, isMirrored: isMirrored)
                )
                #expect(!reading.sighting.isMirrored, "pixels of photos are never turned or mirrored")
                #expect(latest.value == LatestFrame.Lie(angle: 0, isMirrored: false, told: .upright))
                turns.insert(photo.orientation.turn)
            }
        }
        #expect(turns == [0, 90, 180, 270])
        await fixture.stop()
    }

    @Test(
        "R-ROT-3: movies are upright for players in all four orientations, front and back, mirrored or not",
        arguments: [false, true]
    )
    func uprightMovies(mirrors: Bool) async throws {
        var configuration = EngineConfiguration()
        configuration.format = .preset(.cif352x288)
        configuration.photos.mirrorsFrontCamera = mirrors
        configuration.recordsMovies = true
        let fixture = EngineFixture(configuration: configuration, scene: MovingScene())
        fixture.engine.start()
        await fixture.expect(.live)
        for position in [AVCaptureDevice.Position.back, .front] {
            fixture.engine.select(CameraSelection(position: position))
            await fixture.pass(seconds: 0.2)
            var turns: Set<Int> = []
            for orientation in OrientationTests.orientations {
                fixture.phone.orientation = orientation
                await fixture.pass(seconds: 0.1)
                let movie = MovieFileValidator(try await fixture.movie().url)
                defer { try? FileManager.default.removeItem(atPath: movie.path) }
                let shown = try movie.timecodes(first: 3)
                #expect(shown.count == 3, "\(position) \(orientation)")
                #expect(shown.allSatisfy { $0.angle == 0 }, "\(position) \(orientation)")
                #expect(shown.allSatisfy { $0.isMirrored == (mirrors && position == .front) })
                let stream = try #require(movie.report().video.first)
                #expect(stream.width == 352 && stream.height == 288, "pixels are stored as the sensor sees them")
                turns.insert(stream.rotation)
            }
            #expect(turns.count == 4, "\(turns)")
        }
        await fixture.stop()
    }

    @Test("R-ROT-2: an engine that starts on its side is upright from the first frame on")
    func startsOnItsSide() async {
        let fixture = EngineFixture(scene: MovingScene())
        fixture.phone.orientation = .landscapeRight
        let lies = Mutex<Set<Int>>([])
        await fixture.engine.deliverFrames { frame, _ in
            guard let pixels = CMSampleBufferGetImageBuffer(frame), let sighting = TimecodeReader.find(in: pixels)
            else { return }
            lies.withLock { _ = $0.insert(sighting.angle) }
        }
        fixture.engine.start()
        await fixture.expect(.live)
        await fixture.pass(seconds: 0.2)
        #expect(lies.withLock { $0 } == [0])
        await fixture.stop()
    }

    @Test(
        "R-PREV-2, R-ROT-2: a preview is upright and mirrored for the front camera, also when it comes late, after a change and a restart"
    )
    func preview() async throws {
        let fixture = await EngineFixture.live()
        let screen = CALayer()
        let layer = AVCaptureVideoPreviewLayer()
        screen.addSublayer(layer)
        fixture.engine.showPreview(in: layer)
        await fixture.pass(seconds: 0.1)
        func check(isMirrored: Bool, _ angle: CGFloat, sourceLocation: SourceLocation = #_sourceLocation) {
            let connection = layer.connection
            #expect(connection?.automaticallyAdjustsVideoMirroring == false, sourceLocation: sourceLocation)
            #expect(connection?.isVideoMirrored == isMirrored, sourceLocation: sourceLocation)
            #expect(connection?.videoRotationAngle == angle, sourceLocation: sourceLocation)
            #expect(layer.isPreviewing, sourceLocation: sourceLocation)
        }
        check(isMirrored: false, 90)
        fixture.phone.orientation = .landscapeLeft
        await fixture.pass(seconds: 0.1)
        check(isMirrored: false, 0)
        fixture.engine.select(CameraSelection(position: .front))
        await fixture.pass(seconds: 0.5)
        check(
            isMirrored: true,
            try await fixture.engine.withCamera {
                AVCaptureDevice.RotationCoordinator(device: $0, previewLayer: nil)
                    .videoRotationAngleForHorizonLevelCapture
            }
        )
        fixture.engine.rebootCamera()
        await fixture.pass(seconds: 1)
        await fixture.expect(.live)
        #expect(layer.connection?.isVideoMirrored == true)
        #expect(layer.isPreviewing)
        await fixture.stop()
        #expect(layer.connection == nil)
    }

    @Test("R-ROT-2: a camera that is not in use any more is not followed")
    func letGo() async throws {
        let fixture = await EngineFixture.live()
        for _ in 0..<20 {
            fixture.engine.stop()
            await fixture.run { $0 == .off }
            fixture.phone.orientation = .landscapeLeft
            await fixture.settle()
            fixture.phone.orientation = .portrait
            fixture.engine.start()
            await fixture.expect(.live)
        }
        let photo = try await fixture.photo()
        #expect(try Reading(photo).sighting.angle == photo.orientation.turn)
        await fixture.stop()
    }
}

extension EngineFixture {
    /// A movie of what is live.
    fileprivate func movie() async throws -> RecordedMovie {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".mov")
        let start = Task { [engine] in try await engine.startRecording(RecordingRequest(url: file)) }
        await pass(seconds: 0.4)
        try await start.value
        await pass(seconds: 0.2)
        let stop = Task { [engine] in try await engine.stopRecording() }
        await pass(seconds: 0.1)
        return try await stop.value
    }
}
