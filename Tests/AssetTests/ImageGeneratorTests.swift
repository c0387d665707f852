import AVFoundation
import Testing

@Suite("Images of moments of movies")
struct ImageGeneratorTests {
    let studio: MovieStudio

    init() throws {
        studio = try MovieStudio()
    }

    /// The number of the picture that an image is of.
    private func number(_ image: CGImage) throws -> Int {
        let data = try #require(image.dataProvider?.data) as Data
        let place = image.height / 2 * image.bytesPerRow + image.width / 2 * 4 + 1
        return Int((Double(data[data.startIndex + place]) * 219 / 255 / 2).rounded())
    }

    private func exact(_ asset: AVAsset) -> AVAssetImageGenerator {
        let generator = AVAssetImageGenerator(asset: asset)
        generator.requestedTimeToleranceBefore = .zero
        generator.requestedTimeToleranceAfter = .zero
        return generator
    }

    @Test("Without tolerance, the very picture of the moment", arguments: [false, true])
    func exact(reorders: Bool) async throws {
        let asset = AVURLAsset(url: try await studio.record("movie.mp4", .init(reorders: reorders)))
        let generator = exact(asset)
        for wanted in [0, 37, 14, 15, 59] {
            let (image, time) = try await generator.image(at: MovieStudio.time(wanted))
            let shown = try number(image)
            #expect(abs(shown - wanted) <= 1 && image.width == 320 && image.height == 240)
            #expect(abs(time.seconds - Double(wanted) / 30) < 0.0001)
        }
        var time = CMTime.invalid
        let image = try generator.copyCGImage(at: CMTime(value: 41, timescale: 60), actualTime: &time)
        let shown = try number(image)
        #expect(abs(shown - 20) <= 1 && abs(time.seconds - 20.0 / 30) < 0.0001)
    }

    @Test("With the tolerances of the beginning, the key frame before; beyond the end, nothing or the last")
    func tolerances() async throws {
        let asset = AVURLAsset(url: try await studio.record("movie.mp4"))
        let generator = AVAssetImageGenerator(asset: asset)
        let (image, time) = try await generator.image(at: MovieStudio.time(37))
        let shown = try number(image)
        #expect(abs(time.seconds - 1) < 0.0001 && abs(shown - 30) <= 1)
        let late = try await generator.image(at: CMTime(value: 10, timescale: 1))
        #expect(late.actualTime.seconds < 2)
        await #expect { try await exact(asset).image(at: CMTime(value: 10, timescale: 1)) } throws: {
            ($0 as? AVError)?.code == .noImageAtTime
        }
    }

    @Test("Turned as players turn it, and no larger than asked for")
    func turned() async throws {
        var recipe = MovieStudio.Recipe()
        recipe.transform = CGAffineTransform(rotationAngle: .pi / 2)
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: try await studio.record("movie.mp4", recipe)))
        generator.maximumSize = CGSize(width: 100, height: 80)
        let flat = try await generator.image(at: .zero).image
        #expect(flat.width == 100 && flat.height == 75)
        generator.appliesPreferredTrackTransform = true
        let upright = try await generator.image(at: .zero).image
        #expect(upright.width == 60 && upright.height == 80)
    }

    @Test("Many images, in order; cancelled ones say so")
    func many() async throws {
        let asset = AVURLAsset(url: try await studio.record("movie.mp4"))
        let generator = exact(asset)
        let times = [5, 50, 20].map(MovieStudio.time)
        var found: [Int] = []
        for await element in generator.images(for: times) { found.append(try number(try element.image)) }
        for (number, wanted) in zip(found, [5, 50, 20]) { #expect(abs(number - wanted) <= 1) }
        #expect(found.count == 3)
        let answers = AsyncStream<AVAssetImageGenerator.Result>.makeStream()
        generator.generateCGImagesAsynchronously(forTimes: times.map { NSValue(time: $0) }) { _, image, _, result, _ in
            #expect((image != nil) == (result == .succeeded))
            answers.continuation.yield(result)
        }
        var results: [AVAssetImageGenerator.Result] = []
        for await result in answers.stream.prefix(3) { results.append(result) }
        #expect(results == [.succeeded, .succeeded, .succeeded])
        let cancelled = generator.images(for: times)
        generator.cancelAllCGImageGeneration()
        var count = 0
        for await element in cancelled {
            count += 1
            guard case .failure(_, let error) = element else {
                Issue.record("nobody wanted it any more")
                continue
            }
            #expect((error as? AVError)?.code == .operationCancelled)
        }
        #expect(count == 3)
    }
}
