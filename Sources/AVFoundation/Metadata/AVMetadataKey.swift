/// A key of metadata within a key space.
public struct AVMetadataKey: RawRepresentable, Hashable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value from Apple's string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes a value from Apple's string.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }
}

/// What many kinds of files have a place for.
extension AVMetadataKey {
    /// The title.
    public static let commonKeyTitle = AVMetadataKey("title")
    /// Who made it.
    public static let commonKeyCreator = AVMetadataKey("creator")
    /// What it is about.
    public static let commonKeySubject = AVMetadataKey("subject")
    /// A description.
    public static let commonKeyDescription = AVMetadataKey("description")
    /// Who publishes it.
    public static let commonKeyPublisher = AVMetadataKey("publisher")
    /// Who contributed.
    public static let commonKeyContributor = AVMetadataKey("contributor")
    /// When it was made.
    public static let commonKeyCreationDate = AVMetadataKey("creationDate")
    /// When it was last changed.
    public static let commonKeyLastModifiedDate = AVMetadataKey("lastModifiedDate")
    /// The kind of content.
    public static let commonKeyType = AVMetadataKey("type")
    /// The format of the content.
    public static let commonKeyFormat = AVMetadataKey("format")
    /// What identifies the asset.
    public static let commonKeyIdentifier = AVMetadataKey("identifier")
    /// What it was made from.
    public static let commonKeySource = AVMetadataKey("source")
    /// The language.
    public static let commonKeyLanguage = AVMetadataKey("language")
    /// What it is related to.
    public static let commonKeyRelation = AVMetadataKey("relation")
    /// Where it was made, ISO 6709.
    public static let commonKeyLocation = AVMetadataKey("location")
    /// Whose rights there are.
    public static let commonKeyCopyrights = AVMetadataKey("copyrights")
    /// The album.
    public static let commonKeyAlbumName = AVMetadataKey("albumName")
    /// The author.
    public static let commonKeyAuthor = AVMetadataKey("author")
    /// The artist.
    public static let commonKeyArtist = AVMetadataKey("artist")
    /// A picture for it.
    public static let commonKeyArtwork = AVMetadataKey("artwork")
    /// Who made the camera.
    public static let commonKeyMake = AVMetadataKey("make")
    /// The camera's model.
    public static let commonKeyModel = AVMetadataKey("model")
    /// The program.
    public static let commonKeySoftware = AVMetadataKey("software")
    /// A description for people who do not see it.
    public static let commonKeyAccessibilityDescription = AVMetadataKey("accessibilityDescription")
}

