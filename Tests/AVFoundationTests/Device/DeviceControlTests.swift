import AVFoundation
import CaptureDriver
import Foundation
import SimulatedDriver
import Testing

extension AVFoundationBehaviour {
    @Suite("Device controls")
    struct DeviceControlTests {
        /// A camera that an input holds open, locked.
        private func open(_ fixture: Fixture) throws -> (AVCaptureDevice, AVCaptureDeviceInput) {
            let camera = try fixture.camera
            let input = try AVCaptureDeviceInput(device: camera)
            try camera.lockForConfiguration()
            return (camera, input)
        }

        // MARK: Focus

        @Test("S-60, S-61: modes and points; focusing once ends locked, observed")
        func focus() throws {
            let fixture = Fixture()
            let (camera, input) = try open(fixture)
            let seen = Recorded<String>()
            let observations = [
                camera.observe(\.focusMode, options: [.new]) { device, _ in
                    seen.append("mode \(device.focusMode.rawValue)")
                },
                camera.observe(\.isAdjustingFocus, options: [.new]) { device, _ in
                    seen.append("adjusting \(device.isAdjustingFocus)")
                },
            ]
            #expect(camera.isFocusModeSupported(.autoFocus) && camera.isFocusPointOfInterestSupported)
            #expect(camera.focusPointOfInterest == CGPoint(x: 0.5, y: 0.5))
            camera.focusPointOfInterest = CGPoint(x: 0.25, y: 0.75)
            camera.focusMode = .autoFocus
            #expect(camera.isAdjustingFocus && camera.focusMode == .autoFocus)
            fixture.clock.advance(bySeconds: 1)
            #expect(!camera.isAdjustingFocus && camera.focusMode == .locked)
            #expect(camera.focusPointOfInterest == CGPoint(x: 0.25, y: 0.75))
            camera.settle()
            #expect(seen.values == ["mode 1", "adjusting true", "mode 0", "adjusting false"])
            observations.forEach { $0.invalidate() }
            withExtendedLifetime(input) {}
        }

        @Test("S-63, S-65: the lens is set by setFocusModeLocked, which completes on the device clock")
        func lens() throws {
            let fixture = Fixture()
            let (camera, input) = try open(fixture)
            let times = Recorded<CMTime>()
            camera.setFocusModeLocked(lensPosition: 0.25) { times.append($0) }
            #expect(camera.focusMode == .locked)
            #expect(abs(camera.lensPosition - 0.25) < 1e-6)
            fixture.clock.advance(bySeconds: 0.5)
            camera.settle()
            #expect(times.values.count == 1 && times.values[0].isNumeric)
            camera.setFocusModeLocked(lensPosition: AVCaptureDevice.currentLensPosition)
            #expect(abs(camera.lensPosition - 0.25) < 1e-6)
            withExtendedLifetime(input) {}
        }

