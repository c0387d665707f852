/// How a picture is written as JPEG.
public struct JPEGEncodingOptions: Sendable, Equatable {
    /// 1 (smallest) to 100 (best), on libjpeg's scale; other numbers are taken as the nearest of these.
    public var quality: Int
    /// How much chroma is kept.
    public var subsampling: JPEGSubsampling
    /// Whether the cosine transform may be the shorter, slightly less exact one. It pays on processors without vector
    /// instructions; on x86 with AVX2 the exact one was measured to be 5 % faster.
    public var usesFastTransform: Bool

    /// - Parameters:
    ///   - quality: 1...100.
    ///   - subsampling: how much chroma is kept.
    ///   - usesFastTransform: whether a less exact cosine transform may be used.
    public init(quality: Int = 85, subsampling: JPEGSubsampling = .source, usesFastTransform: Bool = false) {
        self.quality = min(max(quality, 1), 100)
        self.subsampling = subsampling
        self.usesFastTransform = usesFastTransform
    }
}
