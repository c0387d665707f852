import CoreMedia
import Foundation
import FoundationExtras
import MediaEncoding

extension AVCaptureVideoDataOutput {
    /// The codecs that an asset writer can encode for a kind of file, the one to be preferred first; none for kinds of file
    /// that hold no video.
    public func availableVideoCodecTypesForAssetWriter(writingTo outputFileType: AVFileType) -> [AVVideoCodecType] {
        guard let kind = WriterFileKind(outputFileType) else { return [] }
        return kind.availableVideoCodecs.map(AVVideoCodecType.init)
    }

    /// Settings for an asset writer's video input, with the first of the available codecs; `nil` for kinds of file that hold
    /// no video, and while the output is not connected to a camera.
    ///
    /// The camera's active format counts; a preset that was set between `beginConfiguration()` and `commitConfiguration()`
    /// changes it with the latter.
    public func recommendedVideoSettingsForAssetWriter(writingTo outputFileType: AVFileType) -> [String: Any]? {
        guard let codec = WriterFileKind(outputFileType)?.availableVideoCodecs.first else { return nil }
        return recommendedSettings(codec)
    }

    /// Settings for an asset writer's video input and a codec: size as delivered, frame rate and bit rate as the camera's.
    ///
    /// Stops the program for a codec that ``availableVideoCodecTypesForAssetWriter(writingTo:)`` doesn't list (S-137).
    /// `nil` while the output is not connected to a camera.
    public func recommendedVideoSettings(
        forVideoCodecType videoCodecType: AVVideoCodecType,
        assetWriterOutputFileType outputFileType: AVFileType
    ) -> [String: Any]? {
        recommendedSettings(
            videoCodecType,
            outputFileType,
            method: "recommendedVideoSettingsForVideoCodecType:assetWriterOutputFileType:"
        )
    }

    /// As ``recommendedVideoSettings(forVideoCodecType:assetWriterOutputFileType:)``: where the file goes makes no difference.
    public func recommendedVideoSettings(
        forVideoCodecType videoCodecType: AVVideoCodecType,
        assetWriterOutputFileType outputFileType: AVFileType,
        outputFileURL: URL?
    ) -> [String: Any]? {
        recommendedSettings(
            videoCodecType,
            outputFileType,
            method: "recommendedVideoSettingsForVideoCodecType:assetWriterOutputFileType:outputFileURL:"
        )
    }

    /// What ``AVAssetWriter/metadata`` should say of a movie: the camera's maker and model, the program and the date, as
    /// movies say that ``AVCaptureMovieFileOutput`` records.
    ///
    /// Stops the program for a codec that ``availableVideoCodecTypesForAssetWriter(writingTo:)`` doesn't list (S-137).
    /// `nil` while the output is not connected to a camera. UNKNOWN: which items Apple recommends.
    public func recommendedMovieMetadata(
        forVideoCodecType videoCodecType: AVVideoCodecType,
        assetWriterOutputFileType outputFileType: AVFileType
    ) -> [AVMetadataItem]? {
        _ = requireAvailable(
            videoCodecType,
            outputFileType,
            method: "recommendedMovieMetadataForVideoCodecType:assetWriterOutputFileType:"
        )
        guard let device = connection(with: .video)?.captureDevice else { return nil }
        return MovieMetadataItems.items(of: device, date: Date())
    }

    private func recommendedSettings(
        _ type: AVVideoCodecType,
        _ fileType: AVFileType,
        method: String
    ) -> [String: Any]? {
        recommendedSettings(requireAvailable(type, fileType, method: method))
    }

    private func requireAvailable(_ type: AVVideoCodecType, _ fileType: AVFileType, method: String) -> VideoCodec {
        guard availableVideoCodecTypesForAssetWriter(writingTo: fileType).contains(type), let codec = VideoCodec(type)
        else {
            programmerError(
                .invalidArgument,
                "*** -[AVCaptureVideoDataOutput \(method)] \(type.rawValue) is not in "
                    + "availableVideoCodecTypesForAssetWriterWithOutputFileType:"
            )
        }
        return codec
    }

    private func recommendedSettings(_ codec: VideoCodec) -> [String: Any]? {
        guard let size = deliveredFrameSize, let device = connection(with: .video)?.captureDevice else { return nil }
        let duration = device.streamRequest.frameDuration
        let rate = duration.isNumeric && duration.value > 0 ? 1 / duration.seconds : 30
        return RecommendedSettings.video(codec, width: Int(size.width), height: Int(size.height), frameRate: rate)
    }
}
