import Foundation

/// A file for another program to play, in which a piece is repeated: 48 kHz, two equal channels, 16 bits.
struct WaveFile {
    let path: String

    /// Writes the file.
    ///
    /// - Parameters:
    ///   - pieces: how often the piece is heard.
    ///   - frames: how long the piece is.
    ///   - sample: each frame's sample, full scale at 1.
    init(_ name: String, pieces: Int, frames: Int, _ sample: (Int) -> Double) throws {
        path = FileManager.default.temporaryDirectory.path + "/\(name).wav"
        var piece: [UInt8] = []
        for frame in 0..<frames {
            let value = Int16((sample(frame) * 32_767).rounded())
            let bytes = [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
            piece += bytes + bytes
        }
        var data = Data(Self.header(bytes: pieces * piece.count))
        for _ in 0..<pieces { data.append(contentsOf: piece) }
        try data.write(to: URL(fileURLWithPath: path))
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }

    private static func header(bytes: Int) -> [UInt8] {
        let word = { (value: Int) in (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let half = { (value: Int) in (0..<2).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        var header = Array("RIFF".utf8) + word(36 + bytes) + Array("WAVEfmt ".utf8) + word(16)
        header += half(1) + half(2) + word(48_000) + word(192_000) + half(4) + half(16)
        return header + Array("data".utf8) + word(bytes)
    }
}
