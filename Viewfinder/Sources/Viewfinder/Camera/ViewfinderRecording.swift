public import CameraEngine

/// What the user is going to take.
public enum ViewfinderMode: String, Codable, CaseIterable, Sendable {
    /// Photos. The microphone is left alone.
    case photo
    /// Movies. The microphone listens, so that a recording begins at once.
    case video
    /// Photos of books, which are recognised. The microphone is left alone.
    case scan
}

/// The recording of movies, as the page shows it.
public struct ViewfinderRecording: Codable, Equatable, Sendable {
    /// What the recorder does.
    public enum Phase: String, Codable, CaseIterable, Sendable {
        /// Nothing.
        case idle
        /// It has been asked to record, and nothing is in the file yet.
        case starting
        /// It records.
        case recording
        /// It rests, and goes on with the same file.
        case paused
        /// It makes the file an ordinary movie.
        case finishing
    }

    /// What the recorder does.
    public var phase: Phase
    /// Why no recording can be begun now, as a sentence that says what to do; nil when one can.
    public var obstacle: MessageText?
    /// How far it is. With the events of state this comes as it was at the last change; what moves comes by itself.
    public var progress: RecordingProgress
    /// Whether the recording that is under way has sound.
    public var hasAudio: Bool
    /// The file that is being recorded, without any folder; nil when there is none.
    public var name: String?
    /// The sound that a recording would have.
    public var sound: ViewfinderAudio
    /// The folder where movies are written, as the user would type it.
    public var folder: String
    /// The sizes and rates that can be chosen, the largest first; none while two cameras share the hardware.
    public var sizes: [ViewfinderMovieSize]
    /// The size and rate that movies of the camera in use have; nil where it decides by itself.
    public var format: ViewfinderMovieFormat?

    /// Makes the description of a recorder; one that can do nothing, unless told otherwise.
    public init(
        phase: Phase = .idle,
        obstacle: MessageText? = nil,
        progress: RecordingProgress = RecordingProgress(),
        hasAudio: Bool = false,
        name: String? = nil,
        sound: ViewfinderAudio = ViewfinderAudio(),
        folder: String = "",
        sizes: [ViewfinderMovieSize] = [],
        format: ViewfinderMovieFormat? = nil
    ) {
        self.phase = phase
        self.obstacle = obstacle
        self.progress = progress
        self.hasAudio = hasAudio
        self.name = name
        self.sound = sound
        self.folder = folder
        self.sizes = sizes
        self.format = format
    }
}

/// Where the sound of movies comes from.
public struct ViewfinderAudio: Codable, Equatable, Sendable {
    /// Whether there is any.
    public enum Status: String, Codable, CaseIterable, Sendable {
        /// Nobody needs it now, or the program leaves the microphone alone.
        case off
        /// It is heard.
        case on
        /// The user does not let this program use the microphone.
        case denied
        /// There is no microphone.
        case noMicrophone
        /// A call, or another program, has the microphone.
        case inUse
        /// The microphone was unplugged while it was used.
        case lost
        /// The system did not let it be used.
        case refused
    }

    /// Whether there is any.
    public var status: Status
    /// The microphone's name, or that of its route; nil when there is none.
    public var name: String?
    /// The same in words, for whoever wonders why there is no sound.
    public var message: MessageText

    /// Makes the description of a source of sound.
    public init(status: Status = .off, name: String? = nil, message: MessageText = "") {
        self.status = status
        self.name = name
        self.message = message
    }
}

/// How far a recording is, how loud it is, and how much room there is.
public struct RecordingProgress: Codable, Equatable, Sendable {
    /// How long the movie is, in seconds, without pauses.
    public var seconds: Double
    /// How large the file is, in bytes.
    public var bytes: Int
    /// Frames that were lost on the way to the file.
    public var droppedFrames: Int
    /// How loud it is, for each channel: in decibels below the loudest that there can be, from -120 to 0. Empty without sound.
    public var levels: [Double]
    /// The bytes that are free on the movie folder's disk; nil when that is not known.
    public var freeBytes: Int?
    /// Whether that is so little that the user has to know.
    public var isSpaceLow: Bool

    /// Makes a progress; nothing recorded, and silence, unless told otherwise.
    public init(
        seconds: Double = 0,
        bytes: Int = 0,
        droppedFrames: Int = 0,
        levels: [Double] = [],
        freeBytes: Int? = nil
    ) {
        self.seconds = seconds
        self.bytes = bytes
        self.droppedFrames = droppedFrames
        self.levels = levels.map { $0.isNaN ? Self.silence : min(0, max(Self.silence, $0)) }
        self.freeBytes = freeBytes
        isSpaceLow = MovieRoom(freeByteCount: freeBytes.map(Int64.init)) != .enough
    }

    /// What counts as silence, in decibels.
    public static let silence = -120.0
}

/// The size and rate of a movie's frames, as the camera has them: a movie of a phone that is held upright is as high as this is wide.
public struct ViewfinderMovieFormat: Codable, Hashable, Sendable {
    /// Pixels in a row.
    public var width: Int
    /// Rows.
    public var height: Int
    /// Frames a second.
    public var framesPerSecond: Int

    /// Makes a format.
    public init(width: Int, height: Int, framesPerSecond: Int) {
        self.width = width
        self.height = height
        self.framesPerSecond = framesPerSecond
    }
}

/// A size that movies can have, and the rates that they can have in it.
public struct ViewfinderMovieSize: Codable, Hashable, Sendable {
    /// Pixels in a row.
    public var width: Int
    /// Rows.
    public var height: Int
    /// Frames a second, rising; not empty.
    public var rates: [Int]

    /// Makes a size.
    public init(width: Int, height: Int, rates: [Int]) {
        self.width = width
        self.height = height
        self.rates = rates
    }
}

extension [ViewfinderMovieSize] {
    /// Whether movies can have this format.
    func contain(_ format: ViewfinderMovieFormat) -> Bool {
        contains {
            $0.width == format.width && $0.height == format.height && $0.rates.contains(format.framesPerSecond)
        }
    }
}
