import CoreVideo
import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("Sizes, token estimates and forms, decided without a camera")
struct PhotoValueTests {
    private func size(_ width: Int, _ height: Int) -> PhotoSize { PhotoSize(width: width, height: height) }

    @Test("R-PHOTO-3: the closest of the supported sizes is chosen")
    func closest() {
        let wish = PhotoSizeRequest.closest(to: .scanning)
        #expect(wish.selection(among: []) == nil)
        #expect(wish.selection(among: [size(4032, 3024)]) == size(4032, 3024))
        #expect(wish.selection(among: [size(640, 480), size(1024, 768), size(1280, 720)]) == size(1024, 768))
        #expect(wish.selection(among: [size(640, 480), size(1280, 720), size(1920, 1080)]) == size(1280, 720))
        // Upright or on its side, a size is the same.
        #expect(wish.selection(among: [size(768, 1024), size(1280, 720)]) == size(768, 1024))
        // As far above as below: pixels can be thrown away later, and not be added.
        #expect(wish.selection(among: [size(1000, 768), size(1048, 768)]) == size(1048, 768))
        #expect(PhotoSizeRequest.largest.selection(among: [size(640, 480), size(4032, 3024)]) == size(4032, 3024))
    }

    @Test("R-ROT-3: orientations and EXIF's numbers stand for each other", arguments: 1...8)
    func exif(number: Int) {
        #expect(ImageOrientation(exif: number).exif == number)
    }

    @Test("R-ROT-3: an orientation that EXIF does not know is upright; turns are counted from any number")
    func oddOrientations() {
        #expect(ImageOrientation(exif: 0) == .upright)
        #expect(ImageOrientation(exif: 9) == .upright)
        #expect(ImageOrientation(turn: -90) == ImageOrientation(turn: 270))
        #expect(ImageOrientation(turn: 450) == ImageOrientation(turn: 90))
    }

    @Test("A camera's own compressed pictures are handed on only as they are")
    func frameForm() {
        let full = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        func choice(
            _ wanted: EngineConfiguration.FrameForm,
            compresses: Bool = true,
            needsPixels: Bool = false,
            formats: [OSType] = [full]
        ) -> FrameFormSelection {
            FrameFormSelection(
                wanted: wanted,
                cameraCompresses: compresses,
                needsPixels: needsPixels,
                pixelFormats: formats
            )
        }
        #expect(choice(.compressedElsePixels(full)) == .compressed)
        #expect(choice(.compressedElsePixels(full), needsPixels: true) == .pixels(full))
        #expect(choice(.compressedElsePixels(full), compresses: false) == .pixels(full))
        #expect(choice(.pixels(full)) == .pixels(full))
        #expect(choice(.pixels(full), formats: []) == .standard)
        #expect(choice(.standard) == .standard)
    }
}
