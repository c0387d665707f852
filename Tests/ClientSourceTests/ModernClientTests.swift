@preconcurrency import AVFoundation
import CaptureDriver
import SimulatedDriver
import Testing

@testable import ModernClientSources

@Suite("Client code in the manner of today: actors, asynchronous sequences")
struct ModernClientTests {
    @Test("A capture service takes photos with both cameras, and follows the phone's orientation")
    func photosAndOrientation() async {
        await #expect(processExitsWith: .success) {
            let phone = ClientPhone.inForce(.notDetermined)
            let service = CaptureService()
            var events = service.events.makeAsyncIterator()
            let root = CALayer()
            let layer = AVCaptureVideoPreviewLayer()
            root.addSublayer(layer)
            try await service.start(previewLayer: layer)
            #expect(await service.isRunning)
            #expect(await service.cameraPosition == .back)
            #expect(await service.captureRotationAngle == 90)
            try await events.skip(to: .previewRotation(90))

            let hearing = Hearing()
            let photo = try await service.capturePhoto(quality: .quality, flash: .on) { activity in
                hearing.hear(activity == .photoCapture(willCapture: true) ? "shutter" : "beginning")
            }
            await hearing.wait(for: "shutter")
            #expect(hearing.all == ["beginning", "shutter"])
            #expect(photo.data.dropFirst(4).starts(with: Data("ftypheic".utf8)))
            #expect((photo.dimensions.width, photo.dimensions.height) == (4032, 3024))
            #expect(photo.isFlashFired)

            phone.orientation = .landscapeLeft
            try await events.skip(to: .previewRotation(0))
            try await service.selectNextVideoDevice()
            #expect(await service.cameraPosition == .front)
            #expect(AVCaptureDevice.systemPreferredCamera?.position == .front)
            let portrait = try await service.capturePhoto()
            #expect(portrait.data.count > 1000 && !portrait.isFlashFired)
            try await service.focusAndExpose(at: CGPoint(x: 0.2, y: 0.8))
            await service.stop()
            let isRunning = await service.isRunning
            #expect(!isRunning)
        }
    }

    @Test("A capture service hears of interruptions, and starts again after a reset of media services")
    func interruptions() async {
        await #expect(processExitsWith: .success) {
            let phone = ClientPhone.inForce()
            let service = CaptureService()
            var events = service.events.makeAsyncIterator()
            try await service.start()
            #expect(await service.isRunning)

            phone.interrupt(.videoDeviceInUseByAnotherClient)
            try await events.skip(to: .interrupted(.videoDeviceInUseByAnotherClient))
            #expect(await service.isInterrupted)
            phone.endInterruption(.videoDeviceInUseByAnotherClient)
            try await events.skip(to: .interruptionEnded)
            #expect(await service.isRunning)
            phone.background()
            try await events.skip(to: .interrupted(.videoDeviceNotAvailableInBackground))
            let isInterrupted = await service.isInterrupted
            #expect(!isInterrupted)
            phone.foreground()
            try await events.skip(to: .interruptionEnded)

            phone.resetMediaServices()
            try await events.skip(to: .runtimeError(.mediaServicesWereReset))
            #expect(await service.isRunning)
            await service.stop()
        }
    }

    @Test("A capture service without permission throws its own error")
    func denied() async {
        await #expect(processExitsWith: .success) {
            _ = ClientPhone.inForce(.denied)
            let service = CaptureService()
            await #expect(throws: CameraError.notAuthorized) { try await service.start() }
        }
    }

    @Test("Frames arrive as an asynchronous sequence, upright and in the format that was asked for")
    func frames() async {
        await #expect(processExitsWith: .success) {
            _ = ClientPhone.inForce()
            let camera = SimpleCamera()
            try camera.configure()
            await camera.start()
            var times: [CMTime] = []
            for await frame in await camera.stream.frames.prefix(5) {
                #expect(frame.size == CGSize(width: 720, height: 1280))
                #expect(CVPixelBufferGetPixelFormatType(frame.pixelBuffer) == kCVPixelFormatType_32BGRA)
                times.append(frame.time)
            }
            #expect(times == times.sorted() && Set(times).count == 5)
            await camera.stop()
        }
    }

    @Test("A shutter button follows readiness, and photos tell what was asked for")
    func shutterButton() async {
        await #expect(processExitsWith: .success) {
            _ = ClientPhone.inForce()
            let session = AVCaptureSession()
            let output = AVCapturePhotoOutput()
            session.beginConfiguration()
            session.addInput(try AVCaptureDeviceInput(device: try #require(AVCaptureDevice.default(for: .video))))
            session.sessionPreset = .hd1280x720
            session.addOutput(output)
            session.commitConfiguration()
            let button = await ShutterButton(output: output)
            session.startRunning()
            #expect(try await button.prepare())
            let reporter = PhotoReporter()
            let id = await button.press(delegate: reporter)
            var reports: [PhotoReport] = []
            for try await report in reporter.reports { reports.append(report) }
            let report = try #require(reports.first)
            #expect(reports.count == 1)
            #expect(report.uniqueID == id)
            #expect(report.artist == "A. Photographer")
            #expect((report.size.width, report.size.height) == (1280, 720))
            #expect((report.thumbnailSize.width, report.thumbnailSize.height) == (160, 90))
            #expect(report.place == "1 of 1")
            #expect(report.seconds > 0)
            #expect(report.strippedByteCount < report.byteCount)
            // The stream also holds the readiness before the press.
            for await _ in await button.readiness {
                if await button.isEnabled { break }
            }
            #expect(await button.isEnabled)
            session.stopRunning()
        }
    }

    @Test("A session wired by hand delivers what was chosen, on the clock that it names")
    func manualConnections() async {
        await #expect(processExitsWith: .success) {
            _ = ClientPhone.inForce()
            let device = try #require(AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back))
            let wiring = ManualConnections(size: CGSize(width: 300, height: 300))
            try wiring.wire(device)
            try wiring.choose(width: 1024, framesPerSecond: 24, on: device)
            #expect(device.activeVideoMinFrameDuration == CMTime(value: 25, timescale: 600))
            let stream = FrameStream()
            wiring.output.setSampleBufferDelegate(stream, queue: DispatchQueue(label: "frames"))
            wiring.session.startRunning()
            for await frame in stream.frames.prefix(2) {
                #expect(frame.size == CGSize(width: 1024, height: 768))
                #expect((0..<5).contains(CMClock.hostTimeClock.time.seconds - frame.time.seconds))
            }
            #expect(wiring.devicePoint(ofTap: CGPoint(x: 150, y: 150)) == CGPoint(x: 0.5, y: 0.5))
            let corner = wiring.devicePoint(ofTap: .zero)
            #expect(abs(corner.x - 0.125) < 0.001 && corner.y == 0)
            wiring.session.stopRunning()
        }
    }
}
