import ArgumentParser
@_spi(Pinhole) import CameraEngine

/// `--scan` and `--size`: how large a photo is to be.
struct PhotoSizeOption: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Take a photo whose text is to be recognised, as the scanner does: as close to 1024x768 as the camera can.",
            discussion: "Where too many titles are not read right, --size 1536x1152 is worth a try."
        )
    )
    var scan = false

    @Option(
        help: ArgumentHelp(
            "Take a photo as close to this size as the camera can; else it is as large as the camera can.",
            valueName: "width x height"
        ),
        transform: PhotoSizeOption.size
    )
    var size: PhotoSize?

    func validate() throws {
        guard !scan || size == nil else { throw ValidationError("--scan is a size already; leave out --size.") }
    }

    /// What is wanted of the photo; `nil` for a photo as large as the camera can.
    var wanted: PhotoSize? { size ?? (scan ? .scanning : nil) }

    /// The size that an argument such as `1024x768` stands for.
    ///
    /// - Throws: `ValidationError` for anything else.
    static func size(_ argument: String) throws -> PhotoSize {
        let sides = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], min(width, height) > 0,
            max(width, height) <= longestSide
        else {
            throw ValidationError("A size is two numbers of pixels up to \(longestSide), such as 1024x768.")
        }
        return PhotoSize(width: width, height: height)
    }

    /// JPEG has no longer sides.
    private static let longestSide = 65_535
}
