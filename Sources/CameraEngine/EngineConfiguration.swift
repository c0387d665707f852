@preconcurrency import AVFoundation
import CameraLifecycle
import Foundation

/// How an engine sets up its session.
public struct EngineConfiguration: Sendable, Hashable {
    /// How the camera's format is chosen.
    public enum Format: Sendable, Hashable {
        /// By a preset. A camera that does not have it gets `.high`.
        case preset(AVCaptureSession.Preset)
        /// The smallest format whose photos come closest to a size: for photos of a given size (R-PHOTO-3), where the live
        /// picture may be as small. The session's preset is `.inputPriority` then.
        case photos(PhotoSizeRequest)
        /// The format that comes closest to a movie's size and rate, at that rate and no other. The session's preset is
        /// `.inputPriority` then.
        case movie(MovieFormat)

        /// Whether the format has a movie's rate.
        var isMovie: Bool {
            switch self {
            case .preset, .photos: false
            case .movie: true
            }
        }
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
        /// Whether photos can be Live Photos, where the camera offers them. They have no sound, as the microphone is left to others
        /// while no movie is recorded. Documented: they exclude an output for movies, so these are recorded in their own mode only.
        public var takesLivePhotos = false

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
    /// (R-MULTI-2). Presets do not apply.
    public var maximumCameraCount = 1
    /// Whether the session is one that can have several cameras also as long as one is wanted, if ``maximumCameraCount`` is more than one.
    ///
    /// If so, the picture of the first camera goes on when the next one comes, at the price of its formats: one camera alone has no
    /// others than several have. If not, one camera has an ordinary session, with all of its formats. The session is then replaced when
    /// several are wanted, and again when they are not; the camera starts anew meanwhile.
    public var keepsMultiCamSession = true
    /// How many are wanted from the beginning, as far as ``maximumCameraCount`` allows it.
    public var initialCameraCount = 1
    /// Whether a camera that is built of several lenses is used where there is one, so that zoom goes across all of them (`.5`, `1`, `2`).
    /// Its lenses are not offered as cameras of their own then, but for those that were chosen by their identifiers. Several cameras at
    /// once have one lens each; a session that always is one for several (``keepsMultiCamSession``) has no other.
    public var prefersVirtualCameras = false
    /// How the camera's format is chosen; `.high` is the session's own default.
    public var format = Format.preset(.high)
    /// How it is chosen in the mode for movies, unless the user chooses (``CameraModel/setMovieFormat(_:)``); `nil` for as in the others.
    public var movieFormat: Format?
    /// The size and rate of movies that the user has chosen before, as in a former run: in force from the beginning, as if it had been given
    /// to ``CameraModel/setMovieFormat(_:)``. A camera that has not got it takes what comes closest.
    public var initialMovieFormat: MovieFormat?
    /// In which form frames are delivered.
    public var frames = FrameForm.standard
    /// How photos are taken.
    public var photos = Photos()
    /// Whether movies can be recorded.
    public var recordsMovies = false
    /// Whether movies have sound.
    public var audio = Audio.never

    /// The engine's usual setup.
    public init() {}

    /// Which cameras come first.
    var preference: CameraPreference { CameraPreference(prefersVirtual: prefersVirtualCameras) }

    /// How many cameras the engine has a place for.
    @_spi(Pinhole) public var cameraLimit: Int { min(max(1, maximumCameraCount), CameraSet.longestList) }
}

/// The time that an engine lives in, and its timers.
public struct EngineClock: Sendable {
    /// The present time.
    public var now: @Sendable () -> CameraTime
    /// Calls an action once at a time, on any thread, unless the appointment is cancelled before.
    public var schedule: @Sendable (_ time: CameraTime, _ action: @escaping @Sendable () -> Void) -> EngineAppointment

    /// A clock.
    public init(
        now: @escaping @Sendable () -> CameraTime,
        schedule: @escaping @Sendable (CameraTime, @escaping @Sendable () -> Void) -> EngineAppointment
    ) {
        self.now = now
        self.schedule = schedule
    }

    /// Real time, as long as the machine is awake.
    public static let continuous = EngineClock(
        now: { CameraTime(nanoseconds: Int64(clamping: DispatchTime.now().uptimeNanoseconds)) },
        schedule: { time, action in
            let item = DispatchWorkItem(block: action)
            let deadline = DispatchTime(uptimeNanoseconds: UInt64(clamping: time.nanoseconds))
            DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: deadline, execute: item)
            let box = WorkItem(item)
            return EngineAppointment { box.item.cancel() }
        }
    )

    // @unchecked: a work item may be cancelled from any thread.
    private final class WorkItem: @unchecked Sendable {
        let item: DispatchWorkItem

        init(_ item: DispatchWorkItem) {
            self.item = item
        }
    }
}

/// Something that is going to happen, unless it is cancelled.
public struct EngineAppointment: Sendable {
    /// Takes it back. Harmless afterwards, and twice.
    public var cancel: @Sendable () -> Void

    /// - Parameter cancel: takes it back.
    public init(cancel: @escaping @Sendable () -> Void) {
        self.cancel = cancel
    }
}
