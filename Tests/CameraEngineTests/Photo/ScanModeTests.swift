@preconcurrency import AVFoundation
import CameraLifecycle
import CaptureSystemTesting
import MovieValidators
import SimulatedDriver
import Testing

@_spi(Pinhole) @testable import CameraEngine

@MainActor
@Suite("The mode for scans, on a simulated phone", .ownCaptureSystem)
struct ScanModeTests {
    @Test(
        "R-PHOTO-3, R-SCAN-9: the camera has a format for scans as long as they are taken, and the picture goes on",
        arguments: [1, 2],
        [AVCaptureDevice.Position.back, .front]
    )
    func mode(cameraLimit: Int, position: AVCaptureDevice.Position) async throws {
        let scanning = await ScanFixture(cameraLimit, position)
        let (fixture, model) = (scanning.fixture, scanning.model)
        #expect(model.mode == .photo && model.scanSize == .scanning)
        #expect(await scanning.format == PhotoSize(width: 1920, height: 1080))

        await scanning.goesOn { model.setMode(.scan) }
        #expect(model.mode == .scan)
        #expect(await scanning.format == .scanning)
        #expect(try await scanning.scan().size == .scanning)
        // Nothing is larger than a scan as long as scans are taken.
        #expect(try await fixture.photo().size == .scanning)

        await scanning.goesOn { model.setScanSize(.largerScanning) }
        #expect(model.scanSize == .largerScanning)
        #expect(await scanning.format == PhotoSize(width: 1440, height: 1080))
        #expect(try await scanning.scan().size == PhotoSize(width: 1440, height: 1080))

        await scanning.goesOn { model.setMode(.photo) }
        #expect(await scanning.format == PhotoSize(width: 1920, height: 1080))
        #expect(try await fixture.photo().size == PhotoSize(width: 1920, height: 1080))
        // In another mode a scan is what there is; the size is kept for later.
        #expect(try await scanning.scan().size == PhotoSize(width: 1920, height: 1080))
        model.setScanSize(.scanning)
        model.setMode(.scan)
        await fixture.settle(model)
        #expect(await scanning.format == .scanning)
        await fixture.end(model)
    }

    @Test("R-SCAN-9: a scan that is asked for right after the mode has its size and shape", arguments: [1, 2])
    func atOnce(cameraLimit: Int) async throws {
        let scanning = await ScanFixture(cameraLimit)
        scanning.model.setMode(.scan)
        for (wish, size) in [
            (PhotoSize.scanning, PhotoSize.scanning), (.largerScanning, PhotoSize(width: 1440, height: 1080)),
        ] {
            scanning.model.setScanSize(wish)
            let scan = try await scanning.scan()
            let reading = try Reading(scan)
            #expect(scan.size == size && PhotoSize(width: reading.width, height: reading.height) == size)
        }
        scanning.model.setMode(.photo)
        await scanning.fixture.settle(scanning.model)
        let reading = try Reading(await scanning.fixture.photo(PhotoRequest(quality: .quality)))
        #expect(reading.width == 1920 && reading.height == 1080)
        await scanning.fixture.end(scanning.model)
    }

    @Test("R-SCAN-9: a scan is balanced, without flash, and a file whose text can be read", arguments: [1, 2])
    func scan(cameraLimit: Int) async throws {
        let scanning = await ScanFixture(cameraLimit)
        scanning.model.setMode(.scan)
        let reading = try Reading(await scanning.scan())
        #expect(reading.width == 1024 && reading.height == 768)
        #expect(reading.exif.flash == 16)
        #expect(PhotoRequest.scan() == PhotoRequest(size: .closest(to: .scanning), flash: .off, quality: .balanced))
        await scanning.fixture.end(scanning.model)
    }

    @Test("R-PHOTO-4: a scan that waits for its format when the camera stops is answered", arguments: [1, 2])
    func stopped(cameraLimit: Int) async throws {
        let scanning = await ScanFixture(cameraLimit)
        let (fixture, model) = (scanning.fixture, scanning.model)
        model.setMode(.scan)
        await fixture.settle(model)
        let press = fixture.press(.scan())
        await fixture.settle(model)
        #expect(press.count == 0)
        await fixture.end(model)
        await fixture.answer(press)
        #expect(press.failure == .stopped)
        model.start()
        await fixture.expect(model) { $0.status == .live }
        #expect(try await scanning.scan().size == .scanning)
        await fixture.end(model)
    }

