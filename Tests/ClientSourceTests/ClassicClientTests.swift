import AVFoundation
import CaptureDriver
import SimulatedDriver
import Testing

@testable import ClassicClientSources

/// Turns what a camera controller tells its delegate into words.
private final class ControllerListener: CameraControllerDelegate {
    let hearing = Hearing()

    func cameraController(_ controller: CameraController, isRunning: Bool) {
        hearing.hear(isRunning ? "running" : "stopped")
    }

    func cameraController(_ controller: CameraController, wasInterrupted message: String) {
        hearing.hear("interrupted: \(message)")
    }

    func cameraControllerInterruptionEnded(_ controller: CameraController) {
        hearing.hear("ended")
    }

    func cameraController(_ controller: CameraController, failedWith error: AVError) {
        hearing.hear("error \(error.code.rawValue)")
    }
}

/// Turns what a frame extractor tells its delegate into a stream.
private final class FrameListener: FrameExtractorDelegate {
    let averages: AsyncStream<FrameExtractor.Average>
    private let continuation: AsyncStream<FrameExtractor.Average>.Continuation

    init() {
        (averages, continuation) = AsyncStream.makeStream(of: FrameExtractor.Average.self)
    }

    func captured(average: FrameExtractor.Average) { continuation.yield(average) }
    func dropped(reason: String) {}
}

