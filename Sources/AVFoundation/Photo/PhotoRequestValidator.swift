import CaptureCore
import CaptureDriver
import CoreMedia
import Foundation

/// The documented rules that `capturePhoto(with:delegate:)` enforces, each with the reason that the exception gives.
///
/// Where the public record has Apple's wording it is used; elsewhere the wording follows its pattern.
struct PhotoRequestValidator: Sendable {
    /// What the output can do.
    var capabilities: PhotoCapabilities
    /// What the client has configured on the output.
    var options: PhotoOutputOptions
    /// The highest quality that requests may ask for.
    var maxQuality: AVCapturePhotoOutput.QualityPrioritization

    /// The first rule that a request breaks; `nil` when it breaks none.
    func violation(of request: PhotoCaptureRequest) -> String? {
        if request.isUsed { return "Settings may not be re-used" }
        guard capabilities.isConnectionUsable, let source = capabilities.source else {
            return "No active and enabled video connection"
        }
        return violationOfFormat(request)
            ?? violationOfRaw(request)
            ?? violationOfQuality(request, source)
            ?? violationOfSecondaryImages(request)
            ?? violationOfLivePhoto(request)
            ?? violationOfFeatures(request)
            ?? violationOfBracket(request, source)
    }

    /// S-151.
    private func violationOfFormat(_ request: PhotoCaptureRequest) -> String? {
        guard let format = request.format else {
            return request.rawPixelFormat == 0 ? "settings.format may not be nil unless RAW is requested" : nil
        }
        switch (format.pixelFormat, format.codec) {
        case (nil, nil):
            return "settings.format must contain kCVPixelBufferPixelFormatTypeKey or AVVideoCodecKey"
        case (_?, _?):
            return "settings.format may not contain both kCVPixelBufferPixelFormatTypeKey and AVVideoCodecKey"
        case (let pixelFormat?, nil):
            guard capabilities.pixelFormats.contains(pixelFormat) else {
                return "settings.format's kCVPixelBufferPixelFormatTypeKey must be present in "
                    + "self.availablePhotoPixelFormatTypes"
            }
        case (nil, let codec?):
            guard capabilities.codecs.contains(codec) else {
                return "settings.format's AVVideoCodecKey must be present in self.availablePhotoCodecTypes"
            }
        }
        return violationOfFileType(request, format)
    }

    private func violationOfFileType(_ request: PhotoCaptureRequest, _ format: ProcessedPhotoFormat) -> String? {
        guard let fileType = request.fileType else { return nil }
        guard capabilities.fileTypes.contains(fileType) else {
            return "settings.processedFileType must be present in self.availablePhotoFileTypes"
        }
        guard format.pixelFormat == nil else {
            return "settings.processedFileType does not support the format's kCVPixelBufferPixelFormatTypeKey"
        }
        guard capabilities.files.contains(where: { $0.fileType == fileType && $0.codec == format.codec }) else {
            return "settings.processedFileType does not support the format's AVVideoCodecKey"
        }
        return nil
    }

    private func violationOfRaw(_ request: PhotoCaptureRequest) -> String? {
        if request.rawPixelFormat != 0 {
            return "settings.rawPhotoPixelFormatType must be present in self.availableRawPhotoPixelFormatTypes"
        }
        if request.rawFileType != nil {
            return "settings.rawFileType must be present in self.availableRawPhotoFileTypes"
        }
        return nil
    }

    /// S-153, S-154, S-156, S-158.
    private func violationOfQuality(_ request: PhotoCaptureRequest, _ source: PhotoCapabilities.Source) -> String? {
        if let chosen = request.chosenQuality, chosen.rawValue > maxQuality.rawValue {
            return "settings.photoQualityPrioritization must not be higher than self.maxPhotoQualityPrioritization"
        }
        if !capabilities.flashModes.contains(request.flashMode) {
            return "settings.flashMode must be present in self.supportedFlashModes"
        }
        if request.isHighResolution, !options.isHighResolutionEnabled {
            return "settings.highResolutionPhotoEnabled may not be YES unless self.highResolutionCaptureEnabled is YES"
        }
        guard let wanted = request.maxDimensions else { return nil }
        guard source.photoDimensions.contains(wanted) else {
            return "settings.maxPhotoDimensions must match one of the AVVideoDimension found in the video source "
                + "device's active format's supportedMaxPhotoDimensions"
        }
        let limit = options.maxDimensions ?? source.photoDimensions[0]
        guard wanted.width <= limit.width, wanted.height <= limit.height else {
            return "settings.maxPhotoDimensions must not be larger than self.maxPhotoDimensions"
        }
        return nil
    }

