import Foundation

/// The chunks of a PNG file. Bytes of unknown origin: a file whose chunks reach beyond its end has none.
struct PNGChunks {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let mostChunks = 100_000

    /// A chunk: its name, its content's place, and its own with length, name and checksum.
    struct Chunk {
        let name: String
        let content: Range<Int>
        let whole: Range<Int>
    }

    let all: [Chunk]
    private let file: Data

    init?(_ file: Data) {
        guard file.starts(with: Self.signature) else { return nil }
        var chunks: [Chunk] = []
        var place = file.startIndex + Self.signature.count
        while place + 12 <= file.endIndex, chunks.count < Self.mostChunks {
            let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= file.endIndex - place - 12 else { return nil }
            let name = String(decoding: file[place + 4..<place + 8], as: UTF8.self)
            chunks.append(
                Chunk(name: name, content: place + 8..<place + 8 + length, whole: place..<place + 12 + length)
            )
            place += 12 + length
            if name == "IEND" { break }
        }
        all = chunks
        self.file = file
    }

    /// The file with a chunk in the place of all of that name, after the first chunk.
    func replacing(_ name: String, with content: Data) -> Data {
        var result = Data(Self.signature)
        for (index, chunk) in all.enumerated() where chunk.name != name {
            result.append(file[chunk.whole])
            if index == 0 { result.append(Self.chunk(name, content)) }
        }
        return result
    }

    private static func chunk(_ name: String, _ content: Data) -> Data {
        let body = Data(name.utf8) + content
        return bigEndian(UInt32(content.count)) + body + bigEndian(checksum(body))
    }

    private static func bigEndian(_ number: UInt32) -> Data {
        withUnsafeBytes(of: number.bigEndian) { Data($0) }
    }

    /// CRC-32 as PNG's standard has it.
    private static func checksum(_ bytes: Data) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
        }
    }
}