@Suite("Client code in the manner of the years before: queues, delegates, observers")
struct ClassicClientTests {
    @Test("A camera controller asks for permission, runs, and takes photos with both cameras")
    func photos() async {
        await #expect(processExitsWith: .success) {
            _ = ClientPhone.inForce(.notDetermined)
            let listener = ControllerListener()
            let controller = CameraController()
            controller.delegate = listener
            controller.prepare()
            controller.start()
            await listener.hearing.wait(for: "running")

            await withCheckedContinuation { continuation in
                controller.capturePhoto { processor in
                    #expect(processor.events == ["willBegin", "willCapture", "didCapture", "photo", "didFinish"])
                    #expect(processor.photoData?.dropFirst(4).starts(with: Data("ftypheic".utf8)) == true)
                    #expect(processor.thumbnailSize.map { max($0.width, $0.height) } == 160)
                    #expect(processor.photoCount == processor.expectedPhotoCount)
                    #expect(processor.exifExposureTime.map { 0 < $0 && $0 < 1 } == true)
                    #expect(processor.orientation != nil)
                    #expect(processor.pixelBufferSize == nil)
                    #expect(processor.error == nil)
                    continuation.resume()
                }
            }
            let position = await withCheckedContinuation { continuation in
                controller.changeCamera { continuation.resume(returning: $0) }
            }
            #expect(position == .front)
            await withCheckedContinuation { continuation in
                controller.capturePhoto { processor in
                    #expect(processor.error == nil && processor.photoData != nil)
                    continuation.resume()
                }
            }
            await withCheckedContinuation { continuation in controller.stop { continuation.resume() } }
            #expect(!controller.session.isRunning)
        }
    }

    @Test("A camera controller tells why it was interrupted, and starts again after a reset of media services")
    func interruptions() async {
        await #expect(processExitsWith: .success) {
            let phone = ClientPhone.inForce()
            let listener = ControllerListener()
            let controller = CameraController()
            controller.delegate = listener
            controller.prepare()
            controller.start()
            await listener.hearing.wait(for: "running")
            // The controller takes note of its running after it has told of it.
            controller.sessionQueue.sync {}

            phone.background()
            await listener.hearing.wait(for: "interrupted: background", "stopped")
            phone.foreground()
            await listener.hearing.wait(for: "ended", "running")
            phone.setPressure(SystemPressure(level: .shutdown, factors: 1))
            await listener.hearing.wait(for: "interrupted: pressure AVCaptureSystemPressureLevelShutdown", "stopped")
            phone.setPressure(SystemPressure(level: .nominal, factors: 0))
            await listener.hearing.wait(for: "ended", "running")
            phone.resetMediaServices()
            await listener.hearing.wait(for: "error \(AVError.Code.mediaServicesWereReset.rawValue)", "running")
            phone.unplug(controller.videoDeviceInput.device.uniqueID)
            await listener.hearing.wait(for: "error \(AVError.Code.deviceWasDisconnected.rawValue)", "stopped")
        }
    }

    @Test("A camera controller slows down under pressure")
    func pressure() async {
        await #expect(processExitsWith: .success) {
            let phone = ClientPhone.inForce()
            let listener = ControllerListener()
            let controller = CameraController()
            controller.delegate = listener
            controller.prepare()
            controller.start()
            await listener.hearing.wait(for: "running")
            let device: AVCaptureDevice = controller.videoDeviceInput.device
            let hearing = Hearing()
            let observation = device.observe(\.activeVideoMaxFrameDuration) { device, _ in
                hearing.hear(
                    "\(device.activeVideoMaxFrameDuration.value)/\(device.activeVideoMaxFrameDuration.timescale)"
                )
            }
            phone.setPressure(SystemPressure(level: .serious, factors: 1))
            await hearing.wait(for: "1/15")
            #expect(device.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 20))
            observation.invalidate()
        }
    }

    @Test("A frame extractor reads, copies and retimes frames with the C functions")
    func frames() async {
        await #expect(processExitsWith: .success) {
            _ = ClientPhone.inForce(.notDetermined)
            let listener = FrameListener()
            let extractor = FrameExtractor()
            extractor.delegate = listener
            for await average in listener.averages.prefix(3) {
                #expect((average.width, average.height) == (480, 640))
                #expect(average.pixelFormat == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
                #expect((20..<235).contains(average.luma))
                #expect(average.time.isNumeric)
                #expect(average.duration.isNumeric && average.duration.seconds < 0.1)
            }
            extractor.stop()
            let copy = try #require(extractor.copiedBuffer)
            #expect(CVBufferCopyAttachment(copy, kCVImageBufferYCbCrMatrixKey, nil) != nil)
            #expect(extractor.lastFormatDescription?.dimensions.width == 480)
            #expect(extractor.copiedSample?.presentationTimeStamp == .zero)
        }
    }

    @Test("Photos come as pixels, and in brackets")
    func pixelsAndBrackets() async {
        await #expect(processExitsWith: .success) {
            _ = ClientPhone.inForce()
            let listener = ControllerListener()
            let controller = CameraController()
            controller.delegate = listener
            controller.prepare()
            controller.start()
            await listener.hearing.wait(for: "running")
            let single = PixelPhotographer(output: controller.photoOutput)
            let sizes = await withCheckedContinuation { continuation in
                single.takePixels { sizes, _ in continuation.resume(returning: sizes) }
            }
            #expect(sizes == [CGSize(width: 4032, height: 3024)])
            let bracket = PixelPhotographer(output: controller.photoOutput)
            let biases = await withCheckedContinuation { continuation in
                bracket.takeBracket([-1, 0, 1]) { _, biases in continuation.resume(returning: biases) }
            }
            #expect(biases == [-1, 0, 1])
        }
    }

    @Test("A format is chosen by rate and size, and described")
    func formats() async {
        await #expect(processExitsWith: .success) {
            _ = ClientPhone.inForce()
            let device = try #require(AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back))
            let chosen = try #require(try device.set(frameRate: 60))
            #expect(device.activeFormat == chosen)
            #expect(chosen.formatDescription.dimensions.width == 3840)
            #expect(device.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 60))
            #expect(device.activeVideoMaxFrameDuration == CMTime(value: 1, timescale: 60))
            #expect(try device.set(frameRate: 1000) == nil)
            let fastest = try #require(device.fastestFormat(width: 1280, height: 720))
            #expect(fastest.range.maxFrameRate == 240)
            #expect(fastest.range.minFrameDuration == CMTime(value: 1, timescale: 240))
            #expect(device.formatDescriptions.contains { $0.hasPrefix("1920x1080 420v 1-30 fps") })
            #expect(!device.supportsTenBit)
        }
    }

    @Test("Settings by hand: focus, exposure, white balance, zoom and torch")
    func manualControls() async {
        await #expect(processExitsWith: .success) {
            let phone = ClientPhone.inForce()
            let listener = ControllerListener()
            let controller = CameraController()
            controller.delegate = listener
            controller.prepare()
            controller.start()
            await listener.hearing.wait(for: "running")
            let controls = ManualControls(device: controller.videoDeviceInput.device)
            let device = controls.device

            let focused = await withCheckedContinuation { continuation in
                controls.setLensPosition(0.25) { continuation.resume(returning: $0) }
            }
            #expect(focused.isNumeric)
            #expect(device.focusMode == .locked && device.lensPosition == 0.25)
            #expect(controls.observedLensPositions.last == 0.25)

            let exposed = await withCheckedContinuation { continuation in
                controls.setExposure(0.5, iso: 100_000) { continuation.resume(returning: $0) }
            }
            #expect(exposed.isNumeric)
            #expect(device.exposureMode == .custom && device.iso == device.activeFormat.maxISO)
            #expect(controls.observedISOs.last == device.activeFormat.maxISO)
            controls.setBias(100)
            #expect(device.exposureTargetBias == device.maxExposureTargetBias)

            controls.setWhiteBalance(temperature: 4000, tint: 0)
            #expect(device.whiteBalanceMode == .locked)
            #expect(abs(controls.temperature - 4000) < 300)
            controls.lockWithGrayWorld()

            let hearing = Hearing()
            let observation = device.observe(\.isRampingVideoZoom, options: [.new]) { _, change in
                hearing.hear(change.newValue == true ? "ramping" : "at rest")
            }
            controls.zoom(to: 2, ramping: false)
            controls.zoom(to: 4, ramping: true)
            await hearing.wait(for: "at rest")
            observation.invalidate()
            #expect(device.videoZoomFactor == 4)
            #expect(controls.observedZooms.first == 2 && controls.observedZooms.last == 4)
            #expect(controls.observedZooms == controls.observedZooms.sorted())
            controls.stopZooming()

            #expect(controls.toggleTorch() && device.torchMode == .on)
            #expect(!controls.toggleTorch() && device.torchMode == .off)
            phone.setPressure(SystemPressure(level: .critical, factors: 1))
            #expect(!controls.toggleTorch(level: 0.5))
            controls.restoreAutomaticFocus()
            #expect(device.focusMode == .continuousAutoFocus)
        }
    }

    @Test("Frames answer everything that is asked of them")
    func inspection() async {
        await #expect(processExitsWith: .success) {
            _ = ClientPhone.inForce()
            let session = AVCaptureSession()
            session.sessionPreset = .vga640x480
            session.addInput(try AVCaptureDeviceInput(device: try #require(AVCaptureDevice.default(for: .video))))
            let output = AVCaptureVideoDataOutput()
            session.addOutput(output)
            let (facts, continuation) = AsyncStream.makeStream(of: [String: String].self)
            let inspector = SampleInspector { continuation.yield($0) }
            output.setSampleBufferDelegate(inspector, queue: DispatchQueue(label: "frames"))
            session.startRunning()
            let found = try #require(await facts.first { _ in true })
            session.stopRunning()
            let expected = [
                "samples": "1 1", "decode time": "false", "presentation": "640x480", "mark": "marked",
                "sample attachments": "1", "device": "Back Camera",
            ]
            for (key, value) in found { #expect(value == expected[key] ?? "true", "\(key)") }
            #expect(found.count == 22)
        }
    }

    @Test("Errors are told apart by code, and name their device")
    func errors() async {
        await #expect(processExitsWith: .success) {
            let phone = ClientPhone.inForce()
            let device = try #require(AVCaptureDevice.default(for: .video))
            #expect(CameraFailure.open(device) == "Back Camera")
            phone.revokePermission()
            #expect(CameraFailure.open(device) == "Allow the camera in Settings.")
            phone.setAuthorization(.authorized, for: .video)
            phone.unplug(device.uniqueID)
            #expect(CameraFailure.open(device) == "Back Camera is not connected.")
        }
    }
}