        @Test("S-63: a lens position out of range stops the program")
        func lensOutOfRange() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let camera = try Fixture().camera
                try camera.lockForConfiguration()
                camera.setFocusModeLocked(lensPosition: 1.5)
            }
            expectMessage(result, "NSRangeException", "setFocusModeLockedWithLensPosition:completionHandler:")
        }

        @Test("S-60, S-61: what a fixed-focus camera lacks stops the program")
        func unsupportedFocus() async {
            let mode = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let camera = try Fixture().frontCamera
                try camera.lockForConfiguration()
                camera.focusMode = .continuousAutoFocus
            }
            expectMessage(
                mode,
                "NSInvalidArgumentException",
                "*** -[AVCaptureDevice setFocusMode:] Not supported - use -isFocusModeSupported: to discover valid focus modes"
            )
            let point = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let camera = try Fixture().frontCamera
                try camera.lockForConfiguration()
                camera.focusPointOfInterest = .zero
            }
            expectMessage(point, "NSInvalidArgumentException", "setFocusPointOfInterest:")
        }

        // MARK: Exposure

        @Test("S-39, S-64: custom exposure sets duration and ISO, and makes frames longer but never shorter")
        func customExposure() throws {
            let fixture = Fixture()
            let (camera, input) = try open(fixture)
            let done = Recorded<Bool>()
            camera.setExposureModeCustom(duration: CMTime(value: 1, timescale: 10), iso: 100) { _ in done.append(true) }
            #expect(camera.exposureMode == .custom)
            #expect(camera.exposureDuration == CMTime(value: 1, timescale: 10))
            #expect(camera.iso == 100)
            #expect(camera.activeVideoMaxFrameDuration == CMTime(value: 1, timescale: 10))
            camera.setExposureModeCustom(
                duration: CMTime(value: 1, timescale: 100),
                iso: AVCaptureDevice.currentISO
            ) { _ in done.append(false) }
            #expect(camera.iso == 100)
            #expect(camera.activeVideoMaxFrameDuration == CMTime(value: 1, timescale: 10))
            fixture.clock.advance(bySeconds: 0.5)
            camera.settle()
            #expect(done.values == [true, false])
            withExtendedLifetime(input) {}
        }

        @Test("S-64: durations, ISO and bias out of range stop the program")
        func exposureOutOfRange() async {
            let duration = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let camera = try Fixture().camera
                try camera.lockForConfiguration()
                camera.setExposureModeCustom(duration: CMTime(value: 5, timescale: 1), iso: 100)
            }
            expectMessage(
                duration,
                "NSRangeException",
                "setExposureModeCustomWithDuration:ISO:completionHandler:",
                "duration"
            )
            let iso = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let camera = try Fixture().camera
                try camera.lockForConfiguration()
                camera.setExposureModeCustom(duration: AVCaptureDevice.currentExposureDuration, iso: 100_000)
            }
            expectMessage(iso, "NSRangeException", "ISO")
            let bias = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let camera = try Fixture().camera
                try camera.lockForConfiguration()
                camera.setExposureTargetBias(9)
            }
            expectMessage(bias, "NSRangeException", "setExposureTargetBias:completionHandler:")
        }

        @Test("S-60: custom exposure where it is not supported stops the program with Apple's message")
        func unsupportedExposure() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let camera = try Fixture(.webcam).camera
                try camera.lockForConfiguration()
                camera.exposureMode = .locked
            }
            expectMessage(result, "NSInvalidArgumentException", "setExposureMode:", "-isExposureModeSupported:")
        }

        @Test("S-64, S-65: the bias is set and observed")
        func bias() throws {
            let fixture = Fixture()
            let (camera, input) = try open(fixture)
            #expect(camera.minExposureTargetBias == -8 && camera.maxExposureTargetBias == 8)
            let seen = Recorded<Float>()
            let observation = camera.observe(\.exposureTargetBias, options: [.new]) { _, change in
                change.newValue.map(seen.append)
            }
            camera.setExposureTargetBias(1.5)
            camera.setExposureTargetBias(AVCaptureDevice.currentExposureTargetBias)
            #expect(seen.values == [1.5] && camera.exposureTargetBias == 1.5)
            observation.invalidate()
            withExtendedLifetime(input) {}
        }

        // MARK: White balance

        @Test("S-67: gains are locked, and convert to temperature and back")
        func whiteBalance() throws {
            let fixture = Fixture()
            let (camera, input) = try open(fixture)
            let light = AVCaptureDevice.WhiteBalanceTemperatureAndTintValues(temperature: 4000, tint: 10)
            let gains = camera.deviceWhiteBalanceGains(for: light)
            camera.setWhiteBalanceModeLocked(with: gains)
            #expect(camera.whiteBalanceMode == .locked)
            #expect(camera.deviceWhiteBalanceGains == gains)
            let back = camera.temperatureAndTintValues(for: gains)
            #expect(abs(back.temperature - 4000) < 20 && abs(back.tint - 10) < 1)
            let colour = camera.chromaticityValues(for: gains)
            let again = camera.deviceWhiteBalanceGains(for: colour)
            #expect(abs(again.blueGain - gains.blueGain) < 1e-3)
            withExtendedLifetime(input) {}
        }

        @Test("S-67: a camera with a temperature control is locked by temperature")
        func temperatureControl() throws {
            let fixture = Fixture(.webcam)
            let (camera, input) = try open(fixture)
            #expect(camera.isLockingWhiteBalanceWithCustomDeviceGainsSupported)
            let light = AVCaptureDevice.WhiteBalanceTemperatureAndTintValues(temperature: 3500, tint: 0)
            camera.setWhiteBalanceModeLocked(with: camera.deviceWhiteBalanceGains(for: light))
            let back = camera.temperatureAndTintValues(for: camera.deviceWhiteBalanceGains)
            #expect(abs(back.temperature - 3500) < 30)
            withExtendedLifetime(input) {}
        }

        @Test("S-67: gains and chromaticities out of range stop the program, also the special constant")
        func whiteBalanceOutOfRange() async {
            let gains = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let camera = try Fixture().camera
                try camera.lockForConfiguration()
                camera.setWhiteBalanceModeLocked(with: .init(redGain: 0.5, greenGain: 1, blueGain: 1))
            }
            expectMessage(
                gains,
                "NSRangeException",
                "setWhiteBalanceModeLockedWithDeviceWhiteBalanceGains:completionHandler:"
            )
            let special = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                _ = try Fixture().camera.chromaticityValues(for: AVCaptureDevice.currentWhiteBalanceGains)
            }
            expectMessage(special, "NSRangeException")
            let colour = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                _ = try Fixture().camera.deviceWhiteBalanceGains(for: .init(x: 1.5, y: 0.3))
            }
            expectMessage(colour, "NSRangeException", "deviceWhiteBalanceGainsForChromaticityValues:")
        }

        // MARK: Zoom

        @Test("S-68: zoom jumps, and a ramp runs in doublings per second, observed")
        func zoom() throws {
            let fixture = Fixture()
            let (camera, input) = try open(fixture)
            let ramping = Recorded<Bool>()
            let observation = camera.observe(\.isRampingVideoZoom, options: [.new]) { _, change in
                change.newValue.map(ramping.append)
            }
            camera.videoZoomFactor = 2
            #expect(camera.videoZoomFactor == 2)
            camera.ramp(toVideoZoomFactor: 8, withRate: 2)
            #expect(camera.isRampingVideoZoom)
            fixture.clock.advance(bySeconds: 0.5)
            #expect(abs(camera.videoZoomFactor - 4) < 0.1)
            fixture.clock.advance(bySeconds: 0.6)
            #expect(camera.videoZoomFactor == 8 && !camera.isRampingVideoZoom)
            camera.ramp(toVideoZoomFactor: 1, withRate: 1)
            camera.cancelVideoZoomRamp()
            fixture.clock.advance(bySeconds: 1)
            #expect(camera.videoZoomFactor == 8)
            camera.ramp(toVideoZoomFactor: 1, withRate: 1)
            camera.videoZoomFactor = 3
            fixture.clock.advance(bySeconds: 1)
            #expect(camera.videoZoomFactor == 3)
            camera.settle()
            #expect(ramping.values == [true, false, true, false, true, false])
            observation.invalidate()
            withExtendedLifetime(input) {}
        }

        @Test("S-68: a factor beyond the format's maximum stops the program")
        func zoomOutOfRange() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let camera = try Fixture().camera
                try camera.lockForConfiguration()
                camera.videoZoomFactor = camera.activeFormat.videoMaxZoomFactor + 1
            }
            expectMessage(
                result,
                "NSRangeException",
                "setVideoZoomFactor:",
                "out-of-range [1, activeFormat.videoMaxZoomFactor]"
            )
        }

        // MARK: Light

        @Test("S-70: the torch goes on at a level, goes off in the heat, and is refused then")
        func torch() throws {
            let fixture = Fixture()
            let (camera, input) = try open(fixture)
            let seen = Recorded<Float>()
            let observation = camera.observe(\.torchLevel, options: [.new]) { _, change in
                change.newValue.map(seen.append)
            }
            #expect(camera.hasTorch && camera.isTorchAvailable && !camera.isTorchActive)
            try camera.setTorchModeOn(level: 0.5)
            #expect(camera.isTorchActive && camera.torchMode == .on)
            try camera.setTorchModeOn(level: AVCaptureDevice.maxAvailableTorchLevel)
            fixture.phone.setPressure(SystemPressure(level: .critical), on: camera.uniqueID)
            #expect(!camera.isTorchAvailable && !camera.isTorchActive && camera.torchMode == .off)
            #expect(throws: AVError.self) { try camera.setTorchModeOn(level: 1) }
            do { try camera.setTorchModeOn(level: 1) } catch {
                #expect((error as? AVError)?.code == .torchLevelUnavailable)
            }
            camera.settle()
            #expect(seen.values == [0.5, 1, 0])
            observation.invalidate()
            withExtendedLifetime(input) {}
        }

        @Test("S-60, S-70: levels out of range and missing torches stop the program")
        func torchErrors() async {
            let level = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let camera = try Fixture().camera
                try camera.lockForConfiguration()
                try camera.setTorchModeOn(level: 0)
            }
            expectMessage(level, "NSInvalidArgumentException", "setTorchModeOnWithLevel:error:")
            let missing = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let camera = try Fixture().frontCamera
                try camera.lockForConfiguration()
                camera.torchMode = .on
            }
            expectMessage(missing, "NSInvalidArgumentException", "setTorchMode:", "-isTorchModeSupported:")
        }

        // MARK: Rotation

        @Test("S-120, S-121, S-122, R-ROT-1: the coordinator follows gravity on the main queue")
        @MainActor
        func rotation() async throws {
            let fixture = Fixture()
            fixture.phone.orientation = .portrait
            let (root, layer) = (CALayer(), CALayer())
            root.addSublayer(layer)
            let camera = try fixture.camera
            let coordinator = AVCaptureDevice.RotationCoordinator(device: camera, previewLayer: layer)
            let bare = AVCaptureDevice.RotationCoordinator(device: camera, previewLayer: nil)
            #expect(coordinator.videoRotationAngleForHorizonLevelCapture == 90)
            #expect(coordinator.videoRotationAngleForHorizonLevelPreview == 90)
            #expect(bare.videoRotationAngleForHorizonLevelPreview == 0)
            #expect(bare.videoRotationAngleForHorizonLevelCapture == 90)
            await withCheckedContinuation { continuation in
                let observation = Recorded<NSKeyValueObservation>()
                observation.append(
                    coordinator.observe(\.videoRotationAngleForHorizonLevelCapture, options: [.new]) { _, change in
                        dispatchPrecondition(condition: .onQueue(.main))
                        #expect(change.newValue == 0)
                        observation.values.first?.invalidate()
                        continuation.resume()
                    }
                )
                fixture.phone.orientation = .landscapeLeft
            }
            #expect(coordinator.videoRotationAngleForHorizonLevelCapture == 0)
        }
    }
}
