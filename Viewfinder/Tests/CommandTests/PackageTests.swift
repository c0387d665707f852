import BookshelfScene
import Foundation
import KnownBooks
import MovieValidators
import ScanProtocol
import Testing

@Suite("Pinhole, packed to be taken along")
struct PackageTests {
    private struct Answer: Decodable {
        var books: [RecognizedBook]
    }

    @Test("The packed folder has all that books are recognised with: nothing of the user's is needed")
    func package() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "package-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let packed = folder.appending(path: "pinhole")
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let built = URL(fileURLWithPath: try Program.path("pinhole")).deletingLastPathComponent().path
        let script = root.appending(path: "scripts/package").path
        let packing = try await onOwnThread { try ValidatorTool.run(script, ["--bin", built, packed.path]) }
        #expect(packing.status == 0, "\(packing.complaints)")
        let names = try FileManager.default.contentsOfDirectory(atPath: packed.path)
        #expect(Set(names).isSuperset(of: ["libswiftCore.so", "libFoundation.so", "text-recognition", "packages.txt"]))
        #expect(names.contains("Viewfinder_Viewfinder.resources") && names.contains("pinhole_KnownBooks.resources"))
        let packages = try String(contentsOf: packed.appending(path: "packages.txt"), encoding: .utf8)
        #expect(packages.contains("libavcodec59\n") && !packages.contains("swift"))

        let shelf = try Bookshelf(
            BookshelfRequest(seed: 5, level: .clean, books: try KnownBooks.load()),
            fonts: FontLibrary()
        )
        let photo = folder.appending(path: "shelf.png").path
        try shelf.draw().writePNG(to: photo)
        // Nothing of this user's: no cache, and nobody's catalogue.
        let home = "HOME=\(folder.path)"
        let program = packed.appending(path: "pinhole").path
        let answer = try await onOwnThread {
            try ValidatorTool.run("env", ["-i", home, program, "scan", "--json", photo])
        }
        #expect(answer.status == 0, "\(answer.complaints)")
        let photos = try JSONDecoder().decode([Answer].self, from: answer.output)
        #expect(photos.first?.books.map(\.title) == shelf.spines.map(\.book.title))
        // Whoever packs into what is there already is told, and nothing is lost.
        let again = try await onOwnThread { try ValidatorTool.run(script, ["--bin", built, packed.path]) }
        #expect(again.status != 0 && again.complaints.contains("exists already"))
    }
}
