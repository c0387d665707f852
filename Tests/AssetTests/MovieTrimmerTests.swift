import AVFoundation
import MovieValidators
import Testing

@testable import ModernClientSources

@Suite("Client code that cuts movies")
struct MovieTrimmerTests {
    @MainActor
    @Test("A movie trimmer shows, cuts and joins what was recorded")
    func trimmer() async throws {
        let studio = try MovieStudio()
        var recipe = MovieStudio.Recipe(width: 640, height: 480)
        recipe.transform = CGAffineTransform(rotationAngle: .pi / 2)
        let url = try await studio.record("movie.mp4", recipe)
        let trimmer = MovieTrimmer(url: url)
        try await trimmer.prepare()
        #expect(abs(trimmer.duration.seconds - 2) < 0.001 && trimmer.size == CGSize(width: 480, height: 640))
        let strip = await trimmer.thumbnails(count: 5, height: 64)
        #expect(strip.count == 5 && strip.allSatisfy { $0.width == 48 && $0.height == 64 })
        let cover = try await trimmer.cover(at: MovieStudio.time(11))
        #expect(cover.height == 640)
        let range = CMTimeRange(start: MovieStudio.time(12), end: MovieStudio.time(42))
        let peaks = try await trimmer.loudness(of: range)
        #expect(peaks.count > 30 && peaks.dropFirst().dropLast().allSatisfy { (0.1...0.4).contains($0) })
        let part = studio.url("part.mp4")
        try await trimmer.trim(to: range, destination: part)
        #expect(trimmer.progress == 1)
        let cut = try MovieFileValidator(part).report()
        #expect(abs((cut.duration ?? 0) - 1) < 0.05)
        let joined = studio.url("joined.mp4")
        let clip = MovieTrimmer.Clip(asset: trimmer.asset, range: range)
        try await trimmer.join([clip, clip], destination: joined)
        let report = try MovieFileValidator(joined).report()
        #expect(abs((report.duration ?? 0) - 2) < 0.05 && report.video.first?.rotation == 90)
        #expect(try MovieFileValidator(joined).decodingErrors() == [])
        let missing = MovieTrimmer(url: studio.url("missing.mp4"))
        let error = await #expect(throws: (any Error).self) { try await missing.prepare() }
        #expect((error as NSError?)?.code == URLError.Code.fileDoesNotExist.rawValue)
    }
}
