import AVFoundation
import CaptureDriver
import Foundation
import SimulatedDriver
import Testing

/// A phone's camera of three lenses.
private func tripleCamera() throws -> AVCaptureDevice {
    try #require(AVCaptureDevice.default(.builtInTripleCamera, for: .video, position: .back))
}

extension AVFoundationBehaviour {
    @Suite("Virtual devices")
    struct VirtualDeviceTests {
        private static let virtualTypes: [AVCaptureDevice.DeviceType] = [
            .builtInTripleCamera, .builtInDualWideCamera, .builtInDualCamera,
        ]

        private static func found(_ types: [AVCaptureDevice.DeviceType]) -> [AVCaptureDevice] {
            AVCaptureDevice.DiscoverySession(deviceTypes: types, mediaType: .video, position: .unspecified).devices
        }

        // MARK: What there is

        @Test(
            "S-47, S-48, S-49: virtual devices are found in the order asked for, and only then; the wide angle is the default"
        )
        func discovery() throws {
            _ = Fixture()
            #expect(Self.found(Self.virtualTypes).map(\.deviceType) == Self.virtualTypes)
            #expect(Self.found([.builtInWideAngleCamera]).map(\.localizedName) == ["Back Camera", "Front Camera"])
            #expect(AVCaptureDevice.default(for: .video)?.deviceType == .builtInWideAngleCamera)
            #expect(AVCaptureDevice.default(.builtInTripleCamera, for: .video, position: .front) == nil)
        }

