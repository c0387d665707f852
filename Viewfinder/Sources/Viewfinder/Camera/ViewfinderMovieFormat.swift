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
