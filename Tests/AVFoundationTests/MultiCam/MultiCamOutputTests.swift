import AVFoundation
import CaptureDriver
import Foundation
import SimulatedDriver
import Testing

extension AVFoundationBehaviour {
    @Suite("Photos and movies of several cameras")
    struct MultiCamOutputTests {
        @Test(
            "S-109, S-153: each camera takes its own photo, asked for speed or for nothing; asked for more, the program stops"
        )
        func photos() async throws {
            let stage = MultiCamStage()
            try MultiCamStage.use(stage.back, 1280, 720)
            try MultiCamStage.use(stage.front, 640, 480)
            let outputs = [AVCapturePhotoOutput(), AVCapturePhotoOutput()]
            for (device, output) in zip([try stage.back, try stage.front], outputs) {
                let input = try stage.addInput(device)
                stage.session.addOutputWithNoConnections(output)
                try stage.connect(input.ports, output)
            }
            stage.session.startRunning()
            stage.run(seconds: 0.2)
            let recorders = [PhotoRecorder(), PhotoRecorder()]
            let settings = [AVCapturePhotoSettings(), AVCapturePhotoSettings()]
            settings[1].photoQualityPrioritization = .speed
            #expect(settings[0].photoQualityPrioritization == .balanced)
            for (index, output) in outputs.enumerated() {
                output.capturePhoto(with: settings[index], delegate: recorders[index])
            }
            for _ in 0..<100 {
                stage.run(seconds: 0.01)
                outputs.forEach { $0.settle() }
            }
            let widths = recorders.map { $0.photos.map(\.resolvedSettings.photoDimensions.width) }
            #expect(widths == [[1280], [640]])
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let stage = MultiCamStage()
                let output = AVCapturePhotoOutput()
                let input = try stage.addInput(stage.back)
                stage.session.addOutputWithNoConnections(output)
                try stage.connect(input.ports, output)
                stage.session.startRunning()
                let settings = AVCapturePhotoSettings()
                settings.photoQualityPrioritization = .balanced
                output.capturePhoto(with: settings, delegate: PhotoRecorder())
            }
            expectMessage(result, "NSInvalidArgumentException", "photoQualityPrioritization")
        }

