import Foundation

/// What a photo looks like in 256 bits: the signs of its 16 x 16 lowest frequencies against their median.
///
/// The number of bits in which two photos differ tells whether they show the same. Compression, size, brightness and
/// blur change at most 10 bits, a shift of 12 pixels 36, a tilt of 2 degrees 48, a crop of 3 % 68; other shelves differ
/// by 78 and more.
public struct ImageHash: Sendable, Hashable {
    /// The sides of the small picture that is hashed, in pixels.
    public static let side = 64
    /// At most so many differing bits are taken for the same shelf.
    public static let duplicateDistance = 72
    /// The bytes of a hash.
    static let byteCount = 32

    /// Rows and columns of the frequencies that are kept.
    private static let kept = 16

    private let words: [UInt64]

    /// Hashes a picture.
    ///
    /// - Parameter luma: 64 x 64 bytes of luma, row by row, of the whole photo scaled down with averaging.
    /// - Returns: `nil` for any other number of bytes.
    public init?(luma: some Collection<UInt8>) {
        guard luma.count == Self.side * Self.side else { return nil }
        let frequencies = Self.lowFrequencies(luma.map(Float.init))
        // The mean brightness says nothing of the picture.
        let sorted = frequencies.dropFirst().sorted()
        let median = sorted[sorted.count / 2]
        var words = [UInt64](repeating: 0, count: 4)
        for (index, value) in frequencies.enumerated() where index > 0 && value > median {
            words[index / 64] |= 1 << UInt64(index % 64)
        }
        self.words = words
    }

    /// Hashes a photo; `nil` if it cannot be decoded, which is the recogniser's to tell.
    ///
    /// - Parameter jpeg: the file, a JPEG or HEIC. How it is turned does not count: the same shelf is photographed the same way.
    public init?(jpeg: Data) {
        guard let luma = PhotoLuma.square(of: jpeg, side: Self.side) else { return nil }
        self.init(luma: luma)
    }

    /// A hash that was stored; `nil` for anything but 32 bytes.
    public init?(data: Data) {
        guard data.count == Self.byteCount else { return nil }
        let bytes = Array(data)
        words = (0..<4).map { word in
            (0..<8).reduce(0) { $0 | UInt64(bytes[word * 8 + $1]) << UInt64($1 * 8) }
        }
    }

    /// The hash in 32 bytes.
    public var data: Data {
        Data(words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64($0 * 8)) } })
    }

    /// In how many of 256 bits two hashes differ.
    public func distance(to other: ImageHash) -> Int {
        zip(words, other.words).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
    }

    /// The 16 x 16 lowest frequencies of the cosine transform (DCT-II), first along the rows and then along the
    /// columns.
    private static func lowFrequencies(_ pixels: [Float]) -> [Float] {
        // In steps with types: as one expression the compiler looks for them for seconds.
        let cosines: [[Float]] = (0..<kept).map { (frequency: Int) -> [Float] in
            (0..<side).map { (sample: Int) -> Float in
                let halfTurns: Double = Double.pi * (Double(sample) + 0.5) * Double(frequency)
                return Float(cos(halfTurns / Double(side)))
            }
        }
        var rows = [Float](repeating: 0, count: side * kept)
        for row in 0..<side {
            for column in 0..<kept {
                var sum: Float = 0
                for x in 0..<side { sum += pixels[row * side + x] * cosines[column][x] }
                rows[row * kept + column] = sum
            }
        }
        var result = [Float](repeating: 0, count: kept * kept)
        for row in 0..<kept {
            for column in 0..<kept {
                var sum: Float = 0
                for y in 0..<side { sum += rows[y * kept + column] * cosines[row][y] }
                result[row * kept + column] = sum
            }
        }
        return result
    }
}
