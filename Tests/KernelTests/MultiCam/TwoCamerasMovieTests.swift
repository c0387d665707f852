import AVFoundation
import CameraLifecycle
import Foundation
import MovieValidators
import Synchronization
import Testing

@_spi(Pinhole) @testable import CameraEngine

extension KernelTests {
    @Suite("Two of the kernel's cameras in one movie")
    struct TwoCamerasMovie {
        private static let (webcam, grabber) = ("vivid-000", "vivid-001")

        /// The brightness of a part of every picture in which the large picture shows, and of one in the small picture.
        private static func regions(_ movie: MovieFileValidator) throws -> [(large: Double, small: Double)] {
            let large = try movie.pictures(x: 40, y: 40, width: 80, height: 60)
            let small = try movie.pictures(x: 246, y: 136, width: 36, height: 20)
            return zip(large, small).map { ($0.brightness, $1.brightness) }
        }

        @Test("R-MULTI-8: two vivid cameras in one movie with a picture in the picture; swapped while it is recorded")
        func pictureInPicture() throws {
            try TwoCamerasRun.fill(Self.webcam, isWhite: false)
            try TwoCamerasRun.fill(Self.grabber, isWhite: true)
            defer {
                try? TwoCamerasRun.reset(Self.webcam)
                try? TwoCamerasRun.reset(Self.grabber)
            }
            let run = try TwoCamerasRun(Self.webcam, Self.grabber)
            try run.slowDown(run.first.device, to: 10)
            let url = FileManager.default.temporaryDirectory.appendingPathComponent("two-\(UUID().uuidString).mp4")
            defer { try? FileManager.default.removeItem(at: url) }
            let recorder = CompositeMovieRecorder()
            run.first.frames.forward { recorder.append($0, from: 0) }
            run.second.frames.forward { recorder.append($0, from: 1) }
            run.session.startRunning()
            #expect(run.framesCome(of: run.first, run.second))

            let ended = Mutex<MovieFileInfo?>(nil)
            let ticket = RecordingTicket(number: 1)
            let request = RecordingRequest(url: url)
            var plan = CompositeRecordingPlan(ticket: ticket, request: request, url: url, cameraCount: 2)
            plan.canvas = CanvasSize(width: 320, height: 180)
            plan.recordsAudio = false
            plan.follow(run.session)
            recorder.start(plan) { news in
                if case .ended(_, _, let facts) = news { ended.withLock { $0 = facts } }
            }
            #expect(run.framesCome(of: run.first, run.second) && run.framesCome(of: run.first, run.second))
            recorder.arrange(CameraArrangement(leading: 1))
            #expect(run.framesCome(of: run.first, run.second) && run.framesCome(of: run.first, run.second))
            recorder.stop(ticket)
            #expect(TwoCamerasRun.wait { ended.withLock { $0 } != nil })
            run.session.stopRunning()

            let movie = MovieFileValidator(url)
            let report = try movie.report()
            #expect(report.video.map { [$0.width, $0.height] } == [[320, 180]] && report.warnings.isEmpty)
            #expect(try movie.decodingErrors().isEmpty)
            let pictures = try Self.regions(movie)
            #expect(pictures.count >= 10)
            let (start, end) = (try #require(pictures.first), try #require(pictures.last))
            #expect(start.large < 40 && start.small > 200, "the webcam is black, the grabber white")
            #expect(end.large > 200 && end.small < 40, "they have changed places")
        }
    }
}
