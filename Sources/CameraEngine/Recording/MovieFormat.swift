@preconcurrency import AVFoundation

/// The size and rate of a movie's frames.
///
/// The size is the camera's: a movie of a phone that is held upright is turned, and as high as this is wide.
public struct MovieFormat: Sendable, Hashable, Codable {
    /// Pixels in a row.
    public var width: Int
    /// Rows.
    public var height: Int
    /// Frames a second, as a whole number: 30 stands for 29.97, too.
    public var framesPerSecond: Int

    /// A size and a rate.
    public init(width: Int, height: Int, framesPerSecond: Int) {
        self.width = width
        self.height = height
        self.framesPerSecond = framesPerSecond
    }

    var size: PhotoSize { PhotoSize(width: width, height: height) }
}

extension MovieFormat: CustomStringConvertible {
    /// The format for people.
    public var description: String { "\(width) x \(height), \(framesPerSecond) frames a second" }
}

extension MovieFormat {
    /// What a camera with these formats can record: the largest size first, the rates of a size in ascending order.
    ///
    /// Sizes that are narrower than 640 pixels are left out if there are larger ones, and so are the rates of a size below 15 frames a
    /// second if it has higher ones. Of a range of rates the usual ones are told, and its highest.
    static func choices(_ formats: [MultiCamFormat]) -> [MovieFormat] {
        let large = formats.filter { $0.width >= MultiCamFormat.widths.lowerBound }
        let sizes = Dictionary(grouping: large.isEmpty ? formats : large) {
            PhotoSize(width: $0.width, height: $0.height)
        }
        return sizes.sorted { ($0.key.area, $0.key.width) > ($1.key.area, $1.key.width) }.flatMap { size, formats in
            rates(formats).map { MovieFormat(width: size.width, height: size.height, framesPerSecond: $0) }
        }
    }

    private static func rates(_ formats: [MultiCamFormat]) -> [Int] {
        let all = Set(formats.flatMap(\.movieRates))
        let fluent = all.filter { Double($0) >= MultiCamFormat.leastRate }
        return (fluent.isEmpty ? all : fluent).sorted()
    }

    /// The choice that comes closest to this: first in its size, then in its rate; of two that are as close, the larger and slower one.
    /// `nil` if there is none.
    func nearest(among choices: [MovieFormat]) -> MovieFormat? {
        let size = PhotoSizeRequest.closest(to: size).selection(among: choices.map(\.size))
        return choices.filter { $0.size == size }.min {
            (abs($0.framesPerSecond - framesPerSecond), $0.framesPerSecond)
                < (abs($1.framesPerSecond - framesPerSecond), $1.framesPerSecond)
        }
    }

    /// The one of a camera's formats that this is recorded in; `nil` if none has the size and the rate. Of several: one whose pixels are
    /// not added up, then one in video range, then the one with the least highest rate, then the first.
    func format(among formats: [MultiCamFormat]) -> MultiCamFormat? {
        func rank(_ format: MultiCamFormat) -> (Int, Int, Int, Int) {
            (format.isBinned ? 1 : 0, format.isVideoRange ? 0 : 1, Int(format.fastest.rounded()), format.index)
        }
        return formats.filter {
            $0.width == width && $0.height == height && $0.movieRates.contains(framesPerSecond)
        }.min { rank($0) < rank($1) }
    }
}

extension MultiCamFormat {
    private static let usualMovieRates = [24, 25, 30, 50, 60, 120, 240]

    /// The rates that movies may have in this format.
    fileprivate var movieRates: [Int] {
        rates.flatMap { range in
            [Int(range.upperBound.rounded())] + Self.usualMovieRates.filter { range.contains(Double($0)) }
        }.filter { $0 > 0 }
    }
}

/// What a camera is set to for a movie: which of its formats, and at which rate.
struct MovieFormatSelection: Sendable, Hashable {
    /// The camera's format.
    var format: MultiCamFormat
    /// What is recorded.
    var movie: MovieFormat

    /// - Parameters:
    ///   - wanted: what is wanted; a camera that has not got it takes what comes closest.
    ///   - formats: the camera's; without any there is nothing to select.
    init?(_ wanted: MovieFormat, among formats: [MultiCamFormat]) {
        guard let movie = wanted.nearest(among: MovieFormat.choices(formats)),
            let format = movie.format(among: formats)
        else { return nil }
        (self.format, self.movie) = (format, movie)
    }

