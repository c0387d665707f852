import Foundation
import MediaEncoding

/// What a metadata item is: its key space and key, as `space/key`.
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
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
extension AVMetadataIdentifier {
    /// The title.
    public static let commonIdentifierTitle = AVMetadataIdentifier("common/title")
    /// Who made it.
    public static let commonIdentifierCreator = AVMetadataIdentifier("common/creator")
    /// What it is about.
    public static let commonIdentifierSubject = AVMetadataIdentifier("common/subject")
    /// A description.
    public static let commonIdentifierDescription = AVMetadataIdentifier("common/description")
    /// Who publishes it.
    public static let commonIdentifierPublisher = AVMetadataIdentifier("common/publisher")
    /// Who contributed.
    public static let commonIdentifierContributor = AVMetadataIdentifier("common/contributor")
    /// When it was made.
    public static let commonIdentifierCreationDate = AVMetadataIdentifier("common/creationDate")
    /// When it was last changed.
    public static let commonIdentifierLastModifiedDate = AVMetadataIdentifier("common/lastModifiedDate")
    /// The kind of content.
    public static let commonIdentifierType = AVMetadataIdentifier("common/type")
    /// The format of the content.
    public static let commonIdentifierFormat = AVMetadataIdentifier("common/format")
    /// What identifies the asset.
    public static let commonIdentifierAssetIdentifier = AVMetadataIdentifier("common/identifier")
    /// What it was made from.
    public static let commonIdentifierSource = AVMetadataIdentifier("common/source")
    /// The language.
    public static let commonIdentifierLanguage = AVMetadataIdentifier("common/language")
    /// What it is related to.
    public static let commonIdentifierRelation = AVMetadataIdentifier("common/relation")
    /// Where it was made, ISO 6709.
    public static let commonIdentifierLocation = AVMetadataIdentifier("common/location")
    /// Whose rights there are.
    public static let commonIdentifierCopyrights = AVMetadataIdentifier("common/copyrights")
    /// The album.
    public static let commonIdentifierAlbumName = AVMetadataIdentifier("common/albumName")
    /// The author.
    public static let commonIdentifierAuthor = AVMetadataIdentifier("common/author")
    /// The artist.
    public static let commonIdentifierArtist = AVMetadataIdentifier("common/artist")
    /// A picture for it.
    public static let commonIdentifierArtwork = AVMetadataIdentifier("common/artwork")
    /// Who made the camera.
    public static let commonIdentifierMake = AVMetadataIdentifier("common/make")
    /// The camera's model.
    public static let commonIdentifierModel = AVMetadataIdentifier("common/model")
    /// The program.
    public static let commonIdentifierSoftware = AVMetadataIdentifier("common/software")
    /// A description for people who do not see it.
    public static let commonIdentifierAccessibilityDescription = AVMetadataIdentifier("common/accessibilityDescription")
}

