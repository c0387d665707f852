import CoreMedia
import Foundation

/// What a HEIF file's HEVC images say about themselves in their parameter sets.
///
/// A file says separately how large its images are. A file that lies makes the decoder take the memory that the parameter sets ask for.
enum HEVCParameters {
    private static let sequenceParameters = 33

    /// More of them than any file needs.
    private static let mostSets = 1000

    /// The size of the file's largest HEVC image, or tile of an image; nil without any.
    ///
    /// - Throws: ``HEIFError/corrupt(reason:)`` for so many sets that looking at them would take long.
    static func largestSize(in file: Data) throws(HEIFError) -> PixelDimensions? {
        let sequences = file.withUnsafeBytes { bytes -> [Data]? in
            guard var meta = HEIFBoxReader(bytes).first("meta") else { return [] }
            meta.skip(4)
            guard var properties = meta.first("iprp")?.first("ipco") else { return [] }
            var found: [Data] = []
            while let box = properties.next() {
                if box.type == "hvcC" { append(sequencesIn: box.body, to: &found) }
                if found.count > mostSets { return nil }
            }
            return found
        }
        guard let sequences else { throw .corrupt(reason: "too many parameter sets") }
        return sequences.compactMap(size).max { $0.width * $0.height < $1.width * $1.height }
    }

    private static func append(sequencesIn configuration: HEIFBoxReader, to found: inout [Data]) {
        var box = configuration
        box.skip(22)
        for _ in 0..<(box.number(byteCount: 1) ?? 0) {
            guard let kind = box.number(byteCount: 1), let count = box.number(byteCount: 2) else { return }
            for _ in 0..<count {
                guard let length = box.number(byteCount: 2) else { return }
                if kind & 0x3F == sequenceParameters {
                    found.append(box.data(count: length))
                } else {
                    box.skip(length)
                }
                if found.count > mostSets { return }
            }
        }
    }

    private static func size(_ sequence: Data) -> PixelDimensions? {
        // The other sets say nothing of the size; there only have to be some.
        let sets = [Data([0x40, 1]), sequence, Data([0x44, 1])]
        guard let format = try? CMVideoFormatDescription(hevcParameterSets: sets) else { return nil }
        let size = CMVideoFormatDescriptionGetDimensions(format)
        return PixelDimensions(width: Int(size.width), height: Int(size.height))
    }
}
