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