    /// Frames a second.
    var rate: Double { Double(movie.framesPerSecond) }
}

extension MovieFormat {
    /// What a camera can record: the largest size first, the rates of a size in ascending order.
    ///
    /// - Parameters:
    ///   - device: the camera.
    ///   - inMultiCamSession: whether its session is one that can have several cameras, and takes only formats for that.
    @_spi(Pinhole) public static func choices(of device: AVCaptureDevice, inMultiCamSession: Bool = false)
        -> [MovieFormat]
    {
        let formats = MultiCamFormat.formats(of: device)
        return choices(inMultiCamSession ? formats.filter(\.isMultiCamSupported) : formats)
    }
}

/// What a user sees of the size and rate of movies.
public struct MovieFormatStatus: Sendable, Hashable, Codable {
    /// What the camera in use can record, the largest size first, the rates of a size in ascending order. Empty without a camera, and as
    /// long as several cameras are wanted: these share the hardware, and their sizes and rates are what it has room for.
    public var choices: [MovieFormat]
    /// What the user has chosen, for whichever camera; `nil` for as the engine is configured.
    public var wanted: MovieFormat?

    /// Nothing to choose from, and nothing chosen.
    public init(choices: [MovieFormat] = [], wanted: MovieFormat? = nil) {
        self.choices = choices
        self.wanted = wanted
    }

    /// The choice that comes closest to what is wanted, which is what the camera in use records; `nil` for as the engine is configured.
    /// Heat may allow fewer frames (``CameraPressure/frameRateLimit``).
    public var selected: MovieFormat? { wanted?.nearest(among: choices) }
}

/// Why another size and rate of movies were not taken. What to do about it stands in ``userMessage``.
public enum MovieFormatFailure: Error, Sendable, Hashable {
    /// A recording is under way: a movie has one format from its beginning to its end.
    case recording
    /// Several cameras are wanted, whose sizes and rates are what the hardware has room for.
    case severalCameras
    /// The camera in use has no such size and rate; what it has.
    case notOffered([MovieFormat])
}

/// The size and rate of movies.
extension CameraEngine {
    /// Chooses the size and rate of movies: those that ``MovieFormatStatus/choices`` tell. The camera changes its format in the mode for
    /// movies, and the picture goes on; in any other mode with the next change to that one. Another camera takes what comes closest, and
    /// while several cameras are wanted they are as always. Without a camera any choice is remembered.
    ///
    /// Heat comes first: a camera under pressure takes fewer frames than were chosen (R-MULTI-5), and as many again afterwards.
    ///
    /// - Parameter format: the size and rate; `nil` for as the engine is configured.
    /// - Throws: why not; nothing has changed then.
    public func setMovieFormat(_ format: MovieFormat?) async throws(MovieFormatFailure) {
        let failure = await withCheckedContinuation { continuation in
            inbox.yield(.recording(.format(format) { continuation.resume(returning: $0) }))
        }
        if let failure { throw failure }
    }

    /// Takes what the user has chosen.
    ///
    /// - Returns: why not; `nil` if it was taken.
    func applyMovieFormat(_ format: MovieFormat?) -> MovieFormatFailure? {
        guard recordingPhase == .idle else { return .recording }
        if let format, let refusal = refusal(of: format) { return refusal }
        recording.format = format
        EngineLog.shared.write(
            .recording,
            .info,
            "format of movies chosen",
            ["wanted": "\(format?.description ?? "usual")"]
        )
        selectFormat()
        return nil
    }

    private func refusal(of format: MovieFormat) -> MovieFormatFailure? {
        if areSeveralWanted { return .severalCameras }
        let choices = recording.formatChoices
        return choices.isEmpty || choices.contains(format) ? nil : .notOffered(choices)
    }

    private var areSeveralWanted: Bool { multiCam.isPossible && multiCam.wanted > 1 }

    /// Another camera is in use, or none.
    func listMovieFormats() {
        recording.formatChoices =
            sessionCamera.map { MovieFormat.choices(of: $0, inMultiCamSession: worker.configurator.canHaveSeveral) }
            ?? []
    }

    /// What a user sees of the size and rate of movies.
    var movieFormatStatus: MovieFormatStatus {
        MovieFormatStatus(choices: areSeveralWanted ? [] : recording.formatChoices, wanted: recording.format)
    }
}
