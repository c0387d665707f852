import AVFoundation
import CaptureDriver
import Foundation
import ImageProcessing
import SimulatedDriver
import Synchronization
import Testing

extension AVFoundationBehaviour {
    @Suite("Photo output")
    struct PhotoTests {
        // MARK: One photo

        @Test("S-149, R-PHOTO-1: the delegate is told in the documented order, off the main queue")
        func order() throws {
            let stage = try PhotoStage()
            let recorder = stage.take()
            #expect(recorder.words == ["willBegin", "willCapture", "didCapture", "photo", "didFinish"])
            #expect(recorder.finalErrorCodes == [nil])
        }

        @Test("S-174: default settings give a JPEG file that decodes to the resolved size")
        func jpeg() throws {
            let stage = try PhotoStage()
            let settings = AVCapturePhotoSettings()
            let recorder = stage.take(settings)
            let photo = try #require(recorder.photos.first)
            let file = try #require(photo.fileDataRepresentation())
            let decoded = try JPEGDecoder(pixelFormat: kCVPixelFormatType_32BGRA).decode(file)
            let resolved = photo.resolvedSettings
            #expect(resolved.uniqueID == settings.uniqueID)
            #expect(CVPixelBufferGetWidth(decoded) == Int(resolved.photoDimensions.width))
            #expect(CVPixelBufferGetHeight(decoded) == Int(resolved.photoDimensions.height))
            #expect(resolved.expectedPhotoCount == 1)
            #expect(photo.photoCount == 1)
            #expect(photo.sequenceCount == 0)
            #expect(photo.bracketSettings == nil)
            #expect(photo.pixelBuffer == nil)
            #expect(!photo.isRawPhoto)
            #expect(photo.timestamp.isNumeric)
            #expect(photo.sourceDeviceType == .builtInWideAngleCamera)
        }

        @Test("S-170: what was not asked for has no size")
        func nothingResolved() throws {
            let stage = try PhotoStage()
            let resolved = try #require(stage.take().resolved.first)
            for size in [
                resolved.rawPhotoDimensions, resolved.previewDimensions, resolved.embeddedThumbnailDimensions,
                resolved.livePhotoMovieDimensions, resolved.portraitEffectsMatteDimensions,
                resolved.deferredPhotoProxyDimensions, resolved.rawEmbeddedThumbnailDimensions,
                resolved.dimensionsForSemanticSegmentationMatte(ofType: .hair),
            ] {
                #expect(size.width == 0 && size.height == 0)
            }
        }

        @Test("S-155, S-156, R-PHOTO-3: photos have the size that was asked for, from the format's list")
        func dimensions() throws {
            let stage = try PhotoStage()
            let sizes = try stage.stage.camera.activeFormat.supportedMaxPhotoDimensions
            let largest = try #require(sizes.max { $0.width < $1.width })
            stage.output.maxPhotoDimensions = largest
            for size in sizes {
                let settings = AVCapturePhotoSettings()
                settings.maxPhotoDimensions = size
                let photo = try #require(stage.take(settings).photos.first)
                let photoSize = photo.resolvedSettings.photoDimensions
                #expect(photoSize.width <= size.width && photoSize.height <= size.height)
                let file = try #require(photo.fileDataRepresentation())
                let header = try JPEGDecoder(pixelFormat: kCVPixelFormatType_32BGRA).header(of: file)
                #expect(header.dimensions.width == Int(photoSize.width))
                #expect(header.dimensions.height == Int(photoSize.height))
            }
        }

        @Test(
            "Uncompressed photos are pixels of the client's own",
            arguments: [
                kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
                kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
            ]
        )
        func uncompressed(format: OSType) throws {
            let stage = try PhotoStage()
            let settings = AVCapturePhotoSettings(format: [kCVPixelBufferPixelFormatTypeKey as String: format])
            let photo = try #require(stage.take(settings).photos.first)
            let pixels = try #require(photo.pixelBuffer)
            #expect(CVPixelBufferGetPixelFormatType(pixels) == format)
            #expect(photo.fileDataRepresentation() == nil)
            #expect(settings.processedFileType == nil)
        }

