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

    func look(_ frame: CMSampleBuffer, _ connection: AVCaptureConnection) {
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
        let stage = EngineStage(configuration: configuration, scene: MovingScene())
        let latest = LatestFrame()
        await stage.engine.deliverFrames { latest.look($0, $1) }
        stage.engine.start()
        await stage.expect(.live)
        var turns: Set<Int> = []
        for position in [AVCaptureDevice.Position.back, .front] {
            stage.engine.select(CameraSelection(position: position))
            await stage.pass(seconds: 0.2)
            for orientation in OrientationTests.orientations {
                stage.phone.orientation = orientation
                await stage.pass(seconds: 0.2)
                let photo = try await stage.photo()
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
        await stage.stop()
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
        let stage = EngineStage(configuration: configuration, scene: MovingScene())
        stage.engine.start()
        await stage.expect(.live)
        for position in [AVCaptureDevice.Position.back, .front] {
            stage.engine.select(CameraSelection(position: position))
            await stage.pass(seconds: 0.2)
            var turns: Set<Int> = []
            for orientation in OrientationTests.orientations {
                stage.phone.orientation = orientation
                await stage.pass(seconds: 0.1)
                let movie = MovieFileValidator(try await stage.movie().url)
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
        await stage.stop()
    }

    @Test("R-ROT-2: an engine that starts on its side is upright from the first frame on")
    func startsOnItsSide() async {
        let stage = EngineStage(scene: MovingScene())
        stage.phone.orientation = .landscapeRight
        let lies = Mutex<Set<Int>>([])
        await stage.engine.deliverFrames { frame, _ in
            guard let pixels = CMSampleBufferGetImageBuffer(frame), let sighting = TimecodeReader.find(in: pixels)
            else { return }
            lies.withLock { _ = $0.insert(sighting.angle) }
        }
        stage.engine.start()
        await stage.expect(.live)
        await stage.pass(seconds: 0.2)
        #expect(lies.withLock { $0 } == [0])
        await stage.stop()
    }

    @Test(
        "R-PREV-2, R-ROT-2: a preview is upright and mirrored for the front camera, also when it comes late, after a change and a restart"
    )
    func preview() async throws {
        let stage = await EngineStage.live()
        let screen = CALayer()
        let layer = AVCaptureVideoPreviewLayer()
        screen.addSublayer(layer)
        stage.engine.showPreview(in: layer)
        await stage.pass(seconds: 0.1)
        func check(isMirrored: Bool, _ angle: CGFloat, sourceLocation: SourceLocation = #_sourceLocation) {
            let connection = layer.connection
            #expect(connection?.automaticallyAdjustsVideoMirroring == false, sourceLocation: sourceLocation)
            #expect(connection?.isVideoMirrored == isMirrored, sourceLocation: sourceLocation)
            #expect(connection?.videoRotationAngle == angle, sourceLocation: sourceLocation)
            #expect(layer.isPreviewing, sourceLocation: sourceLocation)
        }
        check(isMirrored: false, 90)
        stage.phone.orientation = .landscapeLeft
        await stage.pass(seconds: 0.1)
        check(isMirrored: false, 0)
        stage.engine.select(CameraSelection(position: .front))
        await stage.pass(seconds: 0.5)
        check(
            isMirrored: true,
            try await stage.engine.withCamera {
                AVCaptureDevice.RotationCoordinator(device: $0, previewLayer: nil)
                    .videoRotationAngleForHorizonLevelCapture
            }
        )
        stage.engine.rebootCamera()
        await stage.pass(seconds: 1)
        await stage.expect(.live)
        #expect(layer.connection?.isVideoMirrored == true)
        #expect(layer.isPreviewing)
        await stage.stop()
        #expect(layer.connection == nil)
    }

    @Test("R-ROT-2: a camera that is not in use any more is not followed")
    func letGo() async throws {
        let stage = await EngineStage.live()
        for _ in 0..<20 {
            stage.engine.stop()
            await stage.run { $0 == .off }
            stage.phone.orientation = .landscapeLeft
            await stage.settle()
            stage.phone.orientation = .portrait
            stage.engine.start()
            await stage.expect(.live)
        }
        let photo = try await stage.photo()
        #expect(try Reading(photo).sighting.angle == photo.orientation.turn)
        await stage.stop()
    }
}

extension EngineStage {
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
