import Foundation

/// Chooses metadata items by what they tell, exactly as Apple's class of the same name.
open class AVMetadataItemFilter: NSObject {
    private let keys: Set<AVMetadataKey>

    init(keys: Set<AVMetadataKey>) {
        self.keys = keys
        super.init()
    }

    /// A filter for movies that are given to others: it keeps what players show, and leaves out what tells of the user, such as
    /// the place, the moment and the device.
    ///
    /// UNKNOWN: which items Apple's keeps. Here they are those whose common key is the title, the description, the album, the
    /// artist, the author, the artwork, the publisher, the copyright, or the description for people who cannot see.
    open class func forSharing() -> AVMetadataItemFilter {
        AVMetadataItemFilter(keys: [
            .commonKeyTitle, .commonKeyDescription, .commonKeyAlbumName, .commonKeyArtist, .commonKeyAuthor,
            .commonKeyArtwork, .commonKeyPublisher, .commonKeyCopyrights, .commonKeyAccessibilityDescription,
        ])
    }

    func keeps(_ item: AVMetadataItem) -> Bool { item.commonKey.map(keys.contains) ?? false }
}

extension AVMetadataItem {
    /// The items that a filter keeps.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem],
        filteredBy metadataItemFilter: AVMetadataItemFilter
    ) -> [AVMetadataItem] {
        metadataItems.filter(metadataItemFilter.keeps)
    }

    /// The items of languages that somebody prefers, in the order of preference.
    ///
    /// - Parameter preferredLanguages: tags of BCP 47; `en` is every English, and an item in `en` is for `en-GB`, too. Items
    ///   without a language are left out.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem],
        filteredAndSortedAccordingToPreferredLanguages preferredLanguages: [String]
    ) -> [AVMetadataItem] {
        let wanted = preferredLanguages.map { $0.lowercased() }
        func rank(_ item: AVMetadataItem) -> Int? {
            guard let tag = item.extendedLanguageTag ?? item.locale?.identifier else { return nil }
            let language = tag.replacingOccurrences(of: "_", with: "-").lowercased()
            return wanted.firstIndex { $0 == language || $0.hasPrefix(language + "-") || language.hasPrefix($0 + "-") }
        }
        let ranked = metadataItems.enumerated().compactMap { place, item in rank(item).map { ($0, place, item) } }
        return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }
}
