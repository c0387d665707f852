import Foundation

/// The folders and names of cameras' files on a card, after the rule for digital cameras' file systems (DCF): `DCIM/100APPLE/IMG_0001`,
/// nine thousand numbers and more a folder, and up to folder 999. Files of one shot have the same number.
struct CameraFolder {
    /// The card's uppermost folder.
    var root: URL

    private static let suffix = "APPLE"
    private static let prefix = "IMG_"

    /// Where the next files can be written; makes the folder for them.
    ///
    /// - Throws: an error of the file system, or `AVError.unknown` when every number is taken.
    func nextURLs(withPathExtensions extensions: [String]) throws -> [URL] {
        let images = root.appendingPathComponent("DCIM", isDirectory: true)
        let number = max(try numbers(in: images) { $0.prefix(3) }.filter { $0 >= 100 }.max() ?? 100, 100)
        let newest = folder(number, in: images)
        let last = try numbers(in: newest) { $0.dropFirst(4).prefix(4) }.max() ?? 0
        let isFull = last >= 9_999
        guard !isFull || number < 999 else { throw AVError(.unknown) }
        let folder = isFull ? folder(number + 1, in: images) : newest
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let name = Self.prefix + String(format: "%04d", isFull ? 1 : last + 1)
        return extensions.map { folder.appendingPathComponent(name).appendingPathExtension($0) }
    }

    private func folder(_ number: Int, in images: URL) -> URL {
        images.appendingPathComponent("\(number)\(Self.suffix)", isDirectory: true)
    }

    /// The numbers in the names of what is in a folder; none if it is not there. The rule gives names eight characters.
    private func numbers(in folder: URL, at place: (Substring) -> Substring) throws -> [Int] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).compactMap { name in
            let stem = name.prefix { $0 != "." }
            return stem.utf8.count == 8 ? Int(place(stem)) : nil
        }
    }
}
