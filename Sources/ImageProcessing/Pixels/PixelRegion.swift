/// A rectangle of whole pixels, origin at the upper left.
struct PixelRegion: Equatable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
}
