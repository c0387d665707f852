import CCairo

/// A font's file in memory.
///
/// Cairo opens and closes files of fonts in one list for the whole process, and two threads that draw can then meet in
/// FreeType. So each face is opened here, in a FreeType library of its own that no other thread touches; Cairo closes
/// both when its last cache has let go of the face, on whatever thread that is.
package final class LoadedFont {
    /// Why a font's file cannot be used.
    package struct Failure: Error {
        package let reason: String
    }

    let face: OpaquePointer
    private let characters: OpaquePointer

    /// - Parameter postscriptName: the font's unique name, as its file states it. fontconfig alone would take another font for
    ///   one that is missing.
    /// - Returns: `nil` when no installed file has the font.
    package convenience init?(named postscriptName: String) throws(Failure) {
        guard let installed = InstalledFont(named: postscriptName) else { return nil }
        do throws(Failure) {
            let face = try Self.open(installed.path, index: installed.index)
            self.init(face: face, characters: installed.characters)
        } catch {
            FcCharSetDestroy(installed.characters)
            throw error
        }
    }

    private init(face: OpaquePointer, characters: OpaquePointer) {
        self.face = face
        self.characters = characters
    }

    deinit {
        cairo_font_face_destroy(face)
        FcCharSetDestroy(characters)
    }

    /// Whether it has all characters of a text.
    package func covers(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { FcCharSetHasChar(characters, $0.value) != 0 }
    }

    /// Opens a font's file for Cairo.
    ///
    /// - Returns: a reference that the caller owns.
    package static func open(_ path: String, index: Int32) throws(Failure) -> OpaquePointer {
        var library: FT_Library?
        let start = FT_Init_FreeType(&library)
        guard start == 0 else { throw Failure(reason: "FreeType does not start, error \(start)") }
        var opened: FT_Face?
        let status = FT_New_Face(library, path, FT_Long(index), &opened)
        guard status == 0, let opened else {
            FT_Done_FreeType(library)
            throw Failure(reason: "\(path): FreeType's error \(status)")
        }
        let face = cairo_ft_font_face_create_for_ft_face(opened, 0)
        // Any address that belongs to the face alone is a key for its data.
        let key = UnsafeRawPointer(opened).assumingMemoryBound(to: cairo_user_data_key_t.self)
        let owned = cairo_font_face_set_user_data(face, key, opened, closeFace)
        guard owned == CAIRO_STATUS_SUCCESS, let face else {
            cairo_font_face_destroy(face)
            closeFace(opened)
            throw Failure(reason: String(cString: cairo_status_to_string(owned)))
        }
        return face
    }
}

/// Closes a face and its library, when Cairo no longer needs them.
private func closeFace(_ pointer: UnsafeMutableRawPointer?) {
    guard let face = pointer?.assumingMemoryBound(to: FT_FaceRec_.self) else { return }
    let library = face.pointee.glyph.pointee.library
    FT_Done_Face(face)
    FT_Done_FreeType(library)
}

/// Where fontconfig finds a font.
private struct InstalledFont {
    var path: String
    var index: Int32
    /// The characters that the font has; belongs to the caller.
    var characters: OpaquePointer

    init?(named postscriptName: String) {
        let query = FcPatternCreate()
        defer { FcPatternDestroy(query) }
        FcPatternAddString(query, FC_POSTSCRIPT_NAME, postscriptName)
        let properties = FcObjectSetCreate()
        defer { FcObjectSetDestroy(properties) }
        for property in [FC_FILE, FC_INDEX, FC_CHARSET] { FcObjectSetAdd(properties, property) }
        guard let list = FcFontList(nil, query, properties) else { return nil }
        defer { FcFontSetDestroy(list) }
        // Several packages may have the same font: always the same one of them is taken.
        let matches = (0..<Int(list.pointee.nfont)).compactMap { list.pointee.fonts[$0].flatMap(Self.read) }
        guard let first = matches.min(by: { $0.path < $1.path }),
            let characters = FcCharSetCopy(first.characters)
        else { return nil }
        path = first.path
        index = first.index
        self.characters = characters
    }

    private static func read(_ pattern: OpaquePointer) -> (path: String, index: Int32, characters: OpaquePointer)? {
        var file: UnsafeMutablePointer<FcChar8>?
        var index: Int32 = 0
        var characters: OpaquePointer?
        guard FcPatternGetString(pattern, FC_FILE, 0, &file) == FcResultMatch, let file,
            FcPatternGetInteger(pattern, FC_INDEX, 0, &index) == FcResultMatch,
            FcPatternGetCharSet(pattern, FC_CHARSET, 0, &characters) == FcResultMatch, let characters
        else { return nil }
        return (String(cString: file), index, characters)
    }
}

/// The space that a line of text takes, in pixels from the start of its baseline; y grows downward.
package struct TextMetrics: Sendable, Hashable {
    /// From the start of this line to that of a text that follows.
    package var advance: Double
    /// The leftmost painted pixel.
    package var inkLeft: Double
    /// The rightmost painted pixel.
    package var inkRight: Double
    /// The topmost painted pixel; negative above the baseline.
    package var inkTop: Double
    /// The lowest painted pixel.
    package var inkBottom: Double

    /// The width of all that is painted.
    package var inkWidth: Double { inkRight - inkLeft }

    /// The same in type of another size.
    package func scaled(by factor: Double) -> TextMetrics {
        TextMetrics(
            advance: advance * factor,
            inkLeft: inkLeft * factor,
            inkRight: inkRight * factor,
            inkTop: inkTop * factor,
            inkBottom: inkBottom * factor
        )
    }
}
