/// How much of each pixel of a place is the image, the line around it, and what lies below.
///
/// The four corners are alike, and along a border nothing changes, so a small table is enough: it is asked with the distances from
/// the nearest borders.
struct PlacementMask {
    /// Shares of a sample, of 256.
    struct Coverage: Equatable {
        /// What belongs to the place: the image and the line.
        var place: Int32
        /// What belongs to the image.
        var image: Int32

        /// Nothing but the image.
        static let full = Coverage(place: 256, image: 256)
        /// Nothing of the place.
        static let none = Coverage(place: 0, image: 0)

        /// A sample of a row of pixels.
        func mix(_ below: UInt8, _ line: UInt8, _ image: UInt8) -> UInt8 {
            let sum =
                Int32(below) * (256 - place) + Int32(line) * (place - self.image) + Int32(image) * self.image
            return UInt8(truncatingIfNeeded: (sum + 128) >> 8)
        }
    }

    /// What the mask is made for; position counts, because chroma samples belong to four pixels.
    let place: CanvasPlacement
    /// How far from the borders a pixel is the image's alone.
    let depth: Int
    private let table: [Coverage]

    init(_ place: CanvasPlacement) {
        let half = Double(min(place.width, place.height)) / 2
        let radius = min(max(place.cornerRadius, 0), half)
        let border = max(0, min(place.border, Int(half)))
        let depth = max(Int(radius.rounded(.up)), border) + 1
        var table: [Coverage] = []
        table.reserveCapacity((depth + 1) * (depth + 1))
        for y in 0...depth {
            for x in 0...depth {
                let outer = Self.share(Double(x), Double(y), radius)
                let inner = Self.share(Double(x - border), Double(y - border), max(0, radius - Double(border)))
                table.append(Coverage(place: outer, image: min(outer, inner)))
            }
        }
        self.place = place
        self.depth = depth
        self.table = table
    }

    /// The share of a pixel that lies within a corner, counted from the corner's borders: by the distance of its middle from the
    /// edge.
    private static func share(_ x: Double, _ y: Double, _ radius: Double) -> Int32 {
        let (across, down) = (radius - x - 0.5, radius - y - 0.5)
        let isRound = across > 0 && down > 0
        let distance = (isRound ? (across * across + down * down).squareRoot() : max(across, down)) - radius
        return Int32((min(1, max(0, 0.5 - distance)) * 256).rounded())
    }

    /// A pixel's shares.
    ///
    /// - Parameters:
    ///   - x: its column in the place.
    ///   - y: its row in the place.
    func luma(_ x: Int, _ y: Int) -> Coverage {
        let (across, down) = (min(x, place.width - 1 - x), min(y, place.height - 1 - y))
        guard across >= 0, down >= 0 else { return .none }
        return table[min(down, depth) * (depth + 1) + min(across, depth)]
    }

    /// The shares of a chroma sample: the mean of its four pixels'.
    ///
    /// - Parameters:
    ///   - x: the column in the place of its left pixels; may lie outside.
    ///   - y: the row of its upper pixels.
    func chroma(_ x: Int, _ y: Int) -> Coverage {
        let (first, second, third, fourth) = (luma(x, y), luma(x + 1, y), luma(x, y + 1), luma(x + 1, y + 1))
        return Coverage(
            place: (first.place + second.place + third.place + fourth.place + 2) >> 2,
            image: (first.image + second.image + third.image + fourth.image + 2) >> 2
        )
    }

    /// Whether every sample is the image's alone.
    var isPlain: Bool {
        let isEven = (place.x | place.y | place.width | place.height) & 1 == 0
        return isEven && place.border <= 0 && place.cornerRadius <= 0
    }
}
