import AVFoundation
import CaptureDriver
import Foundation
import MovieValidators
import SimulatedDriver
import Testing

@Suite("How movies lie")
struct UprightTests {
    private static let orientations: [HostOrientation] = [
        .portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight,
    ]

    @Test(
        "Upright for players in each of four orientations, stored as the sensor sees it",
        arguments: [AVCaptureDevice.Position.back, .front]
    )
    func upright(position: AVCaptureDevice.Position) async throws {
        try await withMovieFolder { folder in
            try await withOwnFixture { try Self.record(in: folder, position) }
            var turns: Set<Int> = []
            for orientation in Self.orientations {
                let movie = MovieFileValidator(folder.appendingPathComponent("\(orientation.rawValue).mov"))
                let (shown, report) = try await onOwnThread { (try movie.timecodes(first: 8), try movie.report()) }
                #expect(shown.map(\.angle) == Array(repeating: 0, count: 8), "\(orientation)")
                #expect(shown.allSatisfy { !$0.isMirrored }, "\(orientation)")
                let stream = try #require(report.video.first)
                #expect([stream.width, stream.height] == [640, 480], "\(orientation): pixels are not turned")
                turns.insert(stream.rotation)
            }
            #expect(turns == [0, 90, 180, 270])
        }
    }

    /// A second in each orientation.
    private static func record(in folder: URL, _ position: AVCaptureDevice.Position) throws {
        let fixture = try RecordingFixture(position: position, syncMarkerInterval: 60, preset: .vga640x480)
        let coordinator = AVCaptureDevice.RotationCoordinator(device: fixture.camera, previewLayer: nil)
        guard let connection = fixture.output.connection(with: .video), !connection.isVideoMirrored else {
            throw RecordingFixture.Failure(words: "no connection that does not mirror")
        }
        for orientation in orientations {
            fixture.phone.orientation = orientation
            fixture.run(seconds: 0.5)
            // The coordinator's angles change on the main queue.
            DispatchQueue.main.sync {}
            connection.videoRotationAngle = coordinator.videoRotationAngleForHorizonLevelCapture
            fixture.start(folder.appendingPathComponent("\(orientation.rawValue).mov"))
            fixture.run(seconds: 1)
            try fixture.stop()
        }
    }
}
