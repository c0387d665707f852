import AVFoundation
import CaptureDriver
import Foundation
import ImageProcessing
import SimulatedDriver
import Synchronization
import Testing

extension AVFoundationBehaviour {
    @Suite("Configuration of photo outputs")
    struct PhotoConfigurationTests {
        @Test("S-152: lists are empty without a camera, and observers hear when they fill")
        func lists() throws {
            let fixture = Fixture()
            let output = AVCapturePhotoOutput()
            #expect(output.availablePhotoPixelFormatTypes.isEmpty)
            #expect(output.availablePhotoCodecTypes.isEmpty)
            #expect(output.availablePhotoFileTypes.isEmpty)
            #expect(output.supportedPhotoCodecTypes(for: .heic).isEmpty)
            #expect(output.supportedFlashModes.isEmpty)
            let seen = Mutex(0)
            let observation = output.observe(\.availablePhotoCodecTypes) { _, _ in seen.withLock { $0 += 1 } }
            try fixture.addInput()
            fixture.session.addOutput(output)
            #expect(output.availablePhotoCodecTypes == [.hevc, .jpeg])
            #expect(output.availablePhotoFileTypes == [.heic, .jpg])
            #expect(output.supportedPhotoCodecTypes(for: .heic) == [.hevc])
            #expect(output.supportedPhotoCodecTypes(for: .jpg) == [.jpeg])
            #expect(output.supportedPhotoCodecTypes(for: .tif).isEmpty)
            #expect(!output.availablePhotoPixelFormatTypes.isEmpty)
            #expect(output.supportedFlashModes.contains(.off))
            #expect(seen.withLock { $0 } == 1)
            observation.invalidate()
        }

        @Test("S-159, S-160: speed features build upon one another, and are taken back together")
        func speedFeatures() throws {
            let fixture = try PhotoFixture()
            let output = fixture.output
            #expect(!output.isFastCapturePrioritizationSupported)
            output.isResponsiveCaptureEnabled = true
            output.isFastCapturePrioritizationEnabled = true
            #expect(output.isFastCapturePrioritizationEnabled)
            output.isZeroShutterLagEnabled = false
            #expect(!output.isResponsiveCaptureSupported)
            #expect(!output.isResponsiveCaptureEnabled)
            #expect(!output.isFastCapturePrioritizationEnabled)
            output.isZeroShutterLagEnabled = true
            #expect(!output.isResponsiveCaptureEnabled)
        }

