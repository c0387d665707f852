import CameraEngine
import Foundation
import Observation

/// What the user has chosen once for always; kept in the app's defaults.
@MainActor
@Observable
final class SettingsModel {
    private enum Key {
        static let grid = "showsGrid"
        static let library = "savesToLibrary"
        static let timer = "timer"
        static let flash = "flash"
        static let photoWidth = "photoWidth"
        static let photoHeight = "photoHeight"
        static let photoFormat = "photoFormat"
        static let photoShape = "photoShape"
        static let livePhoto = "takesLivePhotos"
        static let movieWidth = "movieWidth"
        static let movieHeight = "movieHeight"
        static let movieRate = "movieRate"
        static let audio = "recordsAudio"
        static let separate = "recordsSeparateFiles"
        static let performance = "showsPerformance"
        static let largerScans = "takesLargerScans"
        static let recognizer = "recognizer"
    }

    @ObservationIgnored private let defaults: UserDefaults

    /// Lines that divide the picture into thirds.
    var showsGrid: Bool { didSet { defaults.set(showsGrid, forKey: Key.grid) } }
    /// Whether the photo library gets a copy of everything.
    var savesToLibrary: Bool { didSet { defaults.set(savesToLibrary, forKey: Key.library) } }
    /// How long after the press a photo is taken.
    var timer: SelfTimer { didSet { defaults.set(timer.rawValue, forKey: Key.timer) } }
    /// Whether the flash fires.
    var flash: PhotoRequest.Flash { didSet { defaults.set(flash.name, forKey: Key.flash) } }
    /// The size of photos; `nil` for the largest.
    var photoSize: PhotoSize? {
        didSet {
            defaults.set(photoSize?.width ?? 0, forKey: Key.photoWidth)
            defaults.set(photoSize?.height ?? 0, forKey: Key.photoHeight)
        }
    }
    /// The kind of file that photos are, where the camera offers it.
    var photoFormat: PhotoFormat { didSet { defaults.set(photoFormat.fileExtension, forKey: Key.photoFormat) } }
    /// The shape of photos.
    var photoShape: PhotoShape { didSet { defaults.set(photoShape.rawValue, forKey: Key.photoShape) } }
    /// Whether photos come with a movie of the moment, where the camera offers that.
    var takesLivePhotos: Bool { didSet { defaults.set(takesLivePhotos, forKey: Key.livePhoto) } }
    /// The size and rate of movies, for whichever camera; `nil` for as the camera does by itself.
    var movieFormat: MovieFormat? {
        didSet {
            defaults.set(movieFormat?.width ?? 0, forKey: Key.movieWidth)
            defaults.set(movieFormat?.height ?? 0, forKey: Key.movieHeight)
            defaults.set(movieFormat?.framesPerSecond ?? 0, forKey: Key.movieRate)
        }
    }
    /// Whether movies have sound.
    var recordsAudio: Bool { didSet { defaults.set(recordsAudio, forKey: Key.audio) } }
    /// Whether each of two cameras gets a file of its own, too.
    var recordsSeparateFiles: Bool { didSet { defaults.set(recordsSeparateFiles, forKey: Key.separate) } }
    /// Whether figures lie over the picture of two cameras.
    var showsPerformance: Bool { didSet { defaults.set(showsPerformance, forKey: Key.performance) } }
    /// Whether scans are larger than usual.
    var takesLargerScans: Bool { didSet { defaults.set(takesLargerScans, forKey: Key.largerScans) } }
    /// Where scans are sent to, as the user wrote it; empty for nowhere.
    var recognizer: String { didSet { defaults.set(recognizer, forKey: Key.recognizer) } }

    /// What was chosen before, or what is usual.
    init(defaults: UserDefaults) {
        self.defaults = defaults
        func bool(_ key: String, _ usual: Bool) -> Bool {
            defaults.object(forKey: key) == nil ? usual : defaults.bool(forKey: key)
        }
        showsGrid = bool(Key.grid, false)
        savesToLibrary = bool(Key.library, true)
        timer = SelfTimer(rawValue: defaults.integer(forKey: Key.timer)) ?? .off
        flash = PhotoRequest.Flash(name: defaults.string(forKey: Key.flash) ?? "") ?? .off
        let size = PhotoSize(
            width: defaults.integer(forKey: Key.photoWidth),
            height: defaults.integer(forKey: Key.photoHeight)
        )
        photoSize = size.area > 0 ? size : nil
        let photoExtension = defaults.string(forKey: Key.photoFormat)
        photoFormat = PhotoFormat.allCases.first { $0.fileExtension == photoExtension } ?? .jpeg
        photoShape = defaults.string(forKey: Key.photoShape).flatMap(PhotoShape.init(rawValue:)) ?? .full
        takesLivePhotos = bool(Key.livePhoto, false)
        let movie = MovieFormat(
            width: defaults.integer(forKey: Key.movieWidth),
            height: defaults.integer(forKey: Key.movieHeight),
            framesPerSecond: defaults.integer(forKey: Key.movieRate)
        )
        movieFormat = min(movie.width, movie.height, movie.framesPerSecond) > 0 ? movie : nil
        recordsAudio = bool(Key.audio, true)
        recordsSeparateFiles = bool(Key.separate, false)
        showsPerformance = bool(Key.performance, false)
        takesLargerScans = bool(Key.largerScans, false)
        recognizer = defaults.string(forKey: Key.recognizer) ?? ""
    }

    /// Where scans are sent to; `nil` if there is no address, or what was written is none.
    var recognizerURL: URL? { Self.recognizerURL(recognizer) }

    /// Whether something was written that is no address.
    var recognizerIsInvalid: Bool {
        recognizerURL == nil && !recognizer.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty
    }

    /// The size that scans are to have.
    var scanSize: PhotoSize { takesLargerScans ? .largerScanning : .scanning }

    /// An address with a scheme of the web and a host; "host:8080" is taken for one without its scheme.
    static func recognizerURL(_ text: String) -> URL? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { return nil }
        guard let url = URL(string: text.contains("://") ? text : "http://\(text)"), let host = url.host, !host.isEmpty,
            let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https"
        else { return nil }
        return url
    }
}

extension PhotoRequest.Flash {
    /// What the defaults say.
    var name: String {
        switch self {
        case .off: "off"
        case .on: "on"
        case .automatic: "automatic"
        }
    }

    init?(name: String) {
        guard let flash = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = flash
    }

    /// The next one of the button that goes through all.
    var next: PhotoRequest.Flash {
        switch self {
        case .off: .automatic
        case .automatic: .on
        case .on: .off
        }
    }
}