    @Test("R-PHOTO-4: a photo that is under way when the mode changes is taken", arguments: [1, 2])
    func photoUnderWay(cameraLimit: Int) async throws {
        let scanning = await ScanFixture(cameraLimit)
        let presses = (0..<3).map { _ in scanning.fixture.press(unhurried) }
        scanning.model.setMode(.scan)
        await scanning.fixture.answer(presses)
        #expect(presses.allSatisfy { $0.photo != nil }, "\(presses.map { String(describing: $0.failure) })")
        await scanning.fixture.end(scanning.model)
    }

    @Test("R-SCAN-9: modes and sizes in quick succession: the last ones count", arguments: [1, 2])
    func quickSuccession(cameraLimit: Int) async throws {
        let scanning = await ScanFixture(cameraLimit)
        let model = scanning.model
        await scanning.goesOn {
            for round in 0..<10 {
                model.setMode(.scan)
                model.setScanSize(round % 2 == 0 ? .largerScanning : .scanning)
                model.setMode(round % 3 == 0 ? .video : .photo)
            }
            model.setMode(.scan)
        }
        #expect(await scanning.format == .scanning)
        #expect(try await scanning.scan().size == .scanning)
        await scanning.goesOn {
            model.setMode(.video)
            model.setMode(.scan)
            model.setMode(.photo)
        }
        #expect(await scanning.format == PhotoSize(width: 1920, height: 1080))
        await scanning.fixture.end(model)
    }

    @Test(
        "R-SCAN-9: a mode that is chosen before and during a start is in force when the camera is live",
        arguments: [1, 2]
    )
    func duringStart(cameraLimit: Int) async throws {
        let fixture = EngineFixture(configuration: ScanFixture.configuration(cameraLimit))
        let model = CameraModel(engine: fixture.engine)
        model.setMode(.scan)
        model.start()
        await fixture.expect(model) { $0.status == .live }
        #expect(await fixture.format == .scanning)
        await fixture.end(model)
        model.setMode(.photo)
        await fixture.settle(model)
        model.start()
        model.setMode(.scan)
        model.setScanSize(.largerScanning)
        await fixture.expect(model) { $0.status == .live }
        await fixture.settle(model)
        #expect(await fixture.format == PhotoSize(width: 1440, height: 1080))
        await fixture.end(model)
    }

    @Test(
        "R-SCAN-9: the format for scans is there again after a stop, a restart and another session",
        arguments: [1, 2]
    )
    func again(cameraLimit: Int) async throws {
        let scanning = await ScanFixture(cameraLimit)
        let (fixture, model) = (scanning.fixture, scanning.model)
        model.setMode(.scan)
        await fixture.settle(model)
        await fixture.end(model)
        model.start()
        await fixture.expect(model) { $0.status == .live }
        #expect(await scanning.format == .scanning)
        #expect(try await scanning.scan().size == .scanning)
        model.restartCamera()
        await fixture.expect(model) { $0.status != .live }
        await fixture.expect(model) { $0.status == .live }
        #expect(await scanning.format == .scanning)
        fixture.phone.resetMediaServices()
        await fixture.expect(model) { $0.status != .live }
        await fixture.expect(model) { $0.status == .live }
        #expect(await scanning.format == .scanning)
        model.setMode(.photo)
        await fixture.settle(model)
        #expect(await scanning.format == PhotoSize(width: 1920, height: 1080))
        await fixture.end(model)
    }

