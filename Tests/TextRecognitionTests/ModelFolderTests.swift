import Foundation
import Testing

@testable import TextRecognition

/// Where the models are looked for, and what becomes of those that are not what they should be.
@Suite("The folder of the models")
struct ModelFolderTests {
    @Test("The environment's folder counts alone; else the program's, then the cache's")
    func candidates() {
        let program = URL(fileURLWithPath: "/opt/app/bin/pinhole")
        let chosen = ModelFolder.candidates(
            environment: [ModelFolder.variable: "/models", "HOME": "/home/x"],
            program: program
        )
        #expect(chosen.map(\.path) == ["/models"])
        let usual = ModelFolder.candidates(environment: ["HOME": "/home/x"], program: program)
        #expect(usual.map(\.path) == ["/opt/app/bin/text-recognition", "/home/x/.cache/pinhole/text-recognition"])
        let cache = ModelFolder.candidates(environment: ["HOME": "/home/x", "XDG_CACHE_HOME": "/var/c"], program: nil)
        #expect(cache.map(\.path) == ["/var/c/pinhole/text-recognition"])
    }

    @Test("Without models the error names the file, the folders and the way out")
    func missing() throws {
        let error = #expect(throws: TextRecognitionError.self) {
            try ModelFolder.find(environment: [ModelFolder.variable: "/nowhere"], program: nil)
        }
        #expect(error == .missing(file: "libopenvino_c.so.2641", searched: ["/nowhere"]))
        #expect(error?.description.contains("scripts/bootstrap") == true)
    }

    @Test("A damaged model is an error that names it; a damaged library, too")
    func damaged() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let real = try ModelFolder.find()
        for file in [ModelFolder.File.library, .detector, .recognizer] {
            let copy = folder.appendingPathComponent(file.name)
            try FileManager.default.copyItem(
                at: URL(fileURLWithPath: real.path(file)).resolvingSymlinksInPath(),
                to: copy
            )
        }
        let detector = folder.appendingPathComponent(ModelFolder.File.detector.name)
        var bytes = try Data(contentsOf: detector)
        bytes[bytes.count / 2] ^= 0xFF
        try bytes.write(to: detector)
        let picture = try BGRAImage(width: 64, height: 64)
        picture.fill(255)
        let reader = TextReader(folder: { ModelFolder(folder) })
        #expect(throws: TextRecognitionError.damaged(file: detector.path)) { try reader.read(picture) }
        // What was damaged is mended, but the library lies without those that it needs.
        bytes[bytes.count / 2] ^= 0xFF
        try bytes.write(to: detector)
        let library = folder.appendingPathComponent(ModelFolder.File.library.name)
        try Data("no library".utf8).write(to: library)
        #expect {
            try reader.read(picture)
        } throws: { error in
            if case .unusableLibrary(library.path, _)? = error as? TextRecognitionError { true } else { false }
        }
    }

    @Test("Notes of a model are read, whatever fields lie around them, and damaged ones are no crash")
    func metadata() throws {
        // Field 1, a number; field 7, some bytes; field 14: the pair "k" and "v".
        let file = Data([0x08, 0x96, 0x01, 0x3A, 0x02, 0xFF, 0xFF, 0x72, 0x06, 0x0A, 0x01, 0x6B, 0x12, 0x01, 0x76])
        #expect(ONNXMetadata(file)?.values == ["k": "v"])
        for length in 0..<file.count {
            _ = ONNXMetadata(file.prefix(length))
            var other = file
            other[length] ^= 0xFF
            _ = ONNXMetadata(other)
        }
        #expect(ONNXMetadata(Data([0x72, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F])) == nil)
    }
}
