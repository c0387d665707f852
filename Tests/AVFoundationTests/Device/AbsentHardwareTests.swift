import AVFoundation
import QuartzCore
import SimulatedDriver
import Testing

extension AVFoundationBehaviour {
    @Suite("Hardware that no phone here has")
    struct AbsentHardwareTests {
        @Test("An external display can be asked for, is never configured, and keeps neither camera nor layer")
        func externalDisplay() throws {
            let fixture = Fixture()
            let camera = try fixture.camera
            typealias Configurator = AVCaptureExternalDisplayConfigurator
            #expect(!Configurator.isMatchingFrameRateSupported && !Configurator.isPreferredResolutionSupported)
            #expect(!Configurator.isBypassingColorSpaceConversionSupported)
            let configuration = AVCaptureExternalDisplayConfiguration()
            #expect(!configuration.shouldMatchFrameRate && !configuration.bypassColorSpaceConversion)
            #expect(configuration.preferredResolution == CMVideoDimensions(width: 0, height: 0))
            var layer: CALayer? = CALayer()
            let configurator = Configurator(
                device: camera,
                previewLayer: try #require(layer),
                configuration: configuration
            )
            #expect(configurator.device === camera && configurator.previewLayer === layer)
            #expect(!configurator.isActive && configurator.activeExternalDisplayFrameRate == 0)
            layer = nil
            #expect(configurator.previewLayer == nil)
            configurator.stop()
        }

        @Test("There are no devices that give cameras the beat, and following one stops the program")
        func externalSync() async throws {
            #expect(!AVExternalSyncDevice.DiscoverySession.isSupported)
            #expect(AVExternalSyncDevice.DiscoverySession.shared == nil)
            let input = try Fixture().addInput()
            #expect(!input.isExternalSyncSupported && input.externalSyncDevice == nil)
        }

        @Test("No camera frames the picture by itself")
        func smartFraming() throws {
            let camera = try Fixture().camera
            #expect(camera.smartFramingMonitor == nil)
            #expect(camera.formats.filter(\.isSmartFramingSupported) == [])
        }
    }
}
