import Foundation
import MovieValidators
import Testing

/// A folder that goes with the object.
final class TestFolder {
    let root: URL

    init() throws {
        root = FileManager.default.temporaryDirectory.appendingPathComponent("encoding-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: root)
    }

    func url(_ name: String) -> URL { root.appendingPathComponent(name) }
}

extension MovieFileValidator {
    /// What `ffprobe` says of a file against which it has nothing, and that decodes from beginning to end.
    func flawlessReport(sourceLocation: SourceLocation = #_sourceLocation) throws -> MovieReport {
        let report = try report()
        #expect(report.warnings == [], sourceLocation: sourceLocation)
        #expect(try decodingErrors() == [], sourceLocation: sourceLocation)
        return report
    }

    /// How many pictures decode.
    func pictureCount() throws -> Int { try decodedFrames().video?.times.count ?? 0 }
}