    private func violationOfSecondaryImages(_ request: PhotoCaptureRequest) -> String? {
        if let preview = request.preview {
            guard let format = preview.pixelFormat, PhotoCapabilities.convertiblePixelFormats.contains(format) else {
                return "settings.previewPhotoFormat's kCVPixelBufferPixelFormatTypeKey must be present in "
                    + "settings.availablePreviewPhotoPixelFormatTypes"
            }
            if preview.isSizeIncomplete {
                return "settings.previewPhotoFormat must contain both kCVPixelBufferWidthKey and "
                    + "kCVPixelBufferHeightKey, or neither"
            }
        }
        if let thumbnail = request.thumbnail {
            let file = request.format?.codec.flatMap(PhotoFileFormat.init(codec:)) ?? .jpeg
            guard let codec = thumbnail.codec, file.thumbnailCodecs.contains(codec) else {
                return "settings.embeddedThumbnailPhotoFormat's AVVideoCodecKey must be present in "
                    + "settings.availableEmbeddedThumbnailPhotoCodecTypes"
            }
            if thumbnail.isSizeIncomplete {
                return "settings.embeddedThumbnailPhotoFormat must contain both AVVideoWidthKey and AVVideoHeightKey, "
                    + "or neither"
            }
        }
        return nil
    }

    /// Features whose switches on the output are not on; most cannot be, as no configuration here supports them.
    private func violationOfFeatures(_ request: PhotoCaptureRequest) -> String? {
        if request.suppressesShutterSound {
            return "settings.shutterSoundSuppressionEnabled may not be set to YES unless "
                + "self.shutterSoundSuppressionSupported is YES"
        }
        let features: [(isWanted: Bool, setting: String, condition: String)] = [
            (request.wantsDepth && !options.isDepthEnabled, "depthDataDeliveryEnabled", "depthDataDeliveryEnabled"),
            (request.wantsPortraitMatte, "portraitEffectsMatteDeliveryEnabled", "portraitEffectsMatteDeliveryEnabled"),
            (
                request.wantsCalibration, "cameraCalibrationDataDeliveryEnabled",
                "cameraCalibrationDataDeliverySupported"
            ),
            (
                request.wantsDistortionCorrection, "autoContentAwareDistortionCorrectionEnabled",
                "contentAwareDistortionCorrectionEnabled"
            ),
            (request.wantsConstantColor, "constantColorEnabled", "constantColorEnabled"),
            (
                request.wantsLensStabilization, "lensStabilizationEnabled",
                "lensStabilizationDuringBracketedCaptureSupported"
            ),
        ]
        if let broken = features.first(where: \.isWanted) {
            return "settings.\(broken.setting) may not be set to YES unless self.\(broken.condition) is YES"
        }
        if request.wantsSegmentationMattes {
            return "settings.enabledSemanticSegmentationMatteTypes must be present in "
                + "self.enabledSemanticSegmentationMatteTypes"
        }
        if request.wantsConstituents {
            return "settings.virtualDeviceConstituentPhotoDeliveryEnabledDevices may not be set unless "
                + "self.virtualDeviceConstituentPhotoDeliveryEnabled is YES"
        }
        return nil
    }

    /// S-166. That all steps are of one kind is checked when the settings are made.
    private func violationOfBracket(_ request: PhotoCaptureRequest, _ source: PhotoCapabilities.Source) -> String? {
        guard !request.bracket.isEmpty else { return nil }
        if request.bracket.count > capabilities.maxBracketCount {
            return "settings.bracketedSettings.count must be <= self.maxBracketedCapturePhotoCount"
        }
        return request.bracket.lazy.compactMap { violation(of: $0, source) }.first
    }

    /// The first rule that an exposure of a bracket breaks.
    func violation(of step: PhotoCaptureRequest.BracketStep, _ source: PhotoCapabilities.Source) -> String? {
        switch step {
        case .automatic(let bias):
            guard source.biasRange.contains(bias) else {
                return "exposureTargetBias must be within the source device's minExposureTargetBias and "
                    + "maxExposureTargetBias"
            }
        case .manual(let duration, let iso):
            guard source.hasManualExposure, source.isoRange?.contains(iso) ?? false else {
                return "ISO must be within the source device's activeFormat.minISO and activeFormat.maxISO"
            }
            guard source.exposureDurations?.contains(CMTimeGetSeconds(duration)) ?? false else {
                return "exposureDuration must be within the source device's activeFormat.minExposureDuration and "
                    + "activeFormat.maxExposureDuration"
            }
        }
        return nil
    }
}

extension PhotoRequestValidator {
    /// The rules of Live Photos. Documented: S-164.
    ///
    /// That the URL must be "accessible to the app's sandbox" is not checked: where no file can be made, the delegate hears of it.
    func violationOfLivePhoto(_ request: PhotoCaptureRequest) -> String? {
        guard let movie = request.livePhoto else { return nil }
        if !options.isLivePhotoEnabled {
            return "settings.livePhotoMovieFileURL may not be set unless self.livePhotoCaptureEnabled is YES"
        }
        if options.isLivePhotoSuspended {
            return "settings.livePhotoMovieFileURL may not be set while self.livePhotoCaptureSuspended is YES"
        }
        if !movie.url.isFileURL {
            return "settings.livePhotoMovieFileURL must be a file URL"
        }
        if !capabilities.livePhotoCodecs.contains(movie.codec) {
            return "settings.livePhotoVideoCodecType must be present in self.availableLivePhotoVideoCodecTypes"
        }
        if !request.bracket.isEmpty {
            return "settings.livePhotoMovieFileURL may not be set for bracketed captures"
        }
        return nil
    }
}
