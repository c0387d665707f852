import SceneDrawing
import SeededRandom

/// What adorns a spine's ground.
enum SpineTexture: Sendable, Hashable, CaseIterable {
    case plain, cloth, stripes, marble, leather, clouds, dots
}

/// Where the text's two parts stand.
enum SpineArrangement: Sendable, Hashable, CaseIterable {
    /// The title at the beginning, the author at the end.
    case titleThenAuthor
    /// The author at the beginning, the title after it.
    case authorThenTitle
    /// The author under the title.
    case titleAboveAuthor
}

/// The publisher's mark at the spine's foot.
enum PublisherMark: Sendable, Hashable, CaseIterable {
    case disc, lozenge, ring, star, letters
}

/// How a spine looks, before its text is set.
struct SpineStyle: Sendable, Hashable {
    var height: Double
    /// The thickness wanted; the text may need more.
    var thickness: Double
    var ground: SceneColor
    var texture: SpineTexture
    var titleFont: BookshelfFont
    var authorFont: BookshelfFont
    var titleInCapitals: Bool
    var authorInCapitals: Bool
    /// The title's type size in points at 75 dots per inch; smaller when there is no room.
    var points: Double
    var arrangement: SpineArrangement
    /// Free room between the parts goes to their middle (0) or all between them (1).
    var spread: Double
    var readsUpward: Bool
    var titleInk: SceneColor
    var authorInk: SceneColor
    /// A block of another colour behind the author, from edge to edge.
    var authorBand: SceneColor?
    /// Lines across the spine, at the text's beginning and end.
    var rules: Int
    var mark: PublisherMark?
    var hasCallNumber: Bool
    /// The number in the series, at the head.
    var seriesNumber: Int?
    /// How strongly a glossy jacket reflects the light, 0 to 1.
    var gloss: Double
    /// Decides the details of the textures and marks.
    var detailSeed: UInt64

    /// The room for text ends so far from head and foot.
    var headRoom: Double { seriesNumber == nil ? 18 : 46 }
    /// The room for text ends so far from the foot.
    var footRoom: Double { hasCallNumber ? 106 : mark == nil ? 18 : 58 }
}

extension SpineStyle {
    static let grounds: [UInt32] = [
        0x7a2f2b, 0x2f4858, 0xc98b3b, 0x4f6d4a, 0x8c5a7a, 0xd9c7a0, 0x35605a, 0xb5533c, 0x3d405b, 0xa37b45, 0x5c7f9c,
        0xf1ece0, 0xfaf8f3, 0x1d1d20, 0x10233f, 0x641220, 0x0b3d2e, 0xe9b44c, 0xf07d29, 0xc9d6df, 0x52304f, 0xe8e1d3,
        0xb8b42d, 0x27677b, 0xd7263d, 0xf3d9c9, 0x4a4e4d, 0x9fb8ad, 0xf2cf63, 0x2b59c3,
    ]
    private static let inks: [UInt32] = [
        0xfffdf5, 0xffffff, 0xf4e4b0, 0xe8cf7a, 0xffe14d, 0xf7c6b0, 0x0f0f10, 0x1b1b3a, 0x5a0d17, 0x0d3320, 0x26324a,
        0xa3161f, 0x123a8c,
    ]

    /// Leaves a style to chance, among those of a level.
    init(level: BookshelfLevel, lies: Bool, generator: inout SeededGenerator) {
        let isPlain = level == .clean || level == .tilted
        ground = SceneColor(generator.choice(of: Self.grounds))
        texture = level != .textured ? .plain : generator.choice(of: SpineTexture.allCases)
        let isThin = level == .textured && generator.chance(0.35)
        thickness = isThin ? generator.number(in: 22...30) : generator.number(in: 38...74)
        height = lies ? generator.number(in: 390...460) : generator.number(in: 470...620)
        let fonts = generator.chance(0.5) ? BookshelfFont.serif : BookshelfFont.sans
        titleFont = generator.choice(of: fonts)
        authorFont = generator.chance(0.6) ? titleFont : generator.choice(of: fonts)
        if !isPlain, generator.chance(level == .noisy ? 0.45 : 0.2) {
            titleFont = generator.choice(of: BookshelfFont.decorative)
        }
        titleInCapitals = !isPlain && generator.chance(0.4) && !BookshelfFont.scripts.contains(titleFont)
        authorInCapitals = !isPlain && generator.chance(0.45)
        points = generator.number(in: isPlain ? 15...24 : 14...24)
        arrangement = generator.choice(of: SpineArrangement.allCases)
        spread = generator.choice(of: [0, 0.5, 1, 1])
        readsUpward = !isPlain && !lies && generator.chance(0.3)
        let contrast = isPlain ? 5.5 : 3.6
        titleInk = Self.ink(on: ground, contrast: contrast, &generator)
        authorInk = generator.chance(0.6) ? titleInk : Self.ink(on: ground, contrast: contrast, &generator)
        if !isPlain, arrangement != .titleAboveAuthor, generator.chance(level == .textured ? 0.5 : 0.2) {
            let band = SceneColor(generator.choice(of: Self.grounds))
            authorBand = band
            authorInk = Self.ink(on: band, contrast: contrast, &generator)
        }
        rules = generator.choice(of: [0, 0, 1, 2])
        mark = !isPlain && generator.chance(0.55) ? generator.choice(of: PublisherMark.allCases) : nil
        hasCallNumber = !isPlain && !isThin && generator.chance(0.4)
        seriesNumber = !isPlain && !isThin && generator.chance(0.25) ? generator.integer(in: 2...999) : nil
        gloss = level == .noisy && generator.chance(0.5) ? generator.number(in: 0.2...0.6) : 0
        detailSeed = generator.next()
    }

    /// A colour for text that stands out from its ground.
    private static func ink(
        on ground: SceneColor,
        contrast: Double,
        _ generator: inout SeededGenerator
    ) -> SceneColor {
        let readable = inks.map { SceneColor($0) }.filter { $0.contrast(to: ground) >= contrast }
        if !readable.isEmpty { return generator.choice(of: readable) }
        let (black, white) = (SceneColor(0), SceneColor(0xffffff))
        return black.contrast(to: ground) > white.contrast(to: ground) ? black : white
    }
}

extension SeededGenerator {
    /// A number from a range, evenly distributed.
    mutating func number(in range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * nextUnit()
    }

    /// A whole number from a range.
    mutating func integer(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    /// True with a probability.
    mutating func chance(_ probability: Double) -> Bool {
        nextUnit() < probability
    }

    /// An element of an array, which must not be empty.
    mutating func choice<Element>(of elements: [Element]) -> Element {
        elements[integer(in: 0...elements.count - 1)]
    }

    /// A generator of its own for a part, so that the parts don't depend on how many numbers the others take.
    mutating func branch() -> SeededGenerator {
        SeededGenerator(seed: next())
    }
}
