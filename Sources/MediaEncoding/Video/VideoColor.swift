import CoreMedia
import CoreVideo
import FoundationExtras

/// What a picture's numbers mean, as ISO/IEC 23091-2 code points; 2 stands for unspecified.
public struct VideoColor: Sendable, Hashable, Codable {
    /// The colours of red, green and blue.
    public var primaries: Int32
    /// How light becomes signal.
    public var transfer: Int32
    /// How red, green and blue become luma and chroma.
    public var matrix: Int32
    /// Whether luma uses all values from 0 to 255, instead of 16 to 235.
    public var isFullRange: Bool

    /// Makes a meaning from code points.
    public init(primaries: Int32, transfer: Int32, matrix: Int32, isFullRange: Bool = false) {
        self.primaries = primaries
        self.transfer = transfer
        self.matrix = matrix
        self.isFullRange = isFullRange
    }

    /// High definition: ITU-R BT.709, video range.
    public static let bt709 = VideoColor(primaries: 1, transfer: 1, matrix: 1)
    /// BT.709 with the matrix of standard definition, ITU-R BT.601, as cameras and JPEG have it.
    public static let bt601Matrix = VideoColor(primaries: 1, transfer: 1, matrix: 6)
}
