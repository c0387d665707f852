import AVFoundation
import SimulatedDriver
import Testing

extension AVFoundationBehaviour {
    @Suite("Deprecated properties of connections and layers")
    struct DeprecatedPropertiesTests {
        private static func layer(_ fixture: Fixture) throws -> AVCaptureVideoPreviewLayer {
            try fixture.addInput()
            return AVCaptureVideoPreviewLayer(session: fixture.session)
        }

        @available(*, deprecated)
        @Test("S-127: a connection has no frame durations of its own, and giving it one stops the program")
        func frameDurations() async throws {
            let fixture = Fixture()
            let connection = try #require(try Self.layer(fixture).connection)
            #expect(!connection.isVideoMinFrameDurationSupported && !connection.isVideoMaxFrameDurationSupported)
            #expect(!connection.videoMinFrameDuration.isValid && !connection.videoMaxFrameDuration.isValid)
            connection.videoMinFrameDuration = .invalid
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let fixture = Fixture()
                let connection = try #require(try DeprecatedPropertiesTests.layer(fixture).connection)
                connection.videoMaxFrameDuration = CMTime(value: 1, timescale: 30)
            }
            expectMessage(result, "NSInvalidArgumentException", "setVideoMaxFrameDuration:")
        }

        @available(*, deprecated)
        @Test("The older stabilization properties are another view of the newer ones")
        func stabilization() throws {
            let fixture = Fixture()
            let connection = try #require(try Self.layer(fixture).connection)
            #expect(!connection.enablesVideoStabilizationWhenAvailable && !connection.isVideoStabilizationEnabled)
            connection.enablesVideoStabilizationWhenAvailable = true
            #expect(connection.preferredVideoStabilizationMode == .auto)
            connection.enablesVideoStabilizationWhenAvailable = false
            #expect(connection.preferredVideoStabilizationMode == .off)
        }

        @available(*, deprecated)
        @Test("S-208: a layer's orientation and mirroring are its connection's")
        func layerProperties() throws {
            let fixture = Fixture()
            let layer = try Self.layer(fixture)
            let connection = try #require(layer.connection)
            #expect(layer.isOrientationSupported && layer.isMirroringSupported && layer.automaticallyAdjustsMirroring)
            layer.orientation = .portrait
            #expect(connection.videoOrientation == .portrait && layer.orientation == .portrait)
            layer.automaticallyAdjustsMirroring = false
            layer.isMirrored = true
            #expect(connection.isVideoMirrored && layer.isMirrored)
            let lonely = AVCaptureVideoPreviewLayer()
            #expect(!lonely.isOrientationSupported && !lonely.isMirroringSupported && !lonely.isMirrored)
        }

        @available(*, deprecated)
        @Test("S-208: using them against the rules stops the program")
        func layerRules() async {
            let mirrored = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let fixture = Fixture()
                let layer = try DeprecatedPropertiesTests.layer(fixture)
                layer.isMirrored = true
            }
            expectMessage(mirrored, "NSInvalidArgumentException", "automaticallyAdjustsVideoMirroring is YES")
            let turned = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                _ = Fixture()
                AVCaptureVideoPreviewLayer().orientation = .portrait
            }
            expectMessage(turned, "NSInvalidArgumentException", "setOrientation:")
        }
    }
}