    @Test("R-SCAN-9: a mode that is chosen during an interruption is in force afterwards", arguments: [1, 2])
    func interruption(cameraLimit: Int) async throws {
        let scanning = await ScanFixture(cameraLimit)
        let (fixture, model) = (scanning.fixture, scanning.model)
        for (mode, size) in [(CaptureMode.scan, PhotoSize.scanning), (.photo, PhotoSize(width: 1920, height: 1080))] {
            fixture.phone.interrupt(.videoDeviceInUseByAnotherClient)
            await fixture.expect(model) { $0.status == .interrupted(.cameraInUse) }
            model.setMode(mode)
            await fixture.settle(model)
            #expect(model.status == .interrupted(.cameraInUse))
            fixture.phone.endInterruption(.videoDeviceInUseByAnotherClient)
            await fixture.expect(model) { $0.status == .live }
            await fixture.settle(model)
            #expect(await scanning.format == size)
            #expect(try await fixture.photo().size == size)
        }
        await fixture.end(model)
    }

    @Test("R-SCAN-9: each camera that is chosen in the mode for scans has a format for them", arguments: [1, 2])
    func otherCamera(cameraLimit: Int) async throws {
        let scanning = await ScanFixture(cameraLimit)
        let (fixture, model) = (scanning.fixture, scanning.model)
        model.select(CameraSelection(position: .front))
        model.setMode(.scan)
        await fixture.expect(model) { $0.camera?.position == .front && $0.status == .live }
        await fixture.pass(model, seconds: 0.2)
        #expect(await scanning.format == .scanning)
        model.select(CameraSelection(position: .back))
        await fixture.expect(model) { $0.camera?.position == .back && $0.status == .live }
        await fixture.pass(model, seconds: 0.2)
        #expect(await scanning.format == .scanning)
        #expect(try await scanning.scan().size == .scanning)
        model.setMode(.photo)
        model.select(CameraSelection(position: .front))
        await fixture.expect(model) { $0.camera?.position == .front && $0.status == .live }
        await fixture.pass(model, seconds: 0.2)
        #expect(await scanning.format == PhotoSize(width: 1920, height: 1080))
        await fixture.end(model)
    }

    @Test(
        "R-SCAN-9: a movie keeps its format when the mode changes; the camera follows when the movie is over",
        arguments: [1, 2]
    )
    func recording(cameraCount: Int) async throws {
        let two = await TwoCamerasFixture {
            $0.maximumCameraCount = cameraCount
            $0.initialCameraCount = cameraCount
            $0.recordsMovies = true
        }
        let (fixture, model) = (two.fixture, two.model)
        if cameraCount == 2 { await fixture.expect(model) { $0.multiCam.isOn } }
        let folder = try two.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        model.setMode(.video)
        try await two.start(RecordingRequest(url: folder.appendingPathComponent("walk.mov")))
        await fixture.pass(model, seconds: 0.5)
        model.setMode(.scan)
        model.setScanSize(.largerScanning)
        await fixture.pass(model, seconds: 0.5)
        #expect(model.mode == .scan && model.recording.phase == .recording)
        #expect(await fixture.format == PhotoSize(width: 1920, height: 1080))
        let movie = try await two.stop()
        #expect(movie.end == .requested && movie.isPlayable && abs(movie.duration - 1) < 0.3, "\(movie)")
        let errors = try MovieFileValidator(movie.url.path).decodingErrors()
        #expect(errors.isEmpty)
        await fixture.settle(model)
        #expect(await fixture.format == PhotoSize(width: 1440, height: 1080))
        #expect(model.status == .live)
        await fixture.end(model)
    }

    @Test("R-SCAN-9: with two cameras the leading one has a format for scans, and both go on")
    func twoCameras() async throws {
        let two = await TwoCamerasFixture()
        let (fixture, model) = (two.fixture, two.model)
        await two.turnOn()
        model.setMode(.scan)
        await fixture.settle(model)
        #expect(model.multiCam.isOn && model.status == .live)
        #expect(await fixture.format == .scanning)
        #expect(model.multiCam[camera: 0]?.width == 1024 && model.multiCam[camera: 1]?.width != 1024)
        #expect(await two.bothDeliver())
        #expect(try await fixture.scan().size == .scanning)
        // The second one goes and comes.
        model.setCameraCount(1)
        await fixture.expect(model) { !$0.multiCam.isOn }
        #expect(await fixture.format == .scanning)
        await two.turnOn()
        #expect(await fixture.format == .scanning)
        model.setMode(.photo)
        await fixture.settle(model)
        #expect(model.multiCam.isOn && model.multiCam[camera: 0]?.width != 1024)
        #expect(await two.bothDeliver())
        await fixture.end(model)
    }

