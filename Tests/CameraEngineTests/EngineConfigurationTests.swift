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

    func look(_ frame: CMSampleBuffer) {
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
        let stage = EngineStage(.webcam, configuration: configuration)
        let latest = LatestForm()
        await stage.engine.deliverFrames { frame, _ in latest.look(frame) }
        stage.engine.start()
        await stage.expect(.live)
        #expect(latest.value == kCMVideoCodecType_JPEG)
        try await stage.zoom(2)
        #expect(latest.value == full)
        try await stage.zoom(1)
        #expect(latest.value == kCMVideoCodecType_JPEG)
        await stage.stop()
    }

    @Test("A phone's frames come as pixels in the wanted form")
    func pixels() async {
        var configuration = EngineConfiguration()
        configuration.frames = .pixels(kCVPixelFormatType_32BGRA)
        let stage = EngineStage(configuration: configuration)
        let latest = LatestForm()
        await stage.engine.deliverFrames { frame, _ in latest.look(frame) }
        stage.engine.start()
        await stage.expect(.live)
        #expect(latest.value == kCVPixelFormatType_32BGRA)
        await stage.stop()
    }

    @Test("A preset goes along from one camera to the other; on a camera that does not have it, it gives way to high")
    func missingPreset() async throws {
        var configuration = EngineConfiguration()
        configuration.format = .preset(.hd4K3840x2160)
        let stage = await EngineStage.live(configuration: configuration)
        for position in [AVCaptureDevice.Position.front, .back] {
            stage.engine.select(CameraSelection(position: position))
            await stage.pass(seconds: 0.5)
            await stage.expect(.live)
            let size = try await stage.engine.withCamera {
                PhotoSize(CMVideoFormatDescriptionGetDimensions($0.activeFormat.formatDescription))
            }
            #expect(size == PhotoSize(width: 3840, height: 2160))
        }
        await stage.stop()
        let webcam = await EngineStage.live(.webcam, configuration: configuration)
        let size = try await webcam.engine.withCamera {
            PhotoSize(CMVideoFormatDescriptionGetDimensions($0.activeFormat.formatDescription))
        }
        #expect(size == PhotoSize(width: 1920, height: 1080))
        await webcam.stop()
    }
}

extension EngineStage {
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