/// QuickTime's metadata.
extension AVMetadataIdentifier {
    /// The author.
    public static let quickTimeMetadataAuthor = AVMetadataIdentifier("mdta/com.apple.quicktime.author")
    /// QuickTime's comment.
    public static let quickTimeMetadataComment = AVMetadataIdentifier("mdta/com.apple.quicktime.comment")
    /// QuickTime's copyright.
    public static let quickTimeMetadataCopyright = AVMetadataIdentifier("mdta/com.apple.quicktime.copyright")
    /// When it was made.
    public static let quickTimeMetadataCreationDate = AVMetadataIdentifier("mdta/com.apple.quicktime.creationdate")
    /// QuickTime's director.
    public static let quickTimeMetadataDirector = AVMetadataIdentifier("mdta/com.apple.quicktime.director")
    /// QuickTime's display name.
    public static let quickTimeMetadataDisplayName = AVMetadataIdentifier("mdta/com.apple.quicktime.displayname")
    /// QuickTime's information.
    public static let quickTimeMetadataInformation = AVMetadataIdentifier("mdta/com.apple.quicktime.information")
    /// QuickTime's keywords.
    public static let quickTimeMetadataKeywords = AVMetadataIdentifier("mdta/com.apple.quicktime.keywords")
    /// QuickTime's producer.
    public static let quickTimeMetadataProducer = AVMetadataIdentifier("mdta/com.apple.quicktime.producer")
    /// Who publishes it.
    public static let quickTimeMetadataPublisher = AVMetadataIdentifier("mdta/com.apple.quicktime.publisher")
    /// QuickTime's album.
    public static let quickTimeMetadataAlbum = AVMetadataIdentifier("mdta/com.apple.quicktime.album")
    /// The artist.
    public static let quickTimeMetadataArtist = AVMetadataIdentifier("mdta/com.apple.quicktime.artist")
    /// A picture for it.
    public static let quickTimeMetadataArtwork = AVMetadataIdentifier("mdta/com.apple.quicktime.artwork")
    /// A description.
    public static let quickTimeMetadataDescription = AVMetadataIdentifier("mdta/com.apple.quicktime.description")
    /// The program.
    public static let quickTimeMetadataSoftware = AVMetadataIdentifier("mdta/com.apple.quicktime.software")
    /// QuickTime's year.
    public static let quickTimeMetadataYear = AVMetadataIdentifier("mdta/com.apple.quicktime.year")
    /// QuickTime's genre.
    public static let quickTimeMetadataGenre = AVMetadataIdentifier("mdta/com.apple.quicktime.genre")
    /// QuickTime's i xml.
    public static let quickTimeMetadataiXML = AVMetadataIdentifier("mdta/com.apple.quicktime.iXML")
    /// QuickTime's arranger.
    public static let quickTimeMetadataArranger = AVMetadataIdentifier("mdta/com.apple.quicktime.arranger")
    /// QuickTime's encoded by.
    public static let quickTimeMetadataEncodedBy = AVMetadataIdentifier("mdta/com.apple.quicktime.encodedby")
    /// QuickTime's original artist.
    public static let quickTimeMetadataOriginalArtist = AVMetadataIdentifier("mdta/com.apple.quicktime.originalartist")
    /// QuickTime's performer.
    public static let quickTimeMetadataPerformer = AVMetadataIdentifier("mdta/com.apple.quicktime.performer")
    /// QuickTime's composer.
    public static let quickTimeMetadataComposer = AVMetadataIdentifier("mdta/com.apple.quicktime.composer")
    /// QuickTime's credits.
    public static let quickTimeMetadataCredits = AVMetadataIdentifier("mdta/com.apple.quicktime.credits")
    /// QuickTime's phonogram rights.
    public static let quickTimeMetadataPhonogramRights = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.phonogramrights"
    )
    /// QuickTime's camera identifier.
    public static let quickTimeMetadataCameraIdentifier = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.camera.identifier"
    )
    /// QuickTime's camera frame readout time.
    public static let quickTimeMetadataCameraFrameReadoutTime = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.camera.framereadouttimeinmicroseconds"
    )
    /// The title.
    public static let quickTimeMetadataTitle = AVMetadataIdentifier("mdta/com.apple.quicktime.title")
    /// QuickTime's collection user.
    public static let quickTimeMetadataCollectionUser = AVMetadataIdentifier("mdta/com.apple.quicktime.collection.user")
    /// QuickTime's rating user.
    public static let quickTimeMetadataRatingUser = AVMetadataIdentifier("mdta/com.apple.quicktime.rating.user")
    /// QuickTime's location name.
    public static let quickTimeMetadataLocationName = AVMetadataIdentifier("mdta/com.apple.quicktime.location.name")
    /// QuickTime's location body.
    public static let quickTimeMetadataLocationBody = AVMetadataIdentifier("mdta/com.apple.quicktime.location.body")
    /// QuickTime's location note.
    public static let quickTimeMetadataLocationNote = AVMetadataIdentifier("mdta/com.apple.quicktime.location.note")
    /// QuickTime's location role.
    public static let quickTimeMetadataLocationRole = AVMetadataIdentifier("mdta/com.apple.quicktime.location.role")
    /// QuickTime's location date.
    public static let quickTimeMetadataLocationDate = AVMetadataIdentifier("mdta/com.apple.quicktime.location.date")
    /// QuickTime's location iso6709.
    public static let quickTimeMetadataLocationISO6709 = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.location.ISO6709"
    )
    /// QuickTime's location horizontal accuracy in meters.
    public static let quickTimeMetadataLocationHorizontalAccuracyInMeters = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.location.accuracy.horizontal"
    )
    /// QuickTime's direction facing.
    public static let quickTimeMetadataDirectionFacing = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.direction.facing"
    )
    /// QuickTime's direction motion.
    public static let quickTimeMetadataDirectionMotion = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.direction.motion"
    )
    /// QuickTime's content identifier.
    public static let quickTimeMetadataContentIdentifier = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.content.identifier"
    )
    /// Who made the camera.
    public static let quickTimeMetadataMake = AVMetadataIdentifier("mdta/com.apple.quicktime.make")
    /// The camera's model.
    public static let quickTimeMetadataModel = AVMetadataIdentifier("mdta/com.apple.quicktime.model")
    /// A description for people who do not see it.
    public static let quickTimeMetadataAccessibilityDescription = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.accessibility.description"
    )
    /// QuickTime's is montage.
    public static let quickTimeMetadataIsMontage = AVMetadataIdentifier("mdta/com.apple.quicktime.is-montage")
    /// QuickTime's full frame rate playback intent.
    public static let quickTimeMetadataFullFrameRatePlaybackIntent = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.full-frame-rate-playback-intent"
    )
    /// QuickTime's auto live photo.
    public static let quickTimeMetadataAutoLivePhoto = AVMetadataIdentifier("mdta/com.apple.quicktime.live-photo.auto")
    /// QuickTime's video orientation.
    public static let quickTimeMetadataVideoOrientation = AVMetadataIdentifier(
        "mdta/com.apple.quicktime.video-orientation"
    )
}

