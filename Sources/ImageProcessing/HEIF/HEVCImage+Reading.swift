import Foundation

extension HEVCImage {
    /// Takes the image out of a file that libheif has made of it alone: libheif gives compressed images in files only.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - dimensions: the image's size.
    ///   - codedDimensions: the size that is stored.
    ///   - matrix: the matrix of its Y'CbCr.
    /// - Returns: nil for a file that has not one HEVC image, and nothing else.
    init?(
        file bytes: UnsafeRawBufferPointer,
        dimensions: PixelDimensions,
        codedDimensions: PixelDimensions,
        matrix: YCbCrMatrix
    ) {
        let file = HEIFBoxReader(bytes)
        guard var meta = file.first("meta") else { return nil }
        meta.skip(4)
        guard let configuration = meta.first("iprp")?.first("ipco")?.first("hvcC"), let locations = meta.first("iloc"),
            let bitstream = Self.onlyItem(of: file, locations)
        else { return nil }
        self.init(
            dimensions: dimensions,
            codedDimensions: codedDimensions,
            matrix: matrix,
            configuration: configuration.rest,
            bitstream: bitstream
        )
    }

    /// The content of a file's only item.
    private static func onlyItem(of file: HEIFBoxReader, _ locations: HEIFBoxReader) -> Data? {
        var box = locations
        guard let version = box.number(byteCount: 1), version < 2 else { return nil }
        box.skip(3)
        guard let sizes = box.number(byteCount: 2), box.number(byteCount: 2) == 1 else { return nil }
        let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
        let indexSize = version == 1 ? sizes & 15 : 0
        box.skip(2)
        // The content may lie elsewhere than in the file's own place for it.
        if version == 1, box.number(byteCount: 2) != 0 { return nil }
        box.skip(2)
        guard let base = box.number(byteCount: baseSize), let count = box.number(byteCount: 2) else { return nil }
        var content = Data()
        for _ in 0..<count {
            box.skip(indexSize)
            guard let offset = box.number(byteCount: offsetSize), let length = box.number(byteCount: lengthSize),
                let part = file.data(at: base + offset, count: length), content.count + length <= file.fileLength
            else { return nil }
            content.append(part)
        }
        return content.isEmpty ? nil : content
    }
}
