import SceneDrawing

/// The scene's fonts, loaded from their files; used by one thread at a time.
///
/// fontconfig would take another font for one that is missing. The files are therefore found by the fonts' unique names
/// and loaded directly, without the hinting that a machine's configuration asks for: every machine with the same files
/// draws the same letters.
public final class FontLibrary {
    private var faces: [BookshelfFont: LoadedFont] = [:]
    private let measuring: Canvas

    /// Loads all fonts of `BookshelfFont.required`.
    ///
    /// - Throws: `BookshelfError.missingFonts` with every font that is missing.
    public convenience init() throws(BookshelfError) {
        try self.init(BookshelfFont.required)
    }

    init(_ fonts: [BookshelfFont]) throws(BookshelfError) {
        measuring = Canvas(width: 1, height: 1)
        var missing: [BookshelfFont] = []
        for font in fonts {
            do throws(LoadedFont.Failure) {
                if let face = try LoadedFont(named: font.postscriptName) {
                    faces[font] = face
                } else {
                    missing.append(font)
                }
            } catch {
                throw BookshelfError.damagedFont(font, reason: error.reason)
            }
        }
        guard missing.isEmpty else { throw .missingFonts(missing) }
    }

    /// Whether a font has all characters of a text.
    func font(_ font: BookshelfFont, covers text: String) -> Bool {
        face(font).covers(text)
    }

    /// Chooses the type for text on a canvas.
    func select(_ font: BookshelfFont, size: Double, on canvas: Canvas) {
        canvas.setFont(face(font), size: size)
    }

    /// The space that a line of text takes.
    func measure(_ text: String, _ font: BookshelfFont, size: Double) -> TextMetrics {
        select(font, size: size, on: measuring)
        return measuring.metrics(of: text)
    }

    private func face(_ font: BookshelfFont) -> LoadedFont {
        guard let face = faces[font] else { preconditionFailure("\(font) is not one of the required fonts") }
        return face
    }
}
