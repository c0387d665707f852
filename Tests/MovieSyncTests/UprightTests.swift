import AVFoundation
import CaptureDriver
import Foundation
import MovieJudges
import SimulatedDriver
import Testing

@Suite("How movies lie")
struct UprightTests {
    @Test(
        "Upright for players in each of four orientations, stored as the sensor sees it",
        arguments: [
            AVCaptureDevice.Position.back, .front,
        ]
    )
    func upright(position: AVCaptureDevice.Position) async {
        await #expect(processExitsWith: .success) { [rawPosition = position.rawValue as Int] in
            let position = try #require(AVCaptureDevice.Position(rawValue: rawPosition))
            let stage = try RecordingStage(position: position, clapInterval: 60)
            let coordinator = AVCaptureDevice.RotationCoordinator(device: stage.camera, previewLayer: nil)
            var angles: Set<CGFloat> = []
            for orientation in [HostOrientation.portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight] {
                stage.phone.orientation = orientation
                stage.run(seconds: 0.5)
                let connection = try #require(stage.output.connection(with: .video))
                connection.videoRotationAngle = coordinator.videoRotationAngleForHorizonLevelCapture
                angles.insert(connection.videoRotationAngle)
                try withTemporaryMovie { url in
                    stage.start(url)
                    stage.run(seconds: 1)
                    #expect(try stage.stop() == nil)
                    let movie = MovieFileJudge(url)
                    let shown = try movie.timecodes(first: 8)
                    #expect(shown.count == 8, "\(orientation)")
                    #expect(shown.allSatisfy { $0.angle == 0 }, "\(orientation)")
                    #expect(shown.allSatisfy { $0.isMirrored == connection.isVideoMirrored }, "\(orientation)")
                    let stream = try #require(movie.report().video.first)
                    #expect(stream.width == 352 && stream.height == 288, "\(orientation): pixels are not turned")
                }
            }
            #expect(angles.count == 4)
        }
    }
}
