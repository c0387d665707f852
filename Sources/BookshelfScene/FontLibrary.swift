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

/// A font that spines are set in.
public struct BookshelfFont: Sendable, Hashable {
    /// The font's unique name, as its file states it.
    public let postscriptName: String
    /// Debian's package that has the file.
    public let package: String

    init(_ postscriptName: String, _ package: String) {
        self.postscriptName = postscriptName
        self.package = package
    }

    /// All fonts that the scene needs, whatever the level.
    public static let required: [BookshelfFont] = serif + sans + decorative + [callNumber]

    /// Fonts with serifs, for every level.
    static let serif: [BookshelfFont] = [
        BookshelfFont("LiberationSerif", "fonts-liberation"),
        BookshelfFont("LiberationSerif-Bold", "fonts-liberation"),
        BookshelfFont("LiberationSerif-Italic", "fonts-liberation"),
        BookshelfFont("DejaVuSerif", "fonts-dejavu-core"),
        BookshelfFont("EBGaramond12-Regular", "fonts-ebgaramond"),
        BookshelfFont("EBGaramond12-Bold", "fonts-ebgaramond"),
        BookshelfFont("EBGaramond12-Italic", "fonts-ebgaramond"),
        BookshelfFont("Caladea-Regular", "fonts-crosextra-caladea"),
        BookshelfFont("Caladea-Bold", "fonts-crosextra-caladea"),
        BookshelfFont("LinLibertineO", "fonts-linuxlibertine"),
        BookshelfFont("LinLibertineOB", "fonts-linuxlibertine"),
    ]

    /// Fonts without serifs, for every level.
    static let sans: [BookshelfFont] = [
        BookshelfFont("LiberationSans", "fonts-liberation"),
        BookshelfFont("LiberationSans-Bold", "fonts-liberation"),
        BookshelfFont("LiberationSansNarrow-Bold", "fonts-liberation"),
        BookshelfFont("DejaVuSans", "fonts-dejavu-core"),
        BookshelfFont("DejaVuSans-Bold", "fonts-dejavu-core"),
        BookshelfFont("Carlito", "fonts-crosextra-carlito"),
        BookshelfFont("Carlito-Bold", "fonts-crosextra-carlito"),
        BookshelfFont("Lato-Regular", "fonts-lato"),
        BookshelfFont("Lato-Bold", "fonts-lato"),
        BookshelfFont("OpenSans-Semibold", "fonts-open-sans"),
        BookshelfFont("LinBiolinumOB", "fonts-linuxlibertine"),
    ]

    /// Fonts like handwriting, whose capitals don't make words.
    static let scripts: [BookshelfFont] = [
        BookshelfFont("LobsterTwo-Bold", "fonts-lobstertwo"),
        BookshelfFont("DancingScript-Bold", "fonts-dancingscript"),
    ]

    /// Fonts that are harder to read.
    static let decorative: [BookshelfFont] =
        scripts + [
            BookshelfFont("BebasNeueBold", "fonts-bebas-neue"),
            BookshelfFont("Comfortaa-Bold", "fonts-comfortaa"),
            BookshelfFont("OldStandardTT-Bold", "fonts-oldstandard"),
            BookshelfFont("GFSDidot-Bold", "fonts-gfs-didot"),
            BookshelfFont("Quicksand-Bold", "fonts-quicksand"),
            BookshelfFont("Dosis-Bold", "fonts-dosis"),
            BookshelfFont("Lato-Black", "fonts-lato"),
            BookshelfFont("OpenSans-CondensedBold", "fonts-open-sans"),
        ]

    /// The font of the library's labels.
    static let callNumber = BookshelfFont("LiberationMono", "fonts-liberation")
}
