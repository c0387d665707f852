import Foundation

extension GalleryModel {
    /// How the photo library stands to what was taken.
    enum LibraryState: Equatable {
        /// It has copies of everything.
        case complete
        /// Copies are missing.
        case unsaved(count: Int)
        /// The user has refused copies.
        case refused
    }

    var libraryState: LibraryState {
        if isRefused { return .refused }
        return unsavedCount > 0 ? .unsaved(count: unsavedCount) : .complete
    }

    /// The points between two pictures of the grid.
    static let spacing = 2.0

    /// The side of a picture in a grid of so many points: the pictures of a row and the gaps between them fill it.
    static func side(width: Double) -> Double {
        let columns = Double(columnCount(width: width))
        return max(0, (width - spacing * (columns - 1)) / columns)
    }
}