        @Test("S-74, S-76: a virtual device is made of physical ones, with a factor of change-over between each two")
        func constituents() throws {
            _ = Fixture()
            let devices = Self.found(Self.virtualTypes)
            #expect(devices.allSatisfy { $0.isVirtualDevice })
            #expect(
                devices.map { $0.constituentDevices.map(\.deviceType) } == [
                    [.builtInUltraWideCamera, .builtInWideAngleCamera, .builtInTelephotoCamera],
                    [.builtInUltraWideCamera, .builtInWideAngleCamera],
                    [.builtInWideAngleCamera, .builtInTelephotoCamera],
                ]
            )
            #expect(
                devices.map { $0.virtualDeviceSwitchOverVideoZoomFactors.map(\.doubleValue) } == [[2, 6], [2], [3]]
            )
            #expect(devices.map(\.displayVideoZoomFactorMultiplier) == [0.5, 0.5, 1])
            let triple = devices[0]
            #expect(triple.minimumFocusDistance == 200)
            #expect(triple.activeFormat.videoFieldOfView == triple.constituentDevices[0].activeFormat.videoFieldOfView)
            #expect(AVCaptureDevice.extrinsicMatrix(from: triple, to: devices[1]) == nil)
        }

        @Test("Phones with fewer lenses have fewer virtual devices")
        func otherPhones() throws {
            _ = Fixture(.iphoneSE)
            #expect(Self.found(Self.virtualTypes).isEmpty)
            #expect(!AVCaptureMultiCamSession.isMultiCamSupported)
            #expect(try Fixture(.iphoneSE).camera.formats.allSatisfy { !$0.isMultiCamSupported })
            _ = Fixture(.ipad)
            #expect(Self.found(Self.virtualTypes).map(\.deviceType) == [.builtInDualWideCamera])
        }

        // MARK: Zoom

        @Test(
            "S-74: the active constituent is nil until pictures come, and follows the zoom factor, ramps too; observed"
        )
        func activeConstituent() throws {
            let fixture = Fixture()
            let triple = try tripleCamera()
            try fixture.addInput(triple)
            let recorder = FrameRecorder()
            _ = fixture.addVideoOutput(recorder)
            let seen = Recorded<AVCaptureDevice.DeviceType?>()
            let observation = triple.observe(\.activePrimaryConstituent, options: [.new]) { device, _ in
                seen.append(device.activePrimaryConstituent?.deviceType)
            }
            #expect(triple.activePrimaryConstituent == nil)
            fixture.session.startRunning()
            fixture.run(seconds: 0.1, recorder: recorder)
            #expect(triple.activePrimaryConstituent?.deviceType == .builtInUltraWideCamera)
            try triple.lockForConfiguration()
            triple.ramp(toVideoZoomFactor: 8, withRate: 3)
            fixture.run(seconds: 1.2, recorder: recorder)
            #expect(!triple.isRampingVideoZoom && triple.videoZoomFactor == 8)
            #expect(triple.activePrimaryConstituent?.deviceType == .builtInTelephotoCamera)
            #expect(recorder.drops.isEmpty)
            fixture.session.stopRunning()
            triple.settle()
            #expect(triple.activePrimaryConstituent == nil)
            #expect(seen.values == [.builtInUltraWideCamera, .builtInWideAngleCamera, .builtInTelephotoCamera, nil])
            observation.invalidate()
        }

        @Test("Locked, the change-over keeps its lens, and the zoom factor begins where that does")
        func lockedBehavior() throws {
            let fixture = Fixture()
            let triple = try tripleCamera()
            try fixture.addInput(triple)
            let recorder = FrameRecorder()
            _ = fixture.addVideoOutput(recorder)
            fixture.session.startRunning()
            #expect(triple.primaryConstituentDeviceSwitchingBehavior == .auto)
            #expect(triple.minAvailableVideoZoomFactor == 1)
            try triple.lockForConfiguration()
            triple.videoZoomFactor = 3
            triple.setPrimaryConstituentDeviceSwitchingBehavior(.locked, restrictedSwitchingBehaviorConditions: [])
            #expect(triple.activePrimaryConstituentDeviceSwitchingBehavior == .locked)
            #expect(triple.minAvailableVideoZoomFactor == 2)
            triple.videoZoomFactor = 7
            #expect(triple.activePrimaryConstituent?.deviceType == .builtInWideAngleCamera)
            triple.setPrimaryConstituentDeviceSwitchingBehavior(
                .restricted,
                restrictedSwitchingBehaviorConditions: [.videoZoomChanged]
            )
            #expect(triple.activePrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions == .videoZoomChanged)
            #expect(triple.minAvailableVideoZoomFactor == 1)
            #expect(triple.activePrimaryConstituent?.deviceType == .builtInTelephotoCamera)
            fixture.session.stopRunning()
        }

        @Test(
            "S-75: conditions without the restricted behaviour stop the program, as does a factor below a locked lens"
        )
        func misuse() async {
            let conditions = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                _ = Fixture()
                let triple = try tripleCamera()
                try triple.lockForConfiguration()
                triple.setPrimaryConstituentDeviceSwitchingBehavior(
                    .auto,
                    restrictedSwitchingBehaviorConditions: [.focusModeChanged]
                )
            }
            expectMessage(conditions, "NSInvalidArgumentException", "setPrimaryConstituentDeviceSwitchingBehavior:")
            let zoom = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                _ = Fixture()
                let triple = try tripleCamera()
                try triple.lockForConfiguration()
                triple.videoZoomFactor = 2
                triple.setPrimaryConstituentDeviceSwitchingBehavior(.locked, restrictedSwitchingBehaviorConditions: [])
                triple.videoZoomFactor = 1
            }
            expectMessage(zoom, "NSRangeException", "setVideoZoomFactor:")
        }

        @Test("Fallbacks are all but the longest lens at first, and any of them")
        func fallbacks() throws {
            let fixture = Fixture()
            let triple = try tripleCamera()
            #expect(triple.supportedFallbackPrimaryConstituentDevices == Array(triple.constituentDevices.prefix(2)))
            #expect(triple.fallbackPrimaryConstituentDevices == triple.supportedFallbackPrimaryConstituentDevices)
            try triple.lockForConfiguration()
            triple.fallbackPrimaryConstituentDevices = [triple.constituentDevices[1]]
            #expect(triple.fallbackPrimaryConstituentDevices == [triple.constituentDevices[1]])
            #expect(try fixture.camera.supportedFallbackPrimaryConstituentDevices.isEmpty)
        }

        // MARK: Several cameras

        @Test(
            "S-107: the constituents of a virtual device deliver through their ports, beside it and beside another camera"
        )
        func constituentPorts() throws {
            let fixture = MultiCamFixture()
            let dual = try fixture.camera(.builtInDualWideCamera, .back)
            try MultiCamFixture.use(dual, 640, 480)
            try MultiCamFixture.use(fixture.front, 640, 480)
            let recorders = (0..<4).map { _ in FrameRecorder() }
            try fixture.addCamera(fixture.front, recorders[0])
            let input = try fixture.addInput(dual)
            let hidden = dual.constituentDevices.flatMap {
                input.ports(for: .video, sourceDeviceType: $0.deviceType, sourceDevicePosition: .back)
            }
            #expect(hidden.map(\.sourceDeviceType) == [.builtInUltraWideCamera, .builtInWideAngleCamera])
            for (port, recorder) in zip([input.mediaPorts[0]] + hidden, recorders.dropFirst()) {
                let output = AVCaptureVideoDataOutput()
                output.setSampleBufferDelegate(recorder, queue: recorder.queue)
                fixture.session.addOutputWithNoConnections(output)
                try fixture.connect([port], output)
            }
            fixture.session.startRunning()
            for _ in 0..<50 {
                fixture.clock.advance(bySeconds: 0.01)
                recorders.forEach { $0.settle() }
            }
            for recorder in recorders {
                #expect((14...16).contains(recorder.frames.count), "\(recorder.frames.count)")
                #expect(recorder.frames.allSatisfy { $0.size == CGSize(width: 640, height: 480) })
                #expect(recorder.isUndisturbed())
            }
            hidden[0].isEnabled = false
            fixture.run(seconds: 0.1, recorders[1], recorders[2])
            let frames = recorders[1].frames.count
            #expect(fixture.sensorEvents(dual.constituentDevices[0]) == ["start", "stop"])
            recorders[2].forget()
            fixture.run(seconds: 0.2, recorders[1], recorders[2])
            #expect(recorders[1].frames.count > frames && recorders[2].frames.isEmpty)
            fixture.session.stopRunning()
        }
    }
}
