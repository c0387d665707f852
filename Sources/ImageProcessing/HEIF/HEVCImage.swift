import Foundation

/// A still image that HEVC has compressed, and what a file must say for it to be shown.
///
/// Files are made of it by ``HEICFile``, as many as wanted and with any metadata: nothing is compressed again.
public struct HEVCImage: Sendable, Equatable {
    /// The image's size.
    public let dimensions: PixelDimensions
    /// The size that is stored: even, and no smaller than encoders take. What it has more is not shown.
    let codedDimensions: PixelDimensions
    /// The matrix of the image's Y'CbCr, which is in full range.
    let matrix: YCbCrMatrix
    /// What a decoder has to know before: the body of an `hvcC` box.
    let configuration: Data
    /// The image: NAL units, each behind its length.
    let bitstream: Data

    /// The bytes that the image itself takes in a file.
    public var byteCount: Int { bitstream.count }
}
