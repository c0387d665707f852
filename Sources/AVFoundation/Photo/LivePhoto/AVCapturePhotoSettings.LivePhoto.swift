import Foundation
import FoundationExtras

extension AVCapturePhotoSettings {
    /// What is asked of a Live Photo's movie.
    struct LivePhotoValues {
        var url: URL?
        var codec = AVVideoCodecType.h264
        var metadata: [AVMetadataItem] = []

        /// The same as a request; `nil` if no Live Photo is asked for.
        var request: LivePhotoRequest? { url.map { LivePhotoRequest(url: $0, codec: codec, metadata: metadata) } }
    }

    /// Where a Live Photo's movie is to be written: a file's URL, where no file is; `nil`, which it is at first, for no Live
    /// Photo.
    ///
    /// The movie shows about three seconds around the photo, with sound if the session has a microphone. Capturing with a URL
    /// stops the program unless the output's `isLivePhotoCaptureEnabled` is true and its `isLivePhotoCaptureSuspended` false
    /// (S-164); where a file is already, the delegate hears of the error. `UNKNOWN`: that a bracket can't be a Live Photo is
    /// checked when it is captured.
    public var livePhotoMovieFileURL: URL? {
        get { values.livePhoto.url }
        set { values.livePhoto.url = newValue }
    }

    /// How the pictures of a Live Photo's movie are compressed: one of the output's `availableLivePhotoVideoCodecTypes`, at
    /// first H.264.
    public var livePhotoVideoCodecType: AVVideoCodecType {
        get { values.livePhoto.codec }
        set { values.livePhoto.codec = newValue }
    }

    /// What a Live Photo's movie says about itself besides the camera's maker and model, the program and the date, which it says
    /// anyway; items of the same meaning take their place. Empty at first, and again when set to `nil`. Copies are kept.
    ///
    /// The identifier that pairs the movie with the photo is made for each photo; an item that is one stops the program.
    public var livePhotoMovieMetadata: [AVMetadataItem]! {
        get { values.livePhoto.metadata }
        set {
            let items = newValue ?? []
            guard !items.contains(where: \.isContentIdentifier) else {
                programmerError(
                    .invalidArgument,
                    "*** -[AVCapturePhotoSettings setLivePhotoMovieMetadata:] livePhotoMovieMetadata may not contain an item "
                        + "with the key AVMetadataQuickTimeMetadataKeyContentIdentifier"
                )
            }
            values.livePhoto.metadata = items.map { $0.copy() as? AVMetadataItem ?? $0 }
        }
    }
}

extension AVMetadataItem {
    /// Whether it is QuickTime's identifier of a movie's content.
    fileprivate var isContentIdentifier: Bool {
        keySpace == .quickTimeMetadata && MetadataMeaning(self)?.name == "content.identifier"
    }
}
