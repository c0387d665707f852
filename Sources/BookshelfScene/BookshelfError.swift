/// Why a bookshelf cannot be drawn.
public enum BookshelfError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The fonts are not installed; another font is never taken instead.
    case missingFonts([BookshelfFont])
    /// A font's file cannot be loaded.
    case damagedFont(BookshelfFont, reason: String)
    /// A side is outside of `BookshelfRequest.sizes`.
    case sizeOutOfRange(width: Int, height: Int)
    /// The number is outside of `BookshelfRequest.spineCounts`.
    case spineCountOutOfRange(Int)
    /// Too few of the books can be set on a spine: the text is too long, or no font has its characters.
    case tooFewBooks(needed: Int, usable: Int)
    /// Cairo cannot draw.
    case drawing(reason: String)
    /// libjpeg-turbo cannot compress or decompress the picture.
    case compression(reason: String)

    /// One line for people.
    public var description: String {
        switch self {
        case .missingFonts(let fonts):
            let names = fonts.map(\.postscriptName).joined(separator: ", ")
            let packages = Array(Set(fonts.map(\.package))).sorted().joined(separator: " ")
            return "Fonts are missing: \(names). Install them with: apt-get install \(packages)"
        case .damagedFont(let font, let reason):
            return "The font \(font.postscriptName) cannot be loaded: \(reason). Install \(font.package) again."
        case .sizeOutOfRange(let width, let height):
            let sizes = BookshelfRequest.sizes
            return "A picture of \(width)x\(height) cannot be drawn; sides have \(sizes.lowerBound) to "
                + "\(sizes.upperBound) pixels."
        case .spineCountOutOfRange(let count):
            let counts = BookshelfRequest.spineCounts
            return "\(count) spines cannot be drawn; choose \(counts.lowerBound) to \(counts.upperBound)."
        case .tooFewBooks(let needed, let usable):
            return "\(needed) books are needed, and \(usable) of the list can be set on a spine. Give more books."
        case .drawing(let reason): return "Cairo cannot draw the bookshelf: \(reason)"
        case .compression(let reason): return "The picture cannot be compressed: \(reason)"
        }
    }
}