/// QuickTime's metadata.
extension AVMetadataKey {
    /// The author.
    public static let quickTimeMetadataKeyAuthor = AVMetadataKey("com.apple.quicktime.author")
    /// QuickTime's comment.
    public static let quickTimeMetadataKeyComment = AVMetadataKey("com.apple.quicktime.comment")
    /// QuickTime's copyright.
    public static let quickTimeMetadataKeyCopyright = AVMetadataKey("com.apple.quicktime.copyright")
    /// When it was made.
    public static let quickTimeMetadataKeyCreationDate = AVMetadataKey("com.apple.quicktime.creationdate")
    /// QuickTime's director.
    public static let quickTimeMetadataKeyDirector = AVMetadataKey("com.apple.quicktime.director")
    /// QuickTime's display name.
    public static let quickTimeMetadataKeyDisplayName = AVMetadataKey("com.apple.quicktime.displayname")
    /// QuickTime's information.
    public static let quickTimeMetadataKeyInformation = AVMetadataKey("com.apple.quicktime.information")
    /// QuickTime's keywords.
    public static let quickTimeMetadataKeyKeywords = AVMetadataKey("com.apple.quicktime.keywords")
    /// QuickTime's producer.
    public static let quickTimeMetadataKeyProducer = AVMetadataKey("com.apple.quicktime.producer")
    /// Who publishes it.
    public static let quickTimeMetadataKeyPublisher = AVMetadataKey("com.apple.quicktime.publisher")
    /// QuickTime's album.
    public static let quickTimeMetadataKeyAlbum = AVMetadataKey("com.apple.quicktime.album")
    /// The artist.
    public static let quickTimeMetadataKeyArtist = AVMetadataKey("com.apple.quicktime.artist")
    /// A picture for it.
    public static let quickTimeMetadataKeyArtwork = AVMetadataKey("com.apple.quicktime.artwork")
    /// A description.
    public static let quickTimeMetadataKeyDescription = AVMetadataKey("com.apple.quicktime.description")
    /// The program.
    public static let quickTimeMetadataKeySoftware = AVMetadataKey("com.apple.quicktime.software")
    /// QuickTime's year.
    public static let quickTimeMetadataKeyYear = AVMetadataKey("com.apple.quicktime.year")
    /// QuickTime's genre.
    public static let quickTimeMetadataKeyGenre = AVMetadataKey("com.apple.quicktime.genre")
    /// QuickTime's i xml.
    public static let quickTimeMetadataKeyiXML = AVMetadataKey("com.apple.quicktime.iXML")
    /// QuickTime's arranger.
    public static let quickTimeMetadataKeyArranger = AVMetadataKey("com.apple.quicktime.arranger")
    /// QuickTime's encoded by.
    public static let quickTimeMetadataKeyEncodedBy = AVMetadataKey("com.apple.quicktime.encodedby")
    /// QuickTime's original artist.
    public static let quickTimeMetadataKeyOriginalArtist = AVMetadataKey("com.apple.quicktime.originalartist")
    /// QuickTime's performer.
    public static let quickTimeMetadataKeyPerformer = AVMetadataKey("com.apple.quicktime.performer")
    /// QuickTime's composer.
    public static let quickTimeMetadataKeyComposer = AVMetadataKey("com.apple.quicktime.composer")
    /// QuickTime's credits.
    public static let quickTimeMetadataKeyCredits = AVMetadataKey("com.apple.quicktime.credits")
    /// QuickTime's phonogram rights.
    public static let quickTimeMetadataKeyPhonogramRights = AVMetadataKey("com.apple.quicktime.phonogramrights")
    /// QuickTime's camera identifier.
    public static let quickTimeMetadataKeyCameraIdentifier = AVMetadataKey("com.apple.quicktime.camera.identifier")
    /// QuickTime's camera frame readout time.
    public static let quickTimeMetadataKeyCameraFrameReadoutTime = AVMetadataKey(
        "com.apple.quicktime.camera.framereadouttimeinmicroseconds"
    )
    /// The title.
    public static let quickTimeMetadataKeyTitle = AVMetadataKey("com.apple.quicktime.title")
    /// QuickTime's collection user.
    public static let quickTimeMetadataKeyCollectionUser = AVMetadataKey("com.apple.quicktime.collection.user")
    /// QuickTime's rating user.
    public static let quickTimeMetadataKeyRatingUser = AVMetadataKey("com.apple.quicktime.rating.user")
    /// QuickTime's location name.
    public static let quickTimeMetadataKeyLocationName = AVMetadataKey("com.apple.quicktime.location.name")
    /// QuickTime's location body.
    public static let quickTimeMetadataKeyLocationBody = AVMetadataKey("com.apple.quicktime.location.body")
    /// QuickTime's location note.
    public static let quickTimeMetadataKeyLocationNote = AVMetadataKey("com.apple.quicktime.location.note")
    /// QuickTime's location role.
    public static let quickTimeMetadataKeyLocationRole = AVMetadataKey("com.apple.quicktime.location.role")
    /// QuickTime's location date.
    public static let quickTimeMetadataKeyLocationDate = AVMetadataKey("com.apple.quicktime.location.date")
    /// QuickTime's location iso6709.
    public static let quickTimeMetadataKeyLocationISO6709 = AVMetadataKey("com.apple.quicktime.location.ISO6709")
    /// QuickTime's direction facing.
    public static let quickTimeMetadataKeyDirectionFacing = AVMetadataKey("com.apple.quicktime.direction.facing")
    /// QuickTime's direction motion.
    public static let quickTimeMetadataKeyDirectionMotion = AVMetadataKey("com.apple.quicktime.direction.motion")
    /// QuickTime's content identifier.
    public static let quickTimeMetadataKeyContentIdentifier = AVMetadataKey("com.apple.quicktime.content.identifier")
    /// Who made the camera.
    public static let quickTimeMetadataKeyMake = AVMetadataKey("com.apple.quicktime.make")
    /// The camera's model.
    public static let quickTimeMetadataKeyModel = AVMetadataKey("com.apple.quicktime.model")
    /// A description for people who do not see it.
    public static let quickTimeMetadataKeyAccessibilityDescription = AVMetadataKey(
        "com.apple.quicktime.accessibility.description"
    )
    /// QuickTime's is montage.
    public static let quickTimeMetadataKeyIsMontage = AVMetadataKey("com.apple.quicktime.is-montage")
    /// QuickTime's full frame rate playback intent.
    public static let quickTimeMetadataKeyFullFrameRatePlaybackIntent = AVMetadataKey(
        "com.apple.quicktime.full-frame-rate-playback-intent"
    )
}

