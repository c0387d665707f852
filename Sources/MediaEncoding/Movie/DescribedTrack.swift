import Foundation

/// A track of a kind that libavformat does not write, or not as it is meant: its media and tables are written as a track of other
/// data, whose description is then replaced.
struct DescribedTrack {
    /// The box that says what the media are.
    let handler: Data
    /// The table of sample descriptions.
    let descriptions: Data

    /// QuickTime's general media header, which says nothing of the media.
    static let generalHeader: Data = {
        let general: [UInt8] = [0, 0, 0, 0, 0, 0x40, 0x80, 0, 0x80, 0, 0x80, 0, 0, 0, 0, 0]
        return MovieBoxes.box("gmhd", MovieBoxes.box("gmin", Data(general)))
    }()

    /// The table with one description of samples.
    static func descriptions(_ type: String, _ content: Data) -> Data {
        // Six unused bytes, and the number of the data reference.
        let description = MovieBoxes.box(type, Data([0, 0, 0, 0, 0, 0, 0, 1]) + content)
        return MovieBoxes.box("stsd", Data([0, 0, 0, 0, 0, 0, 0, 1]) + description)
    }

    /// An index in which a track is described like this.
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
        case "hdlr" where index[content].dropFirst(4).prefix(4) == Data("mhlr".utf8): return handler
        case "gmhd": return Self.generalHeader
        case "stsd": return descriptions
        default: return Data(index[box.range])
        }
    }
}

extension TrackRecord {
    /// What is to stand in place of libavformat's description; nil for pictures and sound.
    var replacedDescription: DescribedTrack? {
        if let metadataKeys {
            return DescribedTrack(
                handler: TimedMetadataTrack.handler,
                descriptions: TimedMetadataTrack.descriptions(metadataKeys)
            )
        }
        return text.map { DescribedTrack(handler: $0.handler, descriptions: $0.descriptions) }
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
