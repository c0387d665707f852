/// What the numbers of a colour are.
public enum CGColorSpaceModel: Int32, Sendable {
    /// Not known.
    case unknown = -1
    /// A brightness.
    case monochrome = 0
    /// Red, green and blue.
    case rgb
    /// Inks.
    case cmyk
    /// Lightness and two opponent colours.
    case lab
    /// Any number of inks.
    case deviceN
    /// A place in a table.
    case indexed
    /// A pattern.
    case pattern
    /// The XYZ space of 1931.
    case XYZ
}

/// What becomes of colours that the destination does not have.
public enum CGColorRenderingIntent: Int32, Sendable {
    /// The context's choice.
    case defaultIntent = 0
    /// The nearest colour, with the white of the source.
    case absoluteColorimetric
    /// The nearest colour, with the white of the destination.
    case relativeColorimetric
    /// All colours move, and keep their relations.
    case perceptual
    /// Saturation is kept.
    case saturation
}
