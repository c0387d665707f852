/// How the leading camera's format is chosen, and how large its photos may be: as the engine is configured, or, in the mode for scans, as
/// these need it (R-PHOTO-3, R-SCAN-9).
struct FormatSelection: Sendable, Hashable {
    /// How the format is chosen where the user has chosen none for movies.
    var format: EngineConfiguration.Format
    /// The size and rate of movies that the user has chosen; `nil` in any other mode. For one camera: several share the hardware.
    var movie: MovieFormat?
    /// The largest photos.
    var photoSize: PhotoSizeRequest
    /// The size that scans are to have; `nil` in any other mode.
    var scanSize: PhotoSize?
    /// Whether photos may be Live Photos, which exclude an output for movies.
    var takesLivePhotos: Bool

    /// - Parameters:
    ///   - configuration: how the engine is set up.
    ///   - mode: what the user is going to capture.
    ///   - scanSize: the size that scans are to have.
    ///   - movie: the size and rate that movies are to have; `nil` for as the engine is set up.
    init(_ configuration: EngineConfiguration, mode: CaptureMode, scanSize: PhotoSize, movie: MovieFormat?) {
        takesLivePhotos = configuration.photos.takesLivePhotos && mode == .photo
        switch mode {
        case .photo:
            (format, photoSize) = (configuration.format, configuration.photos.size)
        case .video:
            (format, photoSize) = (configuration.movieFormat ?? configuration.format, configuration.photos.size)
            self.movie = movie
        case .scan:
            (format, photoSize) = (.photos(.closest(to: scanSize)), .closest(to: scanSize))
            self.scanSize = scanSize
        }
    }

    /// How the format of a camera that is alone is chosen.
    var ofOne: EngineConfiguration.Format { movie.map { .movie($0) } ?? format }
}
