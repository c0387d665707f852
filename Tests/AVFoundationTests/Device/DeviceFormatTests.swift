@preconcurrency import AVFoundation
import CaptureDriver
import Foundation
import SimulatedDriver
import Testing

extension AVFoundationBehaviour {
    @Suite("Device formats")
    struct DeviceFormatTests {
        private func locked(_ fixture: Fixture) throws -> AVCaptureDevice {
            let camera = try fixture.camera
            try camera.lockForConfiguration()
            return camera
        }

        @Test("S-42: formats tell what the hardware can do, the same objects each time")
        func formats() throws {
            let camera = try Fixture().camera
            let format = camera.activeFormat
            #expect(camera.formats.contains { $0 === format })
            #expect(CMVideoFormatDescriptionGetDimensions(format.formatDescription).width == 1920)
            #expect(format.mediaType == .video)
            #expect(format.videoSupportedFrameRateRanges.map(\.maxFrameRate) == [30])
            #expect(format.videoFieldOfView > 60)
            #expect(format.minISO == 32)
            #expect(format.supportedColorSpaces == [.sRGB])
            #expect(format.description.contains("'vide'/'420v' 1920x1080"))
            #expect(!format.isCenterStageSupported && format.videoFrameRateRangeForCenterStage == nil)
            let photo = try #require(camera.formats.last)
            #expect(photo.supportedMaxPhotoDimensions.map(\.width) == [4032])
        }

        @Test("S-31, S-35, S-38: a client's format is active, takes over from the preset, and resets the durations")
        func activeFormat() throws {
            let fixture = Fixture()
            try fixture.addInput()
            let camera = try locked(fixture)
            camera.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 15)
            let seen = Recorded<AVCaptureDevice.Format>()
            let observation = camera.observe(\.activeFormat, options: [.new]) { _, change in
                change.newValue.map(seen.append)
            }
            let small = try #require(camera.formats.first)
            camera.activeFormat = small
            camera.unlockForConfiguration()
            #expect(camera.activeFormat === small)
            #expect(seen.values.count == 1 && seen.values.first === small)
            #expect(fixture.session.sessionPreset == .inputPriority)
            #expect(camera.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 30))
            observation.invalidate()
        }

        @Test("S-35: another device's format stops the program")
        func foreignFormat() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let fixture = Fixture()
                let camera = try fixture.camera
                try camera.lockForConfiguration()
                camera.activeFormat = try fixture.frontCamera.formats[0]
            }
            expectMessage(
                result,
                "NSInvalidArgumentException",
                "-[AVCaptureDevice setActiveFormat:]",
                "Use -formats to discover valid formats"
            )
        }

        @Test("S-37: frame durations are set, observed, and restored by an invalid time")
        func frameDurations() throws {
            let camera = try locked(Fixture())
            let seen = Recorded<CMTime>()
            let observation = camera.observe(\.activeVideoMinFrameDuration, options: [.new]) { _, change in
                change.newValue.map(seen.append)
            }
            camera.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 20)
            camera.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: 15)
            #expect(camera.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 20))
            #expect(camera.activeVideoMaxFrameDuration == CMTime(value: 1, timescale: 15))
            camera.activeVideoMinFrameDuration = .invalid
            camera.activeVideoMaxFrameDuration = .invalid
            #expect(camera.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 30))
            #expect(seen.values == [CMTime(value: 1, timescale: 20), CMTime(value: 1, timescale: 30)])
            camera.unlockForConfiguration()
            observation.invalidate()
        }

        @Test("S-37: an unsupported duration stops the program, naming the ranges")
        func unsupportedDuration() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let camera = try Fixture().camera
                try camera.lockForConfiguration()
                camera.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 120)
            }
            expectMessage(
                result,
                "NSInvalidArgumentException",
                "*** -[AVCaptureDevice setActiveVideoMinFrameDuration:]",
                "Unsupported frame duration - Supported ranges: ( \"<AVFrameRateRange: 0x",
                " 1 - 30>\" ), tried to set "
                    + "maxFrameRate to 120.000000"
            )
        }

        @Test("S-38: adding the device's input to a session resets the durations")
        func resetByInput() throws {
            let fixture = Fixture()
            let camera = try locked(fixture)
            camera.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 10)
            try fixture.addInput(camera)
            #expect(camera.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 30))
        }

        @Test("S-93: a longer minimum duration lowers the rate of a running session")
        func livePace() throws {
            let fixture = Fixture()
            let recorder = FrameRecorder()
            try fixture.addInput()
            _ = fixture.addVideoOutput(recorder)
            let camera = try locked(fixture)
            fixture.session.startRunning()
            camera.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 10)
            fixture.run(seconds: 0.2, recorder: recorder)
            let before = recorder.frames.count
            fixture.run(seconds: 1, recorder: recorder)
            #expect((9...11).contains(recorder.frames.count - before))
            fixture.session.stopRunning()
        }

        @Test("S-69: HDR that the format lacks stops the program, also the automatic flag first")
        func hdr() async {
            let automatic = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let camera = try Fixture().camera
                try camera.lockForConfiguration()
                camera.isVideoHDREnabled = true
            }
            expectMessage(automatic, "NSGenericException", "automaticallyAdjustsVideoHDREnabled")
            let unsupported = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let camera = try Fixture().camera
                try camera.lockForConfiguration()
                camera.automaticallyAdjustsVideoHDREnabled = false
                camera.isVideoHDREnabled = true
            }
            expectMessage(unsupported, "NSGenericException", "videoHDRSupported")
        }

        @Test("S-40: automatic frame rates stop the program where no format supports them")
        func autoFrameRate() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let camera = try Fixture().camera
                try camera.lockForConfiguration()
                camera.isAutoVideoFrameRateEnabled = true
            }
            expectMessage(result, "NSInvalidArgumentException", "setAutoVideoFrameRateEnabled:")
        }
    }
}
