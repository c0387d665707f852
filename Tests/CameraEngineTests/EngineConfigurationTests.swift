import AVFoundation
import CaptureSystemTesting
import CoreMedia
import SimulatedDriver
import Synchronization
import Testing

@_spi(Pinhole) @testable import CameraEngine

/// Remembers the form of the latest frame.
private final class LatestForm: Sendable {
    private let subType = Mutex<FourCharCode?>(nil)

    var value: FourCharCode? { subType.withLock { $0 } }

    func receive(_ frame: CMSampleBuffer) {
        subType.withLock {
            $0 = CMSampleBufferGetFormatDescription(frame).map { CMFormatDescriptionGetMediaSubType($0) }
        }
    }
}

@Suite("What an engine can be configured for", .ownCaptureSystem)
struct EngineConfigurationTests {
    @Test("A webcam's own JPEG is handed on as long as nobody zooms")
    func passThrough() async throws {
        let full = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        var configuration = EngineConfiguration()
        configuration.frames = .compressedElsePixels(full)
        let fixture = EngineFixture(.webcam, configuration: configuration)
        let latest = LatestForm()
        await fixture.engine.deliverFrames { frame, _ in latest.receive(frame) }
        fixture.engine.start()
        await fixture.expect(.live)
        #expect(latest.value == kCMVideoCodecType_JPEG)
        try await fixture.zoom(2)
        #expect(latest.value == full)
        try await fixture.zoom(1)
        #expect(latest.value == kCMVideoCodecType_JPEG)
        await fixture.stop()
    }

    @Test("A phone's frames come as pixels in the wanted form")
    func pixels() async {
        var configuration = EngineConfiguration()
        configuration.frames = .pixels(kCVPixelFormatType_32BGRA)
        let fixture = EngineFixture(configuration: configuration)
        let latest = LatestForm()
        await fixture.engine.deliverFrames { frame, _ in latest.receive(frame) }
        fixture.engine.start()
        await fixture.expect(.live)
        #expect(latest.value == kCVPixelFormatType_32BGRA)
        await fixture.stop()
    }

    @Test("A preset goes along from one camera to the other; on a camera that does not have it, it gives way to high")
    func missingPreset() async throws {
        var configuration = EngineConfiguration()
        configuration.format = .preset(.hd4K3840x2160)
        let fixture = await EngineFixture.live(configuration: configuration)
        for position in [AVCaptureDevice.Position.front, .back] {
            fixture.engine.select(CameraSelection(position: position))
            await fixture.pass(seconds: 0.5)
            await fixture.expect(.live)
            let size = try await fixture.engine.withCamera {
                PhotoSize(CMVideoFormatDescriptionGetDimensions($0.activeFormat.formatDescription))
            }
            #expect(size == PhotoSize(width: 3840, height: 2160))
        }
        await fixture.stop()
        let webcam = await EngineFixture.live(.webcam, configuration: configuration)
        let size = try await webcam.engine.withCamera {
            PhotoSize(CMVideoFormatDescriptionGetDimensions($0.activeFormat.formatDescription))
        }
        #expect(size == PhotoSize(width: 1920, height: 1080))
        await webcam.stop()
    }
}

extension EngineFixture {
    /// Zooms, and waits for frames that show it.
    fileprivate func zoom(_ factor: CGFloat) async throws {
        try await engine.withCamera { device in
            try device.lockForConfiguration()
            device.videoZoomFactor = factor
            device.unlockForConfiguration()
        }
        await pass(seconds: 0.2)
    }
}