/// A name space of metadata keys.
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value from Apple's string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes a value from Apple's string.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// What many kinds of files have a place for.
    public static let common = AVMetadataKeySpace("comn")
    /// QuickTime's older user data.
    public static let quickTimeUserData = AVMetadataKeySpace("udta")
    /// User data of the ISO base media file format.
    public static let isoUserData = AVMetadataKeySpace("uiso")
    /// QuickTime's metadata.
    public static let quickTimeMetadata = AVMetadataKeySpace("mdta")
    /// iTunes' metadata.
    public static let iTunes = AVMetadataKeySpace("itsk")
    /// Tags of MP3 files.
    public static let id3 = AVMetadataKeySpace("org.id3")
    /// Metadata of internet radio.
    public static let icy = AVMetadataKeySpace("icy")
    /// Date ranges of HTTP live streaming.
    public static let hlsDateRange = AVMetadataKeySpace("lsdr")
    /// Metadata of plain audio files.
    public static let audioFile = AVMetadataKeySpace("caaf")
}

/// A format of metadata.
public struct AVMetadataFormat: RawRepresentable, Hashable, Sendable {
    /// Apple's string.
    public let rawValue: String

    /// Makes a value from Apple's string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes a value from Apple's string.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// QuickTime's older user data.
    public static let quickTimeUserData = AVMetadataFormat("com.apple.quicktime.udta")
    /// User data of the ISO base media file format.
    public static let isoUserData = AVMetadataFormat("org.mp4ra")
    /// QuickTime's metadata.
    public static let quickTimeMetadata = AVMetadataFormat("com.apple.quicktime.mdta")
    /// iTunes' metadata.
    public static let iTunesMetadata = AVMetadataFormat("com.apple.itunes")
    /// Tags of MP3 files.
    public static let id3Metadata = AVMetadataFormat("org.id3")
    /// Metadata of HTTP live streaming.
    public static let hlsMetadata = AVMetadataFormat("com.apple.quicktime.HLS")
    /// None that is known.
    public static let unknown = AVMetadataFormat("UNKNOWN")
}

extension AVMetadataFormat {
    /// The format that items of a key space are of.
    init(_ space: AVMetadataKeySpace?) {
        switch space {
        case .quickTimeMetadata: self = .quickTimeMetadata
        case .quickTimeUserData: self = .quickTimeUserData
        case .isoUserData: self = .isoUserData
        case .iTunes: self = .iTunesMetadata
        case .id3: self = .id3Metadata
        default: self = .unknown
        }
    }
}
