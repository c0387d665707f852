@preconcurrency import AVFoundation
import CameraLifecycle

/// How an engine sets up its session.
public struct EngineConfiguration: Sendable, Hashable {
    /// How the camera's format is chosen.
    public enum Format: Sendable, Hashable {
        /// By a preset. A camera that does not have it gets `.high`.
        case preset(AVCaptureSession.Preset)
        /// The smallest format whose photos come closest to a size: for photos of a given size (R-PHOTO-3), where the live
        /// picture may be as small. The session's preset is `.inputPriority` then.
        case photos(PhotoSizeRequest)
    }

    /// In which form frames are delivered.
    public enum FrameForm: Sendable, Hashable {
        /// Whatever the output delivers by itself: pixels.
        case standard
        /// Pixels in this format; if the camera's output does not have it, as ``standard``.
        case pixels(OSType)
        /// The camera's own compressed pictures, if it compresses and they need neither zoom nor turning; else pixels in this
        /// format. For those who would compress them anyway.
        case compressedElsePixels(OSType)
    }

    /// How photos are taken. All that is switched on here is switched on if the camera supports it.
    public struct Photos: Sendable, Hashable {
        /// The size; also the largest that a request may ask for.
        public var size = PhotoSizeRequest.largest
        /// Whether the picture is the one from the moment of the press, and the next photo can be taken while the last one is
        /// processed, at a lower quality if that is needed to keep up (R-PHOTO-2).
        public var isResponsive = true
        /// Whether the camera may deliver a proxy in place of the photo, and finish the photo later in the photo library.
        /// Switch it off if the photos do not go to the library.
        public var allowsDeferredDelivery = true
        /// Whether the front camera's photos and movies are mirrored, as its preview is; also in movies of two cameras.
        ///
        /// They are not, unless asked for: documented, automatic mirroring applies to the preview of a front camera alone, and
        /// photos show text as it is.
        public var mirrorsFrontCamera = false

        /// The engine's usual way.
        public init() {}
    }

    /// Whether the microphone is used.
    public enum Audio: Sendable, Hashable, CaseIterable {
        /// Never: no audio input is ever added, so the app's own sound goes on undisturbed (R-LIFE-15).
        case never
        /// For movies, if there is a microphone and the user allows it; asked for once, when it is needed first.
        case whenAvailable
    }

    /// How many cameras may be used at once; less than one counts as one, and more than eight as eight.
    ///
    /// With one, the session is an ordinary one. With more it is one that can have several, if the system can: as many are used
    /// as the user likes, up to this number. The formats are then those in which a camera can be used together with another one
    /// (R-MULTI-2), also as long as there is one alone: so the picture goes on when the next one comes. Presets do not apply.
    public var maximumCameraCount = 1
    /// How many are wanted from the beginning, as far as ``maximumCameraCount`` allows it.
    public var initialCameraCount = 1
    /// How the camera's format is chosen; `.high` is the session's own default.
    public var format = Format.preset(.high)
    /// In which form frames are delivered.
    public var frames = FrameForm.standard
    /// How photos are taken.
    public var photos = Photos()
    /// Whether movies can be recorded.
    public var recordsMovies = false
    /// Whether movies have sound.
    public var sound = Audio.never

    /// The engine's usual setup.
    public init() {}

    /// How many cameras the engine has a place for.
    var cameraLimit: Int { min(max(1, maximumCameraCount), CameraSet.longestList) }
}
