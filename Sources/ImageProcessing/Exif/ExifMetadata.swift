import Foundation

/// What a photo tells about how it was made, as EXIF 2.3 stores it. Nil fields are not written.
public struct ExifMetadata: Sendable, Equatable {
    /// The camera's maker.
    public var make: String?
    /// The camera's model.
    public var model: String?
    /// The program that made the file.
    public var software: String?
    /// How the stored picture has to be turned and mirrored to be upright, 1...8; 1 is upright.
    public var orientation: Int?
    /// When the picture was taken. Written as local time with milliseconds and offset.
    public var captureDate: Date?
    /// The time zone in which ``captureDate`` is written.
    public var timeZone: TimeZone
    /// Seconds.
    public var exposureTime: Double?
    /// The aperture, 1.8 for f/1.8.
    public var fNumber: Double?
    /// Sensitivity on the ISO scale.
    public var isoSpeed: Int?
    /// Exposure compensation in EV.
    public var exposureBias: Double?
    /// How the exposure was found: 1 manual, 2 program, 3 aperture priority, 4 shutter priority.
    public var exposureProgram: Int?
    /// 0 automatic, 1 manual, 2 bracketed.
    public var exposureMode: Int?
    /// Millimetres.
    public var focalLength: Double?
    /// The focal length that gives the same picture on 35 mm film, in millimetres.
    public var focalLengthIn35mmFilm: Int?
    /// Bits: 0 fired, 3 and 4 mode (1 on, 2 off, 3 automatic), 5 no flash function, 6 red-eye reduction.
    public var flash: Int?
    /// 1 average, 2 centre-weighted, 3 spot, 4 multi-spot, 5 pattern, 6 partial.
    public var meteringMode: Int?
    /// 0 automatic, 1 manual.
    public var whiteBalance: Int?
    /// The lens's maker.
    public var lensMake: String?
    /// The lens's model.
    public var lensModel: String?
    /// The magnification by enlarging the picture; 1 for none.
    public var digitalZoomRatio: Double?
    /// The stored picture's columns.
    public var pixelWidth: Int?
    /// The stored picture's rows.
    public var pixelHeight: Int?
    /// Where the picture was taken.
    public var location: ExifLocation?
    /// Which movie the photo belongs to, if it is a Live Photo: the identifier that both have. Stands in a maker note of Apple's.
    public var contentIdentifier: String?
    /// A complete small JPEG image.
    public var thumbnail: Data?

    /// Metadata with every field nil.
    ///
    /// - Parameter timeZone: the zone in which dates are written.
    public init(timeZone: TimeZone = .current) {
        self.timeZone = timeZone
    }
}
