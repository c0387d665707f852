import CaptureDriver
import CoreMedia
import CoreVideo
import Testing

@testable import AVFoundation

@Suite("Preset resolver")
struct PresetResolverTests {
    private static func format(
        _ width: Int32,
        _ height: Int32,
        _ type: FourCharCode = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
        fps: Int32 = 30,
        photo: Bool = false,
        binned: Bool = false
    ) -> CaptureFormat {
        var traits = CaptureFormat.Traits()
        traits.isPhotoFormat = photo
        traits.isBinned = binned
        return CaptureFormat(
            mediaSubType: type,
            dimensions: CaptureDimensions(width: width, height: height),
            frameDurations: [.rates(1, fps)],
            traits: traits
        )
    }

    private static let phone = PresetResolver(formats: [
        format(192, 144), format(352, 288), format(480, 360), format(640, 480, fps: 60), format(640, 480),
        format(1280, 720, fps: 240, binned: true), format(1280, 720),
        format(1920, 1080, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange), format(1920, 1080),
        format(3840, 2160), format(4032, 3024, photo: true),
    ])

    private static let webcam = PresetResolver(formats: [
        format(640, 480, kCVPixelFormatType_422YpCbCr8_yuvs),
        format(1280, 720, kCVPixelFormatType_422YpCbCr8_yuvs, fps: 10),
        format(1280, 720, kCMVideoCodecType_JPEG), format(1600, 1200, kCMVideoCodecType_JPEG, fps: 15),
    ])

    @Test(
        "S-33: presets with a size in their name choose a format of that size",
        arguments: [
            (AVCaptureSession.Preset.cif352x288, 1), (.vga640x480, 4), (.hd1280x720, 6), (.iFrame1280x720, 6),
            (.hd1920x1080, 8), (.hd4K3840x2160, 9),
        ]
    )
    func fixedSizes(preset: AVCaptureSession.Preset, index: Int) {
        #expect(Self.phone.formatIndex(for: preset) == index)
    }

    @Test("S-33: photo is the photo format, high full HD, medium and low small ones")
    func namedQualities() {
        #expect(Self.phone.formatIndex(for: .photo) == 10)
        #expect(Self.phone.formatIndex(for: .high) == 8)
        #expect(Self.phone.formatIndex(for: .medium) == 2)
        #expect(Self.phone.formatIndex(for: .low) == 0)
    }

    @Test("S-11: a size that a camera lacks is not supported")
    func unsupported() {
        #expect(!Self.webcam.supports(.hd1920x1080))
        #expect(!Self.webcam.supports(.iFrame960x540))
        #expect(Self.webcam.supports(.hd1280x720))
    }

    @Test("S-32: input priority is always supported and chooses nothing")
    func inputPriority() {
        #expect(Self.webcam.supports(.inputPriority))
        #expect(Self.webcam.formatIndex(for: .inputPriority) == nil)
    }

    @Test("High prefers a smooth rate to a larger picture; photo the largest picture")
    func webcamQualities() {
        #expect(Self.webcam.formatIndex(for: .high) == 2)
        #expect(Self.webcam.formatIndex(for: .photo) == 3)
    }

    @Test("A camera that reaches 30 frames a second nowhere still has a high quality")
    func slowCamera() {
        let slow = PresetResolver(formats: [Self.format(640, 480, fps: 15), Self.format(1280, 720, fps: 5)])
        #expect(slow.formatIndex(for: .high) == 0)
        #expect(PresetResolver(formats: []).formatIndex(for: .high) == nil)
    }
}
