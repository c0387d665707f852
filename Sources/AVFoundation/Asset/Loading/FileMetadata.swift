import Foundation
import MediaEncoding

/// Makes metadata items of what a file says.
enum FileMetadata {
    /// What libavformat calls items that have no key of QuickTime's, with the keys of iTunes' and of the older user data.
    private static let names: [String: (space: AVMetadataKeySpace, key: String)] = [
        "title": (.iTunes, "\u{a9}nam"), "artist": (.iTunes, "\u{a9}ART"), "album": (.iTunes, "\u{a9}alb"),
        "comment": (.iTunes, "\u{a9}cmt"), "genre": (.iTunes, "\u{a9}gen"), "composer": (.iTunes, "\u{a9}wrt"),
        "date": (.iTunes, "\u{a9}day"), "encoder": (.iTunes, "\u{a9}too"), "copyright": (.iTunes, "cprt"),
        "description": (.iTunes, "desc"), "lyrics": (.iTunes, "\u{a9}lyr"),
        "make": (.quickTimeUserData, "\u{a9}mak"), "model": (.quickTimeUserData, "\u{a9}mod"),
        "location": (.quickTimeUserData, "\u{a9}xyz"),
    ]

    /// What says something of the file's form.
    private static let formal: Set<String> = ["major_brand", "minor_version", "compatible_brands", "creation_time"]

    static func items(_ info: MediaFileInfo) -> [AVMetadataItem] {
        info.tags.compactMap { tag in
            guard !formal.contains(tag.key) else { return nil }
            if tag.key.contains(".") { return item(.quickTimeMetadata, tag.key, tag.value) }
            guard let name = names[tag.key] else { return nil }
            return item(name.space, name.key, tag.value)
        }
    }

    private static func item(_ space: AVMetadataKeySpace, _ key: String, _ value: String) -> AVMetadataItem {
        let item = AVMutableMetadataItem()
        item.keySpace = space
        item.key = NSString(string: key)
        item.value = NSString(string: value)
        item.dataType = "com.apple.metadata.datatype.UTF-8"
        return AVMetadataItem(fields: item.fields)
    }

    /// The item that says when the file was begun; made of the file's header if none does.
    static func creationDate(_ info: MediaFileInfo, among items: [AVMetadataItem]) -> AVMetadataItem? {
        if let item = items.first(where: { $0.commonKey == .commonKeyCreationDate }) { return item }
        guard let text = info.tags.first(where: { $0.key == "creation_time" })?.value,
            let date = dateFormatter().date(from: text) ?? ISO8601DateFormatter().date(from: text),
            date.timeIntervalSince1970 > 0
        else { return nil }
        let item = AVMutableMetadataItem()
        item.identifier = .commonIdentifierCreationDate
        item.value = NSDate(timeIntervalSince1970: date.timeIntervalSince1970)
        return AVMetadataItem(fields: item.fields)
    }

    private static func dateFormatter() -> ISO8601DateFormatter {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        return formatter
    }
}
