import CaptureCore
import CoreMedia
import Foundation
import FoundationExtras
import MediaEncoding
import Synchronization

/// Reads what a file says of itself, once.
final class AssetLoader: Sendable {
    private enum State {
        case unknown, loading
        case loaded(AssetContents)
        case failed(NSError)
    }

    let url: URL
    private let state = Mutex(State.unknown)
    /// Held while the file is read.
    private let reading = Mutex(())

    /// What a file costs to read is bounded, but may be seconds: nobody else's work waits for these threads.
    private static let queue = ForeignFileQueue<ObjectIdentifier, AssetContents>(label: "AVAsset", width: 2)

    init(_ url: URL) {
        self.url = url
    }

    var loadingState: LoadingState {
        state.withLock { state in
            switch state {
            case .unknown: .unknown
            case .loading: .loading
            case .loaded: .loaded
            case .failed(let error): .failed(error)
            }
        }
    }

    private var known: Result<AssetContents, NSError>? {
        state.withLock { state in
            switch state {
            case .loaded(let contents): .success(contents)
            case .failed(let error): .failure(error)
            case .unknown, .loading: nil
            }
        }
    }

    /// Reads the file on the caller's thread, unless it has been read.
    func contents(for asset: AVAsset) throws -> AssetContents {
        if let known { return try known.get() }
        return try reading.withLock { _ in
            if let known { return try known.get() }
            state.withLock { $0 = .loading }
            let result = Result { try read(for: asset) }.mapError { AssetFailure.opening(url, $0) }
            state.withLock { state in
                switch result {
                case .success(let contents): state = .loaded(contents)
                case .failure(let error): state = .failed(error)
                }
            }
            return try result.get()
        }
    }

    /// Reads the file on a thread that may wait, unless it has been read.
    func load(for asset: AVAsset) async throws {
        if let known {
            _ = try known.get()
            return
        }
        _ = try await Self.queue.value(of: ObjectIdentifier(self)) { [self, asset = Shared(asset)] in
            try contents(for: asset.object)
        }
    }

    private func read(for asset: AVAsset) throws -> AssetContents {
        guard url.isFileURL else {
            // Only files are read here.
            throw NSError(
                domain: NSURLErrorDomain,
                code: URLError.Code.unsupportedURL.rawValue,
                userInfo: [NSURLErrorKey: url]
            )
        }
        return AssetContents(try MediaDemuxer(url.path).info, in: url, for: asset)
    }
}

/// What is known of an asset.
struct AssetContents: @unchecked Sendable {
    // @unchecked: tracks and items may be used on any thread.
    var duration = CMTime.zero
    var tracks: [AVAssetTrack] = []
    var metadata: [AVMetadataItem] = []
    /// Nil if nothing says it.
    var creationDate: AVMetadataItem?
    var containsFragments = false
    var isMovie = true
}

extension AssetContents {
    /// What a file says of itself.
    init(_ info: MediaFileInfo, in url: URL, for asset: AVAsset) {
        duration = info.duration
        tracks = info.tracks.map { AVAssetTrack(TrackContents($0, in: url), of: asset) }
        metadata = FileMetadata.items(info)
        creationDate = FileMetadata.creationDate(info, among: metadata)
        containsFragments = info.isFragmented
        isMovie = info.kind == .mpeg4 || info.kind == .quickTime
    }
}

/// What is known of a track.
struct TrackContents: @unchecked Sendable {
    // @unchecked: format descriptions never change.
    var trackID: CMPersistentTrackID
    var mediaType: AVMediaType
    var formats: [CMFormatDescription] = []
    var sources: [TrackSource] = []
    /// From when to when there is something.
    var timeRange = CMTimeRange.zero
    var segments: [CMTimeMapping] = []
    var naturalTimeScale: CMTimeScale = 600
    var naturalSize = CGSize.zero
    var transform = CGAffineTransform.identity
    var volume: Float = 1
    var frameRate: Float = 0
    var minimumFrameDuration = CMTime.invalid
    var dataRate: Float = 0
    var dataLength: Int64 = 0
    var language: String?
    var extendedLanguage: String?
    var isEnabled = true
    var isReordered = false
    var isDecodable = false
}

extension TrackContents {
    /// What a file says of a track.
    init(_ info: MediaTrackInfo, in url: URL) {
        self.init(trackID: info.id, mediaType: AVMediaType(info.kind))
        formats = info.format.map { [$0] } ?? []
        let media = TrackSource.Media(url: url, index: info.index, trackID: info.id, range: info.range)
        sources = [TrackSource(media: media, target: info.range)]
        timeRange = info.range
        segments = info.segments.map { CMTimeMapping(source: $0.media ?? .invalid, target: $0.range) }
        naturalTimeScale = info.timescale
        naturalSize = info.naturalSize
        transform = info.transform
        // UNKNOWN: what Apple says of sound.
        frameRate = info.kind == .video ? Float(info.sampleRate) : 0
        minimumFrameDuration = info.kind == .video ? info.minimumStep : .invalid
        dataRate = Float(info.bitRate)
        dataLength = info.byteCount
        language = info.language
        extendedLanguage = info.languageTag
        volume = info.volume
        isEnabled = info.isEnabled
        isReordered = info.isReordered
        isDecodable = info.isDecodable
    }
}

