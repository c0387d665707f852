import Foundation

/// A track of timed metadata. libavformat writes none with keys: its media and tables are written as a track of other data, whose
/// description is then replaced.
struct TimedMetadataTrack {
    /// The box with the keys.
    let keys: Data

    /// QuickTime's general media header, which says nothing of metadata.
    static let generalHeader: Data = {
        let general: [UInt8] = [0, 0, 0, 0, 0, 0x40, 0x80, 0, 0x80, 0, 0x80, 0, 0, 0, 0, 0]
        return MovieBoxes.box("gmhd", MovieBoxes.box("gmin", Data(general)))
    }()

    static let handler = MovieBoxes.handler("mhlr", "meta", "Core Media Metadata")

    /// The table with one description of samples.
    static func descriptions(_ keys: Data) -> Data {
        // Six unused bytes, and the number of the data reference.
        let description = MovieBoxes.box("mebx", Data([0, 0, 0, 0, 0, 0, 0, 1]) + keys)
        return MovieBoxes.box("stsd", Data([0, 0, 0, 0, 0, 0, 0, 1]) + description)
    }

    /// An index in which a track is one of timed metadata.
    func described(_ number: Int, in index: Data) -> Data {
        let boxes = MovieBoxes.children(in: index, within: 8..<index.count)
        var tracks = 0
        let body = boxes.reduce(into: Data()) { body, box in
            let isWanted = box.type == "trak" && tracks == number
            if box.type == "trak" { tracks += 1 }
            body.append(isWanted ? rebuilt(index, box) : Data(index[box.range]))
        }
        return MovieBoxes.box("moov", body)
    }

    private func rebuilt(_ index: Data, _ box: (type: String, range: Range<Int>)) -> Data {
        let content = box.range.lowerBound + 8..<box.range.upperBound
        switch box.type {
        case "trak", "mdia", "minf", "stbl":
            let children = MovieBoxes.children(in: index, within: content)
            return MovieBoxes.box(box.type, children.reduce(into: Data()) { $0.append(rebuilt(index, $1)) })
        case "hdlr" where index[content].dropFirst(4).prefix(4) == Data("mhlr".utf8): return Self.handler
        case "gmhd": return Self.generalHeader
        case "stsd": return Self.descriptions(keys)
        default: return Data(index[box.range])
        }
    }
}

extension MovieBoxes {
    /// A whole box.
    static func box(_ type: String, _ body: Data) -> Data { header(type, size: Int64(body.count + 8)) + body }

    /// Says what a track's media, or where its data, are.
    static func handler(_ type: String, _ subtype: String, _ name: String) -> Data {
        let maker = Data("appl".utf8) + bytes(UInt64(0))
        let text = Data([UInt8(name.utf8.count)]) + Data(name.utf8)
        return box("hdlr", bytes(UInt32(0)) + Data(type.utf8) + Data(subtype.utf8) + maker + text)
    }
}
