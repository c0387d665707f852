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
                try stage.connect(input.mediaPorts, output)
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
                try stage.connect(input.mediaPorts, output)
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
                try stage.connect(input.mediaPorts, output)
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
            try stage.connect(input.mediaPorts, output)
            stage.session.startRunning()
            let recorder = MovieRecorder()
            output.startRecording(to: url, recordingDelegate: recorder)
            Self.run(stage, seconds: 0.5)
            input.mediaPorts[0].isEnabled = false
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
            "S-107: ports of a virtual device's constituents are hidden, can be found, and feed no photo output and no plain session"
        )
        func constituentPorts() throws {
            let stage = MultiCamStage()
            let device = try stage.camera(.builtInDualWideCamera, .back)
            let parts = device.constituentDevices
            let input = try stage.addInput(device)
            #expect(input.mediaPorts.count == 1 && input.mediaPorts[0].sourceDeviceType == device.deviceType)
            let hidden = parts.flatMap {
                input.ports(for: .video, sourceDeviceType: $0.deviceType, sourceDevicePosition: $0.position)
            }
            #expect(hidden.map(\.sourceDeviceType) == parts.map(\.deviceType))
            let (photos, frames) = (AVCapturePhotoOutput(), AVCaptureVideoDataOutput())
            stage.session.addOutputWithNoConnections(photos)
            stage.session.addOutputWithNoConnections(frames)
            for port in hidden {
                #expect(!stage.session.canAddConnection(AVCaptureConnection(inputPorts: [port], output: photos)))
                #expect(stage.session.canAddConnection(AVCaptureConnection(inputPorts: [port], output: frames)))
            }
            let found = AVCaptureDevice.DiscoverySession(
                deviceTypes: [device.deviceType] + parts.map(\.deviceType),
                mediaType: .video,
                position: .back
            )
            #expect(!found.supportedMultiCamDeviceSets.contains { $0.isSuperset(of: [device, parts[0]]) })
            let (plain, other) = (AVCaptureSession(), try AVCaptureDeviceInput(device: device))
            plain.addInputWithNoConnections(other)
            let output = AVCaptureVideoDataOutput()
            plain.addOutputWithNoConnections(output)
            let port = other.ports(for: .video, sourceDeviceType: parts[0].deviceType, sourceDevicePosition: .back)
            #expect(!plain.canAddConnection(AVCaptureConnection(inputPorts: port, output: output)))
        }
    }
}
