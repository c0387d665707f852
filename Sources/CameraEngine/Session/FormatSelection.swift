/// How the leading camera's format is chosen, and how large its photos may be: as the engine is configured, or, in the mode for scans, as
/// these need it (R-PHOTO-3, R-SCAN-9).
struct FormatSelection: Sendable, Hashable {
    /// How the format is chosen.
    var format: EngineConfiguration.Format
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
    init(_ configuration: EngineConfiguration, mode: CaptureMode, scanSize: PhotoSize) {
        takesLivePhotos = configuration.photos.takesLivePhotos && mode == .photo
        switch mode {
        case .photo:
            (format, photoSize) = (configuration.format, configuration.photos.size)
        case .video:
            (format, photoSize) = (configuration.movieFormat ?? configuration.format, configuration.photos.size)
        case .scan:
            (format, photoSize) = (.photos(.closest(to: scanSize)), .closest(to: scanSize))
            self.scanSize = scanSize
        }
    }
}
