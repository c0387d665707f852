import CameraEngine
import CaptureSystemTesting
import Foundation
import MediaEncoding
import MovieValidators
import TestEffort
import Testing

@Suite("Memory of movies of two cameras", .ownCaptureSystem)
struct TwoCamerasMemoryTests {
    @Test("R-MULTI-8: movies of two cameras that are over keep no memory: 30 MB above the figure before at most")
    func givenBack() async {
        await #expect(processExitsWith: .success) {
            let recorder = try await RecorderOfMany()
            // The first ones load libraries and fill pools that later ones use again.
            try await recorder.record(3)
            let before = try ProcessMemory.leastKilobytes(settle: EncoderMemory.settle)
            let bound = before + 30 * 1024
            // A fault that costs 3 MB each shows; with more effort one that costs less.
            try await recorder.record(TestEffort.count(12, atLeast: 12))
            let after = try ProcessMemory.leastKilobytes(until: bound, settle: EncoderMemory.settle)
            #expect(after <= bound, "\(before) kB before, \(after) kB after")
            try await recorder.end()
        }
    }
}

/// Records movies of two cameras, and of each besides, one after the other.
@MainActor
private final class RecorderOfMany {
    private let two: TwoCamerasFixture
    private let folder: URL

    init() async throws {
        two = await TwoCamerasFixture {
            $0.initialCameraCount = 2
            $0.recordsMovies = true
        }
        folder = try two.folder()
        await two.fixture.expect(two.model) { $0.multiCam.isOn }
    }

    func record(_ count: Int) async throws {
        for _ in 0..<count {
            var request = RecordingRequest(url: folder.appendingPathComponent(UUID().uuidString + ".mov"))
            request.separateFiles = true
            try await two.start(request)
            await two.fixture.pass(two.model, seconds: 0.2)
            let movie = try await two.stop()
            #expect(movie.end == .requested && movie.separateMovies.count == 2, "\(movie)")
            for file in [movie.url] + movie.separateMovies { try FileManager.default.removeItem(at: file) }
        }
    }

    func end() async throws {
        await two.fixture.end(two.model)
        try FileManager.default.removeItem(at: folder)
    }
}