        @Test("S-160, S-163, S-165: unsupported features say so, and stop the program when switched on")
        func unsupportedFeatures() async {
            let deferred = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let fixture = try PhotoFixture()
                let output = fixture.output
                guard !output.isAutoDeferredPhotoDeliverySupported, !output.isDepthDataDeliverySupported,
                    !output.isAppleProRAWSupported
                else { return }
                output.isAutoDeferredPhotoDeliveryEnabled = false
                output.isAutoDeferredPhotoDeliveryEnabled = true
            }
            expectMessage(deferred, "NSInvalidArgumentException", "setAutoDeferredPhotoDeliveryEnabled:")
            let responsive = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let fixture = try PhotoFixture()
                let output = fixture.output
                output.isZeroShutterLagEnabled = false
                output.isResponsiveCaptureEnabled = true
            }
            expectMessage(responsive, "setResponsiveCaptureEnabled:")
        }

        @Test("S-154: a phone's flash fires for the photo, and only for it")
        func flash() throws {
            let fixture = try PhotoFixture()
            #expect(fixture.output.supportedFlashModes.contains(.on))
            func photo(_ mode: AVCaptureDevice.FlashMode) throws -> AVCapturePhoto {
                let settings = AVCapturePhotoSettings(
                    format: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
                settings.flashMode = mode
                let recorder = fixture.take(settings)
                #expect(recorder.words == ["willBegin", "willCapture", "didCapture", "photo", "didFinish"])
                return try #require(recorder.photos.first)
            }
            let (dark, lit, after) = (try photo(.off), try photo(.on), try photo(.off))
            #expect(lit.resolvedSettings.isFlashEnabled)
            #expect(!after.resolvedSettings.isFlashEnabled)
            #expect(try brightness(lit) > brightness(dark) + 10)
            #expect(try abs(brightness(after) - brightness(dark)) < 10)
            let exif = lit.metadata[kCGImagePropertyExifDictionary as String] as? [String: Any]
            #expect(exif?[kCGImagePropertyExifFlash as String] as? Int == 9)
        }

        /// The mean of all bytes of a photo's pixels.
        private func brightness(_ photo: AVCapturePhoto) throws -> Double {
            let pixels = try #require(photo.pixelBuffer)
            CVPixelBufferLockBaseAddress(pixels, .readOnly)
            defer { CVPixelBufferUnlockBaseAddress(pixels, .readOnly) }
            let base = try #require(CVPixelBufferGetBaseAddress(pixels)).assumingMemoryBound(to: UInt8.self)
            let bytes = UnsafeBufferPointer(start: base, count: CVPixelBufferGetDataSize(pixels))
            let sample = stride(from: 0, to: bytes.count, by: 97).map { Double(bytes[$0]) }
            return sample.reduce(0, +) / Double(sample.count)
        }

        @Test("S-166, S-169: a bracket delivers a photo for each exposure, and each is exposed as asked")
        func bracket() throws {
            let fixture = try PhotoFixture(Fixture(scene: MovingScene()))
            try #require(fixture.output.maxBracketedCapturePhotoCount >= 3)
            let steps = [-2, 0, 2].map {
                AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: $0)
            }
            let settings = AVCapturePhotoBracketSettings(
                rawPixelFormatType: 0,
                processedFormat: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA],
                bracketedSettings: steps
            )
            let recorder = PhotoRecorder()
            fixture.output.capturePhoto(with: settings, delegate: recorder)
            fixture.run(seconds: 1)
            #expect(recorder.resolved.first?.expectedPhotoCount == 3)
            #expect(recorder.photos.map(\.photoCount) == [1, 2, 3])
            #expect(recorder.photos.map(\.sequenceCount) == [1, 2, 3])
            #expect(recorder.photos.map { $0.bracketSettings === steps[$0.photoCount - 1] } == [true, true, true])
            let levels = try recorder.photos.map(brightness)
            #expect(zip(levels, levels.dropFirst()).allSatisfy { $0 + 10 < $1 })
        }

        @Test("S-166: an empty bracket stops the program")
        func emptyBracket() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                _ = AVCapturePhotoBracketSettings(rawPixelFormatType: 0, processedFormat: nil, bracketedSettings: [])
            }
            expectMessage(result, "NSInvalidArgumentException", "at least one")
        }

        @Test("S-161: readiness can be observed")
        func readiness() throws {
            let fixture = try PhotoFixture()
            let seen = Mutex<[AVCapturePhotoOutput.CaptureReadiness]>([])
            let observation = fixture.output.observe(\.captureReadiness, options: [.new]) { _, change in
                if let value = change.newValue { seen.withLock { $0.append(value) } }
            }
            #expect(fixture.output.captureReadiness == .ready)
            fixture.output.isZeroShutterLagEnabled = false
            fixture.take()
            fixture.session.stopRunning()
            fixture.output.settle()
            #expect(seen.withLock { $0.first } == .notReadyMomentarily)
            #expect(seen.withLock { $0.last } == .sessionNotRunning)
            #expect(seen.withLock { $0.contains(.ready) })
            observation.invalidate()
        }

        @MainActor
        private final class ReadinessRecorder: NSObject, AVCapturePhotoOutputReadinessCoordinatorDelegate {
            nonisolated let seen = Mutex<[AVCapturePhotoOutput.CaptureReadiness]>([])

            nonisolated func readinessCoordinator(
                _ coordinator: AVCapturePhotoOutputReadinessCoordinator,
                captureReadinessDidChange captureReadiness: AVCapturePhotoOutput.CaptureReadiness
            ) {
                dispatchPrecondition(condition: .onQueue(.main))
                seen.withLock { $0.append(captureReadiness) }
            }
        }

        @Test("S-162: a coordinator tells its delegate on the main queue, at once for requests that it tracks")
        @MainActor
        func coordinator() throws {
            let fixture = try PhotoFixture()
            let coordinator = AVCapturePhotoOutputReadinessCoordinator(photoOutput: fixture.output)
            let recorder = ReadinessRecorder()
            coordinator.delegate = recorder
            let settings = AVCapturePhotoSettings()
            coordinator.startTrackingCaptureRequest(using: settings)
            #expect(recorder.seen.withLock { $0 } == [.ready, .notReadyMomentarily])
            coordinator.stopTrackingCaptureRequest(using: settings.uniqueID)
            #expect(recorder.seen.withLock { $0 } == [.ready, .notReadyMomentarily, .ready])
            #expect(coordinator.captureReadiness == .ready)
        }

        @Test("S-162: what an observer of the readiness causes is told to the delegate after what it was told itself")
        @MainActor
        func coordinatorOrder() throws {
            let fixture = try PhotoFixture()
            let coordinator = AVCapturePhotoOutputReadinessCoordinator(photoOutput: fixture.output)
            let recorder = ReadinessRecorder()
            coordinator.delegate = recorder
            let settings = AVCapturePhotoSettings()
            let id = settings.uniqueID
            let observation = coordinator.observe(\.captureReadiness, options: [.new]) { coordinator, change in
                if change.newValue == .notReadyMomentarily { coordinator.stopTrackingCaptureRequest(using: id) }
            }
            coordinator.startTrackingCaptureRequest(using: settings)
            #expect(recorder.seen.withLock { $0 } == [.ready, .notReadyMomentarily, .ready])
            observation.invalidate()
        }

        @Test("S-167: preparation completes when the session runs, and the second call fails the first")
        func preparation() throws {
            let fixture = try PhotoFixture(starts: false)
            let answers = Mutex<[String]>([])
            for name in ["first", "second"] {
                fixture.output.setPreparedPhotoSettingsArray([AVCapturePhotoSettings()]) { isPrepared, error in
                    answers.withLock { $0.append("\(name) \(isPrepared) \(error == nil)") }
                }
            }
            fixture.output.settle()
            #expect(answers.withLock { $0 } == ["first false true"])
            fixture.session.startRunning()
            fixture.output.settle()
            #expect(answers.withLock { $0 } == ["first false true", "second true true"])
            #expect(fixture.output.preparedPhotoSettingsArray.count == 1)
        }
    }
}
