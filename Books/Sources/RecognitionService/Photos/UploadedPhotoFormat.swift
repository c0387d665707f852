/// What a photo is, by its first bytes. What the client says of it does not count.
public enum UploadedPhotoFormat: String, Sendable, Hashable, CaseIterable {
    case jpeg
    case png
    case heic

    /// The bytes that decide.
    public static let magicLength = 12

    /// The brands of a HEIF file with pictures in HEVC.
    private static let heicBrands: Set<[UInt8]> = Set(
        ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"].map { Array($0.utf8) }
    )

    /// Looks at the first bytes; nil if they begin no photo. Fewer than ``magicLength`` may be too few.
    public init?(magic bytes: some Sequence<UInt8>) {
        let magic = Array(bytes.prefix(Self.magicLength))
        if magic.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if magic.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if magic.count == Self.magicLength, magic[4..<8].elementsEqual("ftyp".utf8),
            Self.heicBrands.contains(Array(magic[8...]))
        {
            self = .heic
        } else {
            return nil
        }
    }
}
