import AVFoundation
import CaptureDriver
import Foundation
import SimulatedDriver
import Testing

extension AVFoundationBehaviour {
    @Suite("Exposure does what it says")
    struct ExposureTests {
        /// A camera that streams and may be configured.
        private struct Camera {
            let fixture = Fixture(scene: MovingScene())
            let device: AVCaptureDevice
            let recorder = FrameRecorder()

            init() throws {
                device = try fixture.camera
                try fixture.addInput(device)
                _ = fixture.addVideoOutput(recorder)
                fixture.session.startRunning()
                fixture.run(seconds: 0.5, recorder: recorder)
                try device.lockForConfiguration()
            }

            /// Lets time pass, and tells how many frames came.
            func frames(in seconds: Double) -> Int {
                let before = recorder.frames.count
                fixture.run(seconds: seconds, recorder: recorder)
                return recorder.frames.count - before
            }

            /// Mean luma of the newest frame.
            var brightness: Double {
                get throws {
                    let buffer = try #require(recorder.lastBuffer.flatMap(CMSampleBufferGetImageBuffer))
                    CVPixelBufferLockBaseAddress(buffer, .readOnly)
                    defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
                    let base = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0))
                    let count = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0) * CVPixelBufferGetHeight(buffer)
                    let luma = UnsafeRawBufferPointer(start: base, count: count)
                    return Double(luma.reduce(0) { $0 + Int($1) }) / Double(count)
                }
            }
        }

        @Test("S-39, S-64: frames that are exposed for 1/4 s come 4 a second, and 30 again with a shorter exposure")
        func longExposure() throws {
            let camera = try Camera()
            camera.device.setExposureModeCustom(duration: CMTime(value: 1, timescale: 4), iso: 32)
            #expect(camera.device.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 30))
            #expect(camera.device.activeVideoMaxFrameDuration == CMTime(value: 1, timescale: 4))
            _ = camera.frames(in: 0.5)
            #expect(camera.frames(in: 2) == 8)
            camera.device.setExposureModeCustom(duration: CMTime(value: 1, timescale: 500), iso: 400)
            _ = camera.frames(in: 0.5)
            #expect((59...61).contains(camera.frames(in: 2)))
            camera.device.setExposureModeCustom(duration: CMTime(value: 1, timescale: 4), iso: 32)
            camera.device.exposureMode = .continuousAutoExposure
            _ = camera.frames(in: 0.5)
            #expect((59...61).contains(camera.frames(in: 2)))
        }

        @Test("S-37: frames of 1/4 s come 4 a second")
        func longFrames() throws {
            let camera = try Camera()
            camera.device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 4)
            camera.device.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: 4)
            _ = camera.frames(in: 0.5)
            #expect(camera.frames(in: 2) == 8)
        }

        @Test(
            "A custom exposure of 1/500 s at ISO 400 is honoured, seen in the picture, and told as an offset; observed"
        )
        func shortExposure() throws {
            let camera = try Camera()
            let normal = try camera.brightness
            #expect(camera.device.exposureTargetOffset == 0)
            let seen = Recorded<Float>()
            let observation = camera.device.observe(\.exposureTargetOffset, options: [.new]) { device, _ in
                seen.append(device.exposureTargetOffset)
            }
            camera.device.setExposureModeCustom(duration: CMTime(value: 1, timescale: 500), iso: 400)
            _ = camera.frames(in: 0.2)
            #expect(camera.device.exposureDuration == CMTime(value: 1, timescale: 500) && camera.device.iso == 400)
            // 0.8 of what automatic exposure takes being 1/60 s at ISO 80.
            let offset = Float(log2(0.8 / (80.0 / 60)))
            #expect(abs(camera.device.exposureTargetOffset - offset) < 0.01)
            let dark = try camera.brightness
            #expect(dark < normal - 10, "\(dark) \(normal)")
            camera.device.setExposureModeCustom(duration: CMTime(value: 1, timescale: 60), iso: 320)
            _ = camera.frames(in: 0.2)
            #expect(abs(camera.device.exposureTargetOffset - 2) < 0.01)
            #expect(try camera.brightness > normal + 10)
            camera.device.setExposureTargetBias(1)
            _ = camera.frames(in: 0.2)
            #expect(abs(camera.device.exposureTargetOffset - 1) < 0.01)
            camera.device.settle()
            #expect(seen.values.count == 3)
            observation.invalidate()
        }

        @Test("S-66, S-72: automatic exposure keeps within a limit, until another format is chosen; observed")
        func limitedExposure() throws {
            let camera = try Camera()
            let device = camera.device
            let seen = Recorded<CMTime>()
            let observation = device.observe(\.activeMaxExposureDuration, options: [.new]) { device, _ in
                seen.append(device.activeMaxExposureDuration)
            }
            let longest = device.activeFormat.maxExposureDuration
            #expect(device.activeMaxExposureDuration == longest)
            let limit = CMTime(value: 1, timescale: 250)
            device.activeMaxExposureDuration = limit
            _ = camera.frames(in: 0.1)
            #expect(abs(device.exposureDuration.seconds - 1 / 250) < 1e-6)
            #expect(abs(device.iso - 80 * 250 / 60) < 0.5)
            #expect(device.activeMaxExposureDuration == limit)
            device.activeFormat = try #require(device.formats.first { $0 !== device.activeFormat })
            #expect(device.activeMaxExposureDuration == device.activeFormat.maxExposureDuration)
            _ = camera.frames(in: 0.1)
            #expect(abs(device.exposureDuration.seconds - 1 / 60) < 1e-6)
            device.settle()
            #expect(seen.values == [limit, device.activeFormat.maxExposureDuration])
            observation.invalidate()
        }

        @Test("S-73: the subject area has changed when the picture has, by itself, and only while it is monitored")
        func subjectArea() throws {
            let camera = try Camera()
            let notices = Recorded<Bool>()
            let token = NotificationCenter.default.addObserver(
                forName: AVCaptureDevice.subjectAreaDidChangeNotification,
                object: camera.device,
                queue: nil
            ) { _ in notices.append(true) }
            defer { NotificationCenter.default.removeObserver(token) }
            let pass = {
                _ = camera.frames(in: 1)
                camera.device.settle()
            }
            camera.fixture.phone.orientation = .landscapeLeft
            pass()
            #expect(notices.values.isEmpty)
            camera.device.isSubjectAreaChangeMonitoringEnabled = true
            pass()
            camera.device.videoZoomFactor = 4
            pass()
            camera.device.setExposureTargetBias(-3)
            pass()
            #expect(notices.values.isEmpty)
            camera.device.setExposureTargetBias(0)
            camera.device.videoZoomFactor = 1
            pass()
            camera.fixture.phone.orientation = .portrait
            pass()
            #expect(notices.values.count == 1)
            camera.device.isSubjectAreaChangeMonitoringEnabled = false
            camera.fixture.phone.orientation = .landscapeLeft
            pass()
            #expect(notices.values.count == 1)
        }

        @Test("Grey-world gains are those of the picture: a tinted one asks for less of its tint")
        func grayWorld() throws {
            let camera = try Camera()
            let device = camera.device
            let ratio = {
                device.grayWorldDeviceWhiteBalanceGains.redGain / device.grayWorldDeviceWhiteBalanceGains.blueGain
            }
            let neutral = ratio()
            let gains = AVCaptureDevice.WhiteBalanceGains(redGain: 4, greenGain: 1, blueGain: 1)
            device.setWhiteBalanceModeLocked(with: gains)
            _ = camera.frames(in: 0.5)
            #expect(ratio() < gains.redGain / gains.blueGain)
            let gray = device.grayWorldDeviceWhiteBalanceGains
            #expect(min(gray.redGain, gray.greenGain, gray.blueGain) >= 1)
            #expect(max(gray.redGain, gray.greenGain, gray.blueGain) <= device.maxWhiteBalanceGain)
            #expect(neutral > 0)
        }

        @Test("S-63: the lens stands at 1 at first")
        func lens() throws {
            #expect(try Fixture().camera.lensPosition == 1)
            #expect(try Fixture(.webcam).camera.lensPosition == 1)
        }
    }
}
