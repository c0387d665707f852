public import Foundation
import SeededRandom

/// Photos whose bytes follow from a seed, so that each proves to be whole and the right one.
public enum CrashPhoto {
    /// A photo of up to 300 KB that begins as a JPEG.
    public static func bytes(seed: UInt64) -> Data {
        var random = SeededGenerator(seed: seed)
        let words = 1 + Int(random.next() % 37_500)
        var data = Data([0xFF, 0xD8, 0xFF, 0xE0])
        data.reserveCapacity(4 + words * 8)
        for _ in 0..<words { withUnsafeBytes(of: random.next()) { data.append(contentsOf: $0) } }
        return data
    }
}
