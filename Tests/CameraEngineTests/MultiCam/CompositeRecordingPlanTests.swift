import AVFoundation
import CameraLifecycle
import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("Where movies of several cameras go")
struct CompositeRecordingPlanTests {
    private static let request = RecordingRequest(url: URL(fileURLWithPath: "/tmp/walk.mov"))

    private static func plan() -> CompositeRecordingPlan {
        CompositeRecordingPlan(ticket: RecordingTicket(number: 1), request: request, url: request.url, cameraCount: 2)
    }

    @Test("R-MULTI-2: the canvas is the leading picture's size, 1920 pixels at most, and even")
    func canvas() throws {
        for (size, expected) in [
            ((1920, 1080), (1920, 1080)), ((1280, 720), (1280, 720)), ((3840, 2160), (1920, 1080)),
            ((1080, 1920), (1080, 1920)), ((641, 361), (640, 360)), ((1920, 1440), (1920, 1440)),
        ] {
            var made: CVPixelBuffer?
            let format = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
            CVPixelBufferCreate(kCFAllocatorDefault, size.0, size.1, format, nil, &made)
            let canvas = Self.plan().canvas(for: try #require(made))
            #expect(canvas == CanvasSize(width: expected.0, height: expected.1))
        }
    }

    @Test("A camera's own movie lies beside the one of both, and nothing is overwritten")
    func files() throws {
        let fixture = try DualFixture()
        let movie = fixture.url("walk.mov")
        let fresh = CompositeRecordingPlan.separateURLs(movie, cameraCount: 2)
        #expect(fresh == [0: fixture.url("walk-first.mov"), 1: fixture.url("walk-second.mov")])
        try Data().write(to: fixture.url("walk-first.mov"))
        let next = CompositeRecordingPlan.separateURLs(movie, cameraCount: 2)
        let five = CompositeRecordingPlan.separateURLs(movie, cameraCount: 5)
        #expect(five[2] == fixture.url("walk-third.mov") && five[4] == fixture.url("walk-5.mov") && five.count == 5)
        #expect(next == [0: fixture.url("walk-first-2.mov"), 1: fixture.url("walk-second.mov")])
    }

    @Test("Limits are those of the request; a negative reserve is none")
    func limits() {
        var plan = Self.plan()
        plan.request.maximumDuration = 3
        plan.request.maximumFileSize = 7
        plan.request.freeSpaceKept = -5
        #expect(plan.limits.duration == 3 && plan.limits.fileSize == 7 && plan.limits.freeSpace == 0)
        #expect((plan.freeSpace(Self.request.url) ?? 0) > 0)
        #expect(plan.freeSpace(URL(fileURLWithPath: "/nowhere/at/all.mov")) == nil)
    }
}