    @Test("R-SCAN-9: after scans each preset is in force again, also one that the camera has not")
    func presets() async throws {
        for (profile, preset, size) in [
            (SimulatedPhone.Profile.iphone, AVCaptureSession.Preset.photo, PhotoSize(width: 4032, height: 3024)),
            (.iphone, .vga640x480, PhotoSize(width: 640, height: 480)),
            (.webcam, .hd4K3840x2160, PhotoSize(width: 1920, height: 1080)),
        ] {
            var configuration = EngineConfiguration()
            configuration.format = .preset(preset)
            let fixture = EngineFixture(profile, configuration: configuration)
            let model = await fixture.makeLiveModel()
            #expect(await fixture.format == size)
            model.setMode(.scan)
            await fixture.settle(model)
            #expect(await fixture.format != size)
            model.setMode(.video)
            await fixture.settle(model)
            #expect(await fixture.format == size)
            #expect(try await fixture.photo().size == size)
            await fixture.end(model)
        }
    }

    @Test("R-PHOTO-3: a webcam takes scans in what it has nearest", arguments: [1, 2])
    func webcam(cameraLimit: Int) async throws {
        let fixture = EngineFixture(.webcam, configuration: ScanFixture.configuration(cameraLimit))
        let model = await fixture.makeLiveModel()
        for (wish, nearest) in [
            (PhotoSize.scanning, PhotoSize(width: 1280, height: 720)),
            (.largerScanning, PhotoSize(width: 1920, height: 1080)),
        ] {
            model.setMode(.scan)
            model.setScanSize(wish)
            await fixture.settle(model)
            #expect(await fixture.format == nearest)
            #expect(try await fixture.scan().size == nearest)
            // Not the one with ten frames a second.
            let rates = await fixture.engine.device?.activeFormat.videoSupportedFrameRateRanges.map(\.maxFrameRate)
            #expect(rates == [30])
        }
        await fixture.end(model)
    }
}

/// An engine whose camera is live in the mode for photos.
@MainActor
private struct ScanFixture {
    let fixture: EngineFixture
    let model: CameraModel
    private let frames = FrameTimes()

    static func configuration(_ cameraLimit: Int) -> EngineConfiguration {
        var configuration = EngineConfiguration()
        configuration.maximumCameraCount = cameraLimit
        configuration.recordsMovies = true
        return configuration
    }

    /// - Parameters:
    ///   - cameraLimit: with more than one, the session is one that can have several.
    ///   - position: the camera.
    init(_ cameraLimit: Int, _ position: AVCaptureDevice.Position = .back) async {
        fixture = EngineFixture(configuration: Self.configuration(cameraLimit), scene: MovingScene())
        await fixture.engine.deliverFrames { [frames] frame, _ in frames.note(frame) }
        fixture.engine.select(CameraSelection(position: position))
        model = await fixture.makeLiveModel()
    }

    /// What the camera delivers.
    var format: PhotoSize? { get async { await fixture.format } }

    func scan(sourceLocation: SourceLocation = #_sourceLocation) async throws -> CapturedPhoto {
        try await fixture.scan(sourceLocation: sourceLocation)
    }

    /// Does something during which the picture is to go on: never is anything but `live` shown, and frames come.
    func goesOn(_ body: () -> Void, sourceLocation: SourceLocation = #_sourceLocation) async {
        await fixture.pass(model, seconds: 0.2)
        _ = frames.takeLongestGap()
        body()
        for _ in 0..<30 {
            await fixture.settle(model)
            #expect(model.status == .live, sourceLocation: sourceLocation)
            fixture.clock.advance(bySeconds: 0.01)
        }
        let gap = frames.takeLongestGap()
        #expect(gap > 0 && gap < 0.25, "\(gap) seconds without a frame", sourceLocation: sourceLocation)
    }
}

extension EngineFixture {
    /// What the camera delivers.
    fileprivate var format: PhotoSize? {
        get async {
            await engine.device.map {
                PhotoSize(CMVideoFormatDescriptionGetDimensions($0.activeFormat.formatDescription))
            }
        }
    }
}
