import AVFoundation
import CaptureDriver
import MovieValidators
import SimulatedDriver
import Testing

@testable import ModernClientSources

@Suite("Client code that takes Live Photos")
struct LivePhotoClientTests {
    /// What exiftool says of a file's identifier, for which former versions have another name.
    private static func identifier(of url: URL) throws -> String {
        try ValidatorTool.succeed("exiftool", ["-s3", "-ContentIdentifier", "-MediaGroupUUID", url.path]).text
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test("A Live Photo camera takes photos with movies that belong to them, two at a time, and photos alone")
    func camera() async {
        await #expect(processExitsWith: .success) {
            let phone = ClientPhone.inForce()
            phone.setAuthorization(.authorized, for: .audio)
            let camera = LivePhotoCamera()
            try await camera.configure()
            #expect(await camera.isLivePhotoSupported)
            await camera.start()
            // A photo alone, so that there is something before the first Live Photo.
            await camera.setLive(false)
            let still = try await camera.capture()
            #expect(still.movie == nil && !still.photo.isEmpty)
            await camera.setLive(true)
            async let first = camera.capture()
            async let second = camera.capture()
            for taken in try await [first, second] {
                let movie = try #require(taken.movie)
                defer { try? FileManager.default.removeItem(at: movie) }
                #expect((1.4...3.2).contains(taken.duration.seconds), "\(taken.duration.seconds)")
                #expect(taken.photoDisplayTime <= taken.duration)
                let photo = movie.deletingPathExtension().appendingPathExtension("jpg")
                try taken.photo.write(to: photo)
                defer { try? FileManager.default.removeItem(at: photo) }
                let identifier = try Self.identifier(of: movie)
                #expect(UUID(uuidString: identifier) != nil)
                #expect(try Self.identifier(of: photo) == identifier)
                let report = try MovieFileValidator(movie).report()
                #expect(report.video.first?.codec == "h264" && report.video.first?.width == 1440, "\(report)")
                #expect(report.audio.first?.codec == "aac", "\(report)")
            }
            // The badge goes out a little later.
            while await camera.inProgressCount > 0 { await Task.yield() }
            await camera.stop()
        }
    }
}
