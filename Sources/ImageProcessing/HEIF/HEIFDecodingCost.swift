import Foundation

/// How many pixels have to be decoded for a file's primary image.
///
/// Images may be put together of others, these again of others, and of the same one any number of times. So a small file can ask for
/// more than a processor decodes in a day.
enum HEIFDecodingCost {
    /// How often images may be put together of ones that are put together. Phones' files have one level, with HDR two.
    private static let mostLevels = 8

    /// - Parameters:
    ///   - file: a whole file.
    ///   - perImage: the pixels of the largest image that is decoded by itself.
    /// - Returns: nil for more than can be counted, and for images that are parts of themselves.
    static func pixelCount(of file: Data, perImage: Int) -> Int? {
        file.withUnsafeBytes { bytes in
            guard var meta = HEIFBoxReader(bytes).first("meta") else { return perImage }
            meta.skip(4)
            guard let primary = primaryItem(meta), let references = meta.first("iref") else { return perImage }
            var counts: [Int: Int] = [:]
            return pixelCount(of: primary, parts(references), perImage, level: 0, &counts)
        }
    }

    private static func pixelCount(
        of item: Int,
        _ parts: [Int: [Int]],
        _ perImage: Int,
        level: Int,
        _ counts: inout [Int: Int]
    ) -> Int? {
        guard let own = parts[item] else { return perImage }
        if let known = counts[item] { return known }
        guard level < mostLevels else { return nil }
        var sum = 0
        for part in own {
            guard let count = pixelCount(of: part, parts, perImage, level: level + 1, &counts) else { return nil }
            let (next, overflow) = sum.addingReportingOverflow(count)
            guard !overflow else { return nil }
            sum = next
        }
        counts[item] = sum
        return sum
    }

    private static func primaryItem(_ meta: HEIFBoxReader) -> Int? {
        guard var box = meta.first("pitm"), let version = box.number(byteCount: 1) else { return nil }
        box.skip(3)
        return box.number(byteCount: version == 0 ? 2 : 4)
    }

    /// What each image is put together of.
    private static func parts(_ references: HEIFBoxReader) -> [Int: [Int]] {
        var box = references
        let idSize = box.number(byteCount: 1) == 0 ? 2 : 4
        box.skip(3)
        var parts: [Int: [Int]] = [:]
        while var reference = box.next() {
            guard reference.type == "dimg", let whole = reference.body.number(byteCount: idSize),
                let count = reference.body.number(byteCount: 2)
            else { continue }
            for _ in 0..<count {
                guard let part = reference.body.number(byteCount: idSize) else { break }
                parts[whole, default: []].append(part)
            }
        }
        return parts
    }
}
