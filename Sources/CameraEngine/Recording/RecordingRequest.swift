@preconcurrency import AVFoundation
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

/// Where movies go.
enum RecordingDestination {
    /// Why no movie can be recorded there; `nil` if one can. Nothing is ever overwritten.
    static func refusal(_ url: URL) -> RecordingFailure? {
        guard url.isFileURL, !url.hasDirectoryPath else { return .notAFile }
        let files = FileManager.default
        guard !files.fileExists(atPath: url.path) else { return .fileExists }
        let folder = url.deletingLastPathComponent().path
        var isFolder: ObjCBool = false
        guard files.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else { return .noFolder }
        return files.isWritableFile(atPath: folder) ? nil : .folderNotWritable
    }

    /// The file of a part of a recording: `walk.mov`, `walk-2.mov`, ...; one that does not exist yet.
    ///
    /// - Parameter part: counts from 1.
    static func file(_ url: URL, part: UInt32) -> URL {
        guard part > 1 else { return url }
        let stem = url.deletingPathExtension().lastPathComponent
        let folder = url.deletingLastPathComponent()
        func file(_ suffix: String) -> URL {
            folder.appendingPathComponent(stem + suffix).appendingPathExtension(url.pathExtension)
        }
        let names = ["-\(part)"] + (2...1_000).map { "-\(part)-\($0)" }
        return names.map(file).first { !FileManager.default.fileExists(atPath: $0.path) } ?? file("-\(part)")
    }
}

/// What is written into a movie besides picture and sound.
enum RecordingMetadata {
    /// A request's title and place.
    static func items(_ request: RecordingRequest) -> [AVMetadataItem] {
        var items: [AVMetadataItem] = []
        if let title = request.title { items.append(item(.quickTimeMetadataTitle, title)) }
        if let place = request.location {
            items.append(item(.quickTimeMetadataLocationISO6709, text(place)))
        }
        return items
    }

    private static func item(_ identifier: AVMetadataIdentifier, _ value: String) -> AVMetadataItem {
        let item = AVMutableMetadataItem()
        item.identifier = identifier
        item.value = value as NSString
        return item
    }

    /// A place as ISO 6709 has it: `+52.5200+013.4050+034.000/`.
    static func text(_ place: RecordingRequest.Location) -> String {
        func degrees(_ value: Double, _ width: Int) -> String {
            String(format: "%+0\(width).4f", value)
        }
        let altitude = place.altitude.map { String(format: "%+08.3f", $0) } ?? ""
        return degrees(place.latitude, 8) + degrees(place.longitude, 9) + altitude + "/"
    }
}

/// What the user is going to capture.
public enum CaptureMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// Photos. The microphone is left alone, so a call does not take the picture away.
    case photo
    /// Movies. The microphone is used already, so that a recording begins at once.
    case video
    /// Scans: photos of pages and book spines for text recognition (R-PHOTO-3, R-SCAN-9). The microphone is left alone, and the
    /// leading camera runs in the format whose photos come closest to ``CameraModel/scanSize``, as with
    /// ``EngineConfiguration/Format/photos(_:)``; no photo is larger than that. The usual format is back with the next mode.
    case scan
}
