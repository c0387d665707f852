import AVFoundation
import Foundation
import ImageProcessing
import SimulatedDriver
import Testing

extension AVFoundationBehaviour {
    @Suite("Photo output")
    struct PhotoTests {
        @Test("S-149, R-PHOTO-1: the delegate is told in the documented order, off the main queue")
        func order() throws {
            let fixture = try PhotoFixture()
            let recorder = fixture.take()
            #expect(recorder.words == ["willBegin", "willCapture", "didCapture", "photo", "didFinish"])
            #expect(recorder.finalErrorCodes == [nil] && !recorder.wasOnMainThread)
        }

        @Test("S-174: default settings give a JPEG file that decodes to the resolved size")
        func jpeg() throws {
            let fixture = try PhotoFixture()
            let settings = AVCapturePhotoSettings()
            let recorder = fixture.take(settings)
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
            let fixture = try PhotoFixture()
            let resolved = try #require(fixture.take().resolved.first)
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
            let fixture = try PhotoFixture(preset: .photo)
            let sizes = try fixture.fixture.camera.activeFormat.supportedMaxPhotoDimensions
            let largest = try #require(sizes.max { $0.width < $1.width })
            fixture.output.maxPhotoDimensions = largest
            for size in sizes {
                let settings = AVCapturePhotoSettings()
                settings.maxPhotoDimensions = size
                let photo = try #require(fixture.take(settings).photos.first)
                let photoSize = photo.resolvedSettings.photoDimensions
                #expect(photoSize.width == size.width && photoSize.height == size.height)
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
            let fixture = try PhotoFixture()
            let settings = AVCapturePhotoSettings(format: [kCVPixelBufferPixelFormatTypeKey as String: format])
            let photo = try #require(fixture.take(settings).photos.first)
            let pixels = try #require(photo.pixelBuffer)
            #expect(CVPixelBufferGetPixelFormatType(pixels) == format)
            #expect(photo.fileDataRepresentation() == nil)
            #expect(settings.processedFileType == nil)
        }

        @Test("Previews and thumbnails come in the size that was asked for, with the photo's shape")
        func previewAndThumbnail() throws {
            let fixture = try PhotoFixture()
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
            let photo = try #require(fixture.take(settings).photos.first)
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
    }
}