/// What an item means, whichever key space it is of.
struct MetadataMeaning {
    /// The key within QuickTime's metadata, without its domain.
    let name: String
    private let item: AVMetadataItem

    private static let domain = "com.apple.quicktime."

    /// QuickTime's names of the common keys.
    private static let commonNames: [AVMetadataKey: String] = [
        .commonKeyTitle: "title", .commonKeyDescription: "description", .commonKeyPublisher: "publisher",
        .commonKeyCreationDate: "creationdate", .commonKeyLocation: "location.ISO6709",
        .commonKeyCopyrights: "copyright",
        .commonKeyAlbumName: "album", .commonKeyAuthor: "author", .commonKeyArtist: "artist",
        .commonKeyArtwork: "artwork",
        .commonKeyMake: "make", .commonKeyModel: "model", .commonKeySoftware: "software",
        .commonKeyAccessibilityDescription: "accessibility.description", .commonKeyIdentifier: "content.identifier",
    ]

    /// QuickTime's names of iTunes' keys and of those of the older user data.
    private static let olderNames: [String: String] = [
        "\u{a9}nam": "title", "\u{a9}ART": "artist", "\u{a9}alb": "album", "\u{a9}cmt": "comment",
        "\u{a9}gen": "genre", "\u{a9}wrt": "composer", "\u{a9}day": "creationdate", "\u{a9}too": "software",
        "cprt": "copyright", "\u{a9}cpy": "copyright", "desc": "description", "\u{a9}des": "description",
        "\u{a9}mak": "make", "\u{a9}mod": "model", "\u{a9}swr": "software", "\u{a9}xyz": "location.ISO6709",
    ]

    /// `nil` for key spaces that nothing is known of.
    init?(_ item: AVMetadataItem) {
        guard let space = item.keySpace, let key = item.key.map({ "\($0)" }) else { return nil }
        switch space {
        case .common:
            guard let name = Self.commonNames[AVMetadataKey(key)] else { return nil }
            self.name = name
        case .quickTimeMetadata:
            name = key.hasPrefix(Self.domain) ? String(key.dropFirst(Self.domain.count)) : key
        case .iTunes, .quickTimeUserData, .isoUserData:
            guard let name = Self.olderNames[key] else { return nil }
            self.name = name
        default:
            return nil
        }
        self.item = item
    }

    /// The key that all key spaces share, if it has one.
    var commonKey: AVMetadataKey? { Self.commonNames.first { $0.value == name }?.key }

    /// The whole key within QuickTime's metadata.
    var quickTimeKey: String { name.contains(".") && !Self.isKnown(name) ? name : Self.domain + name }

    private static func isKnown(_ name: String) -> Bool {
        ["location.", "content.", "camera.", "direction.", "collection.", "rating.", "accessibility.", "live-photo."]
            .contains { name.hasPrefix($0) }
    }
}

extension MovieMetadata {
    /// What a kind of file has a place for; other items are left out.
    init(_ items: [AVMetadataItem], container: MovieContainer) {
        self.init()
        for item in items {
            guard let meaning = MetadataMeaning(item) else { continue }
            if let date = item.dateValue, meaning.name == "creationdate" {
                creationDate = date
                continue
            }
            guard let text = item.stringValue else { continue }
            apply(meaning, text, container)
        }
    }

    private mutating func apply(_ meaning: MetadataMeaning, _ text: String, _ container: MovieContainer) {
        switch meaning.name {
        case "make": make = text
        case "model": model = text
        case "software": software = text
        case "title": title = text
        case "location.ISO6709": locationISO6709 = text
        default:
            // iTunes' items have names of their own, QuickTime's files take any key.
            if container == .mov {
                others[meaning.quickTimeKey] = text
            } else if Self.itemsOfMP4.contains(meaning.name) {
                others[meaning.name] = text
            }
        }
    }

    private static let itemsOfMP4: Set<String> = [
        "comment", "artist", "description", "copyright", "album", "genre", "composer",
    ]
}
