import Foundation

/// A movie's metadata by the names of the containers.
enum MovieTags {
    /// libavformat's entries for a container: QuickTime's keys as they are written, iTunes' items by the library's names.
    static func entries(_ metadata: MovieMetadata, _ container: MovieContainer) -> [(String, String)] {
        var entries: [(String, String)] = []
        func add(_ key: String, _ value: String?) {
            if let value, !value.isEmpty { entries.append((key, value)) }
        }
        // Becomes the headers' creation time, in every container.
        add("creation_time", metadata.creationDate.map { date($0, offset: 0) })
        let local = metadata.creationDate.map { date($0, offset: metadata.timeZoneOffset ?? 0) }
        switch container {
        case .mov:
            let prefix = "com.apple.quicktime."
            add(prefix + "make", metadata.make)
            add(prefix + "model", metadata.model)
            add(prefix + "software", metadata.software)
            add(prefix + "creationdate", local)
            add(prefix + "title", metadata.title)
            add(prefix + "location.ISO6709", metadata.locationISO6709)
        case .mp4, .m4a:
            add("title", metadata.title)
            add("date", local)
            add("encoding_tool", metadata.software)
        case .caf, .wav:
            add("title", metadata.title)
            add("date", local)
            add("encoder", metadata.software)
        }
        for (key, value) in metadata.others.sorted(by: { $0.key < $1.key }) { add(key, value) }
        return entries
    }

    /// What libavformat has no items for in MPEG-4 files, as the user data that cameras write there.
    static func userData(_ metadata: MovieMetadata, _ container: MovieContainer) -> Data {
        guard container == .mp4 || container == .m4a else { return Data() }
        var data = Data()
        func add(_ type: [UInt8], _ value: String?) {
            guard let value, !value.isEmpty, value.utf8.count < 60_000 else { return }
            let text = Array(value.utf8)
            data.append(contentsOf: MovieBoxes.bytes(UInt32(text.count + 12)))
            data.append(contentsOf: type)
            // The length and the language: undetermined.
            data.append(contentsOf: [UInt8(text.count >> 8), UInt8(text.count & 0xff), 0x55, 0xc4])
            data.append(contentsOf: text)
        }
        add([0xa9, 0x6d, 0x61, 0x6b], metadata.make)
        add([0xa9, 0x6d, 0x6f, 0x64], metadata.model)
        add([0xa9, 0x78, 0x79, 0x7a], metadata.locationISO6709)
        return data
    }

    /// A date as ISO 8601 has it.
    static func date(_ date: Date, offset: Int) -> String {
        var moment = time_t(date.timeIntervalSince1970.rounded(.down)) + offset
        var parts = tm()
        gmtime_r(&moment, &parts)
        let stamp = String(
            format: "%04d-%02d-%02dT%02d:%02d:%02d",
            Int(parts.tm_year) + 1900,
            parts.tm_mon + 1,
            parts.tm_mday,
            parts.tm_hour,
            parts.tm_min,
            parts.tm_sec
        )
        guard offset != 0 else { return stamp + "Z" }
        let minutes = abs(offset) / 60
        return stamp + String(format: "%@%02d%02d", offset < 0 ? "-" : "+", minutes / 60, minutes % 60)
    }
}
