import Foundation

/// What a movie says about itself.
public struct MovieMetadata: Sendable, Hashable, Codable {
    /// When it was begun.
    public var creationDate: Date?
    /// The zone that the creation date is written in.
    public var timeZoneOffset: Int?
    /// The camera's maker.
    public var make: String?
    /// The camera's model.
    public var model: String?
    /// The program.
    public var software: String?
    /// A title.
    public var title: String?
    /// Where it was taken, ISO 6709, as `+48.8577+002.2950+035.000/`.
    public var locationISO6709: String?
    /// Further entries, by their keys: `com.apple.quicktime...` or any reverse domain name in QuickTime files, and
    /// libavformat's names of iTunes' items (`comment`, `artist`, `description`, `copyright` ...) in MPEG-4 files.
    public var others: [String: String]

    /// Makes metadata.
    public init(
        creationDate: Date? = nil,
        timeZoneOffset: Int? = nil,
        make: String? = nil,
        model: String? = nil,
        software: String? = nil,
        title: String? = nil,
        locationISO6709: String? = nil,
        others: [String: String] = [:]
    ) {
        self.creationDate = creationDate
        self.timeZoneOffset = timeZoneOffset
        self.make = make
        self.model = model
        self.software = software
        self.title = title
        self.locationISO6709 = locationISO6709
        self.others = others
    }
}
