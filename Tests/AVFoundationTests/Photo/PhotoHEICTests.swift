import AVFoundation
import Foundation
import ImageProcessing
import SimulatedDriver
import Synchronization
import Testing

extension AVFoundationBehaviour {
    @Suite("Photos in HEIC")
    struct PhotoHEICTests {
        private func settings(_ change: (AVCapturePhotoSettings) -> Void = { _ in }) -> AVCapturePhotoSettings {
            let settings = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.hevc])
            change(settings)
            return settings
        }

        @Test("S-174: HEVC is for HEIC files, unless told otherwise, and JPEG stays the default")
        func fileTypes() {
            #expect(settings().processedFileType == .heic)
            #expect(AVCapturePhotoSettings(from: settings()).processedFileType == .heic)
            #expect(AVCapturePhotoSettings().processedFileType == .jpg)
            #expect(AVCapturePhotoSettings().availableEmbeddedThumbnailPhotoCodecTypes == [.jpeg])
            #expect(settings().availableEmbeddedThumbnailPhotoCodecTypes == [.jpeg, .hevc])
            let named = AVCapturePhotoSettings(
                rawPixelFormatType: 0,
                rawFileType: nil,
                processedFormat: [AVVideoCodecKey: AVVideoCodecType.hevc.rawValue],
                processedFileType: .heic
            )
            #expect(named.processedFileType == .heic)
        }

        @Test("S-149, R-PHOTO-1: a HEIC photo comes like any other, of the resolved size, with its metadata")
        func photo() throws {
            let fixture = try PhotoFixture(preset: .photo)
            let recorder = fixture.take(settings())
            #expect(recorder.words == ["willBegin", "willCapture", "didCapture", "photo", "didFinish"])
            let photo = try #require(recorder.photos.first)
            let file = try #require(photo.fileDataRepresentation())
            let size = photo.resolvedSettings.photoDimensions
            let connection = try fixture.connection
            let isTurned = Int(connection.videoRotationAngle) % 180 == 90
            let shown = try HEIFDecoder.dimensions(of: file)
            #expect(shown.width == Int(isTurned ? size.height : size.width))
            #expect(shown.height == Int(isTurned ? size.width : size.height))
            let decoded = try HEIFDecoder.decode(file)
            #expect(CVPixelBufferGetWidth(decoded) == shown.width && CVPixelBufferGetHeight(decoded) == shown.height)
            #expect(photo.pixelBuffer == nil)
            let tags = try exifTool(
                file,
                "FileType",
                "MIMEType",
                "Model",
                "Software",
                "ExifImageWidth",
                "ImageSpatialExtent",
                "LensModel",
                "DateTimeOriginal",
                "Warning",
                "Error"
            )
            #expect(tags["FileType"] == "HEIC" && tags["MIMEType"] == "image/heic")
            #expect(tags["Model"] == "iPhone 17 Pro" && tags["Software"] == "Pinhole")
            #expect(tags["LensModel"] == (try fixture.fixture.camera.localizedName))
            #expect(tags["ExifImageWidth"] == "\(size.width)")
            #expect(tags["ImageSpatialExtent"] == "\(size.width) \(size.height)")
            #expect(tags["DateTimeOriginal"]?.count == 19)
            #expect(tags["Warning"] == nil && tags["Error"] == nil)
        }

        @Test(
            "R-ROT-3, S-116: the file is turned and mirrored by its properties, and EXIF says the same",
            arguments: [
                (0, false, 1), (90, false, 6), (180, false, 3), (270, false, 8),
                (0, true, 2), (90, true, 5), (180, true, 4), (270, true, 7),
            ] as [(CGFloat, Bool, Int)]
        )
        func orientation(angle: CGFloat, isMirrored: Bool, expected: Int) throws {
            let fixture = try PhotoFixture()
            let connection = try fixture.connection
            connection.videoRotationAngle = angle
            connection.automaticallyAdjustsVideoMirroring = false
            connection.isVideoMirrored = isMirrored
            let photo = try #require(fixture.take(settings()).photos.first)
            let file = try #require(photo.fileDataRepresentation())
            let tags = try exifTool(file, "Orientation", "Rotation")
            #expect(tags["Orientation"] == "\(expected)")
            // Degrees against the clock; only what is turned has any.
            #expect(tags["Rotation"] ?? "0" == "\((360 - Int(angle)) % 360)")
            let size = photo.resolvedSettings.photoDimensions
            let isTurned = UprightTurn(exifOrientation: expected).exchangesAxes
            #expect(try HEIFDecoder.dimensions(of: file).width == Int(isTurned ? size.height : size.width))
        }

        @Test("A webcam's JPEG becomes HEIC, too")
        func webcam() throws {
            let fixture = try PhotoFixture(Fixture(.webcam), preset: .high)
            #expect(fixture.output.availablePhotoCodecTypes == [.hevc, .jpeg])
            let photo = try #require(fixture.take(settings()).photos.first)
            let file = try #require(photo.fileDataRepresentation())
            #expect(try HEIFDecoder.dimensions(of: file).width == Int(photo.resolvedSettings.photoDimensions.width))
        }

        @Test(
            "Previews are those of any photo; thumbnails are in EXIF, or images of their own",
            arguments: [false, true]
        )
        func previewAndThumbnail(isHEVC: Bool) throws {
            let fixture = try PhotoFixture()
            let codec = isHEVC ? AVVideoCodecType.hevc : .jpeg
            let photo = try #require(
                fixture.take(
                    settings {
                        $0.previewPhotoFormat = [
                            kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
                            kCVPixelBufferWidthKey as String: 320, kCVPixelBufferHeightKey as String: 320,
                        ]
                        $0.embeddedThumbnailPhotoFormat = [
                            AVVideoCodecKey: codec, AVVideoWidthKey: 160, AVVideoHeightKey: 120,
                        ]
                    }
                ).photos.first
            )
            let preview = try #require(photo.previewPixelBuffer)
            #expect(CVPixelBufferGetWidth(preview) == 320)
            #expect(photo.embeddedThumbnailPhotoFormat?[AVVideoCodecKey] as? AVVideoCodecType == codec)
            #expect(photo.embeddedThumbnailPhotoFormat?[AVVideoWidthKey] as? Int == 160)
            let file = try #require(photo.fileDataRepresentation())
            let exif = try #require(try HEIFDecoder.metadata(of: file))
            #expect((exif.thumbnail == nil) == isHEVC)
            let tags = try exifTool(file, "ThumbnailImage", "ThumbnailReference", "MetaImageSize")
            #expect((tags["ThumbnailImage"] != nil) != isHEVC)
            let items = file.ranges(of: Data("hvc1".utf8)).count
            #expect(items == (isHEVC ? 2 : 1))
            #expect((file.range(of: Data("thmb".utf8)) != nil) == isHEVC)
        }

        @Test("The client's quality decides about the size of the file")
        func quality() throws {
            let fixture = try PhotoFixture()
            func count(_ quality: Double) throws -> Int {
                let settings = AVCapturePhotoSettings(
                    format: [
                        AVVideoCodecKey: AVVideoCodecType.hevc,
                        AVVideoCompressionPropertiesKey: [AVVideoQualityKey: quality],
                    ]
                )
                return try #require(fixture.take(settings).photos.first?.fileDataRepresentation()).count
            }
            let sizes = [try count(0.1), try count(0.5), try count(1)]
            #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2])
        }

        private final class Customizer: NSObject, AVCapturePhotoFileDataRepresentationCustomizer {
            let metadata: [String: Any]?

            init(_ metadata: [String: Any]?) { self.metadata = metadata }

            func replacementMetadata(for photo: AVCapturePhoto) -> [String: Any]? { metadata }
        }

        @Test("A customizer replaces the metadata, the way the image is turned among them, without another compression")
        func customizer() throws {
            let fixture = try PhotoFixture(Fixture(scene: MovingScene()))
            try fixture.connection.videoRotationAngle = 90
            let photo = try #require(fixture.take(settings()).photos.first)
            let file = try #require(photo.fileDataRepresentation())
            let stored = try HEIFDecoder.dimensions(of: file)
            var metadata = photo.metadata
            metadata[kCGImagePropertyOrientation as String] = 1
            var tiff = metadata[kCGImagePropertyTIFFDictionary as String] as? [String: Any] ?? [:]
            tiff[kCGImagePropertyTIFFSoftware as String] = "Client"
            metadata[kCGImagePropertyTIFFDictionary as String] = tiff
            let changed = try #require(photo.fileDataRepresentation(with: Customizer(metadata)))
            let turned = try HEIFDecoder.dimensions(of: changed)
            #expect(turned.width == stored.height && turned.height == stored.width)
            let tags = try exifTool(changed, "Software", "Orientation", "Rotation")
            #expect(tags["Software"] == "Client" && tags["Orientation"] == "1" && tags["Rotation"] == nil)
            let bare = try #require(photo.fileDataRepresentation(with: Customizer(nil)))
            #expect(try HEIFDecoder.metadata(of: bare) == nil)
            // The content lies at the end of each file.
            #expect(file.suffix(5000) == changed.suffix(5000) && file.suffix(5000) == bare.suffix(5000))
            #expect(try #require(photo.fileDataRepresentation(with: Customizer(photo.metadata))) == file)
        }

        @Test("S-175: the client's own metadata are in the file")
        func clientMetadata() throws {
            let fixture = try PhotoFixture()
            let photo = try #require(
                fixture.take(
                    settings {
                        $0.metadata = [
                            kCGImagePropertyGPSDictionary as String: [
                                kCGImagePropertyGPSLatitude as String: 48.5,
                                kCGImagePropertyGPSLatitudeRef as String: "N",
                                kCGImagePropertyGPSLongitude as String: 9.25,
                                kCGImagePropertyGPSLongitudeRef as String: "E",
                            ]
                        ]
                    }
                ).photos.first
            )
            let file = try #require(photo.fileDataRepresentation())
            let tags = try exifTool(file, "GPSLatitude", "GPSLongitude")
            #expect(tags["GPSLatitude"] == "48.5" && tags["GPSLongitude"] == "9.25")
        }

        @Test("S-166, S-169: each photo of a bracket is a HEIC file")
        func bracket() throws {
            let fixture = try PhotoFixture()
            let steps = [-2, 0, 2].map {
                AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: $0)
            }
            let settings = AVCapturePhotoBracketSettings(
                rawPixelFormatType: 0,
                processedFormat: [AVVideoCodecKey: AVVideoCodecType.hevc],
                bracketedSettings: steps
            )
            let recorder = PhotoRecorder()
            fixture.output.capturePhoto(with: settings, delegate: recorder)
            fixture.run(seconds: 1)
            #expect(recorder.photos.count == 3)
            #expect(recorder.photos.allSatisfy { $0.fileDataRepresentation().map(HEIFDecoder.isHEIF) == true })
        }

        @Test("R-PHOTO-4: ten HEIC photos in a row, not one is lost, and the camera's frames go on meanwhile")
        func rapidPhotos() throws {
            let fixture = Fixture()
            let frames = FrameRecorder()
            let photo = try PhotoFixture(fixture, starts: false)
            _ = fixture.addVideoOutput(frames)
            photo.output.isResponsiveCaptureEnabled = true
            fixture.session.startRunning()
            let recorder = PhotoRecorder()
            for _ in 0..<10 { photo.output.capturePhoto(with: settings(), delegate: recorder) }
            for _ in 0..<200 {
                fixture.clock.advance(bySeconds: 0.01)
                frames.settle()
                photo.output.settle()
            }
            #expect(recorder.photos.count == 10)
            #expect(recorder.finalErrorCodes.allSatisfy { $0 == nil })
            #expect(frames.frames.count >= 50)
            #expect(!frames.drops.contains(kCMSampleBufferDroppedFrameReason_OutOfBuffers as String))
        }

        @Test("S-161: while many pixels are compressed, the output says that one waits for processing")
        func readiness() throws {
            let fixture = try PhotoFixture(preset: .photo)
            let largest = try #require(
                try fixture.fixture.camera.activeFormat.supportedMaxPhotoDimensions.max { $0.width < $1.width }
            )
            try #require(Int(largest.width) * Int(largest.height) > 3_000_000)
            fixture.output.maxPhotoDimensions = largest
            let seen = Mutex<[AVCapturePhotoOutput.CaptureReadiness]>([])
            let observation = fixture.output.observe(\.captureReadiness, options: [.new]) { _, change in
                if let value = change.newValue { seen.withLock { $0.append(value) } }
            }
            let photo = try #require(fixture.take(settings { $0.maxPhotoDimensions = largest }).photos.first)
            #expect(photo.resolvedSettings.photoDimensions.width == largest.width)
            #expect(seen.withLock { $0 }.contains(.notReadyWaitingForProcessing))
            #expect(fixture.output.captureReadiness == .ready)
            observation.invalidate()
        }

        /// Knows the older form of the method only.
        private final class OlderDelegate: NSObject, AVCapturePhotoCaptureDelegate, Sendable {
            let files = Mutex<[(CMFormatDescription.MediaSubType?, Data?)]>([])

            func photoOutput(
                _ output: AVCapturePhotoOutput,
                didFinishProcessingPhoto photoSampleBuffer: CMSampleBuffer?,
                previewPhoto previewPhotoSampleBuffer: CMSampleBuffer?,
                resolvedSettings: AVCaptureResolvedPhotoSettings,
                bracketSettings: AVCaptureBracketedStillImageSettings?,
                error: (any Error)?
            ) {
                let data = try? photoSampleBuffer.flatMap { CMSampleBufferGetDataBuffer($0) }?.dataBytes()
                files.withLock { $0.append((photoSampleBuffer?.formatDescription?.mediaSubType, data)) }
            }
        }

        @Test("The older delegate method gets the file, marked as HEVC")
        func olderDelegate() throws {
            let fixture = try PhotoFixture()
            let delegate = OlderDelegate()
            fixture.output.capturePhoto(with: settings(), delegate: delegate)
            fixture.run(seconds: 0.3)
            let (type, data) = try #require(delegate.files.withLock { $0.first })
            #expect(type == .hevc)
            #expect(HEIFDecoder.isHEIF(try #require(data)))
        }

        @Test("S-151: a file type that does not hold the codec stops the program")
        func mismatch() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let settings = AVCapturePhotoSettings(
                    rawPixelFormatType: 0,
                    rawFileType: nil,
                    processedFormat: [AVVideoCodecKey: AVVideoCodecType.jpeg],
                    processedFileType: .heic
                )
                try PhotoFixture().take(settings)
            }
            expectMessage(result, "NSInvalidArgumentException", "settings.processedFileType does not support")
        }
    }
}
