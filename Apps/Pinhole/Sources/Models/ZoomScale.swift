import CameraEngine

/// Which factors have a button, which one is in force, and how each is reached. Pure.
///
/// A camera that is built of several lenses has one range of factors, from its widest lens on. Where each lens is a camera of its own,
/// the range of the camera in use ends at its own picture, and the buttons lead to the other cameras.
struct ZoomScale: Equatable {
    /// How a factor is reached.
    enum Way: Equatable {
        /// The camera in use zooms to this factor of its own.
        case zoom(Double)
        /// Another camera is used, by its identifier.
        case lens(String)
    }

    /// A factor that has a button.
    struct Mark: Equatable {
        /// As people are shown it.
        var shown: Double
        var way: Way
    }

    /// In ascending order.
    let marks: [Mark]
    /// The factor in force, as people are shown it.
    let shown: Double
    /// The camera with the next wider lens.
    let wider: Mark?
    /// The camera with the next closer lens.
    let closer: Mark?

    /// - Parameters:
    ///   - zoom: that of the camera in use; `nil` if it has none.
    ///   - camera: the camera in use, by its identifier.
    ///   - lenses: the cameras that look the same way, in ascending order; empty if there is no other.
    ///   - canChangeLens: whether another camera may be used now.
    init?(_ zoom: CameraZoom?, of camera: String?, _ lenses: [CameraLens], canChangeLens: Bool) {
        guard let zoom else { return nil }
        let place = lenses.firstIndex { $0.id == camera }
        // A camera with one lens knows nothing of the others.
        let multiplier =
            zoom.displayMultiplier == 1 ? place.map { lenses[$0].magnification } ?? 1 : zoom.displayMultiplier
        shown = zoom.factor * multiplier
        guard let place, canChangeLens else {
            marks = zoom.marks.map { Mark(shown: $0.factor * multiplier, way: .zoom($0.factor)) }
            (wider, closer) = (nil, nil)
            return
        }
        let others = lenses.enumerated().map { Mark(shown: $1.magnification, way: .lens($1.id)) }
        wider = place > 0 ? others[place - 1] : nil
        closer = place + 1 < others.count ? others[place + 1] : nil
        let end = closer?.shown ?? .infinity
        let own = zoom.marks.map { Mark(shown: $0.factor * multiplier, way: .zoom($0.factor)) }
        let first = Mark(shown: lenses[place].magnification, way: .zoom(zoom.range.lowerBound))
        let between = own.filter { $0.shown > first.shown && $0.shown < end }
        marks = others[..<place] + [first] + between + others[(place + 1)...]
    }

    /// The mark that the factor in force has reached.
    var selected: Mark? { marks.last { $0.shown <= shown + 0.005 } ?? marks.first }
}
