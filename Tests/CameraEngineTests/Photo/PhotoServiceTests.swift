import AVFoundation
import CaptureSystemTesting
import CoreMedia
import SimulatedDriver
import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("Photos of the camera engine on a simulated phone", .ownCaptureSystem)
struct PhotoServiceTests {
    @Test("R-PHOTO-1: a photo comes with its file, size, time, metadata and thumbnail")
    func photo() async throws {
        let fixture = await EngineFixture.live()
        let photo = try await fixture.photo(PhotoRequest(thumbnailSide: 160))
        let reading = try Reading(photo)
        #expect(photo.size == PhotoSize(width: 1920, height: 1080))
        #expect(reading.width == 1920 && reading.height == 1080)
        #expect(photo.uprightSize == PhotoSize(width: 1080, height: 1920))
        #expect(!photo.isProxy)
        #expect(CMTimeGetSeconds(CMTimeSubtract(fixture.clock.now, photo.timestamp)) < 1)
        #expect(
            photo.timestamp == CMTime(value: Int64(reading.sighting.timecode.nanoseconds), timescale: 1_000_000_000)
        )
        #expect(abs(photo.date.timeIntervalSinceNow) < 60)
        #expect(photo.metadata.properties[kCGImagePropertyExifDictionary as String] != nil)
        let thumbnail = try #require(photo.thumbnail)
        #expect(CVPixelBufferGetWidth(thumbnail.pixels) == 160)
        #expect(reading.exif.thumbnail != nil)
        await fixture.stop()
    }

    @Test("R-PHOTO-1: a flash fires where there is one; where there is none the photo is taken without")
    func flash() async throws {
        let fixture = await EngineFixture.live()
        let lit = try await Reading(fixture.photo(PhotoRequest(flash: .on)))
        #expect(lit.exif.flash == 9)
        let dim = try await Reading(fixture.photo())
        #expect(dim.exif.flash == 16)
        await fixture.stop()
        let webcam = await EngineFixture.live(.webcam)
        let photo = try await webcam.photo(PhotoRequest(flash: .on))
        #expect(!photo.data.isEmpty)
        await webcam.stop()
    }

    @Test("R-PHOTO-3: the engine can be set up for photos as close as possible to 1024 x 768")
    func scanning() async throws {
        var configuration = EngineConfiguration()
        configuration.format = .photos(.closest(to: .scanning))
        configuration.photos.size = .closest(to: .scanning)
        let fixture = await EngineFixture.live(configuration: configuration)
        let photo = try await fixture.photo()
        let reading = try Reading(photo)
        #expect(photo.size == .scanning)
        #expect(reading.width == 1024 && reading.height == 768)
        await fixture.stop()
    }

    /// The simulated phone's front camera sees a library. It is drawn, without lettering, texture and noise, and so makes
    /// smaller files than a photograph of real books, for which R-PHOTO-3 expects 200 to 500 kilobytes: measured are 97, 127
    /// and 179 kilobytes by rising quality.
    @Test("R-PHOTO-3: drawn shelves of books at 1024 x 768 make a JPEG of less than 500 kilobytes")
    func bookshelf() async throws {
        var configuration = EngineConfiguration()
        configuration.format = .photos(.closest(to: .scanning))
        let fixture = await EngineFixture.live(
            configuration: configuration,
            selection: CameraSelection(position: .front)
        )
        for quality in PhotoRequest.Quality.allCases {
            let photo = try await fixture.photo(PhotoRequest(quality: quality))
            #expect(photo.size == .scanning)
            #expect((80_000...500_000).contains(photo.data.count))
        }
        await fixture.stop()
    }

    @Test("R-PHOTO-1: the photo preset gives the sensor's whole picture; a request may not exceed what is set up")
    func preset() async throws {
        var configuration = EngineConfiguration()
        configuration.format = .preset(.photo)
        let fixture = await EngineFixture.live(configuration: configuration)
        let photo = try await fixture.photo(PhotoRequest(size: .closest(to: .scanning)))
        // UNKNOWN on phones; here each format has one size, as the public record shows for many.
        #expect(photo.size == PhotoSize(width: 4032, height: 3024))
        await fixture.stop()
    }

    @Test("R-PHOTO-4: ten presses at once give ten photos, of ten moments, in order")
    func tenAtOnce() async throws {
        let fixture = await EngineFixture.live()
        let presses = (0..<10).map { _ in fixture.press() }
        await fixture.answer(presses, within: 5)
        let counters = try presses.map { try Reading(#require($0.photo)).sighting.timecode.counter }
        #expect(counters == Array(Set(counters)).sorted(), "\(counters)")
        await fixture.stop()
    }

    @Test("R-PHOTO-4: a hundred presses with pauses give a hundred photos")
    func hundred() async {
        let fixture = await EngineFixture.live()
        var presses: [Press] = []
        for number in 0..<100 {
            presses.append(fixture.press())
            await fixture.pass(seconds: Double(number % 5) * 0.04)
        }
        await fixture.answer(presses, within: 10)
        #expect(presses.allSatisfy { $0.photo != nil })
        await fixture.stop()
    }

    @Test("R-PHOTO-4: presses beyond all bounds are told so at once; the others get their photos")
    func tooMany() async throws {
        let fixture = await EngineFixture.live()
        let presses = (0..<70).map { _ in fixture.press() }
        await fixture.answer(presses, within: 20)
        #expect(presses.count { $0.photo != nil } == 64)
        #expect(presses.count { $0.failure == .tooManyPresses } == 6)
        _ = try await fixture.photo()
        await fixture.stop()
    }

    @Test("R-PHOTO-2: the shutter shows when it is ready, when it is busy, and when there is nothing to press for")
    func readiness() async {
        let fixture = EngineFixture()
        await fixture.settle()
        await fixture.expectShutter(.unavailable)
        fixture.engine.start()
        await fixture.expect(.live)
        await fixture.pass(seconds: 0.1)
        await fixture.expectShutter(.ready)
        let presses = (0..<20).map { _ in fixture.press(unhurried) }
        await fixture.settle()
        let busy = await fixture.shutter
        #expect(busy == .notReadyWaitingForCapture || busy == .notReadyWaitingForProcessing)
        await fixture.answer(presses)
        await fixture.pass(seconds: 0.1)
        await fixture.expectShutter(.ready)
        fixture.phone.interrupt(.videoDeviceInUseByAnotherClient)
        await fixture.expect(.interrupted(.cameraInUse))
        await fixture.expectShutter(.unavailable)
        fixture.phone.endInterruption(.videoDeviceInUseByAnotherClient)
        await fixture.expect(.live)
        await fixture.pass(seconds: 0.1)
        await fixture.expectShutter(.ready)
        await fixture.stop()
        await fixture.expectShutter(.unavailable)
    }

    @Test("A user interface takes photos by way of its model")
    func model() async throws {
        let fixture = EngineFixture()
        let model = await CameraModel(engine: fixture.engine)
        do throws(PhotoFailure) {
            _ = try await model.takePhoto()
            Issue.record("a photo without a camera")
        } catch {
            #expect(error == .notLive)
        }
        fixture.engine.start()
        await fixture.expect(.live)
        await fixture.pass(seconds: 0.1)
        let canTakePhoto = await model.canTakePhoto
        #expect(canTakePhoto)
        // A frame from just before the press is at hand.
        let photo = try await model.takePhoto()
        #expect(!photo.data.isEmpty)
        await fixture.stop()
    }
}
