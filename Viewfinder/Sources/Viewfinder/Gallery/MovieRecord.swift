public import CameraEngine
public import Foundation

/// A movie in the movie folder.
public struct MovieRecord: Codable, Equatable, Sendable {
    /// The file's name, without any folder.
    public var name: String
    /// Where the server gives the file out, relative to the page.
    public var url: String
    /// Where the server gives out a small JPEG of it.
    public var thumbnail: String
    /// How long it plays, in seconds; nil when that is not known.
    public var seconds: Double?
    /// The file's size in bytes.
    public var bytes: Int
    /// When the recording ended.
    public var date: Date
    /// Whether it has sound; nil when that is not known.
    public var hasAudio: Bool?
    /// Frames that were lost while it was recorded; nil when that is not known.
    public var droppedFrames: Int?
    /// Whether there is anything to play: not if a recording ended before anything was in it.
    public var isPlayable: Bool
    /// Why the recording ended; nil for a movie about which that is not known any more.
    public var end: MovieEnd?

    /// Makes the record of a movie; the address follows from the name.
    public init(
        name: String,
        seconds: Double? = nil,
        bytes: Int,
        date: Date,
        hasAudio: Bool? = nil,
        droppedFrames: Int? = nil,
        isPlayable: Bool = true,
        end: MovieEnd? = nil
    ) {
        self.name = name
        let url = MediaAddress.address(of: name, in: "movies")
        self.url = url
        thumbnail = "\(url)?\(MediaThumbnails.query)"
        self.seconds = seconds
        self.bytes = bytes
        self.date = date
        self.hasAudio = hasAudio
        self.droppedFrames = droppedFrames
        self.isPlayable = isPlayable
        self.end = end
    }
}

/// Why a recording ended.
public struct MovieEnd: Codable, Equatable, Sendable {
    /// Whether the user asked for it, or for what had to end it: then nothing has to be explained.
    public var wasRequested: Bool
    /// What happened, in a few words without a full stop.
    public var title: MessageText
    /// What that means for the movie, and what the user can do.
    public var advice: MessageText

    /// Makes the end of a recording.
    public init(wasRequested: Bool, title: MessageText = "", advice: MessageText = "") {
        self.wasRequested = wasRequested
        self.title = title
        self.advice = advice
    }
}
