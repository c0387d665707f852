/// The keys that photo metadata may have at the top. Documented: S-175.
enum PhotoMetadataKeys {
    /// Top-level keys of ImageIO's `CGImageProperties`.
    static let allowed: Set<String> = [
        "Orientation", "PixelWidth", "PixelHeight", "DPIWidth", "DPIHeight", "Depth", "IsFloat", "IsIndexed",
        "HasAlpha", "ColorModel", "ProfileName", "FileSize", "PrimaryImage", "ImageCount", "ImageIndex", "Width",
        "Height", "BytesPerRow", "NamedColorSpace", "PixelFormat", "Images", "ThumbnailImages", "AuxiliaryData",
        "AuxiliaryDataType", "Headroom", "{TIFF}", "{GIF}", "{JFIF}", "{Exif}", "{PNG}", "{IPTC}", "{GPS}",
        "{Raw}", "{CIFF}", "{MakerCanon}", "{MakerNikon}", "{MakerMinolta}", "{MakerFuji}", "{MakerOlympus}",
        "{MakerPentax}", "{MakerApple}", "{8BIM}", "{DNG}", "{ExifAux}", "{HEICS}", "{HEIF}", "{WebP}", "{TGA}",
        "{AVIS}", "{OpenEXR}", "{FileContents}",
    ]
}
