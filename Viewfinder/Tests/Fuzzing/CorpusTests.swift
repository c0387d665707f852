import Foundation
import Testing

/// Replays what the fuzzers start from, and what they have found: nothing of it may end the process, or contradict itself.
@Suite("Bytes of unknown origin")
struct CorpusTests {
    private static let harnesses: [(name: String, run: @Sendable (UnsafeRawBufferPointer) -> Void)] = [
        ("movie-tables", MovieTablesHarness.run), ("recovery", RecoveryHarness.run),
        ("fault-scripts", FaultScriptsHarness.run), ("byte-ranges", ByteRangesHarness.run), ("exif", ExifHarness.run),
        ("jpeg-segments", JPEGSegmentsHarness.run), ("video-nodes", VideoNodesHarness.run),
        ("heif", HEIFHarness.run),
    ]

    @Test("Every file of a corpus is survived", arguments: 0..<8)
    func corpus(number: Int) throws {
        let (name, run) = Self.harnesses[number]
        let folder = try #require(Bundle.module.resourceURL).appending(path: "Corpora/\(name)")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        for file in files {
            let bytes = try Data(contentsOf: file)
            bytes.withUnsafeBytes(run)
            // Cut off anywhere, as transfers and disks do it.
            for share in 1..<8 { bytes.prefix(bytes.count * share / 8).withUnsafeBytes(run) }
        }
    }

    @Test("There is a harness for each corpus, and a corpus for each harness")
    func completeness() throws {
        let corpora = try FileManager.default.contentsOfDirectory(
            atPath: try #require(Bundle.module.resourceURL).appending(path: "Corpora").path
        )
        #expect(Set(corpora) == Set(Self.harnesses.map(\.name)))
    }
}
