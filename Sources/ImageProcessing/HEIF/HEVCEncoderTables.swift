internal import CLibHEIF
import Foundation

/// The tables of functions that all of a program's HEVC encoders share.
///
/// x265 fills them when its first encoder is opened, without a lock: an encoder that another thread opens meanwhile calls functions
/// that are not there yet, which ends the program. Whoever opens one, by whichever library, prepares them before.
public enum HEVCEncoderTables {
    /// Returns when encoders may be opened on any thread. Takes some milliseconds for the first time, and nothing afterwards.
    public static func prepare() { filled }

    /// By the smallest of pictures. One that cannot be compressed tells its reason to who compresses the next.
    private static let filled: Void = {
        guard HEIFEncoder.isAvailable, let image = try? HEIFImage(PixelDimensions(width: 64, height: 64)) else {
            return
        }
        try? image.fillWithBlack()
        _ = try? HEIFEncoder.compress(image, 0)
    }()
}
