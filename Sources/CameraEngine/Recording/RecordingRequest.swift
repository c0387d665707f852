import Foundation

/// What is wanted of one recording.
public struct RecordingRequest: Sendable, Hashable {
    /// How the picture is compressed.
    public enum Codec: Sendable, Hashable, CaseIterable {
        /// H.264: plays everywhere.
        case h264
        /// HEVC: smaller files.
        case hevc
    }

    /// What becomes of a recording when another camera is chosen. One file has one camera: where a session's inputs change, the
    /// file ends.
    public enum CameraSwitch: Sendable, Hashable, CaseIterable {
        /// The recording ends, and is delivered.
        case ends
        /// The file ends, and is delivered; the recording goes on in another file beside it as soon as the other camera is live:
        /// `walk.mov`, `walk-2.mov`, ...
        case goesOnInNextFile
    }

    /// A place on the earth.
    public struct Location: Sendable, Hashable {
        /// Degrees, north is positive.
        public var latitude: Double
        /// Degrees, east is positive.
        public var longitude: Double
        /// Metres above the sea.
        public var altitude: Double?

        /// A place.
        public init(latitude: Double, longitude: Double, altitude: Double? = nil) {
            self.latitude = latitude
            self.longitude = longitude
            self.altitude = altitude
        }
    }

    /// Where the movie goes: a file that does not exist yet, in a folder that does.
    public var url: URL
    /// Whether sound is recorded with the picture, if there is a microphone that may be used (R-REC-6).
    public var recordsAudio: Bool
    /// How the picture is compressed; `nil`: as the system does by itself. One that there is not is refused.
    public var codec: Codec?
    /// Bits per second of the picture; `nil`: as the system chooses.
    public var bitRate: Int?
    /// Seconds of movie after which the recording ends by itself.
    public var maximumDuration: Double?
    /// Bytes of the file at which the recording ends by itself.
    public var maximumFileSize: Int64?
    /// Bytes that stay free on the disk; the recording ends before.
    public var freeSpaceKept: Int64 = 32_000_000
    /// What becomes of it when another camera is chosen.
    public var cameraSwitch = CameraSwitch.ends
    /// Whether each camera gets a file of its own besides the one that shows both: `walk-first.mov`, `walk-second.mov` beside
    /// `walk.mov`. Without two cameras it means nothing.
    public var separateFiles = false
    /// Where it was recorded; written into the file.
    public var location: Location?
    /// What it is called; written into the file.
    public var title: String?

    /// A wish for a recording.
    ///
    /// - Parameters:
    ///   - url: a file that does not exist yet.
    ///   - recordsAudio: whether sound is recorded with the picture.
    ///   - codec: how the picture is compressed.
    ///   - maximumDuration: seconds after which it ends by itself.
    ///   - maximumFileSize: bytes at which it ends by itself.
    public init(
        url: URL,
        recordsAudio: Bool = true,
        codec: Codec? = nil,
        maximumDuration: Double? = nil,
        maximumFileSize: Int64? = nil
    ) {
        self.url = url
        self.recordsAudio = recordsAudio
        self.codec = codec
        self.maximumDuration = maximumDuration
        self.maximumFileSize = maximumFileSize
    }
}
