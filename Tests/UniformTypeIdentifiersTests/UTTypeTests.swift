import Foundation
import Testing
import UniformTypeIdentifiers

@Suite("Uniform types")
struct UTTypeTests {
    @Test(
        "Types have Apple's identifiers, extensions and MIME types",
        arguments: [
            (UTType.jpeg, "public.jpeg", "jpeg", "image/jpeg"), (.png, "public.png", "png", "image/png"),
            (.heic, "public.heic", "heic", "image/heic"), (.tiff, "public.tiff", "tiff", "image/tiff"),
            (.quickTimeMovie, "com.apple.quicktime-movie", "mov", "video/quicktime"),
            (.mpeg4Movie, "public.mpeg-4", "mp4", "video/mp4"),
            (.wav, "com.microsoft.waveform-audio", "wav", "audio/vnd.wave"),
            (.json, "public.json", "json", "application/json"), (.pdf, "com.adobe.pdf", "pdf", "application/pdf"),
        ]
    )
    func names(_ type: UTType, _ identifier: String, _ fileExtension: String, _ mimeType: String) {
        #expect(type.identifier == identifier)
        #expect(type.preferredFilenameExtension == fileExtension)
        #expect(type.preferredMIMEType == mimeType)
        #expect(UTType(filenameExtension: fileExtension.uppercased()) == type)
        #expect(UTType(mimeType: mimeType) == type)
        #expect(UTType(identifier) == type)
        #expect(type.isDeclared && !type.isDynamic)
    }

    @Test("Types conform to what they are a kind of")
    func conformance() {
        #expect(UTType.jpeg.conforms(to: .image) && UTType.jpeg.conforms(to: .data) && UTType.jpeg.conforms(to: .item))
        #expect(UTType.jpeg.conforms(to: .jpeg) && !UTType.jpeg.isSubtype(of: .jpeg))
        #expect(UTType.heic.conforms(to: .heif) && UTType.heic.conforms(to: .image))
        #expect(UTType.quickTimeMovie.conforms(to: .movie) && !UTType.quickTimeMovie.conforms(to: .image))
        #expect(UTType.movie.isSupertype(of: .mpeg4Movie))
        #expect(UTType.mpeg4Audio.conforms(to: .audio))
    }

    @Test("A type of an extension conforms to what is asked for")
    func conformingTypes() {
        #expect(UTType(filenameExtension: "mp4", conformingTo: .audio) == .mpeg4Audio)
        #expect(UTType(filenameExtension: "jpg", conformingTo: .movie)?.isDynamic == true)
    }

    @Test("Unknown extensions give types that keep them")
    func dynamicTypes() throws {
        let type = try #require(UTType(filenameExtension: "Pinhole"))
        #expect(type.isDynamic && type.preferredFilenameExtension == "pinhole")
        #expect(type.conforms(to: .data) && !type.conforms(to: .image))
        #expect(UTType(type.identifier) == type)
        #expect(UTType(filenameExtension: "") == nil)
        #expect(UTType(filenameExtension: "a.b") == nil)
        #expect(UTType("com.example.no-such-type") == nil)
        #expect(UTType("dyn.pinhole.e.zz") == nil)
    }

    @Test("A program's own types conform to what it says")
    func ownTypes() throws {
        let type = UTType(exportedAs: "com.example.clip", conformingTo: .movie)
        #expect(type.conforms(to: .movie) && type.conforms(to: .data))
        let decoded = try JSONDecoder().decode([UTType].self, from: JSONEncoder().encode([type, .jpeg]))
        #expect(decoded == [type, .jpeg])
    }

    @Test("URLs get a type's extension once")
    func urls() {
        let folder = URL(fileURLWithPath: "/photos")
        #expect(folder.appendingPathComponent("a", conformingTo: .jpeg).path == "/photos/a.jpeg")
        #expect(URL(fileURLWithPath: "/a.jpg").appendingPathExtension(for: .jpeg).path == "/a.jpg")
        #expect(URL(fileURLWithPath: "/a.txt").appendingPathExtension(for: .png).path == "/a.txt.png")
    }

    @Test("Every type's supertypes are known")
    func closed() {
        for type in [UTType.jpeg, .heics, .svg, .dng, .usdz, .aiff, .m3uPlaylist, .commaSeparatedText] {
            #expect(type.supertypes.allSatisfy { UTType($0.identifier) != nil })
        }
    }
}