        @Test("Previews and thumbnails come in the size that was asked for, with the photo's shape")
        func previewAndThumbnail() throws {
            let stage = try PhotoStage()
            let settings = AVCapturePhotoSettings()
            let format = try #require(settings.availablePreviewPhotoPixelFormatTypes.first)
            settings.previewPhotoFormat = [
                kCVPixelBufferPixelFormatTypeKey as String: format, kCVPixelBufferWidthKey as String: 320,
                kCVPixelBufferHeightKey as String: 320,
            ]
            settings.embeddedThumbnailPhotoFormat = [
                AVVideoCodecKey: settings.availableEmbeddedThumbnailPhotoCodecTypes[0], AVVideoWidthKey: 160,
                AVVideoHeightKey: 120,
            ]
            let photo = try #require(stage.take(settings).photos.first)
            let preview = try #require(photo.previewPixelBuffer)
            #expect(CVPixelBufferGetPixelFormatType(preview) == format)
            #expect(CVPixelBufferGetWidth(preview) == 320)
            #expect(photo.resolvedSettings.previewDimensions.width == 320)
            #expect((photo.embeddedThumbnailPhotoFormat?[AVVideoWidthKey] as? Int) == 160)
            let file = try #require(photo.fileDataRepresentation())
            let thumbnail = try #require(try ExifReader.metadata(of: file)?.thumbnail)
            let header = try JPEGDecoder(pixelFormat: kCVPixelFormatType_32BGRA).header(of: thumbnail)
            #expect(header.dimensions.width == 160)
        }

        // MARK: Metadata

        @Test(
            "R-PHOTO-1, R-ROT-3, S-116: exiftool reads the right orientation for every rotation and mirroring",
            arguments: [
                (0, false, "1"), (90, false, "6"), (180, false, "3"), (270, false, "8"),
                (0, true, "2"), (90, true, "5"), (180, true, "4"), (270, true, "7"),
            ] as [(CGFloat, Bool, String)]
        )
        func orientation(angle: CGFloat, isMirrored: Bool, expected: String) throws {
            let stage = try PhotoStage()
            let connection = try stage.connection
            connection.videoRotationAngle = angle
            connection.automaticallyAdjustsVideoMirroring = false
            connection.isVideoMirrored = isMirrored
            let photo = try #require(stage.take().photos.first)
            let file = try #require(photo.fileDataRepresentation())
            #expect(try exifTool(file, "Orientation")["Orientation"] == expected)
            #expect(photo.metadata[kCGImagePropertyOrientation as String] as? UInt32 == UInt32(expected))
        }

        @Test("R-PHOTO-1: exiftool reads maker, model, exposure, and the date with sub-seconds and offset")
        func exif() throws {
            let stage = try PhotoStage()
            let photo = try #require(stage.take().photos.first)
            let file = try #require(photo.fileDataRepresentation())
            let tags = try exifTool(
                file,
                "Model",
                "Software",
                "DateTimeOriginal",
                "SubSecTimeOriginal",
                "OffsetTimeOriginal",
                "ExifImageWidth",
                "LensModel",
                "Warning"
            )
            #expect(tags["Model"] == (try stage.stage.camera.modelID))
            #expect(tags["LensModel"] == (try stage.stage.camera.localizedName))
            #expect(tags["Software"] == "Pinhole")
            #expect(tags["DateTimeOriginal"]?.count == 19)
            #expect(tags["SubSecTimeOriginal"]?.count == 3)
            #expect(tags["OffsetTimeOriginal"]?.count == 6)
            #expect(tags["ExifImageWidth"] == "\(photo.resolvedSettings.photoDimensions.width)")
            #expect(tags["Warning"] == nil)
        }

        @Test("R-PHOTO-1, S-175: the client's metadata are in the file, and replace the output's")
        func clientMetadata() throws {
            let stage = try PhotoStage()
            let settings = AVCapturePhotoSettings()
            settings.metadata = [
                kCGImagePropertyGPSDictionary as String: [
                    kCGImagePropertyGPSLatitude as String: 52.5, kCGImagePropertyGPSLatitudeRef as String: "N",
                    kCGImagePropertyGPSLongitude as String: 13.4, kCGImagePropertyGPSLongitudeRef as String: "W",
                ],
                kCGImagePropertyTIFFDictionary as String: [kCGImagePropertyTIFFMake as String: "Somebody"],
            ]
            let photo = try #require(stage.take(settings).photos.first)
            let file = try #require(photo.fileDataRepresentation())
            let tags = try exifTool(file, "Make", "GPSLatitude", "GPSLongitude", "Software")
            #expect(tags["Make"] == "Somebody")
            #expect(tags["Software"] == "Pinhole")
            #expect(tags["GPSLatitude"].flatMap(Double.init) == 52.5)
            #expect(tags["GPSLongitude"].flatMap(Double.init) == -13.4)
        }

