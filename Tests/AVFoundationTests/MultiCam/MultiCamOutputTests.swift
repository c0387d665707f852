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
            let fixture = MultiCamFixture()
            try MultiCamFixture.use(fixture.back, 1280, 720)
            try MultiCamFixture.use(fixture.front, 640, 480)
            let outputs = [AVCapturePhotoOutput(), AVCapturePhotoOutput()]
            for (device, output) in zip([try fixture.back, try fixture.front], outputs) {
                let input = try fixture.addInput(device)
                fixture.session.addOutputWithNoConnections(output)
                try fixture.connect(input.mediaPorts, output)
            }
            fixture.session.startRunning()
            fixture.run(seconds: 0.2)
            let recorders = [PhotoRecorder(), PhotoRecorder()]
            let settings = [AVCapturePhotoSettings(), AVCapturePhotoSettings()]
            settings[1].photoQualityPrioritization = .speed
            #expect(settings[0].photoQualityPrioritization == .balanced)
            for (index, output) in outputs.enumerated() {
                output.capturePhoto(with: settings[index], delegate: recorders[index])
            }
            for _ in 0..<100 {
                fixture.run(seconds: 0.01)
                outputs.forEach { $0.settle() }
            }
            let widths = recorders.map { $0.photos.map(\.resolvedSettings.photoDimensions.width) }
            #expect(widths == [[1280], [640]])
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let fixture = MultiCamFixture()
                let output = AVCapturePhotoOutput()
                let input = try fixture.addInput(fixture.back)
                fixture.session.addOutputWithNoConnections(output)
                try fixture.connect(input.mediaPorts, output)
                fixture.session.startRunning()
                let settings = AVCapturePhotoSettings()
                settings.photoQualityPrioritization = .balanced
                output.capturePhoto(with: settings, delegate: PhotoRecorder())
            }
            expectMessage(result, "NSInvalidArgumentException", "photoQualityPrioritization")
        }

        @Test("R-REC-6: each camera records its own movie; when one camera is lost the other movie goes on")
        func movies() throws {
            let fixture = MultiCamFixture()
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("movies-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let outputs = [AVCaptureMovieFileOutput(), AVCaptureMovieFileOutput()]
            for (device, output) in zip([try fixture.back, try fixture.front], outputs) {
                try MultiCamFixture.use(device, 640, 480)
                let input = try fixture.addInput(device)
                fixture.session.addOutputWithNoConnections(output)
                try fixture.connect(input.mediaPorts, output)
            }
            fixture.session.startRunning()
            let recorders = [MovieRecorder(), MovieRecorder()]
            let urls = ["back.mov", "front.mov"].map(folder.appendingPathComponent)
            for (index, output) in outputs.enumerated() {
                output.startRecording(to: urls[index], recordingDelegate: recorders[index])
            }
            Self.run(fixture, seconds: 0.5)
            fixture.phone.apply(.fatalStreamingError, to: "Front Camera")
            Self.run(fixture, seconds: 0.5)
            #expect(outputs[0].isRecording && !outputs[1].isRecording && fixture.session.isRunning)
            outputs[0].stopRecording()
            Self.run(fixture, seconds: 0)
            #expect(recorders[0].codes == [0] && recorders[1].codes.count == 1 && recorders[1].codes != [0])
            #expect((29...31).contains(try ValidatedMovie(urls[0]).frameCount))
            #expect((14...16).contains(try ValidatedMovie(urls[1]).frameCount))
        }

        @Test("S-105, S-183: a port that is disabled ends the movie of its camera, as a disabled connection does")
        func portDisabled() throws {
            let fixture = MultiCamFixture()
            let url = FileManager.default.temporaryDirectory.appendingPathComponent("port-\(UUID().uuidString).mov")
            defer { try? FileManager.default.removeItem(at: url) }
            try MultiCamFixture.use(fixture.back, 640, 480)
            let input = try fixture.addInput(fixture.back)
            let output = AVCaptureMovieFileOutput()
            fixture.session.addOutputWithNoConnections(output)
            try fixture.connect(input.mediaPorts, output)
            fixture.session.startRunning()
            let recorder = MovieRecorder()
            output.startRecording(to: url, recordingDelegate: recorder)
            Self.run(fixture, seconds: 0.5)
            input.mediaPorts[0].isEnabled = false
            Self.run(fixture, seconds: 0)
            #expect(!output.isRecording && recorder.codes.count == 1, "\(recorder.codes)")
            let frames = try ValidatedMovie(url).frameCount
            #expect((14...16).contains(frames), "\(frames)")
        }

        private static func run(_ fixture: MultiCamFixture, seconds: Double) {
            let settle = {
                #expect(fixture.phone.system.unsettled.wait(timeout: .now() + 600) == .success)
                fixture.session.settle()
                #expect(fixture.phone.system.unsettled.wait(timeout: .now() + 600) == .success)
            }
            for _ in 0..<Int((seconds * 100).rounded()) {
                fixture.clock.advance(bySeconds: 0.01)
                settle()
            }
            settle()
        }

        // MARK: Virtual cameras

        @Test(
            "S-107: ports of a virtual device's constituents are hidden, can be found, and feed no photo output and no plain session"
        )
        func constituentPorts() throws {
            let fixture = MultiCamFixture()
            let device = try fixture.camera(.builtInDualWideCamera, .back)
            let parts = device.constituentDevices
            let input = try fixture.addInput(device)
            #expect(input.mediaPorts.count == 1 && input.mediaPorts[0].sourceDeviceType == device.deviceType)
            let hidden = parts.flatMap {
                input.ports(for: .video, sourceDeviceType: $0.deviceType, sourceDevicePosition: $0.position)
            }
            #expect(hidden.map(\.sourceDeviceType) == parts.map(\.deviceType))
            let (photos, frames) = (AVCapturePhotoOutput(), AVCaptureVideoDataOutput())
            fixture.session.addOutputWithNoConnections(photos)
            fixture.session.addOutputWithNoConnections(frames)
            for port in hidden {
                #expect(!fixture.session.canAddConnection(AVCaptureConnection(inputPorts: [port], output: photos)))
                #expect(fixture.session.canAddConnection(AVCaptureConnection(inputPorts: [port], output: frames)))
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