extension AVMediaType {
    init(_ kind: MediaTrackInfo.Kind) {
        switch kind {
        case .video: self = .video
        case .audio: self = .audio
        case .text: self = .text
        case .subtitle: self = .subtitle
        case .other: self = .metadata
        }
    }
}

/// Makes metadata items of what a file says.
enum FileMetadata {
    /// What libavformat calls items that have no key of QuickTime's, with the keys of iTunes' and of the older user data.
    private static let names: [String: (space: AVMetadataKeySpace, key: String)] = [
        "title": (.iTunes, "\u{a9}nam"), "artist": (.iTunes, "\u{a9}ART"), "album": (.iTunes, "\u{a9}alb"),
        "comment": (.iTunes, "\u{a9}cmt"), "genre": (.iTunes, "\u{a9}gen"), "composer": (.iTunes, "\u{a9}wrt"),
        "date": (.iTunes, "\u{a9}day"), "encoder": (.iTunes, "\u{a9}too"), "copyright": (.iTunes, "cprt"),
        "description": (.iTunes, "desc"), "lyrics": (.iTunes, "\u{a9}lyr"),
        "make": (.quickTimeUserData, "\u{a9}mak"), "model": (.quickTimeUserData, "\u{a9}mod"),
        "location": (.quickTimeUserData, "\u{a9}xyz"),
    ]

    /// What says something of the file's form.
    private static let formal: Set<String> = ["major_brand", "minor_version", "compatible_brands", "creation_time"]

    static func items(_ info: MediaFileInfo) -> [AVMetadataItem] {
        info.tags.compactMap { tag in
            guard !formal.contains(tag.key) else { return nil }
            if tag.key.contains(".") { return item(.quickTimeMetadata, tag.key, tag.value) }
            guard let name = names[tag.key] else { return nil }
            return item(name.space, name.key, tag.value)
        }
    }

    private static func item(_ space: AVMetadataKeySpace, _ key: String, _ value: String) -> AVMetadataItem {
        let item = AVMutableMetadataItem()
        item.keySpace = space
        item.key = NSString(string: key)
        item.value = NSString(string: value)
        item.dataType = "com.apple.metadata.datatype.UTF-8"
        return AVMetadataItem(fields: item.fields)
    }

    /// The item that says when the file was begun; made of the file's header if none does.
    static func creationDate(_ info: MediaFileInfo, among items: [AVMetadataItem]) -> AVMetadataItem? {
        if let item = items.first(where: { $0.commonKey == .commonKeyCreationDate }) { return item }
        guard let text = info.tags.first(where: { $0.key == "creation_time" })?.value,
            let date = dateFormatter().date(from: text) ?? ISO8601DateFormatter().date(from: text),
            date.timeIntervalSince1970 > 0
        else { return nil }
        let item = AVMutableMetadataItem()
        item.identifier = .commonIdentifierCreationDate
        item.value = NSDate(timeIntervalSince1970: date.timeIntervalSince1970)
        return AVMetadataItem(fields: item.fields)
    }

    private static func dateFormatter() -> ISO8601DateFormatter {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        return formatter
    }
}

/// Turns what went wrong in reading into the errors of the public API.
enum AssetFailure {
    /// Why a file cannot be opened.
    ///
    /// OBSERVED: a file that is not there is an error of Foundation's URL loading, as for remote files.
    static func opening(_ url: URL, _ cause: any Error) -> NSError {
        guard let error = cause as? MediaEncodingError else { return cause as NSError }
        let code: URLError.Code? =
            switch -error.code {
            case ENOENT, ENOTDIR: .fileDoesNotExist
            case EACCES, EPERM: .noPermissionsToReadFile
            // The kernel's number is libav's, too, for a file that makes no sense.
            case EINVAL where isFolder(url): .fileIsDirectory
            default: nil
            }
        // libav's numbers begin where the kernel's end.
        if error.kind == .unreadable, let code, isOfKernel(error.code) {
            return NSError(
                domain: NSURLErrorDomain,
                code: code.rawValue,
                userInfo: [NSUnderlyingErrorKey: error, NSURLErrorKey: url]
            )
        }
        return reading(error)
    }

    private static func isFolder(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
    }

    private static func isOfKernel(_ code: Int32) -> Bool { (-200..<0).contains(code) }

    /// Why something cannot be read of a file that was opened.
    static func reading(_ cause: any Error) -> NSError {
        guard let error = cause as? MediaEncodingError else { return cause as NSError }
        guard error.kind == .unreadable else { return AVError(error)._nsError }
        var translated = AVError(error).userInfo
        translated[NSUnderlyingErrorKey] = error
        translated[NSLocalizedDescriptionKey] = nil
        return AVError(.fileFailedToParse, userInfo: translated)._nsError
    }
}