        @Test("S-175: metadata keys that are not ImageIO's stop the program")
        func foreignMetadata() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                AVCapturePhotoSettings().metadata = ["flavour": "vanilla"]
            }
            expectMessage(result, "NSInvalidArgumentException", "setMetadata:", "flavour")
        }

        private final class Customizer: NSObject, AVCapturePhotoFileDataRepresentationCustomizer {
            func replacementMetadata(for photo: AVCapturePhoto) -> [String: Any]? { nil }
        }

        @Test("A customizer can leave the metadata out")
        func customizer() throws {
            let stage = try PhotoStage()
            let photo = try #require(stage.take().photos.first)
            let bare = try #require(photo.fileDataRepresentation(with: Customizer()))
            #expect(try exifTool(bare, "Software", "Orientation").isEmpty)
        }

        // MARK: Many photos

        @Test("R-PHOTO-4: ten photos in a row, not one is lost", arguments: [false, true])
        func rapidPhotos(isResponsive: Bool) throws {
            let stage = try PhotoStage()
            stage.output.isResponsiveCaptureEnabled = isResponsive
            let recorder = PhotoRecorder()
            for _ in 0..<10 {
                stage.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: recorder)
            }
            stage.run(seconds: 2)
            #expect(recorder.photos.count == 10)
            #expect(recorder.words.count { $0 == "didFinish" } == 10)
            #expect(recorder.finalErrorCodes.allSatisfy { $0 == nil })
            let times = recorder.photos.map(\.timestamp)
            #expect(zip(times, times.dropFirst()).allSatisfy { CMTimeCompare($0, $1) < 0 })
        }

        @Test("The camera keeps streaming while photos are held: frames are not starved")
        func noStarvation() throws {
            let stage = Stage()
            let frames = FrameRecorder()
            let photo = try PhotoStage(stage, starts: false)
            _ = stage.addVideoOutput(frames)
            stage.session.startRunning()
            let recorder = PhotoRecorder()
            for _ in 0..<10 { photo.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: recorder) }
            for _ in 0..<100 {
                stage.clock.advance(bySeconds: 0.01)
                frames.settle()
                photo.output.settle()
            }
            #expect(recorder.photos.count == 10)
            #expect(!frames.drops.contains(kCMSampleBufferDroppedFrameReason_OutOfBuffers as String))
        }

        @Test("S-159: with zero shutter lag a photo is of the moment before the request, without it of the one after")
        func zeroShutterLag() throws {
            let stage = try PhotoStage()
            #expect(stage.output.isZeroShutterLagSupported)
            #expect(stage.output.isZeroShutterLagEnabled)
            func lag() throws -> Double {
                let asked = stage.stage.clock.now
                let photo = try #require(stage.take().photos.first)
                return CMTimeGetSeconds(CMTimeSubtract(photo.timestamp, asked))
            }
            #expect(try lag() <= 0)
            stage.output.isZeroShutterLagEnabled = false
            #expect(try lag() > 0)
        }

        // MARK: Things that go wrong

        @Test("S-148: settings can be used once, and renewed")
        func reuse() async throws {
            let stage = try PhotoStage()
            let settings = AVCapturePhotoSettings()
            #expect(stage.take(settings).photos.count == 1)
            let renewed = AVCapturePhotoSettings(from: settings)
            #expect(renewed.uniqueID > settings.uniqueID)
            #expect(stage.take(renewed).photos.count == 1)
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let stage = try PhotoStage()
                let settings = AVCapturePhotoSettings()
                stage.take(settings)
                stage.take(settings)
            }
            expectMessage(
                result,
                "NSInvalidArgumentException",
                "*** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:] Settings may not be re-used"
            )
        }

        @Test("A photo output without a camera stops the program with Apple's message")
        func noConnection() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                _ = Stage()
                AVCapturePhotoOutput().capturePhoto(with: AVCapturePhotoSettings(), delegate: PhotoRecorder())
            }
            expectMessage(
                result,
                "*** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:] No active and enabled video connection"
            )
        }

        @Test("S-153: more quality than the output allows stops the program with Apple's message")
        func quality() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let settings = AVCapturePhotoSettings()
                settings.photoQualityPrioritization = .quality
                try PhotoStage().take(settings)
            }
            expectMessage(
                result,
                "settings.photoQualityPrioritization must not be higher than self.maxPhotoQualityPrioritization"
            )
        }

        @Test("S-155: a size that the format doesn't list stops the program with Apple's message")
        func foreignDimensions() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let stage = try PhotoStage()
                stage.output.maxPhotoDimensions = CMVideoDimensions(width: 7, height: 7)
            }
            expectMessage(result, "setMaxPhotoDimensions:] maxPhotoDimensions must match one of")
        }

        private final class Deaf: NSObject, AVCapturePhotoCaptureDelegate {}

        @Test("S-150: a delegate that can't receive photos stops the program")
        func deafDelegate() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let stage = try PhotoStage()
                stage.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: Deaf())
                stage.run(seconds: 0.5)
            }
            expectMessage(result, "NSInvalidArgumentException", "didFinishProcessingPhoto")
        }

        private final class Old: NSObject, AVCapturePhotoCaptureDelegate, Sendable {
            let file = Mutex<Data?>(nil)

            @available(*, deprecated)
            func photoOutput(
                _ output: AVCapturePhotoOutput,
                didFinishProcessingPhoto photoSampleBuffer: CMSampleBuffer?,
                previewPhoto previewPhotoSampleBuffer: CMSampleBuffer?,
                resolvedSettings: AVCaptureResolvedPhotoSettings,
                bracketSettings: AVCaptureBracketedStillImageSettings?,
                error: (any Error)?
            ) {
                guard let photoSampleBuffer else { return }
                let data = AVCapturePhotoOutput.jpegPhotoDataRepresentation(
                    forJPEGSampleBuffer: photoSampleBuffer,
                    previewPhotoSampleBuffer: previewPhotoSampleBuffer
                )
                file.withLock { $0 = data }
            }
        }

        @Test("The older delegate method gets the JPEG file in a sample buffer")
        func olderDelegate() throws {
            let stage = try PhotoStage()
            let old = Old()
            stage.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: old)
            stage.run(seconds: 0.3)
            let file = try #require(old.file.withLock { $0 })
            #expect(try exifTool(file, "Software")["Software"] == "Pinhole")
        }

        @Test("A session that stops ends waiting requests with an error, and the last callback comes")
        func stop() throws {
            let stage = try PhotoStage()
            stage.output.isZeroShutterLagEnabled = false
            let recorder = PhotoRecorder()
            stage.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: recorder)
            stage.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: recorder)
            stage.session.stopRunning()
            stage.output.settle()
            #expect(recorder.words.suffix(3) == ["willBegin", "failure", "didFinish"])
            #expect(recorder.finalErrorCodes == [-11803, -11803])
            #expect(stage.output.captureReadiness == .sessionNotRunning)
        }

        @Test("An interruption ends waiting requests with its own error")
        func interruption() throws {
            let stage = try PhotoStage()
            stage.output.isZeroShutterLagEnabled = false
            let recorder = PhotoRecorder()
            stage.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: recorder)
            stage.stage.phone.interrupt(.videoDeviceNotAvailableInBackground)
            stage.session.settle()
            stage.output.settle()
            #expect(recorder.errorCodes == [AVError.Code.sessionWasInterrupted.rawValue])
            stage.stage.phone.endInterruption(.videoDeviceNotAvailableInBackground)
            stage.session.settle()
            stage.run(seconds: 0.1)
            #expect(stage.take().photos.count == 1)
        }

        @Test("S-168: an unplugged camera ends waiting requests with an error; the failed photo has no timestamp")
        func unplug() throws {
            let stage = try PhotoStage()
            stage.output.isZeroShutterLagEnabled = false
            let recorder = PhotoRecorder()
            stage.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: recorder)
            stage.stage.phone.unplug(try stage.stage.camera.uniqueID)
            stage.session.settle()
            stage.run(seconds: 0.1)
            #expect(recorder.words == ["willBegin", "willCapture", "failure", "didFinish"])
            #expect(recorder.errorCodes == [AVError.Code.deviceWasDisconnected.rawValue])
        }

        @Test("A request to a session that isn't running ends with an error")
        func notRunning() throws {
            let stage = try PhotoStage(starts: false)
            let recorder = PhotoRecorder()
            stage.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: recorder)
            stage.output.settle()
            #expect(recorder.words == ["willBegin", "failure", "didFinish"])
            #expect(recorder.finalErrorCodes == [-11803])
        }

        @Test("Removing the output ends waiting requests with an error")
        func removal() throws {
            let stage = try PhotoStage()
            stage.output.isZeroShutterLagEnabled = false
            let recorder = PhotoRecorder()
            stage.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: recorder)
            stage.session.removeOutput(stage.output)
            stage.output.settle()
            #expect(recorder.finalErrorCodes == [AVError.Code.sessionConfigurationChanged.rawValue])
        }

        @Test("The delegate is kept alive until its last call, and not longer")
        func delegateLifetime() throws {
            let stage = try PhotoStage()
            weak var gone: PhotoRecorder?
            do {
                let recorder = PhotoRecorder()
                gone = recorder
                stage.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: recorder)
            }
            #expect(gone != nil)
            stage.run(seconds: 0.3)
            #expect(gone == nil)
        }

        // MARK: Configuration

        @Test("S-152: lists are empty without a camera, and observers hear when they fill")
        func lists() throws {
            let stage = Stage()
            let output = AVCapturePhotoOutput()
            #expect(output.availablePhotoPixelFormatTypes.isEmpty)
            #expect(output.availablePhotoCodecTypes.isEmpty)
            #expect(output.availablePhotoFileTypes.isEmpty)
            #expect(output.supportedFlashModes.isEmpty)
            let seen = Mutex(0)
            let observation = output.observe(\.availablePhotoCodecTypes) { _, _ in seen.withLock { $0 += 1 } }
            try stage.addInput()
            stage.session.addOutput(output)
            #expect(output.availablePhotoCodecTypes == [.jpeg])
            #expect(output.availablePhotoFileTypes == [.jpg])
            #expect(output.supportedPhotoCodecTypes(for: .jpg) == [.jpeg])
            #expect(!output.availablePhotoPixelFormatTypes.isEmpty)
            #expect(output.supportedFlashModes.contains(.off))
            #expect(seen.withLock { $0 } == 1)
            observation.invalidate()
        }

        @Test("S-159, S-160: speed features build upon one another, and are taken back together")
        func speedFeatures() throws {
            let stage = try PhotoStage()
            let output = stage.output
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

        @Test("S-160, S-163, S-164, S-165: unsupported features say so, and stop the program when switched on")
        func unsupportedFeatures() async {
            let deferred = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let stage = try PhotoStage()
                let output = stage.output
                guard !output.isAutoDeferredPhotoDeliverySupported, !output.isLivePhotoCaptureSupported,
                    !output.isDepthDataDeliverySupported, !output.isAppleProRAWSupported
                else { return }
                output.isAutoDeferredPhotoDeliveryEnabled = false
                output.isAutoDeferredPhotoDeliveryEnabled = true
            }
            expectMessage(deferred, "NSInvalidArgumentException", "setAutoDeferredPhotoDeliveryEnabled:")
            let responsive = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let stage = try PhotoStage()
                let output = stage.output
                output.isZeroShutterLagEnabled = false
                output.isResponsiveCaptureEnabled = true
            }
            expectMessage(responsive, "setResponsiveCaptureEnabled:")
        }

        @Test("S-154: a phone's flash fires for the photo, and only for it")
        func flash() throws {
            let stage = try PhotoStage()
            #expect(stage.output.supportedFlashModes.contains(.on))
            func photo(_ mode: AVCaptureDevice.FlashMode) throws -> AVCapturePhoto {
                let settings = AVCapturePhotoSettings(
                    format: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
                settings.flashMode = mode
                let recorder = stage.take(settings)
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
            let stage = try PhotoStage()
            try #require(stage.output.maxBracketedCapturePhotoCount >= 3)
            let steps = [-2, 0, 2].map {
                AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: $0)
            }
            let settings = AVCapturePhotoBracketSettings(
                rawPixelFormatType: 0,
                processedFormat: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA],
                bracketedSettings: steps
            )
            let recorder = PhotoRecorder()
            stage.output.capturePhoto(with: settings, delegate: recorder)
            stage.run(seconds: 1)
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
            let stage = try PhotoStage()
            let seen = Mutex<[AVCapturePhotoOutput.CaptureReadiness]>([])
            let observation = stage.output.observe(\.captureReadiness, options: [.new]) { _, change in
                if let value = change.newValue { seen.withLock { $0.append(value) } }
            }
            #expect(stage.output.captureReadiness == .ready)
            stage.output.isZeroShutterLagEnabled = false
            stage.take()
            stage.session.stopRunning()
            stage.output.settle()
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
            let stage = try PhotoStage()
            let coordinator = AVCapturePhotoOutputReadinessCoordinator(photoOutput: stage.output)
            let recorder = ReadinessRecorder()
            coordinator.delegate = recorder
            let settings = AVCapturePhotoSettings()
            coordinator.startTrackingCaptureRequest(using: settings)
            #expect(recorder.seen.withLock { $0 } == [.ready, .notReadyMomentarily])
            coordinator.stopTrackingCaptureRequest(using: settings.uniqueID)
            #expect(recorder.seen.withLock { $0 } == [.ready, .notReadyMomentarily, .ready])
            #expect(coordinator.captureReadiness == .ready)
        }

        @Test("S-167: preparation completes when the session runs, and the second call fails the first")
        func preparation() throws {
            let stage = try PhotoStage(starts: false)
            let answers = Mutex<[String]>([])
            for name in ["first", "second"] {
                stage.output.setPreparedPhotoSettingsArray([AVCapturePhotoSettings()]) { isPrepared, error in
                    answers.withLock { $0.append("\(name) \(isPrepared) \(error == nil)") }
                }
            }
            stage.output.settle()
            #expect(answers.withLock { $0 } == ["first false true"])
            stage.session.startRunning()
            stage.output.settle()
            #expect(answers.withLock { $0 } == ["first false true", "second true true"])
            #expect(stage.output.preparedPhotoSettingsArray.count == 1)
        }

        // MARK: Webcams

        @Test("A webcam's own JPEG is kept, and gets EXIF")
        func webcam() throws {
            let stage = try webcamStage(format: kCMVideoCodecType_JPEG)
            let photo = try #require(stage.take().photos.first)
            let file = try #require(photo.fileDataRepresentation())
            #expect(try exifTool(file, "Software")["Software"] == "Pinhole")
            let decoded = try JPEGDecoder(pixelFormat: kCVPixelFormatType_32BGRA).decode(file)
            #expect(CVPixelBufferGetWidth(decoded) == Int(photo.resolvedSettings.photoDimensions.width))
        }

        @Test(
            "A webcam's damaged JPEG is not delivered: the photo is one of the next frames",
            arguments: [
                SimulatedFault.truncatedJPEG(count: 2), .corruptJPEG(count: 2), .bufferError(count: 2),
            ]
        )
        func damagedFrames(fault: SimulatedFault) throws {
            let stage = try webcamStage(format: kCMVideoCodecType_JPEG)
            stage.output.isZeroShutterLagEnabled = false
            stage.stage.phone.apply(fault)
            let recorder = stage.take()
            #expect(recorder.words == ["willBegin", "willCapture", "didCapture", "photo", "didFinish"])
            let file = try #require(recorder.photos.first?.fileDataRepresentation())
            _ = try JPEGDecoder(pixelFormat: kCVPixelFormatType_32BGRA).decode(file)
        }

        @Test("A camera that falls silent ends the request with an error, after a bounded wait")
        func silence() throws {
            let stage = try PhotoStage()
            stage.output.isZeroShutterLagEnabled = false
            stage.stage.phone.apply(.stall(seconds: 60))
            let recorder = PhotoRecorder()
            stage.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: recorder)
            stage.run(seconds: 9)
            #expect(recorder.words == ["willBegin", "willCapture"])
            stage.run(seconds: 2)
            #expect(recorder.words == ["willBegin", "willCapture", "failure", "didFinish"])
            #expect(recorder.errorCodes == [AVError.Code.noDataCaptured.rawValue])
        }

        @Test("A webcam without flash says so, and a request for it stops the program")
        func webcamFlash() async throws {
            let stage = try PhotoStage(Stage(.webcam), preset: .high)
            #expect(stage.output.supportedFlashModes == [.off])
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let settings = AVCapturePhotoSettings()
                settings.flashMode = .on
                try PhotoStage(Stage(.webcam), preset: .high).take(settings)
            }
            expectMessage(result, "settings.flashMode must be present in self.supportedFlashModes")
        }

        private func webcamStage(format: FourCharCode) throws -> PhotoStage {
            let stage = try PhotoStage(Stage(.webcam), preset: .high, starts: false)
            let device = try stage.stage.camera
            let chosen = try #require(
                device.formats.first { CMFormatDescriptionGetMediaSubType($0.formatDescription) == format }
            )
            try device.lockForConfiguration()
            device.activeFormat = chosen
            device.unlockForConfiguration()
            stage.session.startRunning()
            stage.run(seconds: 0.1)
            return stage
        }
    }
}
