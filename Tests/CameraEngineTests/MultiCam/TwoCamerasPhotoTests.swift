import AVFoundation
import CameraLifecycle
import CaptureSystemTesting
import Testing

@_spi(Pinhole) @testable import CameraEngine

@MainActor
@Suite("Photos with two cameras", .ownCaptureSystem)
struct TwoCamerasPhotoTests {
    @Test(
        "R-MULTI-7: what is shown large is what is photographed, also after the pictures were swapped; another one by its index"
    )
    func large() async throws {
        let two = await TwoCamerasFixture()
        let (fixture, model) = (two.fixture, two.model)
        await two.turnOn()
        let names = model.multiCam.cameras.map(\.camera.name)
        #expect(try await lens(two) == names[0])
        model.swapCameras()
        await fixture.expect(model) { $0.multiCam.arrangement.leading == 1 }
        #expect(model.canTakePhoto)
        #expect(try await lens(two) == names[1])
        #expect(try await lens(two, PhotoRequest(camera: 0)) == names[0])
        model.swapCameras()
        await fixture.expect(model) { $0.multiCam.arrangement.leading == 0 }
        #expect(try await lens(two) == names[0])
        #expect(try await lens(two, PhotoRequest(camera: 1)) == names[1])
        await fixture.end(model)
    }

    @Test("R-MULTI-7: one photo of both pictures, in the kind of file that was asked for; of one camera with one")
    func composition() async throws {
        let two = await TwoCamerasFixture()
        let (fixture, model) = (two.fixture, two.model)
        func take(_ request: PhotoRequest, _ arrangement: CameraArrangement? = nil) async throws -> CapturedPhoto {
            let photo = Task { try await model.takeCompositePhoto(request, arrangement: arrangement) }
            await fixture.pass(model, seconds: 2)
            return try await photo.value
        }
        let one = try await take(PhotoRequest(thumbnailSide: 64))
        #expect(one.orientation != .upright, "a camera's own photo stays as it is")
        await two.turnOn()
        let names = model.multiCam.cameras.map(\.camera.name)
        let large = try await take(PhotoRequest(format: .heic))
        #expect(large.format == model.photoFeatures.format(.heic) && large.orientation == .upright)
        #expect(large.size == one.uprightSize && Self.lens(large) == names[0])
        let swapped = try await take(PhotoRequest(), CameraArrangement(leading: 1))
        #expect(swapped.format == .jpeg && swapped.orientation == .upright && Self.lens(swapped) == names[1])
        #expect(large.timestamp < swapped.timestamp)
        await fixture.end(model)
    }

    @Test("R-PHOTO-4: ten presses for each of two cameras at once give twenty photos of the right ones")
    func both() async throws {
        let two = await TwoCamerasFixture()
        await two.turnOn()
        let names = two.model.multiCam.cameras.map(\.camera.name)
        let photos = (0..<20).map { press in
            Task { [engine = two.fixture.engine] in try await engine.takePhoto(PhotoRequest(camera: press % 2)) }
        }
        await two.fixture.pass(two.model, seconds: 10)
        for (press, photo) in photos.enumerated() {
            #expect(try await Self.lens(photo.value) == names[press % 2])
        }
        await two.fixture.end(two.model)
    }

    @Test("R-MULTI-4: when the camera that is shown large is gone, photos are of the one that is left")
    func lost() async throws {
        let two = await TwoCamerasFixture()
        let (fixture, model) = (two.fixture, two.model)
        await two.turnOn()
        let names = model.multiCam.cameras.map(\.camera.name)
        model.swapCameras()
        await fixture.expect(model) { $0.multiCam.arrangement.leading == 1 }
        model.setCameraCount(1)
        await fixture.expect(model) { !$0.multiCam.isOn && $0.multiCam[camera: 1] == nil }
        #expect(try await lens(two) == names[0])
        // Nothing was asked for that could not be: a camera that is not there has no photos.
        let absent = Task { [engine = fixture.engine] in try await engine.takePhoto(PhotoRequest(camera: 1)) }
        await fixture.pass(model, seconds: 1)
        await #expect(throws: PhotoFailure.notLive) { try await absent.value }
        await fixture.end(model)
    }

    /// Which camera a photo says that it was taken with.
    private func lens(_ two: TwoCamerasFixture, _ request: PhotoRequest = PhotoRequest()) async throws -> String? {
        let photo = Task { [engine = two.fixture.engine] in try await engine.takePhoto(request) }
        await two.fixture.pass(two.model, seconds: 2)
        return try await Self.lens(photo.value)
    }

    private static func lens(_ photo: CapturedPhoto) -> String? {
        let exif = photo.metadata.properties["{Exif}"] as? [String: Any]
        return exif?["LensModel"] as? String
    }
}
