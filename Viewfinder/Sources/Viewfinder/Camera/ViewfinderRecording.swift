public import CameraEngine
public import CameraLifecycle

/// The recording of movies, as the page shows it.
public struct ViewfinderRecording: Codable, Equatable, Sendable {
    /// What the recorder does.
    public var phase: RecordingPhase
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
    /// The sizes and rates that can be chosen (``MovieFormatStatus/choices``); none while two cameras share the hardware.
    public var formats: [MovieFormat]
    /// The size and rate that movies of the camera in use have; nil where it decides by itself.
    public var format: MovieFormat?

    /// Makes the description of a recorder; one that can do nothing, unless told otherwise.
    public init(
        phase: RecordingPhase = .idle,
        obstacle: MessageText? = nil,
        progress: RecordingProgress = RecordingProgress(),
        hasAudio: Bool = false,
        name: String? = nil,
        sound: ViewfinderAudio = ViewfinderAudio(),
        folder: String = "",
        formats: [MovieFormat] = [],
        format: MovieFormat? = nil
    ) {
        self.phase = phase
        self.obstacle = obstacle
        self.progress = progress
        self.hasAudio = hasAudio
        self.name = name
        self.sound = sound
        self.folder = folder
        self.formats = formats
        self.format = format
    }
}

/// Where the sound of movies comes from.
public struct ViewfinderAudio: Codable, Equatable, Sendable {
    /// Whether there is any.
    public var status: AudioState
    /// The microphone's name, or that of its route; nil when there is none.
    public var name: String?
    /// The same in words, for whoever wonders why there is no sound.
    public var message: MessageText

    /// Makes the description of a source of sound.
    public init(status: AudioState = .off, name: String? = nil, message: MessageText = "") {
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