        @Test("R-REC-6: each camera records its own movie; when one camera is lost the other movie goes on")
        func movies() throws {
            let stage = MultiCamStage()
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("movies-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let outputs = [AVCaptureMovieFileOutput(), AVCaptureMovieFileOutput()]
            for (device, output) in zip([try stage.back, try stage.front], outputs) {
                try MultiCamStage.use(device, 640, 480)
                let input = try stage.addInput(device)
                stage.session.addOutputWithNoConnections(output)
                try stage.connect(input.ports, output)
            }
            stage.session.startRunning()
            let recorders = [MovieRecorder(), MovieRecorder()]
            let urls = ["back.mov", "front.mov"].map(folder.appendingPathComponent)
            for (index, output) in outputs.enumerated() {
                output.startRecording(to: urls[index], recordingDelegate: recorders[index])
            }
            Self.run(stage, seconds: 0.5)
            stage.phone.apply(.fatalStreamingError, to: "Front Camera")
            Self.run(stage, seconds: 0.5)
            #expect(outputs[0].isRecording && !outputs[1].isRecording && stage.session.isRunning)
            outputs[0].stopRecording()
            Self.run(stage, seconds: 0)
            #expect(recorders[0].codes == [0] && recorders[1].codes.count == 1 && recorders[1].codes != [0])
            #expect((29...31).contains(try ValidatedMovie(urls[0]).frameCount))
            #expect((14...16).contains(try ValidatedMovie(urls[1]).frameCount))
        }

        @Test("S-105, S-183: a port that is disabled ends the movie of its camera, as a disabled connection does")
        func portDisabled() throws {
            let stage = MultiCamStage()
            let url = FileManager.default.temporaryDirectory.appendingPathComponent("port-\(UUID().uuidString).mov")
            defer { try? FileManager.default.removeItem(at: url) }
            try MultiCamStage.use(stage.back, 640, 480)
            let input = try stage.addInput(stage.back)
            let output = AVCaptureMovieFileOutput()
            stage.session.addOutputWithNoConnections(output)
            try stage.connect(input.ports, output)
            stage.session.startRunning()
            let recorder = MovieRecorder()
            output.startRecording(to: url, recordingDelegate: recorder)
            Self.run(stage, seconds: 0.5)
            input.ports[0].isEnabled = false
            Self.run(stage, seconds: 0)
            #expect(!output.isRecording && recorder.codes.count == 1, "\(recorder.codes)")
            let frames = try ValidatedMovie(url).frameCount
            #expect((14...16).contains(frames), "\(frames)")
        }

        private static func run(_ stage: MultiCamStage, seconds: Double) {
            let settle = {
                #expect(stage.phone.system.unsettled.wait(timeout: .now() + 600) == .success)
                stage.session.settle()
                #expect(stage.phone.system.unsettled.wait(timeout: .now() + 600) == .success)
            }
            for _ in 0..<Int((seconds * 100).rounded()) {
                stage.clock.advance(bySeconds: 0.01)
                settle()
            }
            settle()
        }

        // MARK: Virtual cameras

        @Test(
            "S-107: ports of a virtual camera's parts are hidden, can be found, and are refused, as nobody delivers them"
        )
        func virtualCamera() throws {
            let clock = ManualCaptureClock()
            let phone = SimulatedPhone(clock: clock)
            phone.setAuthorization(.authorized, for: .video)
            CaptureSystem.use(
                CaptureSystem(drivers: [VirtualCameraDriver(phone.driver)], conditions: phone.conditions, clock: clock)
            )
            let device = try #require(AVCaptureDevice(uniqueID: VirtualCameraDriver.id))
            let parts = device.constituentDevices
            #expect(device.isVirtualDevice && parts.count == 2)
            let input = try AVCaptureDeviceInput(device: device)
            #expect(input.ports.count == 1 && input.ports[0].sourceDeviceType == device.deviceType)
            let hidden = parts.flatMap {
                input.ports(for: .video, sourceDeviceType: $0.deviceType, sourceDevicePosition: $0.position)
            }
            #expect(hidden.map(\.sourceDeviceType) == parts.map(\.deviceType))
            let session = AVCaptureMultiCamSession()
            session.addInputWithNoConnections(input)
            for output in [AVCaptureVideoDataOutput(), AVCapturePhotoOutput()] as [AVCaptureOutput] {
                session.addOutputWithNoConnections(output)
                #expect(session.canAddConnection(AVCaptureConnection(inputPorts: input.ports, output: output)))
                for port in hidden {
                    #expect(!session.canAddConnection(AVCaptureConnection(inputPorts: [port], output: output)))
                }
            }
            let found = AVCaptureDevice.DiscoverySession(
                deviceTypes: [device.deviceType] + parts.map(\.deviceType),
                mediaType: .video,
                position: .back
            )
            #expect(!found.supportedMultiCamDeviceSets.contains { $0.isSuperset(of: [device, parts[0]]) })
        }
    }
}

/// A phone's cameras, and a virtual one that is made of the two first of them.
private final class VirtualCameraDriver: CaptureDriver {
    static let id = "virtual"

    let name = "virtual"
    private let base: any CaptureDriver

    init(_ base: any CaptureDriver) {
        self.base = base
    }

    func devices() -> [CaptureDeviceDescription] {
        let cameras = base.devices()
        var virtual = cameras[0]
        virtual.id = Self.id
        virtual.deviceType = AVCaptureDevice.DeviceType.builtInDualWideCamera.rawValue
        virtual.constituents = cameras.prefix(2).map(\.id)
        virtual.switchOverZoomFactors = [2]
        return cameras + [virtual]
    }

    func observeDevices(_ handler: @escaping @Sendable (CaptureDeviceChange) -> Void) -> CaptureObservation {
        base.observeDevices(handler)
    }

    func open(_ id: CaptureDeviceDescription.ID) throws(CaptureDriverError) -> any CaptureDeviceHandle {
        try base.open(id == Self.id ? base.devices()[0].id : id)
    }
}
