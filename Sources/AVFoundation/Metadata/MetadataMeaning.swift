import Foundation
import MediaEncoding

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
