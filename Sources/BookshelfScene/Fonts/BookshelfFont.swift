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
