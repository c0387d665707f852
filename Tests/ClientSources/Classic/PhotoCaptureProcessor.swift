import AVFoundation

/// Follows one photo request from its beginning to its end.
class PhotoCaptureProcessor: NSObject {
    private(set) var requestedPhotoSettings: AVCapturePhotoSettings
    private let completionHandler: (PhotoCaptureProcessor) -> Void
    private var maxPhotoProcessingTime: CMTime?

    private(set) var events = [String]()
    private(set) var photoData: Data?
    private(set) var thumbnailSize: CGSize?
    private(set) var pixelBufferSize: CGSize?
    private(set) var exifExposureTime: Double?
    private(set) var orientation: UInt32?
    private(set) var photoCount = 0
    private(set) var expectedPhotoCount = 0
    private(set) var error: Error?

    init(
        with requestedPhotoSettings: AVCapturePhotoSettings,
        completionHandler: @escaping (PhotoCaptureProcessor) -> Void
    ) {
        self.requestedPhotoSettings = requestedPhotoSettings
        self.completionHandler = completionHandler
    }
}

extension PhotoCaptureProcessor: AVCapturePhotoCaptureDelegate {
    func photoOutput(
        _ output: AVCapturePhotoOutput,
        willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        events.append("willBegin")
        precondition(resolvedSettings.uniqueID == requestedPhotoSettings.uniqueID)
        if resolvedSettings.livePhotoMovieDimensions.width > 0 && resolvedSettings.livePhotoMovieDimensions.height > 0 {
            events.append("live")
        }
        expectedPhotoCount = resolvedSettings.expectedPhotoCount
        maxPhotoProcessingTime =
            resolvedSettings.photoProcessingTimeRange.start + resolvedSettings.photoProcessingTimeRange.duration
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        events.append("willCapture")
        guard let maxPhotoProcessingTime = maxPhotoProcessingTime else { return }
        let oneSecond = CMTime(seconds: 1, preferredTimescale: 1)
        if maxPhotoProcessingTime > oneSecond {
            events.append("spinner")
        }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        events.append("didCapture")
    }

    func photoOutput(_ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?) {
        events.append("photo")
        if let error = error {
            print("Error capturing photo: \(error)")
            return
        }
        photoCount += 1
        photoData = photo.fileDataRepresentation()
        if let preview = photo.previewPixelBuffer {
            thumbnailSize = CGSize(width: CVPixelBufferGetWidth(preview), height: CVPixelBufferGetHeight(preview))
        }
        if let pixels = photo.pixelBuffer {
            pixelBufferSize = CGSize(width: CVPixelBufferGetWidth(pixels), height: CVPixelBufferGetHeight(pixels))
        }
        let exif = photo.metadata[kCGImagePropertyExifDictionary as String] as? [String: Any]
        exifExposureTime = exif?[kCGImagePropertyExifExposureTime as String] as? Double
        orientation = photo.metadata[String(kCGImagePropertyOrientation)] as? UInt32
        if photo.isRawPhoto || photo.depthData != nil || photo.portraitEffectsMatte != nil {
            events.append("more than a photo")
        }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishRecordingLivePhotoMovieForEventualFileAt outputFileURL: URL,
        resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        events.append("live recorded")
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishProcessingLivePhotoToMovieFileAt outputFileURL: URL,
        duration: CMTime,
        photoDisplayTime: CMTime,
        resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: Error?
    ) {
        events.append("live movie")
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: Error?
    ) {
        events.append("didFinish")
        self.error = error
        completionHandler(self)
    }
}

/// Takes photos as pixels, and brackets.
final class PixelPhotographer: NSObject, AVCapturePhotoCaptureDelegate {
    private let output: AVCapturePhotoOutput
    private var sizes = [CGSize]()
    private var biases = [Float]()
    private var completion: (([CGSize], [Float]) -> Void)?

    init(output: AVCapturePhotoOutput) {
        self.output = output
    }

    func takePixels(completion: @escaping ([CGSize], [Float]) -> Void) {
        self.completion = completion
        guard let format = output.availablePhotoPixelFormatTypes.first(where: { $0 == kCVPixelFormatType_32BGRA })
        else {
            return completion([], [])
        }
        let settings = AVCapturePhotoSettings(format: [kCVPixelBufferPixelFormatTypeKey as String: format])
        output.capturePhoto(with: settings, delegate: self)
    }

    func takeBracket(_ biases: [Float], completion: @escaping ([CGSize], [Float]) -> Void) {
        self.completion = completion
        let exposures = biases.map {
            AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: $0)
        }
        let settings = AVCapturePhotoBracketSettings(
            rawPixelFormatType: 0,
            processedFormat: [AVVideoCodecKey: AVVideoCodecType.jpeg],
            bracketedSettings: Array(exposures.prefix(output.maxBracketedCapturePhotoCount))
        )
        output.capturePhoto(with: settings, delegate: self)
    }

    func photoOutput(_ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?) {
        if let buffer = photo.pixelBuffer {
            sizes.append(CVImageBufferGetDisplaySize(buffer))
        }
        if let bracket = photo.bracketSettings as? AVCaptureAutoExposureBracketedStillImageSettings {
            biases.append(bracket.exposureTargetBias)
        }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: Error?
    ) {
        completion?(sizes, biases)
    }
}
